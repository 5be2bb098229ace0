-- CreateTable
CREATE TABLE "composed_launch" (
    "ticketHash" TEXT NOT NULL PRIMARY KEY,
    "data" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateIndex
CREATE INDEX "composed_launch_expiresAt_idx" ON "composed_launch"("expiresAt");

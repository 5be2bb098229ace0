-- CreateTable
CREATE TABLE "trace_share" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "trace_share_traceId_fkey" FOREIGN KEY ("traceId") REFERENCES "trace" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "trace_share_tokenHash_key" ON "trace_share"("tokenHash");

-- CreateIndex
CREATE INDEX "trace_share_traceId_idx" ON "trace_share"("traceId");

-- CreateIndex
CREATE INDEX "trace_share_expiresAt_idx" ON "trace_share"("expiresAt");

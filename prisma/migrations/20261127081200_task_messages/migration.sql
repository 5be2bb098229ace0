-- What a practitioner says with a task. The portal keeps it: a Koppeltaal Task has no place for it.
CREATE TABLE "task_message" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "task_message_expiresAt_idx" ON "task_message"("expiresAt");

-- CreateTable
CREATE TABLE "trace" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "traceId" TEXT,
    "verified" BOOLEAN NOT NULL,
    "platform" TEXT,
    "clientId" TEXT,
    "subject" TEXT,
    "task" TEXT,
    "outcome" TEXT NOT NULL,
    "failed" TEXT,
    "startedAt" DATETIME NOT NULL,
    "changedAt" DATETIME NOT NULL,
    "change" INTEGER NOT NULL,
    "steps" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "truncated" BOOLEAN NOT NULL
);

-- CreateTable
CREATE TABLE "trace_step" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "data" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "trace_link" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "app_developer" (
    "clientId" TEXT NOT NULL,
    "username" TEXT NOT NULL,

    PRIMARY KEY ("clientId", "username"),
    CONSTRAINT "app_developer_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "trace_startedAt_id_idx" ON "trace"("startedAt", "id");

-- CreateIndex
CREATE INDEX "trace_clientId_verified_startedAt_id_idx" ON "trace"("clientId", "verified", "startedAt", "id");

-- CreateIndex
CREATE INDEX "trace_traceId_idx" ON "trace"("traceId");

-- CreateIndex
CREATE INDEX "trace_change_idx" ON "trace"("change");

-- CreateIndex
CREATE INDEX "trace_changedAt_idx" ON "trace"("changedAt");

-- CreateIndex
CREATE INDEX "trace_step_key_at_idx" ON "trace_step"("key", "at");

-- CreateIndex
CREATE INDEX "trace_step_expiresAt_idx" ON "trace_step"("expiresAt");

-- CreateIndex
CREATE INDEX "trace_link_id_idx" ON "trace_link"("id");

-- CreateIndex
CREATE INDEX "trace_link_expiresAt_idx" ON "trace_link"("expiresAt");

-- CreateIndex
CREATE INDEX "app_developer_username_idx" ON "app_developer"("username");

-- CreateTable
CREATE TABLE "subscription_dispatch" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "seq" INTEGER NOT NULL,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "subscription_state" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "versionId" INTEGER NOT NULL,
    "phase" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "sendingTo" INTEGER,
    "eventId" TEXT NOT NULL,
    "requestId" TEXT,
    "correlationId" TEXT,
    "traceId" TEXT,
    "attempts" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "failingSince" DATETIME,
    "nextAt" DATETIME NOT NULL,
    "lastFailure" TEXT,
    "lastFailureAt" DATETIME,
    "lastSuccessAt" DATETIME
);

-- CreateTable
CREATE TABLE "subscription_event" (
    "subscriptionId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "eventId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "type" TEXT NOT NULL,
    "origin" TEXT,
    "requestId" TEXT NOT NULL,
    "correlationId" TEXT,
    "traceId" TEXT,

    PRIMARY KEY ("subscriptionId", "number")
);

-- CreateTable
CREATE TABLE "subscription_attempt" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "subscriptionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "ms" INTEGER NOT NULL,
    "requestId" TEXT NOT NULL,
    "outcome" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "subscription_attempt_subscriptionId_id_idx" ON "subscription_attempt"("subscriptionId", "id");

-- CreateIndex
CREATE INDEX "subscription_version" ON "resource_version"("seq") WHERE "type" = 'Subscription';

-- Subscriptions that were here before there were notifications are begun by whoever writes them next.
INSERT INTO "subscription_dispatch" ("id", "seq", "holder", "until")
SELECT 1, coalesce(max("seq"), 0), '', 0 FROM "resource_version";

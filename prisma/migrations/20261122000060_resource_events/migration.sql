-- CreateTable
CREATE TABLE "resource_event" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "requestId" TEXT NOT NULL,
    "correlationId" TEXT,
    "traceId" TEXT
);

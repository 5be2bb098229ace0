-- Web origins of an app's receivers of notifications, beside those of its other addresses: a JSON array.
ALTER TABLE "client" ADD COLUMN "webhookOrigins" TEXT NOT NULL DEFAULT '[]';

-- When a person asked that what waits is tried at once; the process that sends takes it away.
ALTER TABLE "subscription_state" ADD COLUMN "hastenedAt" DATETIME;

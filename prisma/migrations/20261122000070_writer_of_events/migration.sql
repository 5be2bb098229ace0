-- AlterTable
ALTER TABLE "resource_event" ADD COLUMN "clientId" TEXT;

-- AlterTable
ALTER TABLE "subscription_event" ADD COLUMN "clientId" TEXT;

-- AlterTable
ALTER TABLE "subscription_state" ADD COLUMN "clientId" TEXT;

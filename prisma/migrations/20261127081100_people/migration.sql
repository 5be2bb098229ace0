-- What a person and an administrator see of an account, and do with it.
ALTER TABLE "account" ADD COLUMN "lockedAt" DATETIME;
ALTER TABLE "account" ADD COLUMN "lastLoginAt" DATETIME;
ALTER TABLE "account" ADD COLUMN "passwordSid" TEXT;
ALTER TABLE "idp_session" ADD COLUMN "network" TEXT;
ALTER TABLE "idp_session" ADD COLUMN "browser" TEXT;
ALTER TABLE "portal_session" ADD COLUMN "beganAt" DATETIME;
ALTER TABLE "portal_session" ADD COLUMN "lastUsedAt" DATETIME;
ALTER TABLE "portal_session" ADD COLUMN "network" TEXT;
ALTER TABLE "portal_session" ADD COLUMN "browser" TEXT;

-- CreateTable
CREATE TABLE "password_link" (
    "accountId" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "password_link_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "password_link_tokenHash_key" ON "password_link"("tokenHash");

-- Where an app is told that a session has ended (OpenID Connect Back-Channel Logout 1.0 §2.2), and what it is still to be told.
ALTER TABLE "client" ADD COLUMN "logoutUri" TEXT;
ALTER TABLE "client" ADD COLUMN "logoutSessionRequired" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "logout_notice" (
    "clientId" TEXT NOT NULL,
    "sid" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "sid"),
    CONSTRAINT "logout_notice_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "logout_notice_nextAt_idx" ON "logout_notice"("nextAt");

-- Who an account is for, and what it may do, has changed: everything that was opened with it ends. Here, so that it holds
-- whoever makes the change, and at the next request of every process.
DROP TRIGGER "account_is_changed";

CREATE TRIGGER "account_is_changed" AFTER UPDATE OF "role", "lockedAt" ON "account"
WHEN OLD."role" IS NOT NEW."role" OR OLD."lockedAt" IS NOT NEW."lockedAt"
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id";
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id";
  DELETE FROM "password_link" WHERE "accountId" = OLD."id";
END;

-- A new password ends all but the session in which its owner chose it, and uses up the link.
CREATE TRIGGER "account_has_another_password" AFTER UPDATE OF "passwordHash" ON "account"
WHEN OLD."passwordHash" IS NOT NEW."passwordHash"
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id" AND ("sid" IS NULL OR "sid" IS NOT NEW."passwordSid");
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id" AND ("sid" IS NULL OR "sid" IS NOT NEW."passwordSid");
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id" AND ("sid" IS NULL OR "sid" IS NOT NEW."passwordSid");
  DELETE FROM "password_link" WHERE "accountId" = OLD."id";
END;

-- A log-in that was under way when the account was locked opens nothing.
CREATE TRIGGER "locked_account_has_no_session" AFTER INSERT ON "idp_session"
WHEN EXISTS (SELECT 1 FROM "account" WHERE "id" = NEW."accountId" AND "lockedAt" IS NOT NULL)
BEGIN DELETE FROM "idp_session" WHERE "idHash" = NEW."idHash"; END;

CREATE TRIGGER "locked_account_has_no_portal_session" AFTER INSERT ON "portal_session"
WHEN EXISTS (SELECT 1 FROM "account" WHERE "id" = NEW."subject" AND "lockedAt" IS NOT NULL)
BEGIN DELETE FROM "portal_session" WHERE "idHash" = NEW."idHash"; END;

CREATE TRIGGER "account_is_logged_in" AFTER INSERT ON "idp_session"
BEGIN UPDATE "account" SET "lastLoginAt" = NEW."authTime" WHERE "id" = NEW."accountId" AND "lockedAt" IS NULL; END;

-- A log-in is no change of what others know of the account.
DROP TRIGGER "account_is_updated";

CREATE TRIGGER "account_is_updated" AFTER UPDATE ON "account"
WHEN OLD."lastLoginAt" IS NEW."lastLoginAt"
BEGIN UPDATE "registry_state" SET "accounts" = "accounts" + 1; END;

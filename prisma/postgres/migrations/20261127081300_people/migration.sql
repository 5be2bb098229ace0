-- What a person and an administrator see of an account, and do with it.
ALTER TABLE "account" ADD COLUMN "lockedAt" TIMESTAMPTZ(3), ADD COLUMN "lastLoginAt" TIMESTAMPTZ(3), ADD COLUMN "passwordSid" TEXT COLLATE "C";
ALTER TABLE "idp_session" ADD COLUMN "network" TEXT COLLATE "C", ADD COLUMN "browser" TEXT COLLATE "C";
ALTER TABLE "portal_session" ADD COLUMN "beganAt" TIMESTAMPTZ(3), ADD COLUMN "lastUsedAt" TIMESTAMPTZ(3),
  ADD COLUMN "network" TEXT COLLATE "C", ADD COLUMN "browser" TEXT COLLATE "C";

CREATE TABLE "password_link" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("accountId"),
    CONSTRAINT "password_link_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "password_link_tokenHash_key" ON "password_link"("tokenHash");

-- Where an app is told that a session has ended, and what it is still to be told.
ALTER TABLE "client" ADD COLUMN "logoutUri" TEXT COLLATE "C", ADD COLUMN "logoutSessionRequired" BOOLEAN NOT NULL DEFAULT false;
CREATE TABLE "logout_notice" (
    "clientId" TEXT COLLATE "C" NOT NULL,
    "sid" TEXT COLLATE "C" NOT NULL,
    "attempts" BIGINT NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "logout_notice_pkey" PRIMARY KEY ("clientId","sid"),
    CONSTRAINT "logout_notice_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "logout_notice_nextAt_idx" ON "logout_notice"("nextAt");

-- What a practitioner says with a task.
CREATE TABLE "task_message" (
    "key" TEXT COLLATE "C" NOT NULL,
    "author" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_message_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "task_message_expiresAt_idx" ON "task_message"("expiresAt");

-- Who an account is for, and what it may do, has changed: everything that was opened with it ends.
CREATE OR REPLACE FUNCTION "account_is_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id";
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id";
  DELETE FROM "password_link" WHERE "accountId" = OLD."id";
  RETURN NULL;
END $$;
DROP TRIGGER "account_is_changed" ON "account";
CREATE TRIGGER "account_is_changed" AFTER UPDATE OF "role", "lockedAt" ON "account" FOR EACH ROW
WHEN (OLD."role" IS DISTINCT FROM NEW."role" OR OLD."lockedAt" IS DISTINCT FROM NEW."lockedAt")
EXECUTE FUNCTION "account_is_changed"();

-- A new password ends all but the session in which its owner chose it, and uses up the link.
CREATE FUNCTION "account_has_another_password"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id" AND ("sid" IS NULL OR "sid" IS DISTINCT FROM NEW."passwordSid");
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id" AND ("sid" IS NULL OR "sid" IS DISTINCT FROM NEW."passwordSid");
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id" AND ("sid" IS NULL OR "sid" IS DISTINCT FROM NEW."passwordSid");
  DELETE FROM "password_link" WHERE "accountId" = OLD."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "account_has_another_password" AFTER UPDATE OF "passwordHash" ON "account" FOR EACH ROW
WHEN (OLD."passwordHash" IS DISTINCT FROM NEW."passwordHash") EXECUTE FUNCTION "account_has_another_password"();

-- A log-in is noted, and opens nothing if the account was locked while it was under way: the update waits for who locks it, and who
-- locks it waits for the update, and then finds the session.
CREATE FUNCTION "account_is_logged_in"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "account" SET "lastLoginAt" = NEW."authTime" WHERE "id" = NEW."accountId" AND "lockedAt" IS NULL;
  IF NOT FOUND THEN DELETE FROM "idp_session" WHERE "idHash" = NEW."idHash"; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_is_logged_in" AFTER INSERT ON "idp_session" FOR EACH ROW EXECUTE FUNCTION "account_is_logged_in"();

CREATE FUNCTION "locked_account_has_no_portal_session"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE locked TIMESTAMPTZ;
BEGIN
  SELECT "lockedAt" INTO locked FROM "account" WHERE "id" = NEW."subject" FOR SHARE;
  IF locked IS NOT NULL THEN DELETE FROM "portal_session" WHERE "idHash" = NEW."idHash"; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "locked_account_has_no_portal_session" AFTER INSERT ON "portal_session" FOR EACH ROW
EXECUTE FUNCTION "locked_account_has_no_portal_session"();

-- A log-in is no change of what others know of the account.
DROP TRIGGER "account_is_written" ON "account";
CREATE TRIGGER "account_is_written" AFTER INSERT OR DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "accounts_are_written"();
CREATE TRIGGER "account_is_updated" AFTER UPDATE ON "account" FOR EACH ROW
WHEN (OLD."lastLoginAt" IS NOT DISTINCT FROM NEW."lastLoginAt") EXECUTE FUNCTION "accounts_are_written"();

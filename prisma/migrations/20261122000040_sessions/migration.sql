-- CreateTable
CREATE TABLE "portal_session" (
    "idHash" TEXT NOT NULL PRIMARY KEY,
    "subject" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "app_session" (
    "idHash" TEXT NOT NULL PRIMARY KEY,
    "person" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "portal_session_subject_idx" ON "portal_session"("subject");

-- CreateIndex
CREATE INDEX "portal_session_expiresAt_idx" ON "portal_session"("expiresAt");

-- CreateIndex
CREATE INDEX "app_session_person_idx" ON "app_session"("person");

-- CreateIndex
CREATE INDEX "app_session_expiresAt_idx" ON "app_session"("expiresAt");

-- Who an account is for, and what it may do, has changed: whoever is logged in with it logs in again. Here, so that it holds
-- whoever makes the change: the console, the command line, or a program of a later day.
CREATE TRIGGER "account_is_deleted" AFTER DELETE ON "account"
BEGIN DELETE FROM "portal_session" WHERE "subject" = OLD."id"; END;

CREATE TRIGGER "account_is_changed" AFTER UPDATE OF "role", "passwordHash" ON "account"
WHEN OLD."role" IS NOT NEW."role" OR OLD."passwordHash" IS NOT NEW."passwordHash"
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id";
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id";
END;

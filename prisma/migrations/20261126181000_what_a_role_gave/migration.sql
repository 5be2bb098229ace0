-- What a role or a status gave ends with it, and is not there again when the role or the status comes back. Here, so that it
-- holds whoever makes the change: the console, the command line, or a program of a later day.

-- An account with another role: its tokens, and its links to traces, which it may have seen by its role alone.
CREATE TRIGGER "account_has_another_role" AFTER UPDATE OF "role" ON "account"
WHEN OLD."role" IS NOT NEW."role"
BEGIN
  DELETE FROM "api_token" WHERE "accountId" = OLD."id";
  DELETE FROM "trace_share" WHERE "by" = OLD."username";
END;

-- Of accounts that lost the role before.
DELETE FROM "api_token" WHERE "accountId" IN (SELECT "id" FROM "account" WHERE "role" <> 'admin');

-- Who develops an app no longer: the links to its traces. An administrator sees them all the same.
CREATE TRIGGER "developer_is_removed" AFTER DELETE ON "app_developer"
WHEN NOT EXISTS (SELECT 1 FROM "account" WHERE "username" = OLD."username" AND "role" = 'admin')
BEGIN
  DELETE FROM "trace_share" WHERE "by" = OLD."username"
    AND "traceId" IN (SELECT "id" FROM "trace" WHERE "clientId" = OLD."clientId");
END;

-- An app that is no longer approved: its launches under way, and what it was given. The bearer tokens of the FHIR API are in no
-- table: those from before the approval count no longer.
ALTER TABLE "client" ADD COLUMN "approvedAt" DATETIME;

CREATE TRIGGER "client_is_stopped" AFTER UPDATE OF "status" ON "client"
WHEN OLD."status" = 'approved' AND NEW."status" <> 'approved'
BEGIN
  DELETE FROM "authorize_transaction" WHERE "clientId" = OLD."clientId";
  DELETE FROM "authorization_code" WHERE "clientId" = OLD."clientId";
  DELETE FROM "noop_token" WHERE "clientId" = OLD."clientId";
END;

CREATE TRIGGER "client_is_approved" AFTER UPDATE OF "status" ON "client"
WHEN OLD."status" <> 'approved' AND NEW."status" = 'approved'
BEGIN UPDATE "client" SET "approvedAt" = NEW."updatedAt" WHERE "clientId" = NEW."clientId"; END;

CREATE TRIGGER "client_is_made" AFTER INSERT ON "client"
WHEN NEW."status" = 'approved'
BEGIN UPDATE "client" SET "approvedAt" = NEW."createdAt" WHERE "clientId" = NEW."clientId"; END;

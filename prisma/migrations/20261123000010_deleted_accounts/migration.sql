-- What an account was given by its user name goes with it: a later account of the same name, which anybody may sign up with, is another one's.
DROP TRIGGER "account_is_deleted";

CREATE TRIGGER "account_is_deleted" AFTER DELETE ON "account"
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "app_developer" WHERE "username" = OLD."username";
  DELETE FROM "trace_share" WHERE "by" = OLD."username";
END;

-- Of accounts that were deleted before.
DELETE FROM "app_developer" WHERE "username" NOT IN (SELECT "username" FROM "account");

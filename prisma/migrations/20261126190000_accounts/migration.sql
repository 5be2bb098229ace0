-- The apps of a deleted account are disabled until an administrator approves them. Here, so that it holds whoever deletes it,
-- and in the one statement that does.
CREATE TRIGGER "account_leaves_its_apps" BEFORE DELETE ON "account"
BEGIN UPDATE "client" SET "status" = 'disabled' WHERE "ownerAccountId" = OLD."id"; END;

-- Whatever is written to accounts, by whichever program, makes a new version of them.
ALTER TABLE "registry_state" ADD COLUMN "accounts" INTEGER NOT NULL DEFAULT 1;

CREATE TRIGGER "account_is_inserted" AFTER INSERT ON "account"
BEGIN UPDATE "registry_state" SET "accounts" = "accounts" + 1; END;

CREATE TRIGGER "account_is_updated" AFTER UPDATE ON "account"
BEGIN UPDATE "registry_state" SET "accounts" = "accounts" + 1; END;

CREATE TRIGGER "account_is_removed" AFTER DELETE ON "account"
BEGIN UPDATE "registry_state" SET "accounts" = "accounts" + 1; END;

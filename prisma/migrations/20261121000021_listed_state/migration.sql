-- AlterTable
ALTER TABLE "resource_state" ADD COLUMN "listed" INTEGER NOT NULL DEFAULT 1;

-- Whatever may change what a search finds beside the versions themselves, whose count this table has already: a resource that
-- was not there, and search values that are made anew. Events of the audit log are left out: they come all the time, and
-- what is remembered of searches is never of those.
CREATE TRIGGER "resource_is_added" AFTER INSERT ON "resource_version" WHEN NEW."versionId" = 1 AND NEW."type" <> 'AuditEvent'
BEGIN UPDATE "resource_state" SET "listed" = "listed" + 1; END;

CREATE TRIGGER "search_table_is_noted" AFTER INSERT ON "search_table"
BEGIN UPDATE "resource_state" SET "listed" = "listed" + 1; END;

CREATE TRIGGER "search_table_is_moved" AFTER UPDATE ON "search_table"
BEGIN UPDATE "resource_state" SET "listed" = "listed" + 1; END;

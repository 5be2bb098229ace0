-- CreateTable
CREATE TABLE "resource_state" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "version" INTEGER NOT NULL
);

INSERT INTO "resource_state" ("id", "version") VALUES (1, 1);

-- Whatever takes the place of a version that was there, by whichever program, makes a new version of the state. The first
-- version of a resource takes nobody's place: so events of the audit log, which have one each, change nothing here.
CREATE TRIGGER "resource_is_superseded" AFTER INSERT ON "resource_version" WHEN NEW."versionId" > 1
BEGIN UPDATE "resource_state" SET "version" = "version" + 1; END;

-- All columns but supersededBy, which is written with the version that supersedes.
CREATE TRIGGER "resource_is_changed"
AFTER UPDATE OF "seq", "type", "id", "versionId", "lastUpdated", "deleted", "origin" ON "resource_version"
BEGIN UPDATE "resource_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "resource_is_removed" AFTER DELETE ON "resource_version"
BEGIN UPDATE "resource_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "resource_text_is_changed" AFTER UPDATE ON "resource_body"
BEGIN UPDATE "resource_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "resource_text_is_removed" AFTER DELETE ON "resource_body"
BEGIN UPDATE "resource_state" SET "version" = "version" + 1; END;

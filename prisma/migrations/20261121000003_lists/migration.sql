-- A version without its text is a tenth of the size: what only looks for rows reads no text.
CREATE TABLE "resource_body" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL
);
INSERT INTO "resource_body" ("seq", "body")
SELECT "seq", "body" FROM "resource_version" WHERE "body" IS NOT NULL ORDER BY "seq";

CREATE TABLE "new_resource_version" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "type" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "versionId" INTEGER NOT NULL,
    "lastUpdated" DATETIME NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "origin" TEXT,
    "contentHash" TEXT,
    "supersededBy" INTEGER
);
INSERT INTO "new_resource_version" ("seq", "type", "id", "versionId", "lastUpdated", "deleted", "origin", "contentHash", "supersededBy")
SELECT "seq", "type", "id", "versionId", "lastUpdated", "deleted", "origin", "contentHash", "supersededBy" FROM "resource_version" ORDER BY "seq";
DROP TABLE "resource_version";
ALTER TABLE "new_resource_version" RENAME TO "resource_version";

CREATE UNIQUE INDEX "resource_version_type_id_versionId_key" ON "resource_version"("type", "id", "versionId");

-- Lists walk these. They hold what there is now and nothing else, so that no history stands in the way.
CREATE INDEX "resource_current_by_time" ON "resource_version"("type", "lastUpdated" DESC, "id", "origin") WHERE "supersededBy" IS NULL AND "deleted" = 0;
CREATE INDEX "resource_current_by_origin" ON "resource_version"("type", "origin", "lastUpdated" DESC, "id") WHERE "supersededBy" IS NULL AND "deleted" = 0;
CREATE INDEX "resource_current_by_id" ON "resource_version"("type", "id", "origin") WHERE "supersededBy" IS NULL AND "deleted" = 0;

-- Without rowids: the key is the whole row, and need not be kept twice.
CREATE TABLE "new_search_value" (
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "param" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("type", "param", "value", "system", "seq")
) WITHOUT ROWID;
INSERT INTO "new_search_value" ("seq", "type", "param", "system", "value")
SELECT "seq", "type", "param", "system", "value" FROM "search_value" ORDER BY "type", "param", "value", "system", "seq";
DROP TABLE "search_value";
ALTER TABLE "new_search_value" RENAME TO "search_value";
CREATE INDEX "search_value_seq_idx" ON "search_value"("seq");

-- The places of a list are kept in memory.
DROP TABLE "search_bookmark";

-- With which search parameters the values of a type were made, and how far making them anew has come.
CREATE TABLE "search_table" (
    "type" TEXT NOT NULL PRIMARY KEY,
    "fingerprint" TEXT NOT NULL,
    "doneUpTo" TEXT
);

-- CreateTable
CREATE TABLE "audit_index" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "position" INTEGER NOT NULL
);

-- Events of before have their values.
INSERT INTO "audit_index" ("id", "position") SELECT 1, coalesce(max("position"), 0) FROM "audit_link";

-- How far the index values of superseded versions are removed: of all that were superseded up to this seq.
CREATE TABLE "search_horizon" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "seq" INTEGER NOT NULL
);
INSERT INTO "search_horizon" ("id", "seq") VALUES (1, 0);

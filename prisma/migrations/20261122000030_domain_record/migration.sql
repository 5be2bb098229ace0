-- The settings that the rows of a domain were made from.
CREATE TABLE "domain_record" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL
);

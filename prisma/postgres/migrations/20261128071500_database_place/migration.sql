-- Where the rows are, and in which history of the server: another one is that of a restore, which does not know what was used since.
CREATE TABLE "database_place" (
    "id" BIGINT NOT NULL,
    "place" TEXT COLLATE "C" NOT NULL,
    "timeline" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "database_place_pkey" PRIMARY KEY ("id")
);

-- Values of what was superseded before this transaction are removed.
ALTER TABLE "search_horizon" DROP COLUMN "seq", ADD COLUMN "superseded" xid8 NOT NULL DEFAULT '0';
ALTER TABLE "search_horizon" ALTER COLUMN "superseded" DROP DEFAULT;

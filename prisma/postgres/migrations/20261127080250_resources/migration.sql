-- What is found as of a moment (docs/explanation/postgres-search.md). A number of a write may be drawn early and become visible late:
-- which transaction made a version, and which one superseded it, tells what a snapshot saw.
DROP TRIGGER "resource_is_changed" ON "resource_version";
DROP INDEX "resource_current_by_time", "resource_current_by_origin";
ALTER TABLE "resource_version" ALTER COLUMN "lastUpdated" TYPE BIGINT USING (extract(epoch FROM "lastUpdated") * 1000)::bigint,
  ADD COLUMN "created" xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ADD COLUMN "superseded" xid8;
-- All columns but those that are written with the version that supersedes.
CREATE TRIGGER "resource_is_changed" AFTER UPDATE OF "seq", "type", "id", "versionId", "lastUpdated", "deleted", "origin"
ON "resource_version" FOR EACH STATEMENT EXECUTE FUNCTION "resources_are_changed"();
CREATE INDEX "resource_current_by_time" ON "resource_version"("type", "lastUpdated" DESC, "id", "origin", "seq", "created") WHERE ("supersededBy" IS NULL AND NOT "deleted");
CREATE INDEX "resource_current_by_origin" ON "resource_version"("type", "origin", "lastUpdated" DESC, "id", "seq", "created") WHERE ("supersededBy" IS NULL AND NOT "deleted");
CREATE INDEX "resource_current_by_id" ON "resource_version"("type", "id", "lastUpdated", "origin", "seq", "created") WHERE ("supersededBy" IS NULL AND NOT "deleted");
CREATE INDEX "resource_version_by_seq" ON "resource_version"("type", "seq", "created", "lastUpdated", "origin", "id");
CREATE INDEX "resource_superseded" ON "resource_version"("type", "superseded") WHERE ("superseded" IS NOT NULL AND NOT "deleted");
ALTER TABLE "search_value" DROP CONSTRAINT "search_value_pkey", ADD CONSTRAINT "search_value_pkey" PRIMARY KEY ("type", "param", "value", "seq", "system");
ALTER TABLE "search_snapshot" ALTER COLUMN "asOfSeq" TYPE TEXT COLLATE "C";

-- The slot of a session for counters that every writer moves. No other session has it: two serializable transactions that moved one
-- row would not both commit.
CREATE FUNCTION "writing_slot"() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  known TEXT := current_setting('slipway.slot', true);
BEGIN
  IF known IS NULL OR known = '' THEN
    SELECT set_config('slipway.slot', n::text, false) INTO known FROM generate_series(0, 4095) AS n
    WHERE pg_try_advisory_lock(hashtext('slipway slots'), n) LIMIT 1;
  END IF;
  RETURN coalesce(known::bigint, 4096 + pg_backend_pid());
END $$;

CREATE OR REPLACE FUNCTION "count_resources"(versions BIGINT, lists BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "resource_state" AS slots ("id", "version", "listed")
  SELECT "writing_slot"(), versions, lists WHERE versions + lists > 0
  ON CONFLICT ("id") DO UPDATE SET "version" = slots."version" + versions, "listed" = slots."listed" + lists
$$;

-- Events are numbered before they are linked, so an event may have a smaller number than one that is linked before it: the greatest
-- number of the archived ones may stay the same.
CREATE OR REPLACE FUNCTION "audit_anchor_moves_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."id" <> 1 OR NEW."position" >= (SELECT coalesce(max("position"), 0) FROM "audit_link")
    OR EXISTS (SELECT 1 FROM "audit_anchor" WHERE TG_OP = 'INSERT' OR NEW."position" <= "position" OR NEW."seq" < "seq")
  THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
  RETURN NEW;
END $$;

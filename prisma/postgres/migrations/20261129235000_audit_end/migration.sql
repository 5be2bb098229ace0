-- The end of the audit chain, under its lock until the transaction ends, and numbers for the events that are to follow it. In a function
-- each statement sees what was committed before it, so the end is the one that the lock was waited for.
CREATE FUNCTION "audit_end"(events BIGINT) RETURNS TABLE ("seqs" BIGINT[], "position" BIGINT, "hash" TEXT) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('slipway audit chain'));
  RETURN QUERY SELECT ARRAY(SELECT nextval(pg_get_serial_sequence('resource_version', 'seq')) FROM generate_series(1, events)), coalesce(l."position", 0), coalesce(l."hash", '')
    FROM (SELECT) AS one LEFT JOIN LATERAL (SELECT a."position", a."hash" FROM "audit_link" a ORDER BY a."position" DESC LIMIT 1) l ON TRUE;
END $$;

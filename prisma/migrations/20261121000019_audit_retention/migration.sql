-- CreateTable
CREATE TABLE "audit_anchor" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "seal" TEXT NOT NULL
);

-- One anchor, which only moves on, and never to the last link: that one stays, whatever is archived.
CREATE TRIGGER "audit_anchor_is_one" BEFORE INSERT ON "audit_anchor"
WHEN NEW."id" IS NOT 1 OR EXISTS (SELECT 1 FROM "audit_anchor")
  OR NEW."position" >= (SELECT coalesce(max("position"), 0) FROM "audit_link")
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_anchor_moves_on" BEFORE UPDATE ON "audit_anchor"
WHEN NEW."id" IS NOT 1 OR NEW."position" <= OLD."position" OR NEW."seq" <= OLD."seq"
  OR NEW."position" >= (SELECT coalesce(max("position"), 0) FROM "audit_link")
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_anchor_is_not_deleted" BEFORE DELETE ON "audit_anchor"
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- What was archived may go: up to the anchor, the oldest first. Who moves the anchor without the key is shown by its seal.
DROP TRIGGER "audit_link_is_not_deleted";
CREATE TRIGGER "audit_link_is_not_deleted" BEFORE DELETE ON "audit_link"
WHEN OLD."position" > (SELECT coalesce(max("position"), 0) FROM "audit_anchor")
  OR OLD."position" > (SELECT min("position") FROM "audit_link")
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

DROP TRIGGER "audit_event_is_not_deleted";
CREATE TRIGGER "audit_event_is_not_deleted" BEFORE DELETE ON "resource_version"
WHEN OLD."type" = 'AuditEvent' AND OLD."id" GLOB 'audit.*'
  AND OLD."seq" > (SELECT coalesce(max("seq"), 0) FROM "audit_anchor")
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

DROP TRIGGER "audit_text_is_not_deleted";
CREATE TRIGGER "audit_text_is_not_deleted" BEFORE DELETE ON "resource_body"
WHEN OLD."seq" > (SELECT coalesce(max("seq"), 0) FROM "audit_anchor")
  AND EXISTS (SELECT 1 FROM "resource_version" WHERE "seq" = OLD."seq" AND "type" = 'AuditEvent' AND "id" GLOB 'audit.*')
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

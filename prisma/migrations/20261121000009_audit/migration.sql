-- CreateTable
CREATE TABLE "audit_link" (
    "position" INTEGER NOT NULL PRIMARY KEY,
    "eventId" TEXT NOT NULL,
    "eventHash" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "hash" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "position" INTEGER NOT NULL,
    "seal" TEXT NOT NULL
);

-- The audit log only grows, whichever program writes. The ids of its events begin with "audit.".
CREATE TRIGGER "audit_link_is_not_changed" BEFORE UPDATE ON "audit_link"
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_link_is_not_deleted" BEFORE DELETE ON "audit_link"
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_event_is_not_changed" BEFORE UPDATE ON "resource_version"
WHEN OLD."type" = 'AuditEvent' AND OLD."id" GLOB 'audit.*'
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_event_is_not_deleted" BEFORE DELETE ON "resource_version"
WHEN OLD."type" = 'AuditEvent' AND OLD."id" GLOB 'audit.*'
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_event_has_one_version" BEFORE INSERT ON "resource_version"
WHEN NEW."type" = 'AuditEvent' AND NEW."id" GLOB 'audit.*' AND NEW."versionId" > 1
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_text_is_not_changed" BEFORE UPDATE ON "resource_body"
WHEN EXISTS (SELECT 1 FROM "resource_version" WHERE "seq" = OLD."seq" AND "type" = 'AuditEvent' AND "id" GLOB 'audit.*')
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER "audit_text_is_not_deleted" BEFORE DELETE ON "resource_body"
WHEN EXISTS (SELECT 1 FROM "resource_version" WHERE "seq" = OLD."seq" AND "type" = 'AuditEvent' AND "id" GLOB 'audit.*')
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

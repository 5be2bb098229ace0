-- The tables of prisma/schema.prisma on PostgreSQL (scripts/postgres-schema.mjs), and the triggers that SQLite has for them. Texts are
-- ordered by their bytes, as SQLite orders them and keys of searches need it, whatever the database was created with.

CREATE TABLE "client" (
    "clientId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "jwks" TEXT COLLATE "C",
    "jwksUrl" TEXT COLLATE "C",
    "launchUrl" TEXT COLLATE "C",
    "roleName" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "ownerAccountId" TEXT COLLATE "C",
    "anyTask" BOOLEAN NOT NULL DEFAULT false,
    "webhookOrigins" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "approvedAt" TIMESTAMPTZ(3),
    "redirectUris" TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    "requestedRights" TEXT COLLATE "C" NOT NULL DEFAULT '[]',

    CONSTRAINT "client_pkey" PRIMARY KEY ("clientId")
);

CREATE TABLE "role" (
    "name" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "permissions" TEXT COLLATE "C" NOT NULL DEFAULT '[]',

    CONSTRAINT "role_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "signing_key" (
    "kid" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "alg" TEXT COLLATE "C" NOT NULL,
    "publicJwk" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

CREATE TABLE "registry_state" (
    "id" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,
    "accounts" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "registry_state_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "domain_record" (
    "id" BIGINT NOT NULL,
    "settings" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "domain_record_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "authorize_transaction" (
    "stateHash" TEXT COLLATE "C" NOT NULL,
    "browserHash" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "redirectUri" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "nonce" TEXT COLLATE "C",
    "codeChallenge" TEXT COLLATE "C" NOT NULL,
    "scope" TEXT COLLATE "C" NOT NULL,
    "launchContext" TEXT COLLATE "C" NOT NULL,
    "idpNonce" TEXT COLLATE "C" NOT NULL,
    "idpVerifier" TEXT COLLATE "C" NOT NULL,
    "idpOptions" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "authorize_transaction_pkey" PRIMARY KEY ("stateHash")
);

CREATE TABLE "authorization_code" (
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "redirectUri" TEXT COLLATE "C" NOT NULL,
    "codeChallenge" TEXT COLLATE "C" NOT NULL,
    "grant" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("codeHash")
);

CREATE TABLE "used_jti" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "jti" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_jti_pkey" PRIMARY KEY ("kind","issuer","jti")
);

CREATE TABLE "noop_token" (
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "grant" TEXT COLLATE "C" NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "noop_token_pkey" PRIMARY KEY ("tokenHash")
);

CREATE TABLE "restoration" (
    "id" BIGSERIAL NOT NULL,
    "backupAt" TIMESTAMPTZ(3) NOT NULL,
    "restoredAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "restoration_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account" (
    "id" TEXT COLLATE "C" NOT NULL,
    "username" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_token" (
    "id" TEXT COLLATE "C" NOT NULL,
    "secretHash" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account_link" (
    "issuer" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("issuer","subject")
);

CREATE TABLE "idp_session" (
    "idHash" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "authTime" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "sid" TEXT COLLATE "C",
    "made" BIGSERIAL NOT NULL,

    CONSTRAINT "idp_session_pkey" PRIMARY KEY ("idHash")
);

CREATE TABLE "idp_interaction" (
    "idHash" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "network" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "made" BIGSERIAL NOT NULL,

    CONSTRAINT "idp_interaction_pkey" PRIMARY KEY ("idHash")
);

CREATE TABLE "idp_code" (
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "redirectUri" TEXT COLLATE "C" NOT NULL,
    "nonce" TEXT COLLATE "C",
    "codeChallenge" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "authTime" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "sid" TEXT COLLATE "C",

    CONSTRAINT "idp_code_pkey" PRIMARY KEY ("codeHash")
);

CREATE TABLE "portal_session" (
    "idHash" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "sid" TEXT COLLATE "C",

    CONSTRAINT "portal_session_pkey" PRIMARY KEY ("idHash")
);

CREATE TABLE "pending_launch" (
    "stateHash" TEXT COLLATE "C" NOT NULL,
    "browserHash" TEXT COLLATE "C" NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "network" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "made" BIGSERIAL NOT NULL,

    CONSTRAINT "pending_launch_pkey" PRIMARY KEY ("stateHash")
);

CREATE TABLE "app_session" (
    "idHash" TEXT COLLATE "C" NOT NULL,
    "person" TEXT COLLATE "C" NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "sid" TEXT COLLATE "C",
    "made" BIGSERIAL NOT NULL,

    CONSTRAINT "app_session_pkey" PRIMARY KEY ("idHash")
);

CREATE TABLE "kept_answers" (
    "app" TEXT COLLATE "C" NOT NULL,
    "task" TEXT COLLATE "C" NOT NULL,
    "person" TEXT COLLATE "C" NOT NULL,
    "patient" TEXT COLLATE "C" NOT NULL,
    "answers" TEXT COLLATE "C" NOT NULL,
    "doneAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_answers_pkey" PRIMARY KEY ("app","task","person")
);

CREATE TABLE "composed_launch" (
    "ticketHash" TEXT COLLATE "C" NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "network" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "made" BIGSERIAL NOT NULL,

    CONSTRAINT "composed_launch_pkey" PRIMARY KEY ("ticketHash")
);

CREATE TABLE "resource_version" (
    "seq" BIGSERIAL NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "versionId" BIGINT NOT NULL,
    "lastUpdated" TIMESTAMPTZ(3) NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "origin" TEXT COLLATE "C",
    "contentHash" TEXT COLLATE "C",
    "supersededBy" BIGINT,

    CONSTRAINT "resource_version_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "resource_body" (
    "seq" BIGINT NOT NULL,
    "body" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "resource_body_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "resource_state" (
    "id" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,
    "listed" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "resource_state_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_value" (
    "seq" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "param" TEXT COLLATE "C" NOT NULL,
    "system" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_value_pkey" PRIMARY KEY ("type","param","value","system","seq")
);

CREATE TABLE "search_horizon" (
    "id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "search_horizon_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "resource_count" (
    "type" TEXT COLLATE "C" NOT NULL,
    "origin" TEXT COLLATE "C" NOT NULL,
    "count" BIGINT NOT NULL,
    "slot" BIGINT NOT NULL,

    CONSTRAINT "resource_count_pkey" PRIMARY KEY ("type","origin","slot")
);

CREATE TABLE "audit_link" (
    "position" BIGINT NOT NULL,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "eventHash" TEXT COLLATE "C" NOT NULL,
    "previous" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "audit_link_pkey" PRIMARY KEY ("position")
);

CREATE TABLE "audit_head" (
    "id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_index" (
    "id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "audit_index_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_anchor" (
    "id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "seq" BIGINT NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "audit_anchor_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_snapshot" (
    "id" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "permission" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "query" TEXT COLLATE "C" NOT NULL,
    "asOfSeq" BIGINT NOT NULL,
    "total" BIGINT,
    "lastUpdated" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_snapshot_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_table" (
    "type" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "doneUpTo" TEXT COLLATE "C",

    CONSTRAINT "search_table_pkey" PRIMARY KEY ("type")
);

CREATE TABLE "resource_event" (
    "seq" BIGINT NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "correlationId" TEXT COLLATE "C",
    "traceId" TEXT COLLATE "C",
    "clientId" TEXT COLLATE "C",

    CONSTRAINT "resource_event_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "subscription_dispatch" (
    "id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_dispatch_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "subscription_state" (
    "id" TEXT COLLATE "C" NOT NULL,
    "versionId" BIGINT NOT NULL,
    "phase" TEXT COLLATE "C" NOT NULL,
    "number" BIGINT NOT NULL,
    "done" BIGINT NOT NULL,
    "sendingTo" BIGINT,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT COLLATE "C",
    "correlationId" TEXT COLLATE "C",
    "traceId" TEXT COLLATE "C",
    "attempts" BIGINT NOT NULL,
    "failures" BIGINT NOT NULL,
    "failingSince" TIMESTAMPTZ(3),
    "nextAt" TIMESTAMPTZ(3) NOT NULL,
    "lastFailure" TEXT COLLATE "C",
    "lastFailureAt" TIMESTAMPTZ(3),
    "lastSuccessAt" TIMESTAMPTZ(3),
    "hastenedAt" TIMESTAMPTZ(3),
    "clientId" TEXT COLLATE "C",

    CONSTRAINT "subscription_state_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "subscription_event" (
    "subscriptionId" TEXT COLLATE "C" NOT NULL,
    "number" BIGINT NOT NULL,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "origin" TEXT COLLATE "C",
    "requestId" TEXT COLLATE "C" NOT NULL,
    "correlationId" TEXT COLLATE "C",
    "traceId" TEXT COLLATE "C",
    "clientId" TEXT COLLATE "C",

    CONSTRAINT "subscription_event_pkey" PRIMARY KEY ("subscriptionId","number")
);

CREATE TABLE "subscription_attempt" (
    "id" BIGSERIAL NOT NULL,
    "subscriptionId" TEXT COLLATE "C" NOT NULL,
    "first" BIGINT NOT NULL,
    "number" BIGINT NOT NULL,
    "attempt" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ms" BIGINT NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "subscription_attempt_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "trace" (
    "id" TEXT COLLATE "C" NOT NULL,
    "traceId" TEXT COLLATE "C",
    "verified" BOOLEAN NOT NULL,
    "platform" TEXT COLLATE "C",
    "clientId" TEXT COLLATE "C",
    "subject" TEXT COLLATE "C",
    "task" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL,
    "failed" TEXT COLLATE "C",
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,
    "change" BIGINT NOT NULL,
    "steps" BIGINT NOT NULL,
    "size" BIGINT NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "network" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "trace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "trace_step" (
    "seq" BIGSERIAL NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "waiting" BOOLEAN NOT NULL DEFAULT false,
    "network" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "trace_step_pkey" PRIMARY KEY ("seq")
);

CREATE TABLE "trace_volume" (
    "verified" BOOLEAN NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "traces" BIGINT NOT NULL,
    "size" BIGINT NOT NULL,

    CONSTRAINT "trace_volume_pkey" PRIMARY KEY ("verified","owner")
);

CREATE TABLE "trace_link" (
    "key" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trace_link_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "trace_share" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "traceId" TEXT COLLATE "C" NOT NULL,
    "by" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trace_share_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "app_developer" (
    "clientId" TEXT COLLATE "C" NOT NULL,
    "username" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "app_developer_pkey" PRIMARY KEY ("clientId","username")
);
CREATE INDEX "client_ownerAccountId_idx" ON "client"("ownerAccountId");
CREATE INDEX "signing_key_owner_status_idx" ON "signing_key"("owner", "status");
CREATE UNIQUE INDEX "signing_key_active" ON "signing_key"("owner") WHERE ("status" = 'active');
CREATE UNIQUE INDEX "signing_key_next" ON "signing_key"("owner") WHERE ("status" = 'next');
CREATE INDEX "authorize_transaction_expiresAt_idx" ON "authorize_transaction"("expiresAt");
CREATE INDEX "authorization_code_expiresAt_idx" ON "authorization_code"("expiresAt");
CREATE INDEX "used_jti_expiresAt_idx" ON "used_jti"("expiresAt");
CREATE INDEX "noop_token_codeHash_idx" ON "noop_token"("codeHash");
CREATE INDEX "noop_token_expiresAt_idx" ON "noop_token"("expiresAt");
CREATE UNIQUE INDEX "account_username_key" ON "account"("username");
CREATE UNIQUE INDEX "api_token_secretHash_key" ON "api_token"("secretHash");
CREATE INDEX "api_token_accountId_idx" ON "api_token"("accountId");
CREATE INDEX "api_token_expiresAt_idx" ON "api_token"("expiresAt");
CREATE INDEX "account_link_accountId_idx" ON "account_link"("accountId");
CREATE INDEX "idp_session_accountId_idx" ON "idp_session"("accountId");
CREATE INDEX "idp_session_expiresAt_idx" ON "idp_session"("expiresAt");
CREATE INDEX "idp_session_made_idx" ON "idp_session"("made");
CREATE INDEX "idp_interaction_expiresAt_idx" ON "idp_interaction"("expiresAt");
CREATE INDEX "idp_interaction_network_idx" ON "idp_interaction"("network");
CREATE INDEX "idp_interaction_made_idx" ON "idp_interaction"("made");
CREATE INDEX "idp_code_accountId_idx" ON "idp_code"("accountId");
CREATE INDEX "idp_code_expiresAt_idx" ON "idp_code"("expiresAt");
CREATE INDEX "portal_session_subject_idx" ON "portal_session"("subject");
CREATE INDEX "portal_session_sid_idx" ON "portal_session"("sid");
CREATE INDEX "portal_session_expiresAt_idx" ON "portal_session"("expiresAt");
CREATE INDEX "pending_launch_expiresAt_idx" ON "pending_launch"("expiresAt");
CREATE INDEX "pending_launch_network_idx" ON "pending_launch"("network");
CREATE INDEX "pending_launch_made_idx" ON "pending_launch"("made");
CREATE INDEX "app_session_person_idx" ON "app_session"("person");
CREATE INDEX "app_session_sid_idx" ON "app_session"("sid");
CREATE INDEX "app_session_expiresAt_idx" ON "app_session"("expiresAt");
CREATE INDEX "app_session_made_idx" ON "app_session"("made");
CREATE INDEX "kept_answers_app_patient_idx" ON "kept_answers"("app", "patient");
CREATE INDEX "kept_answers_expiresAt_idx" ON "kept_answers"("expiresAt");
CREATE INDEX "composed_launch_expiresAt_idx" ON "composed_launch"("expiresAt");
CREATE INDEX "composed_launch_network_idx" ON "composed_launch"("network");
CREATE INDEX "composed_launch_made_idx" ON "composed_launch"("made");
CREATE INDEX "resource_current_by_time" ON "resource_version"("type", "lastUpdated" DESC, "id", "origin") WHERE ("supersededBy" IS NULL AND NOT "deleted");
CREATE INDEX "resource_current_by_origin" ON "resource_version"("type", "origin", "lastUpdated" DESC, "id") WHERE ("supersededBy" IS NULL AND NOT "deleted");
CREATE INDEX "subscription_version" ON "resource_version"("seq") WHERE ("type" = 'Subscription');
CREATE UNIQUE INDEX "resource_version_type_id_versionId_key" ON "resource_version"("type", "id", "versionId");
CREATE INDEX "search_value_seq_idx" ON "search_value"("seq");
CREATE INDEX "search_snapshot_clientId_expiresAt_idx" ON "search_snapshot"("clientId", "expiresAt");
CREATE INDEX "search_snapshot_expiresAt_idx" ON "search_snapshot"("expiresAt");
CREATE INDEX "subscription_attempt_subscriptionId_id_idx" ON "subscription_attempt"("subscriptionId", "id");
CREATE INDEX "trace_startedAt_id_idx" ON "trace"("startedAt", "id");
CREATE INDEX "trace_clientId_verified_startedAt_id_idx" ON "trace"("clientId", "verified", "startedAt", "id");
CREATE INDEX "trace_traceId_idx" ON "trace"("traceId");
CREATE INDEX "trace_change_idx" ON "trace"("change");
CREATE INDEX "trace_changedAt_idx" ON "trace"("changedAt");
CREATE INDEX "trace_step_key_at_idx" ON "trace_step"("key", "at");
CREATE INDEX "trace_step_expiresAt_idx" ON "trace_step"("expiresAt");
CREATE INDEX "trace_step_waiting" ON "trace_step"("seq") WHERE ("waiting");
CREATE INDEX "trace_link_id_idx" ON "trace_link"("id");
CREATE INDEX "trace_link_expiresAt_idx" ON "trace_link"("expiresAt");
CREATE UNIQUE INDEX "trace_share_tokenHash_key" ON "trace_share"("tokenHash");
CREATE INDEX "trace_share_traceId_idx" ON "trace_share"("traceId");
CREATE INDEX "trace_share_expiresAt_idx" ON "trace_share"("expiresAt");
CREATE INDEX "app_developer_username_idx" ON "app_developer"("username");
ALTER TABLE "client" ADD CONSTRAINT "client_ownerAccountId_fkey" FOREIGN KEY ("ownerAccountId") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "client" ADD CONSTRAINT "client_roleName_fkey" FOREIGN KEY ("roleName") REFERENCES "role"("name") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idp_session" ADD CONSTRAINT "idp_session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idp_code" ADD CONSTRAINT "idp_code_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "trace_share" ADD CONSTRAINT "trace_share_traceId_fkey" FOREIGN KEY ("traceId") REFERENCES "trace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "app_developer" ADD CONSTRAINT "app_developer_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rows that there is one of.
INSERT INTO "registry_state" ("id", "version", "accounts") VALUES (1, 1, 1);
INSERT INTO "search_horizon" ("id", "seq") VALUES (1, 0);
INSERT INTO "audit_index" ("id", "position") VALUES (1, 0);
INSERT INTO "subscription_dispatch" ("id", "seq", "holder", "until") VALUES (1, 0, '', 'epoch');

-- Whatever is written to the registry, the keys or the accounts, by whichever program, makes a new version of them. One row counts:
-- such writes are rare.
CREATE FUNCTION "registry_is_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "registry_state" SET "version" = "version" + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "client_is_written" AFTER INSERT OR UPDATE OR DELETE ON "client" FOR EACH ROW EXECUTE FUNCTION "registry_is_written"();
CREATE TRIGGER "role_is_written" AFTER INSERT OR UPDATE OR DELETE ON "role" FOR EACH ROW EXECUTE FUNCTION "registry_is_written"();
CREATE TRIGGER "signing_key_is_written" AFTER INSERT OR UPDATE OR DELETE ON "signing_key" FOR EACH ROW EXECUTE FUNCTION "registry_is_written"();

CREATE FUNCTION "accounts_are_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "registry_state" SET "accounts" = "accounts" + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_is_written" AFTER INSERT OR UPDATE OR DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "accounts_are_written"();

-- An account that is deleted or gets another role or password loses what it had by it. Its apps are disabled until an administrator
-- approves them.
CREATE FUNCTION "account_leaves_its_apps"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "client" SET "status" = 'disabled' WHERE "ownerAccountId" = OLD."id";
  RETURN OLD;
END $$;
CREATE TRIGGER "account_leaves_its_apps" BEFORE DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "account_leaves_its_apps"();

CREATE FUNCTION "account_is_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "app_developer" WHERE "username" = OLD."username";
  DELETE FROM "trace_share" WHERE "by" = OLD."username";
  RETURN NULL;
END $$;
CREATE TRIGGER "account_is_deleted" AFTER DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "account_is_deleted"();

CREATE FUNCTION "account_is_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "portal_session" WHERE "subject" = OLD."id";
  DELETE FROM "idp_session" WHERE "accountId" = OLD."id";
  DELETE FROM "idp_code" WHERE "accountId" = OLD."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "account_is_changed" AFTER UPDATE OF "role", "passwordHash" ON "account" FOR EACH ROW
WHEN (OLD."role" IS DISTINCT FROM NEW."role" OR OLD."passwordHash" IS DISTINCT FROM NEW."passwordHash")
EXECUTE FUNCTION "account_is_changed"();

CREATE FUNCTION "account_has_another_role"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "api_token" WHERE "accountId" = OLD."id";
  DELETE FROM "trace_share" WHERE "by" = OLD."username";
  RETURN NULL;
END $$;
CREATE TRIGGER "account_has_another_role" AFTER UPDATE OF "role" ON "account" FOR EACH ROW
WHEN (OLD."role" IS DISTINCT FROM NEW."role") EXECUTE FUNCTION "account_has_another_role"();

-- Who develops an app no longer: the links to its traces. An administrator sees them all the same.
CREATE FUNCTION "developer_is_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "trace_share" WHERE "by" = OLD."username"
    AND "traceId" IN (SELECT "id" FROM "trace" WHERE "clientId" = OLD."clientId")
    AND NOT EXISTS (SELECT 1 FROM "account" WHERE "username" = OLD."username" AND "role" = 'admin');
  RETURN NULL;
END $$;
CREATE TRIGGER "developer_is_removed" AFTER DELETE ON "app_developer" FOR EACH ROW EXECUTE FUNCTION "developer_is_removed"();

-- An app that is no longer approved: its launches under way, and what it was given. Bearer tokens from before the approval count no
-- longer.
CREATE FUNCTION "client_is_stopped"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "authorize_transaction" WHERE "clientId" = OLD."clientId";
  DELETE FROM "authorization_code" WHERE "clientId" = OLD."clientId";
  DELETE FROM "noop_token" WHERE "clientId" = OLD."clientId";
  RETURN NULL;
END $$;
CREATE TRIGGER "client_is_stopped" AFTER UPDATE OF "status" ON "client" FOR EACH ROW
WHEN (OLD."status" = 'approved' AND NEW."status" <> 'approved') EXECUTE FUNCTION "client_is_stopped"();

CREATE FUNCTION "client_is_approved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."approvedAt" := NEW."updatedAt";
  RETURN NEW;
END $$;
CREATE TRIGGER "client_is_approved" BEFORE UPDATE OF "status" ON "client" FOR EACH ROW
WHEN (OLD."status" <> 'approved' AND NEW."status" = 'approved') EXECUTE FUNCTION "client_is_approved"();
CREATE TRIGGER "client_is_made" BEFORE INSERT ON "client" FOR EACH ROW
WHEN (NEW."status" = 'approved') EXECUTE FUNCTION "client_is_approved"();

-- What was read of current versions, and what lists found, is valid until the sum of their slots changes. A slot is a row for each of
-- some connections: with one row, every writer would wait for the commit of the one before.
CREATE FUNCTION "count_resources"(versions BIGINT, lists BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "resource_state" AS slots ("id", "version", "listed")
  SELECT pg_backend_pid() % 256, versions, lists WHERE versions + lists > 0
  ON CONFLICT ("id") DO UPDATE SET "version" = slots."version" + versions, "listed" = slots."listed" + lists
$$;

-- The first version of a resource takes nobody's place: so events of the audit log, which have one each, change nothing here.
CREATE FUNCTION "resources_are_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "count_resources"(
    count(*) FILTER (WHERE "versionId" > 1),
    count(*) FILTER (WHERE "versionId" = 1 AND "type" <> 'AuditEvent')) FROM fresh;
  RETURN NULL;
END $$;
CREATE TRIGGER "resources_are_added" AFTER INSERT ON "resource_version" REFERENCING NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION "resources_are_added"();

CREATE FUNCTION "resources_are_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "count_resources"(1, 0);
  RETURN NULL;
END $$;
-- All columns but supersededBy, which is written with the version that supersedes.
CREATE TRIGGER "resource_is_changed" AFTER UPDATE OF "seq", "type", "id", "versionId", "lastUpdated", "deleted", "origin"
ON "resource_version" FOR EACH STATEMENT EXECUTE FUNCTION "resources_are_changed"();
CREATE TRIGGER "resource_is_removed" AFTER DELETE ON "resource_version" FOR EACH STATEMENT EXECUTE FUNCTION "resources_are_changed"();
CREATE TRIGGER "resource_text_is_changed" AFTER UPDATE OR DELETE ON "resource_body"
FOR EACH STATEMENT EXECUTE FUNCTION "resources_are_changed"();

CREATE FUNCTION "lists_are_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "count_resources"(0, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "search_table_is_written" AFTER INSERT OR UPDATE ON "search_table"
FOR EACH STATEMENT EXECUTE FUNCTION "lists_are_changed"();

-- The audit log only grows, whichever program writes. The ids of its events begin with "audit.".
CREATE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE FUNCTION "is_audit_event"(type TEXT, id TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT type = 'AuditEvent' AND starts_with(id, 'audit.')
$$;
CREATE TRIGGER "audit_link_is_not_changed" BEFORE UPDATE ON "audit_link" FOR EACH ROW EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_event_is_not_changed" BEFORE UPDATE ON "resource_version" FOR EACH ROW
WHEN ("is_audit_event"(OLD."type", OLD."id")) EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_event_has_one_version" BEFORE INSERT ON "resource_version" FOR EACH ROW
WHEN (NEW."versionId" > 1 AND "is_audit_event"(NEW."type", NEW."id")) EXECUTE FUNCTION "audit_log_is_append_only"();

CREATE FUNCTION "audit_text_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'UPDATE' OR OLD."seq" > (SELECT coalesce(max("seq"), 0) FROM "audit_anchor")) AND
    EXISTS (SELECT 1 FROM "resource_version" WHERE "seq" = OLD."seq" AND "is_audit_event"("type", "id"))
  THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "audit_text_stays" BEFORE UPDATE OR DELETE ON "resource_body" FOR EACH ROW EXECUTE FUNCTION "audit_text_stays"();

-- What was archived may go: up to the anchor, the oldest first. Who moves the anchor without the key is shown by its seal.
CREATE FUNCTION "audit_event_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."seq" > (SELECT coalesce(max("seq"), 0) FROM "audit_anchor") THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "audit_event_stays" BEFORE DELETE ON "resource_version" FOR EACH ROW
WHEN ("is_audit_event"(OLD."type", OLD."id")) EXECUTE FUNCTION "audit_event_stays"();

CREATE FUNCTION "audit_links_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last BIGINT := (SELECT max("position") FROM gone);
BEGIN
  IF last > (SELECT coalesce(max("position"), 0) FROM "audit_anchor") OR EXISTS (SELECT 1 FROM "audit_link" WHERE "position" < last)
  THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "audit_links_stay" AFTER DELETE ON "audit_link" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "audit_links_stay"();

-- One anchor, which only moves on, and never to the last link: that one stays, whatever is archived.
CREATE FUNCTION "audit_anchor_moves_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."id" <> 1 OR NEW."position" >= (SELECT coalesce(max("position"), 0) FROM "audit_link")
    OR EXISTS (SELECT 1 FROM "audit_anchor" WHERE TG_OP = 'INSERT' OR NEW."position" <= "position" OR NEW."seq" <= "seq")
  THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "audit_anchor_moves_on" BEFORE INSERT OR UPDATE ON "audit_anchor" FOR EACH ROW
EXECUTE FUNCTION "audit_anchor_moves_on"();
CREATE TRIGGER "audit_anchor_is_not_deleted" BEFORE DELETE ON "audit_anchor" FOR EACH ROW
EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_link_is_not_emptied" BEFORE TRUNCATE ON "audit_link" EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_anchor_is_not_emptied" BEFORE TRUNCATE ON "audit_anchor" EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_event_is_not_emptied" BEFORE TRUNCATE ON "resource_version" EXECUTE FUNCTION "audit_log_is_append_only"();
CREATE TRIGGER "audit_text_is_not_emptied" BEFORE TRUNCATE ON "resource_body" EXECUTE FUNCTION "audit_log_is_append_only"();

-- The number and total size of traces follow the traces, whoever writes them. One process at a time does.
CREATE FUNCTION "count_traces"(is_verified BOOLEAN, owners TEXT[], number BIGINT, characters BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "trace_volume" AS before ("verified", "owner", "traces", "size")
  SELECT is_verified, one, number, characters FROM unnest(owners) AS one
  ON CONFLICT ("verified", "owner") DO UPDATE SET "traces" = before."traces" + number, "size" = before."size" + characters;
  DELETE FROM "trace_volume" WHERE "verified" = is_verified AND "owner" = ANY(owners) AND "owner" <> '' AND "traces" = 0
$$;
CREATE FUNCTION "traces_are_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM "count_traces"(OLD."verified", ARRAY['', 'client ' || coalesce(OLD."clientId", '')], -1, -OLD."size");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM "count_traces"(NEW."verified", ARRAY['', 'client ' || coalesce(NEW."clientId", '')], 1, NEW."size");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "traces_are_written" AFTER INSERT OR DELETE OR UPDATE OF "size", "clientId", "verified" ON "trace" FOR EACH ROW
EXECUTE FUNCTION "traces_are_written"();

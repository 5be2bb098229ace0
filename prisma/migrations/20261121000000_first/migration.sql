-- CreateTable
CREATE TABLE "client" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "jwks" TEXT,
    "jwksUrl" TEXT,
    "launchUrl" TEXT,
    "roleName" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "client_roleName_fkey" FOREIGN KEY ("roleName") REFERENCES "role" ("name") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "redirect_uri" (
    "clientId" TEXT NOT NULL,
    "uri" TEXT NOT NULL,

    PRIMARY KEY ("clientId", "uri"),
    CONSTRAINT "redirect_uri_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "role" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "permission" (
    "roleName" TEXT NOT NULL,
    "resourceType" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "operations" TEXT NOT NULL,
    "grantedBy" TEXT NOT NULL,

    PRIMARY KEY ("roleName", "resourceType", "scope", "operations"),
    CONSTRAINT "permission_roleName_fkey" FOREIGN KEY ("roleName") REFERENCES "role" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "alg" TEXT NOT NULL,
    "publicJwk" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "retiredAt" DATETIME
);

-- CreateTable
CREATE TABLE "authorize_transaction" (
    "stateHash" TEXT NOT NULL PRIMARY KEY,
    "browserHash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT,
    "codeChallenge" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "launchContext" TEXT NOT NULL,
    "idpNonce" TEXT NOT NULL,
    "idpVerifier" TEXT NOT NULL,
    "idpOptions" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "authorization_code" (
    "codeHash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "codeChallenge" TEXT NOT NULL,
    "grant" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "used_jti" (
    "kind" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("kind", "issuer", "jti")
);

-- CreateTable
CREATE TABLE "noop_token" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "codeHash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "grant" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "idp_session" (
    "idHash" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "authTime" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "idp_session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "idp_interaction" (
    "idHash" TEXT NOT NULL PRIMARY KEY,
    "request" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "idp_code" (
    "codeHash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "nonce" TEXT,
    "codeChallenge" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "authTime" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "idp_code_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "pending_launch" (
    "stateHash" TEXT NOT NULL PRIMARY KEY,
    "browserHash" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "resource_version" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "type" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "versionId" INTEGER NOT NULL,
    "lastUpdated" DATETIME NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "origin" TEXT,
    "body" TEXT,
    "contentHash" TEXT,
    "supersededBy" INTEGER
);

-- CreateTable
CREATE TABLE "search_value" (
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "param" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("type", "param", "value", "system", "seq")
);

-- CreateTable
CREATE TABLE "resource_count" (
    "type" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("type", "origin")
);

-- CreateTable
CREATE TABLE "search_snapshot" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "permission" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "asOfSeq" INTEGER NOT NULL,
    "total" INTEGER,
    "lastUpdated" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "search_bookmark" (
    "snapshotId" TEXT NOT NULL,
    "offset" INTEGER NOT NULL,
    "lastUpdated" DATETIME NOT NULL,
    "id" TEXT NOT NULL,

    PRIMARY KEY ("snapshotId", "offset"),
    CONSTRAINT "search_bookmark_snapshotId_fkey" FOREIGN KEY ("snapshotId") REFERENCES "search_snapshot" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "signing_key_owner_status_idx" ON "signing_key"("owner", "status");

-- CreateIndex
CREATE INDEX "authorize_transaction_expiresAt_idx" ON "authorize_transaction"("expiresAt");

-- CreateIndex
CREATE INDEX "authorization_code_expiresAt_idx" ON "authorization_code"("expiresAt");

-- CreateIndex
CREATE INDEX "used_jti_expiresAt_idx" ON "used_jti"("expiresAt");

-- CreateIndex
CREATE INDEX "noop_token_codeHash_idx" ON "noop_token"("codeHash");

-- CreateIndex
CREATE INDEX "noop_token_expiresAt_idx" ON "noop_token"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "account_username_key" ON "account"("username");

-- CreateIndex
CREATE INDEX "idp_session_accountId_idx" ON "idp_session"("accountId");

-- CreateIndex
CREATE INDEX "idp_session_expiresAt_idx" ON "idp_session"("expiresAt");

-- CreateIndex
CREATE INDEX "idp_interaction_expiresAt_idx" ON "idp_interaction"("expiresAt");

-- CreateIndex
CREATE INDEX "idp_code_accountId_idx" ON "idp_code"("accountId");

-- CreateIndex
CREATE INDEX "idp_code_expiresAt_idx" ON "idp_code"("expiresAt");

-- CreateIndex
CREATE INDEX "pending_launch_expiresAt_idx" ON "pending_launch"("expiresAt");

-- CreateIndex
CREATE INDEX "resource_version_by_time" ON "resource_version"("type", "lastUpdated" DESC, "id", "supersededBy", "deleted", "origin");

-- CreateIndex
CREATE INDEX "resource_version_by_origin" ON "resource_version"("type", "origin", "lastUpdated" DESC, "id", "supersededBy", "deleted");

-- CreateIndex
CREATE UNIQUE INDEX "resource_version_type_id_versionId_key" ON "resource_version"("type", "id", "versionId");

-- CreateIndex
CREATE INDEX "search_value_seq_idx" ON "search_value"("seq");

-- CreateIndex
CREATE INDEX "search_snapshot_clientId_expiresAt_idx" ON "search_snapshot"("clientId", "expiresAt");

-- CreateIndex
CREATE INDEX "search_snapshot_expiresAt_idx" ON "search_snapshot"("expiresAt");



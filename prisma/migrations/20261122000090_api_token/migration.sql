-- Tokens of administrators for the command line and CI: of the secret only the hash is here, and a token goes with its account.
CREATE TABLE "api_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "secretHash" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    CONSTRAINT "api_token_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "api_token_secretHash_key" ON "api_token"("secretHash");

-- CreateIndex
CREATE INDEX "api_token_accountId_idx" ON "api_token"("accountId");

-- CreateIndex
CREATE INDEX "api_token_expiresAt_idx" ON "api_token"("expiresAt");

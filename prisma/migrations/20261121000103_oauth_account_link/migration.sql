-- Who of another identity provider has a local account: bound to issuer and subject, which nobody chooses (OpenID Connect Core §5.7).
CREATE TABLE "account_link" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "account_link_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "account_link_accountId_idx" ON "account_link"("accountId");

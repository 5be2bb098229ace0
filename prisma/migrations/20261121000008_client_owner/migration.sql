-- Who registered an app from the page for developers; null for one of the domain itself.
ALTER TABLE "client" ADD COLUMN "ownerAccountId" TEXT REFERENCES "account" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "client_ownerAccountId_idx" ON "client"("ownerAccountId");

-- One key of an owner signs, and one at most waits to: whichever process or engine writes, the index decides.
CREATE UNIQUE INDEX "signing_key_active" ON "signing_key"("owner") WHERE "status" = 'active';
CREATE UNIQUE INDEX "signing_key_next" ON "signing_key"("owner") WHERE "status" = 'next';

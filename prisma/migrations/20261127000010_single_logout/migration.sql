-- The session at the identity provider that a log-in, a code and the sessions of the relying parties belong to: they end with it.
ALTER TABLE "idp_session" ADD COLUMN "sid" TEXT;
ALTER TABLE "idp_code" ADD COLUMN "sid" TEXT;
ALTER TABLE "portal_session" ADD COLUMN "sid" TEXT;
ALTER TABLE "app_session" ADD COLUMN "sid" TEXT;

-- CreateIndex
CREATE INDEX "portal_session_sid_idx" ON "portal_session"("sid");

-- CreateIndex
CREATE INDEX "app_session_sid_idx" ON "app_session"("sid");

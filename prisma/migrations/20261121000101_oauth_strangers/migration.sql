-- Which network asked for a row that anybody can make: a flood takes the room of its own rows, and of nobody else's.
ALTER TABLE "idp_interaction" ADD COLUMN "network" TEXT NOT NULL DEFAULT '';
ALTER TABLE "pending_launch" ADD COLUMN "network" TEXT NOT NULL DEFAULT '';
ALTER TABLE "composed_launch" ADD COLUMN "network" TEXT NOT NULL DEFAULT '';
ALTER TABLE "trace" ADD COLUMN "network" TEXT NOT NULL DEFAULT '';
ALTER TABLE "trace_step" ADD COLUMN "network" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "idp_interaction_network_idx" ON "idp_interaction"("network");
CREATE INDEX "pending_launch_network_idx" ON "pending_launch"("network");
CREATE INDEX "composed_launch_network_idx" ON "composed_launch"("network");

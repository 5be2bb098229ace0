-- AlterTable
ALTER TABLE "trace_step" ADD COLUMN "waiting" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "trace_volume" (
    "verified" BOOLEAN NOT NULL,
    "owner" TEXT NOT NULL,
    "traces" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,

    PRIMARY KEY ("verified", "owner")
);

-- CreateIndex
CREATE INDEX "trace_step_waiting" ON "trace_step"("seq") WHERE "waiting" = 1;

-- What there is already.
INSERT INTO "trace_volume" SELECT "verified", '', count(*), sum("size") FROM "trace" GROUP BY "verified";
INSERT INTO "trace_volume"
SELECT "verified", 'client ' || coalesce("clientId", ''), count(*), sum("size") FROM "trace" GROUP BY "verified", 2;

-- The sums follow the traces, whoever writes them.
CREATE TRIGGER "trace_volume_grows" AFTER INSERT ON "trace" BEGIN
    INSERT INTO "trace_volume" VALUES
        (NEW."verified", '', 1, NEW."size"),
        (NEW."verified", 'client ' || coalesce(NEW."clientId", ''), 1, NEW."size")
    ON CONFLICT ("verified", "owner") DO UPDATE SET "traces" = "traces" + 1, "size" = "size" + excluded."size";
END;
CREATE TRIGGER "trace_volume_shrinks" AFTER DELETE ON "trace" BEGIN
    UPDATE "trace_volume" SET "traces" = "traces" - 1, "size" = "size" - OLD."size"
    WHERE "verified" = OLD."verified" AND "owner" IN ('', 'client ' || coalesce(OLD."clientId", ''));
    DELETE FROM "trace_volume"
    WHERE "verified" = OLD."verified" AND "owner" = 'client ' || coalesce(OLD."clientId", '') AND "traces" = 0;
END;
CREATE TRIGGER "trace_volume_changes" AFTER UPDATE OF "size" ON "trace" BEGIN
    UPDATE "trace_volume" SET "size" = "size" + NEW."size" - OLD."size"
    WHERE "verified" = NEW."verified" AND "owner" IN ('', 'client ' || coalesce(NEW."clientId", ''));
END;
-- A trace whose client was not known at first.
CREATE TRIGGER "trace_volume_moves" AFTER UPDATE OF "clientId" ON "trace" WHEN NEW."clientId" IS NOT OLD."clientId" BEGIN
    UPDATE "trace_volume" SET "traces" = "traces" - 1, "size" = "size" - OLD."size"
    WHERE "verified" = OLD."verified" AND "owner" = 'client ' || coalesce(OLD."clientId", '');
    INSERT INTO "trace_volume" VALUES (NEW."verified", 'client ' || coalesce(NEW."clientId", ''), 1, NEW."size")
    ON CONFLICT ("verified", "owner") DO UPDATE SET "traces" = "traces" + 1, "size" = "size" + excluded."size";
END;

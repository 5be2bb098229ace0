-- What the processes of one domain count together, and know of each other. UNLOGGED: no commit of these is in the log, and they are
-- empty after a crash of PostgreSQL, as the memory of a process is.
CREATE UNLOGGED TABLE "limit_count" (
    "name" TEXT COLLATE "C" NOT NULL,
    "caller" TEXT COLLATE "C" NOT NULL,
    "count" BIGINT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "limit_count_pkey" PRIMARY KEY ("name","caller")
);
CREATE INDEX "limit_count_expiresAt_idx" ON "limit_count"("expiresAt");

CREATE UNLOGGED TABLE "login_network" (
    "account" TEXT COLLATE "C" NOT NULL,
    "network" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "login_network_pkey" PRIMARY KEY ("account")
);

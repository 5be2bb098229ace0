-- Private keys and secrets of the domain, wrapped by SLIPWAY_KEY: several machines share no files.
CREATE TABLE "wrapped_key" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "keyId" TEXT COLLATE "C" NOT NULL,
    "sealed" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "wrapped_key_pkey" PRIMARY KEY ("kind","name")
);

-- What the developer of an app asked for beside reading: a JSON array.
ALTER TABLE "client" ADD COLUMN "requestedRights" TEXT NOT NULL DEFAULT '[]';

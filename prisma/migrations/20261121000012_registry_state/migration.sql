-- CreateTable
CREATE TABLE "registry_state" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "version" INTEGER NOT NULL
);

INSERT INTO "registry_state" ("id", "version") VALUES (1, 1);

-- Whatever is written to the registry or to the keys, by whichever program, makes a new version of them.
CREATE TRIGGER "client_is_inserted" AFTER INSERT ON "client"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "client_is_updated" AFTER UPDATE ON "client"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "client_is_deleted" AFTER DELETE ON "client"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "redirect_uri_is_inserted" AFTER INSERT ON "redirect_uri"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "redirect_uri_is_updated" AFTER UPDATE ON "redirect_uri"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "redirect_uri_is_deleted" AFTER DELETE ON "redirect_uri"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "role_is_inserted" AFTER INSERT ON "role"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "role_is_updated" AFTER UPDATE ON "role"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "role_is_deleted" AFTER DELETE ON "role"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "permission_is_inserted" AFTER INSERT ON "permission"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "permission_is_updated" AFTER UPDATE ON "permission"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "permission_is_deleted" AFTER DELETE ON "permission"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "signing_key_is_inserted" AFTER INSERT ON "signing_key"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "signing_key_is_updated" AFTER UPDATE ON "signing_key"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

CREATE TRIGGER "signing_key_is_deleted" AFTER DELETE ON "signing_key"
BEGIN UPDATE "registry_state" SET "version" = "version" + 1; END;

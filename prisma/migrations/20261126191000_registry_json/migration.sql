-- A client and a role become one row each: what was only ever read as a list of its client or role is a JSON array there.
ALTER TABLE "client" ADD COLUMN "redirectUris" TEXT NOT NULL DEFAULT '[]';
UPDATE "client" SET "redirectUris" = (
  SELECT json_group_array("uri") FROM (
    SELECT "uri" FROM "redirect_uri" WHERE "redirect_uri"."clientId" = "client"."clientId" ORDER BY "uri"
  )
);
DROP TABLE "redirect_uri";

ALTER TABLE "role" ADD COLUMN "permissions" TEXT NOT NULL DEFAULT '[]';
UPDATE "role" SET "permissions" = (
  SELECT json_group_array(json_object(
    'resourceType', "resourceType", 'scope', "scope", 'operations', "operations",
    'grantedBy', json(CASE "grantedBy" WHEN '' THEN '[]' ELSE '[' || replace(json_quote("grantedBy"), ',', '","') || ']' END)
  )) FROM (
    SELECT * FROM "permission" WHERE "permission"."roleName" = "role"."name" ORDER BY "resourceType", "scope", "operations"
  )
);
DROP TABLE "permission";

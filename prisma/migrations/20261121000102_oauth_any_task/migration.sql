-- Whether an app may be launched with the task of somebody for whom the launching person does not act.
ALTER TABLE "client" ADD COLUMN "anyTask" BOOLEAN NOT NULL DEFAULT false;

-- What people answered in the demo app. An app keeps results itself: a Koppeltaal Task has no place for them.
CREATE TABLE "kept_answers" (
    "app" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "patient" TEXT NOT NULL,
    "answers" TEXT NOT NULL,
    "doneAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("app", "task", "person")
);

-- CreateIndex
CREATE INDEX "kept_answers_app_patient_idx" ON "kept_answers"("app", "patient");

-- CreateIndex
CREATE INDEX "kept_answers_expiresAt_idx" ON "kept_answers"("expiresAt");

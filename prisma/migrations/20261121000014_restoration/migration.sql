-- When the domain was put back to a backup: what may have been used in between is not accepted again.
CREATE TABLE "restoration" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "backupAt" DATETIME NOT NULL,
    "restoredAt" DATETIME NOT NULL
);

// Tests that are of the SQLite file itself: the only ones that are not run on PostgreSQL, beside the folder server/storage/sqlite/.

/** Whole files, each with its reason. */
export const SQLITE_FILES: Readonly<Record<string, string>> = {
  'server/storage/prisma/sqlite-adapter.test.ts': 'the adapter between Prisma and a file',
  'server/storage/testing/late.test.ts': 'of the storage that answers late, which stands before a file',
  'server/keys/key-files.test.ts':
    'keys are files; server/storage/postgres/keys/wrapped.test.ts has those that are rows',
  'server/audit/retention.test.ts': 'over a file alone; server/storage/contracts/audit.test.ts has what both keep',
  'server/backup/backup.test.ts': 'a backup is of a folder; PostgreSQL has its own tools',
  'server/subscriptions/restored.test.ts':
    'of a backup of a folder; server/testing/postgres/restored.test.ts has the other',
  'server/doctor/doctor.test.ts': 'looks at a folder; server/testing/postgres/doctor.test.ts at a database',
}

const LOCKED = 'a file has one writer at a time; server/testing/postgres/ and the contracts have what PostgreSQL locks'
const BOUNDED = 'the pages of a file are bounded; server/testing/postgres/disk-full.test.ts fills a disk'

/** Single tests by their names, with the file and the reason. */
export const SQLITE_TESTS: Readonly<Record<string, readonly [file: string, reason: string]>> = {
  'ERR-07 answers 503 with Retry-After when the database is locked': ['server/oauth/token/token.test.ts', LOCKED],
  'ERR-07 says so when the disk is full, as writes do': ['server/oauth/token/token.test.ts', BOUNDED],
  'ERR-07 answers 503 while the database is locked': ['server/idp/login/login.test.ts', LOCKED],
  'ERR-07 answers 503 and says so when the disk is full': ['server/idp/login/login.test.ts', BOUNDED],
  'CNC-10 waits a bounded time for a database that another process writes, while reads go on': [
    'server/fhir/write/concurrency.test.ts',
    LOCKED,
  ],
  'reports a missing database file, one second after its last look': ['server/ops/ops.test.ts', 'a file'],
  'reports a database that cannot be written': ['server/ops/ops.test.ts', 'a setting of one connection to a file'],
  'stays ready while another process writes': ['server/ops/ops.test.ts', LOCKED],
  'KEY-02 KEY-07 keeps private halves in files of mode 0600, unpublished, and deletes them when the key no longer signs':
    [
      'server/keys/keys.test.ts',
      'keys are files; server/storage/postgres/keys/wrapped.test.ts has those that are rows',
    ],
  'IDP-21 records a backup': ['server/cli/cli.test.ts', 'a backup is of a folder; PostgreSQL has its own tools'],
  'keeps database and keys to the owner': ['server/cli/cli.test.ts', 'files'],
  'reset deletes nothing without --yes, and with it only the files of the domain': ['server/cli/cli.test.ts', 'files'],
  'does not take the server of another data folder at the same address for its own': [
    'server/cli/commands.test.ts',
    'a copy of a folder; two databases have two domains by their URLs',
  ],
  'is not deleted by reset': ['server/cli/no-harm.test.ts', 'a database is dropped by its own tools'],
  'is neither started nor worked on, so that no new keys replace the old ones': [
    'server/cli/no-harm.test.ts',
    'keys are files; server/storage/postgres/keys/wrapped.test.ts has those that are rows',
  ],
}

/** Why a test is not run on PostgreSQL; undefined for any other. */
export const ofSqliteAlone = (name: string, file: string): string | undefined => {
  const [where, reason] = SQLITE_TESTS[name] ?? []
  return where !== undefined && file.endsWith(where) ? reason : undefined
}

// Signing keys for whoever looks at all of them: a start, health checks, backups, the doctor. None of these loads Prisma.
import type { SigningKeyRow, SigningKeyStore } from '#server/keys/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** A statement for SigningKeyRow: by owner, newest first. */
export const SIGNING_KEYS = 'SELECT * FROM signing_key ORDER BY owner, createdAt DESC, kid'

/** The keys there have ever been. */
export const signingKeyList = (sql: Sqlite) =>
  asyncPort<Pick<SigningKeyStore, 'all'>>(sql, { all: () => sql.prepare<[], SigningKeyRow>(SIGNING_KEYS).all() })

// Signing keys for whoever looks at all of them: a start, health checks, backups, the doctor. None of these loads Prisma.
import type { SigningKeyRow, SigningKeyStore } from '#server/keys/store.ts'
import type { Postgres } from '../connection/connection.ts'

export const SIGNING_KEYS = 'SELECT * FROM signing_key ORDER BY owner, "createdAt" DESC, kid'

/** The keys there have ever been, by owner, newest first. */
export const signingKeyList = ({ run }: Pick<Postgres, 'run'>): Pick<SigningKeyStore, 'all'> => ({
  all: () => run<SigningKeyRow>(SIGNING_KEYS),
})

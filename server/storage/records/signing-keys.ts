// Signing keys and their states. They are read per signature and per token, so cached.
import type { Prisma, SigningKey } from '#prisma/generated/client.ts'
import type { NewSigningKey, SigningKeyRow, SigningKeyStatus, SigningKeyStore } from '#server/keys/store.ts'
import { cached } from './cached.ts'
import type { RecordDeps } from './deps.ts'
import { created } from './violations.ts'

/** Keys follow each other: a change of one is decided by the states of the others. */
const KEYS = 'signing keys'

const BY_AGE: Prisma.SigningKeyOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { kid: 'asc' }]

/**
 * The rows of signing keys, but for the list of all; private keys are files (server/keys). Indexes allow one active and one next key of an owner, so a key
 * that leaves its state does so before the one that follows, within one statement.
 */
export function signingKeyStore({
  db,
  alone,
  versions,
}: Pick<RecordDeps, 'db' | 'alone' | 'versions'>): Omit<SigningKeyStore, 'all'> {
  const ofOwner = cached(versions.registry, async (owner) => {
    const where = { owner, status: { not: 'revoked' } }
    return (await (await db()).signingKey.findMany({ where, orderBy: BY_AGE })).map(toRow)
  })
  const add = async ({ createdAt, ...key }: NewSigningKey, status: SigningKeyStatus) =>
    created((await db()).signingKey.create({ data: { ...key, status, createdAt: new Date(createdAt) } }))
  return {
    ofOwner: async (owner) => (await ofOwner(owner)) ?? [],
    addFirst: (key) => add(key, 'active'),
    addNext: (key) => add(key, 'next'),
    promote: async (owner, madeBy, now) => {
      await alone(
        KEYS,
        (one) => one.$executeRaw`
        INSERT INTO signing_key (kid, owner, alg, "publicJwk", status, "createdAt", "retiredAt")
        SELECT kid, owner, alg, "publicJwk", CASE status WHEN 'next' THEN 'active' ELSE 'retired' END, "createdAt",
          CASE status WHEN 'next' THEN "retiredAt" ELSE ${new Date(now)} END
        FROM signing_key WHERE owner = ${owner} AND status IN ('active', 'next') AND EXISTS (SELECT 1 FROM signing_key next
          WHERE next.owner = ${owner} AND next.status = 'next' AND next."createdAt" <= ${new Date(madeBy)})
        ORDER BY status
        ON CONFLICT (kid) DO UPDATE SET status = excluded.status, "retiredAt" = excluded."retiredAt"`,
      )
    },
    revoke: async (kid, now) => {
      const key = await (await db()).signingKey.findUnique({ where: { kid } })
      await alone(
        KEYS,
        (one) => one.$executeRaw`
        INSERT INTO signing_key (kid, owner, alg, "publicJwk", status, "createdAt")
        SELECT kid, owner, alg, "publicJwk", CASE kid WHEN ${kid} THEN 'revoked' ELSE 'active' END, "createdAt"
        FROM signing_key WHERE kid = ${kid} OR (status = 'next' AND "createdAt" <= ${new Date(now)} AND owner =
          (SELECT revoked.owner FROM signing_key revoked WHERE revoked.kid = ${kid} AND revoked.status = 'active'))
        ORDER BY CASE kid WHEN ${kid} THEN 0 ELSE 1 END
        ON CONFLICT (kid) DO UPDATE SET status = excluded.status`,
      )
      return key ? toRow(key) : undefined
    },
  }
}

const toRow = ({ createdAt, retiredAt, status, ...key }: SigningKey): SigningKeyRow => ({
  ...key,
  status: status as SigningKeyStatus,
  createdAt: createdAt.getTime(),
  retiredAt: retiredAt?.getTime() ?? null,
})

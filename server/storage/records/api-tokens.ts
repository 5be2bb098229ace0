// Administrators' tokens for the command line and CI. The secret is 256 random bits, stored as its SHA-256.

import { type ApiToken, isTokenScope, type TokenScope } from '#lib/api/token-words.ts'
import { MINUTE } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { ApiTokens } from '#server/session/store.ts'
import type { RecordDeps } from './deps.ts'

/** The most tokens that one account can have at a time. */
const MOST_PER_ACCOUNT = 50

const TOKEN = {
  ...{ id: true, name: true, scopes: true, createdAt: true, expiresAt: true, lastUsedAt: true },
  account: { select: { username: true } },
} as const

/** An account that is an administrator's, and not locked. */
const ADMINISTRATOR = { role: 'admin', lockedAt: null }

type Row = Prisma.ApiTokenGetPayload<{ select: typeof TOKEN }>

const tokenOf = ({ account: { username }, scopes, createdAt, expiresAt, lastUsedAt, ...row }: Row): ApiToken => ({
  ...row,
  username,
  scopes: scopes.split(' ').filter((scope): scope is TokenScope => isTokenScope(scope)),
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  lastUsedAt: lastUsedAt?.getTime(),
})

/** The tokens of administrators, by the hash of their secret. */
export function apiTokens({ db, alone }: Pick<RecordDeps, 'db' | 'alone'>): ApiTokens {
  const noteUse = async (id: string, now: number) => {
    const isDue = [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(now - MINUTE) } }]
    await (await db()).apiToken.updateMany({ where: { id, OR: isDue }, data: { lastUsedAt: new Date(now) } })
  }
  return {
    add: async ({ secret, username, scopes, ...token }) => {
      const client = await db()
      const [createdAt, expiresAt] = [new Date(token.createdAt), new Date(token.expiresAt)]
      await client.apiToken.deleteMany({ where: { expiresAt: { lte: createdAt } } })
      const added = await alone(
        `tokens of ${username}`,
        (one) => one.$executeRaw`
        INSERT INTO api_token (id, "secretHash", "accountId", name, scopes, "createdAt", "expiresAt")
        SELECT ${token.id}, ${sha256(secret)}, account.id, ${token.name}, ${scopes.join(' ')}, ${createdAt}, ${expiresAt}
        FROM account WHERE username = ${username} AND role = 'admin' AND "lockedAt" IS NULL AND ${MOST_PER_ACCOUNT} >
          (SELECT count(*) FROM api_token t WHERE t."accountId" = account.id AND t."expiresAt" > ${createdAt})`,
      )
      if (added === 1) return 'done'
      return (await client.account.count({ where: { username, ...ADMINISTRATOR } })) === 1 ? 'too_many' : 'unknown'
    },
    find: async (secret, now) => {
      const where = { secretHash: sha256(secret), expiresAt: { gt: new Date(now) }, account: ADMINISTRATOR }
      const row = await (await db()).apiToken.findFirst({ where, select: TOKEN })
      if (row && now - (row.lastUsedAt?.getTime() ?? 0) >= MINUTE) noteUse(row.id, now).catch(() => undefined) // If it cannot be noted now, the next request notes it.
      return row ? tokenOf(row) : undefined
    },
    list: async (now) => {
      const where = { expiresAt: { gt: new Date(now) } }
      const rows = await (await db()).apiToken.findMany({
        ...{ where, select: TOKEN },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      })
      return rows.map(tokenOf)
    },
    remove: async (id) => {
      const { apiToken } = await db()
      const row = await apiToken.findUnique({ where: { id }, select: TOKEN })
      return row && (await apiToken.deleteMany({ where: { id } })).count === 1 ? tokenOf(row) : undefined
    },
  }
}

// An account as its owner and administrators see and change it: its sessions, its lock, its password. Each change is one
// statement, and triggers end what was opened with the account.
import type { AccountRecords, AccountRole, KnownSession } from '#server/idp/store.ts'
import { ADMINS, adminRemains } from './account-list.ts'
import type { RecordDeps } from './deps.ts'

/** The most sessions in a list. */
const MOST_LISTED = 50

const RECORD = {
  ...{ id: true, username: true, name: true, role: true, createdAt: true, lockedAt: true, lastLoginAt: true },
  passwordLink: { select: { expiresAt: true } },
} as const

interface SessionRow {
  readonly sid: string
  readonly beganAt: number | null
  readonly lastUsedAt: number | null
  readonly network: string | null
  readonly browser: string | null
}

/** What is known of accounts beside their log-in. Links are stored as SHA-256 only. */
export const accountRecords = ({ db, alone, clock }: Pick<RecordDeps, 'db' | 'alone' | 'clock'>): AccountRecords => ({
  ...reads({ db, clock }),
  endSession: async (accountId, sid) => {
    const { idpSession, idpCode, portalSession } = await db()
    const ended = [
      await idpSession.deleteMany({ where: { accountId, sid } }),
      await idpCode.deleteMany({ where: { accountId, sid } }),
      await portalSession.deleteMany({ where: { subject: accountId, sid } }),
    ]
    return ended.some(({ count }) => count > 0)
  },
  rename: async (id, name) =>
    (await (await db()).account.updateMany({ where: { id, lockedAt: null }, data: { name } })).count === 1,
  setPassword: async (id, { former, passwordHash, sid }) => {
    const where = { id, passwordHash: former, lockedAt: null }
    return (
      (await (await db()).account.updateMany({ where, data: { passwordHash, passwordSid: sid ?? null } })).count === 1
    )
  },
  lock: async (id) => {
    const client = await db()
    const remains = await adminRemains()
    const locked = await alone(
      ADMINS,
      (one) => one.$executeRaw`UPDATE account SET "lockedAt" = ${new Date(clock())}
      WHERE id = ${id} AND "lockedAt" IS NULL AND ${remains}`,
    )
    if (locked === 1) return 'done'
    const row = await client.account.findUnique({ where: { id }, select: { lockedAt: true } })
    if (!row) return 'unknown'
    return row.lockedAt ? 'done' : 'last_admin'
  },
  unlock: async (id) =>
    (await (await db()).account.updateMany({ where: { id }, data: { lockedAt: null } })).count === 1,
  addLink: async (id, { tokenHash, expiresAt }) =>
    (await alone(
      ADMINS, // Who locks the account deletes the link, or it is not made.
      (one) => one.$executeRaw`INSERT INTO password_link ("accountId", "tokenHash", "expiresAt")
      SELECT id, ${tokenHash}, ${new Date(expiresAt)} FROM account WHERE id = ${id} AND "lockedAt" IS NULL
      ON CONFLICT ("accountId") DO UPDATE SET "tokenHash" = excluded."tokenHash", "expiresAt" = excluded."expiresAt"`,
    )) === 1,
  useLink: async (tokenHash, passwordHash) => {
    // The trigger deletes the link in the same statement: whoever changes the row has used it.
    const [used] = await alone(
      `password link ${tokenHash}`,
      (one) => one.$queryRaw<{ readonly username: string }[]>`
      UPDATE account SET "passwordHash" = ${passwordHash}, "passwordSid" = NULL
      WHERE "lockedAt" IS NULL AND id = (SELECT "accountId" FROM password_link
        WHERE "tokenHash" = ${tokenHash} AND "expiresAt" > ${new Date(clock())})
      RETURNING username`,
    )
    return used?.username
  },
})

const reads = ({
  db,
  clock,
}: Pick<RecordDeps, 'db' | 'clock'>): Pick<AccountRecords, 'read' | 'sessions' | 'ownerOfLink'> => ({
  read: async (id) => {
    const row = await (await db()).account.findUnique({ where: { id }, select: RECORD })
    if (!row) return undefined
    const { passwordLink, role, createdAt, lockedAt, lastLoginAt, ...account } = row
    const link = passwordLink?.expiresAt.getTime() ?? 0
    return {
      ...account,
      role: role as AccountRole,
      createdAt: createdAt.getTime(),
      lockedAt: lockedAt?.getTime(),
      lastLoginAt: lastLoginAt?.getTime(),
      linkUntil: link > clock() ? link : undefined,
    }
  },
  sessions: async (accountId) => {
    const now = new Date(clock())
    const rows = await (await db()).$queryRaw<SessionRow[]>`
      SELECT sid, min(began) AS "beganAt", max(used) AS "lastUsedAt", max(network) AS network, max(browser) AS browser
      FROM (SELECT sid, "authTime" AS began, "authTime" AS used, network, browser FROM idp_session
          WHERE "accountId" = ${accountId} AND "expiresAt" > ${now}
        UNION ALL SELECT sid, "beganAt", "lastUsedAt", network, browser FROM portal_session
          WHERE subject = ${accountId} AND "expiresAt" > ${now}) AS known
      WHERE sid IS NOT NULL GROUP BY sid ORDER BY "lastUsedAt" DESC NULLS LAST, sid LIMIT ${MOST_LISTED}`
    return rows.map(
      ({ beganAt, lastUsedAt, network, browser, sid }): KnownSession => ({
        sid,
        beganAt: millisecondsOf(beganAt),
        lastUsedAt: millisecondsOf(lastUsedAt),
        network: network ?? undefined,
        browser: browser ?? undefined,
      }),
    )
  },
  ownerOfLink: async (tokenHash) => {
    const where = { tokenHash, expiresAt: { gt: new Date(clock()) }, account: { lockedAt: null } }
    const select = { account: { select: { username: true, name: true } } }
    return (await (await db()).passwordLink.findFirst({ where, select }))?.account
  },
})

/** Some engines give times of an expression back as Date. */
const millisecondsOf = (at: number | Date | null): number | undefined => (at === null ? undefined : Number(at))

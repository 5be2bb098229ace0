// The accounts of the identity provider, as the console lists and changes them, without password hashes.
import type { AdminUser, UserRole } from '#lib/api/admin.ts'
import type { AccountList } from '#server/admin/store.ts'
import type { RecordDeps } from './deps.ts'

type Row = AdminUser & { readonly id: string; readonly lockedAt: Date | null; readonly lastLoginAt: Date | null }

/** The most accounts in a list. Beyond that, an administrator has to search. */
const MOST_ACCOUNTS = 100

/** Those of whom one must remain: each change looks at the others. */
export const ADMINS = 'administrators'

/** A pattern of what contains a text anywhere, for `LIKE … ESCAPE '\\'`: in the text, `%` and `_` are literal. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The condition that the domain has an administrator who can log in without this account. Loaded with the client, at the
 * first use.
 */
export async function adminRemains() {
  const { Prisma } = await import('#prisma/generated/client.ts')
  return Prisma.sql`(role <> 'admin' OR "lockedAt" IS NOT NULL OR EXISTS (SELECT 1 FROM account other
    WHERE other.role = 'admin' AND other."lockedAt" IS NULL AND other.id <> account.id))`
}

/** The console's view of accounts. The statement that changes one also protects the last administrator. */
export function accountList({ db, alone }: Pick<RecordDeps, 'db' | 'alone'>): AccountList {
  const roleOf = async (username: string) =>
    (await (await db()).account.findUnique({ where: { username }, select: { role: true } }))?.role as
      | UserRole
      | undefined
  return {
    // User names are stored in lower case. Engines lower-case ASCII alone, so a name is also compared as typed.
    list: async (text) => {
      const [lower, typed] = [containing(text.toLowerCase()), containing(text)]
      const items = await (await db()).$queryRaw<
        Row[]
      >`SELECT id, username, name, role, "lockedAt", "lastLoginAt" FROM account
        WHERE username LIKE ${lower} ESCAPE '\\' OR name LIKE ${typed} ESCAPE '\\' OR lower(name) LIKE ${lower} ESCAPE '\\'
        ORDER BY username LIMIT ${MOST_ACCOUNTS + 1}`
      const shown = items.slice(0, MOST_ACCOUNTS).map(({ lockedAt, lastLoginAt, ...item }) => ({
        ...item,
        locked: lockedAt !== null,
        lastLoginAt: lastLoginAt?.toISOString() ?? null,
      }))
      return { items: shown, more: items.length > MOST_ACCOUNTS }
    },
    usernameOf: async (id) =>
      (await (await db()).account.findUnique({ where: { id }, select: { username: true } }))?.username,
    named: async (username) =>
      (await (await db()).account.findUnique({ where: { username }, select: { id: true, name: true } })) ?? undefined,
    setRole: async (username, role) => {
      for (;;) {
        const former = await roleOf(username)
        if (former === undefined) return { outcome: 'unknown' }
        const remains = await adminRemains()
        const changed = await alone(
          ADMINS,
          (one) => one.$executeRaw`UPDATE account SET role = ${role}
          WHERE username = ${username} AND role = ${former} AND (${role} = 'admin' OR ${remains})`,
        )
        if (changed === 1) return { outcome: 'done', former }
        if ((await roleOf(username)) === former) return { outcome: 'last_admin' }
        // Somebody gave it another role meanwhile.
      }
    },
    // A trigger disables its apps until an administrator approves them.
    remove: async (username) => {
      const remains = await adminRemains()
      const removed = await alone(
        ADMINS,
        (one) => one.$executeRaw`DELETE FROM account
        WHERE username = ${username} AND ${remains}`,
      )
      if (removed === 1) return 'done'
      return (await roleOf(username)) === undefined ? 'unknown' : 'last_admin'
    },
  }
}

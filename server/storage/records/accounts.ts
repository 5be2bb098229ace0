// The accounts of the embedded identity provider.
import type { Account, AccountStore } from '#server/idp/store.ts'
import { cached } from './cached.ts'
import type { RecordDeps } from './deps.ts'
import { created } from './violations.ts'

/** The columns of an account as the domain knows it. */
export const ACCOUNT = { id: true, username: true, name: true, role: true, passwordHash: true } as const

/** A row with those columns; its role is one of the domain's, which alone are written. */
export const accountOf = (row: Omit<Account, 'role'> & { readonly role: string }): Account => ({
  ...row,
  role: row.role as Account['role'],
})

/** The accounts that can log in, by user name and id, cached: launches look them up by id, and each page by user name. */
export const accountStore = ({ db, versions }: Pick<RecordDeps, 'db' | 'versions'>): AccountStore => {
  // Not findUnique: those of one turn become a single question, in which equal user names are lost.
  const find = async (where: { id: string } | { username: string }) => {
    const row = await (await db()).account.findFirst({ where: { ...where, lockedAt: null }, select: ACCOUNT })
    return row ? accountOf(row) : undefined
  }
  return {
    find: cached(versions.accounts, (id) => find({ id })),
    findByUsername: cached(versions.accounts, (username) => find({ username })),
    findToLogIn: async (username) => {
      const select = { ...ACCOUNT, lockedAt: true } as const
      const row = await (await db()).account.findFirst({ where: { username }, select })
      if (!row) return undefined
      const { lockedAt, ...account } = row
      return { account: accountOf(account), isLocked: lockedAt !== null }
    },
    create: async ({ createdAt, ...account }) =>
      created((await db()).account.create({ data: { ...account, createdAt: new Date(createdAt) } })),
  }
}

// Links between local accounts and identities at another identity provider, by issuer and subject only, because people
// can choose the other claims.
import type { AccountLinks } from '#server/session/store.ts'
import { ACCOUNT, accountOf } from './accounts.ts'
import type { Db } from './deps.ts'
import { created } from './violations.ts'

/** The links of accounts; the primary key decides whose an identity is. */
export function accountLinks(db: Db): AccountLinks {
  const linkedWith: AccountLinks['find'] = async (issuer, subject) => {
    const where = { issuer_subject: { issuer, subject } }
    const link = await (await db()).accountLink.findUnique({ where, select: { account: { select: ACCOUNT } } })
    return link ? accountOf(link.account) : undefined
  }
  return {
    find: async (issuer, subject) => {
      const where = { issuer, subject, account: { lockedAt: null } }
      const link = await (await db()).accountLink.findFirst({ where, select: { account: { select: ACCOUNT } } })
      return link ? accountOf(link.account) : undefined
    },
    add: async (username, { issuer, subject }, now) => {
      const { account, accountLink } = await db()
      const owner = await account.findUnique({ where: { username }, select: { id: true } })
      const data = { issuer, subject, accountId: owner?.id ?? '', createdAt: new Date(now) }
      if (owner && (await created(accountLink.create({ data })))) return 'done'
      const linked = await linkedWith(issuer, subject)
      if (!linked) return 'unknown'
      return linked.username === username ? 'done' : 'taken'
    },
    remove: async (username, login) => {
      const where = { ...login, account: { username } }
      return (await (await db()).accountLink.deleteMany({ where })).count === 1
    },
  }
}

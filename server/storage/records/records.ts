// What is rarely asked for, or cached: one code for any engine, by Prisma's client (docs/decisions/0016-storage.md).
import type { AccountStore } from '#server/idp/store.ts'
import type { Storage } from '../storage.ts'
import { accountLinks } from './account-links.ts'
import { accountList } from './account-list.ts'
import { accountStore } from './accounts.ts'
import { apiTokens } from './api-tokens.ts'
import type { RecordDeps } from './deps.ts'

type Records = Pick<Storage, 'accounts' | 'accountLinks' | 'apiTokens'> & { readonly idpAccounts: AccountStore }

/** The records of a domain over one client. All methods throw StorageUnavailable. */
export const records = (deps: RecordDeps): Records => ({
  idpAccounts: accountStore(deps),
  accounts: accountList(deps.db),
  accountLinks: accountLinks(deps.db),
  apiTokens: apiTokens(deps.db),
})

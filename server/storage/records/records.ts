// What is rarely asked for, or cached: one code for any engine, by Prisma's client (docs/decisions/0016-storage.md).
import type { AccountRecords, AccountStore } from '#server/idp/store.ts'
import type { LogoutNotices } from '#server/oauth/store.ts'
import type { Storage } from '../storage.ts'
import { accountList } from './account-list.ts'
import { accountRecords } from './account-records.ts'
import { accountStore } from './accounts.ts'
import { apiTokens } from './api-tokens.ts'
import { appDevelopers } from './app-developers.ts'
import type { RecordDeps } from './deps.ts'
import { keptAnswers } from './kept-answers.ts'
import { accountLinks } from './linked-identities.ts'
import { logoutNotices } from './logout-notices.ts'
import { portalSessions } from './portal-sessions.ts'
import { registry } from './registry.ts'
import { signingKeyStore } from './signing-keys.ts'
import { taskMessages } from './task-messages.ts'
import { traceList } from './trace-list.ts'
import { traceShares } from './trace-shares.ts'

type Cold =
  | 'registry'
  | 'developers'
  | 'accounts'
  | 'accountLinks'
  | 'portalSessions'
  | 'apiTokens'
  | 'traceShares'
  | 'answers'
  | 'messages'
type Records = Pick<Storage, Cold | 'noteSettings'> & {
  readonly keys: Omit<Storage['keys'], 'all'>
  readonly idpAccounts: AccountStore
  readonly idpRecords: AccountRecords
  readonly logouts: LogoutNotices
  readonly traceList: Pick<Storage['traces'], 'list' | 'find' | 'ids' | 'refusedWith' | 'stops' | 'latestChange'>
}

/** The records of a domain over one client. All methods throw StorageUnavailable. */
export const records = (deps: RecordDeps): Records => ({
  registry: registry(deps),
  developers: appDevelopers(deps.db),
  idpAccounts: accountStore(deps),
  idpRecords: accountRecords(deps),
  logouts: logoutNotices(deps),
  accounts: accountList(deps),
  accountLinks: accountLinks(deps.db),
  portalSessions: portalSessions(deps),
  apiTokens: apiTokens(deps),
  traceShares: traceShares(deps),
  answers: keptAnswers(deps.db),
  messages: taskMessages(deps.db),
  traceList: traceList(deps),
  keys: signingKeyStore(deps),
  noteSettings: async (given) => {
    const settings = JSON.stringify(given)
    await (await deps.db()).domainRecord.upsert({ where: { id: 1 }, create: { id: 1, settings }, update: { settings } })
  },
})

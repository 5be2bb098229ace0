// The stores of the authorization server over one database. Each race is decided by one statement.
import type { ClientStore, OauthStores } from '#server/oauth/store.ts'
import type { Database } from '../file/database.ts'
import { restoredAt } from '../file/restore-marker.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { codeStore } from './codes.ts'
import { noopTokenStore } from './noop-tokens.ts'
import { replayStore } from './replay.ts'
import { transactionStore } from './transactions.ts'

/** Callers that use something up await `durable`, so that a crash revives no code, no jti and no revoked token. */
export const oauthStores = (
  { sql, durable }: Pick<Database, 'sql' | 'durable'>,
  clients: ClientStore,
): OauthStores => ({
  clients: { find: clients.find, permissions: clients.permissions },
  transactions: throwingUnavailable(transactionStore(sql)),
  codes: throwingUnavailable(codeStore(sql)),
  noopTokens: throwingUnavailable(noopTokenStore(sql)),
  replay: throwingUnavailable(replayStore(sql)),
  restoredAt: restoredAt(sql),
  durable,
})

// The stores of the authorization server over one database. Each race is decided by one statement.
import type { ClientStore, OauthStores } from '../oauth/store.ts'
import type { Database } from './database.ts'
import { codeStore } from './oauth-codes.ts'
import { noopTokenStore } from './oauth-noop-tokens.ts'
import { replayStore } from './oauth-replay.ts'
import { transactionStore } from './oauth-transactions.ts'
import { restoredAt } from './restoration.ts'
import { sayingUnavailable } from './unavailable.ts'

/** Whoever uses something up waits for `settled`: a crash revives no code, no jti and no revoked token. */
export const oauthStores = (
  { sql, settled }: Pick<Database, 'sql' | 'settled'>,
  clients: ClientStore,
): OauthStores => ({
  clients: { find: clients.find, permissions: clients.permissions },
  transactions: sayingUnavailable(transactionStore(sql)),
  codes: sayingUnavailable(codeStore(sql)),
  noopTokens: sayingUnavailable(noopTokenStore(sql)),
  replay: sayingUnavailable(replayStore(sql)),
  restoredAt: restoredAt(sql),
  settled,
})

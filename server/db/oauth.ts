// The stores of the authorization server over one database. Each race is decided by one statement.
import type { ClientStore, OauthStores } from '../oauth/store.ts'
import type { Database } from './database.ts'
import { codeStore } from './oauth-codes.ts'
import { noopTokenStore } from './oauth-noop-tokens.ts'
import { replayStore } from './oauth-replay.ts'
import { transactionStore } from './oauth-transactions.ts'
import { restoredAt } from './restoration.ts'
import { sayingUnavailable } from './unavailable.ts'

/** What is used up is written to the vault: a crash revives no code, no jti and no revoked token. */
export const oauthStores = (
  { sql, vault, settled }: Pick<Database, 'sql' | 'vault' | 'settled'>,
  clients: ClientStore,
): OauthStores => ({
  clients: { find: clients.find, permissions: clients.permissions },
  transactions: sayingUnavailable(transactionStore(sql)),
  codes: sayingUnavailable(codeStore(vault)),
  noopTokens: sayingUnavailable(noopTokenStore(vault)),
  replay: sayingUnavailable(replayStore(vault)),
  restoredAt: restoredAt(sql),
  settled,
})

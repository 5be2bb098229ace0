// The stores of the authorization server. A single statement decides each race.
import type { OauthStores } from '#server/oauth/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { codeStore } from './codes.ts'
import { noopTokenStore } from './noop-tokens.ts'
import { replayStore } from './replay.ts'
import { transactionStore } from './transactions.ts'

export function oauthStores(postgres: Postgres): Omit<OauthStores, 'clients' | 'logouts' | 'durable'> {
  return {
    transactions: transactionStore(postgres),
    codes: codeStore(postgres),
    noopTokens: noopTokenStore(postgres),
    replay: replayStore(postgres),
    restoredAt: postgres.restoredAt,
  }
}

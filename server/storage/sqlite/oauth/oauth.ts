// The stores of the authorization server on one database. A single statement decides each race.
import type { CodeStore, NoopTokenStore, OauthStores, ReplayStore, TransactionStore } from '#server/oauth/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Database } from '../file/database.ts'
import { restoredAt } from '../file/restore-marker.ts'
import { codeStore } from './codes.ts'
import { noopTokenStore } from './noop-tokens.ts'
import { replayStore } from './replay.ts'
import { transactionStore } from './transactions.ts'

/** Callers that consume something await `durable`, so that a crash revives no code, no jti and no revoked token. */
export const oauthStores = ({
  sql,
  durable,
}: Pick<Database, 'sql' | 'durable'>): Omit<OauthStores, 'clients' | 'logouts'> => ({
  transactions: asyncPort<TransactionStore>(sql, transactionStore(sql)),
  codes: asyncPort<CodeStore>(sql, codeStore(sql)),
  noopTokens: asyncPort<NoopTokenStore>(sql, noopTokenStore(sql)),
  replay: asyncPort<ReplayStore>(sql, replayStore(sql)),
  restoredAt: restoredAt(sql),
  durable,
})

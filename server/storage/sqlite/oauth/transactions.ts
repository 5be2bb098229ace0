// Pending authorize requests, while the browser is at the identity provider.
import type { TransactionStore } from '#server/oauth/store.ts'
import { type TransactionRow, toLaunch, toNested, toTransaction } from '../../transaction-row.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

const COLUMNS =
  'stateHash, browserHash, clientId, redirectUri, state, nonce, codeChallenge, scope, launchContext, idpNonce, idpVerifier, idpOptions, expiresAt'

/** The store of authorize transactions on one connection. A single statement consumes one. */
export function transactionStore(sql: Sqlite): Synchronous<TransactionStore> {
  const insert = sql.prepare(
    `INSERT INTO authorize_transaction (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '@$&')})`,
  )
  const consume = sql.prepare<{ stateHash: string; browserHash: string; now: number }, TransactionRow>(
    `UPDATE authorize_transaction SET usedAt = @now
     WHERE stateHash = @stateHash AND browserHash = @browserHash AND usedAt IS NULL AND expiresAt > @now
     RETURNING ${COLUMNS}`,
  )
  const peek = sql.prepare<[string, number], Pick<TransactionRow, 'clientId' | 'launchContext'>>(
    'SELECT clientId, launchContext FROM authorize_transaction WHERE stateHash = ? AND usedAt IS NULL AND expiresAt > ?',
  )
  return {
    create: ({ launch, idpOptions, nonce, ...transaction }) => {
      insert.run({
        ...transaction,
        nonce: nonce ?? null,
        ...toNested({ launch, idpOptions }),
      })
    },
    peek: (stateHash, now) => {
      const row = peek.get(stateHash, now)
      return row && { clientId: row.clientId, launch: toLaunch(row.launchContext) }
    },
    consume: (stateHash, browserHash, now) => {
      const row = consume.get({ stateHash, browserHash, now })
      return row && toTransaction(row)
    },
  }
}

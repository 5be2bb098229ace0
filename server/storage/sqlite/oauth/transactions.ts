// Pending authorize requests, while the browser is at the identity provider.
import type { Launched, Transaction, TransactionStore } from '#server/oauth/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

interface TransactionRow extends Omit<Transaction, 'launch' | 'idpOptions' | 'nonce'> {
  readonly nonce: string | null
  readonly launchContext: string
  readonly idpOptions: string
}

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
        launchContext: JSON.stringify(launch ?? null),
        idpOptions: JSON.stringify(idpOptions),
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

/** A request that no launch began has `null`. */
const toLaunch = (text: string): Launched => (JSON.parse(text) as Launched | null) ?? undefined

const toTransaction = ({ launchContext, idpOptions, nonce, ...row }: TransactionRow): Transaction => ({
  ...row,
  nonce: nonce ?? undefined,
  launch: toLaunch(launchContext),
  idpOptions: JSON.parse(idpOptions) as Transaction['idpOptions'],
})

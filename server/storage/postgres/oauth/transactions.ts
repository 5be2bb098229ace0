// Pending authorize requests, while the browser is at the identity provider.
import type { TransactionStore } from '#server/oauth/store.ts'
import { type TransactionRow, toLaunch, toNested, toTransaction } from '../../transaction-row.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, listed, texts } from '../tables/asked.ts'

const ROW: Columns = {
  ...texts(
    'stateHash',
    'browserHash',
    'clientId',
    'redirectUri',
    'state',
    'nonce',
    'codeChallenge',
    'scope',
    'launchContext',
    'idpNonce',
    'idpVerifier',
    'idpOptions',
  ),
  expiresAt: 'timestamptz',
}
const COLUMNS = Object.keys(ROW)

const CREATE = `WITH ${asked(ROW)} INSERT INTO authorize_transaction (${listed(ROW)}) SELECT ${listed(ROW)} FROM asked`

const PEEK = `WITH ${asked({ stateHash: 'text', now: 'timestamptz' })}
  SELECT n, "clientId", "launchContext" FROM asked JOIN authorize_transaction USING ("stateHash") WHERE "usedAt" IS NULL AND "expiresAt" > now`

const CONSUME = `WITH ${asked({ stateHash: 'text', browserHash: 'text', now: 'timestamptz' })}
  UPDATE authorize_transaction t SET "usedAt" = a.now FROM asked a
  WHERE t."stateHash" = a."stateHash" AND t."browserHash" = a."browserHash" AND t."usedAt" IS NULL AND t."expiresAt" > a.now
  RETURNING a.n, ${COLUMNS.map((column) => `t."${column}"`).join(', ')}`

/** The store of authorize transactions. A single statement consumes one. */
export function transactionStore({ gathered }: Pick<Postgres, 'gathered'>): TransactionStore {
  const insert = gathered<readonly unknown[]>(CREATE)
  const peek = gathered<[string, Date], Pick<TransactionRow, 'clientId' | 'launchContext'>>(PEEK)
  const consume = gathered<[string, string, Date], TransactionRow>(CONSUME)
  return {
    create: async ({ launch, idpOptions, expiresAt, ...transaction }) => {
      const row: Readonly<Record<string, unknown>> = {
        ...transaction,
        ...toNested({ launch, idpOptions }),
        expiresAt: new Date(expiresAt),
      }
      await insert(...COLUMNS.map((column) => row[column]))
    },
    peek: async (stateHash, now) => {
      const row = await peek(stateHash, new Date(now))
      return row && { clientId: row.clientId, launch: toLaunch(row.launchContext) }
    },
    consume: async (stateHash, browserHash, now) => {
      const row = await consume(stateHash, browserHash, new Date(now))
      return row && toTransaction(row)
    },
  }
}

// Pending authorize requests, while the browser is at the identity provider.
import type { Launched, Transaction, TransactionStore } from '#server/oauth/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, listed } from '../tables/asked.ts'

const ROW = {
  ...{ stateHash: 'text', browserHash: 'text', clientId: 'text', redirectUri: 'text', state: 'text', nonce: 'text' },
  ...{
    codeChallenge: 'text',
    scope: 'text',
    launchContext: 'text',
    idpNonce: 'text',
    idpVerifier: 'text',
    idpOptions: 'text',
  },
  expiresAt: 'timestamptz',
} as const
const COLUMNS = Object.keys(ROW)

interface TransactionRow extends Omit<Transaction, 'launch' | 'idpOptions' | 'nonce'> {
  readonly nonce: string | null
  readonly launchContext: string
  readonly idpOptions: string
}

const CREATE = `WITH ${asked(ROW)} INSERT INTO authorize_transaction (${listed(COLUMNS)}) SELECT ${listed(COLUMNS)} FROM asked`

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
        launchContext: JSON.stringify(launch ?? null),
        idpOptions: JSON.stringify(idpOptions),
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

/** A request that no launch began has `null`. */
const toLaunch = (text: string): Launched => (JSON.parse(text) as Launched | null) ?? undefined

const toTransaction = ({ launchContext, idpOptions, nonce, ...row }: TransactionRow): Transaction => ({
  ...row,
  nonce: nonce ?? undefined,
  launch: toLaunch(launchContext),
  idpOptions: JSON.parse(idpOptions) as Transaction['idpOptions'],
})

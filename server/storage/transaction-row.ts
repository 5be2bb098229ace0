// A pending authorize request as both engines store it: what is nested is JSON.
import type { Launched, Transaction } from '#server/oauth/store.ts'

/** The columns of a pending authorize request. */
export interface TransactionRow extends Omit<Transaction, 'launch' | 'idpOptions' | 'nonce'> {
  readonly nonce: string | null
  readonly launchContext: string
  readonly idpOptions: string
}

/** The nested parts as JSON. */
export const toNested = ({ launch, idpOptions }: Pick<Transaction, 'launch' | 'idpOptions'>) => ({
  launchContext: JSON.stringify(launch ?? null),
  idpOptions: JSON.stringify(idpOptions),
})

/** The launch of a request; one that no launch began has `null`. */
export const toLaunch = (text: string): Launched => (JSON.parse(text) as Launched | null) ?? undefined

/** A pending request of its columns. */
export const toTransaction = ({ launchContext, idpOptions, nonce, ...row }: TransactionRow): Transaction => ({
  ...row,
  nonce: nonce ?? undefined,
  launch: toLaunch(launchContext),
  idpOptions: JSON.parse(idpOptions) as Transaction['idpOptions'],
})

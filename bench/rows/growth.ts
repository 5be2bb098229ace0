// Measures tokens and launches at a large size: a domain with many used ids, codes and transactions beside one without
// any.
import type { Database } from '#server/storage/sqlite/file/database.ts'
import type { Bench, Row } from '../row.ts'
import { launches, tokens } from './tokens.ts'

/** Long enough that no purge deletes the rows while they are measured. */
const KEPT_MS = 24 * 60 * 60 * 1000
const BATCH = 10_000

export const growthNames = (size: number): readonly string[] =>
  ['client_credentials', 'launch'].map((what) => `${what} after ${size.toLocaleString('en')} stored`)

export async function growthRows(empty: Bench, full: Bench, size: number): Promise<readonly Row[]> {
  fill(full.domain.domain.database, size)
  const [tokenName = '', launchName = ''] = growthNames(size)
  return [
    {
      name: tokenName,
      baselineName: 'nothing stored',
      goal: 0.9,
      ours: tokens(full),
      baseline: tokens(empty),
    },
    {
      name: launchName,
      baselineName: 'nothing stored',
      goal: 0.9,
      ours: await launches(full),
      baseline: await launches(empty),
    },
  ]
}

/** As many rows as launches leave behind, in each table that grows with them. */
function fill({ sql }: Database, size: number): void {
  const until = Date.now() + KEPT_MS
  const jti = sql.prepare('INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES (?, ?, ?, ?)')
  const code = sql.prepare(
    `INSERT INTO authorization_code (codeHash, clientId, redirectUri, codeChallenge, "grant", expiresAt, usedAt)
     VALUES (?, 'bench-app', 'http://localhost:1/bench/callback', ?, ?, ?, ?)`,
  )
  const transaction = sql.prepare(
    `INSERT INTO authorize_transaction (stateHash, browserHash, clientId, redirectUri, state, codeChallenge, scope,
       launchContext, idpNonce, idpVerifier, idpOptions, expiresAt, usedAt)
     VALUES (?, ?, 'bench-app', 'http://localhost:1/bench/callback', 'state', ?, 'launch openid fhirUser', ?, ?, ?, '{}', ?, ?)`,
  )
  const context = JSON.stringify({
    sub: 'Patient/marijke-jansen',
    resource: 'Task/sleep-diary-week-1',
    intent: 'order',
  })
  const some = sql.transaction((from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      const hash = crypto.randomUUID()
      jti.run(number % 2 === 0 ? 'launch' : 'assertion', 'bench-app', hash, until)
      code.run(hash, hash, context, until, until)
      transaction.run(hash, hash, hash, context, hash, hash, until, until)
    }
  })
  for (let from = 0; from < size; from += BATCH) some.immediate(from, Math.min(size, from + BATCH))
}

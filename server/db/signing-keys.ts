// Which signing keys exist and which of them signs. Asked per signature, so prepared statements.
import type { Sqlite } from './database.ts'

export interface SigningKeyRow {
  readonly kid: string
  readonly owner: string
  readonly alg: string
  readonly publicJwk: string
  readonly status: string
  readonly createdAt: number
}

export interface SigningKeyStore {
  /** The key that signs for an owner. */
  readonly active: (owner: string) => SigningKeyRow | undefined
  /** Keys that a verifier may need: all but the revoked ones, newest first. */
  readonly published: (owner: string) => readonly SigningKeyRow[]
  /** Makes the key active if the owner has none yet; false when another process was first. */
  readonly addFirst: (key: Omit<SigningKeyRow, 'status'>) => boolean
  readonly all: () => readonly SigningKeyRow[]
}

export function signingKeyStore(sql: Sqlite): SigningKeyStore {
  const columns = 'kid, owner, alg, publicJwk, status, createdAt'
  const active = sql.prepare<[string], SigningKeyRow>(
    `SELECT ${columns} FROM signing_key WHERE owner = ? AND status = 'active'`,
  )
  const published = sql.prepare<[string], SigningKeyRow>(
    `SELECT ${columns} FROM signing_key WHERE owner = ? AND status <> 'revoked' ORDER BY createdAt DESC, kid`,
  )
  const all = sql.prepare<[], SigningKeyRow>(`SELECT ${columns} FROM signing_key ORDER BY owner, createdAt DESC, kid`)
  const addFirst = sql.prepare(
    `INSERT INTO signing_key (kid, owner, alg, publicJwk, status, createdAt)
     SELECT @kid, @owner, @alg, @publicJwk, 'active', @createdAt
     WHERE NOT EXISTS (SELECT 1 FROM signing_key WHERE owner = @owner AND status = 'active')`,
  )
  return {
    active: (owner) => active.get(owner),
    published: (owner) => published.all(owner),
    addFirst: (key) => addFirst.run(key).changes === 1,
    all: () => all.all(),
  }
}

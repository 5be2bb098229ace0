// Signing keys and their states. Read per signature and per token, so cached.
import type { Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { registryCache } from '../resources/registry-cache.ts'

/** next: published, not yet used. retired: no longer used, published until its last token has expired. */
export type SigningKeyStatus = 'next' | 'active' | 'retired' | 'revoked'

export interface SigningKeyRow {
  readonly kid: string
  readonly owner: string
  readonly alg: string
  readonly publicJwk: string
  readonly status: SigningKeyStatus
  readonly createdAt: number
  readonly retiredAt: number | null
}

export type NewSigningKey = Omit<SigningKeyRow, 'status' | 'retiredAt'>

export interface SigningKeyStore {
  /** The keys of an owner but for revoked ones, newest first; the same list until something is written. */
  readonly ofOwner: (owner: string) => readonly SigningKeyRow[]
  /** Makes the key active if the owner has none yet; false when another process was first. */
  readonly addFirst: (key: NewSigningKey) => boolean
  /** Makes the key the owner's next one; false when there is one already. */
  readonly addNext: (key: NewSigningKey) => boolean
  /** Retires the active key of an owner for its next one, if that was made at `madeBy` or before. */
  readonly promote: (owner: string, madeBy: number, now: number) => void
  /** Revokes a key, its owner's next one taking its place; the row as it was, undefined when there is no such key. */
  readonly revoke: (kid: string, now: number) => SigningKeyRow | undefined
  readonly all: () => readonly SigningKeyRow[]
}

const COLUMNS = 'kid, owner, alg, publicJwk, status, createdAt, retiredAt'

export function signingKeyStore(sql: Sqlite): SigningKeyStore {
  const ofOwner = sql.prepare<[string], SigningKeyRow>(
    `SELECT ${COLUMNS} FROM signing_key WHERE owner = ? AND status <> 'revoked' ORDER BY createdAt DESC, kid`,
  )
  const all = sql.prepare<[], SigningKeyRow>(`SELECT ${COLUMNS} FROM signing_key ORDER BY owner, createdAt DESC, kid`)
  const remembered = registryCache(sql, (owner) => ofOwner.all(owner))
  return throwingUnavailable({
    ofOwner: (owner: string) => remembered(owner) ?? [],
    all: () => all.all(),
    ...writers(sql),
  })
}

function writers(sql: Sqlite): Pick<SigningKeyStore, 'addFirst' | 'addNext' | 'promote' | 'revoke'> {
  const add = sql.prepare<[NewSigningKey & { readonly status: SigningKeyStatus }]>(
    `INSERT INTO signing_key (kid, owner, alg, publicJwk, status, createdAt)
     SELECT @kid, @owner, @alg, @publicJwk, @status, @createdAt
     WHERE NOT EXISTS (SELECT 1 FROM signing_key WHERE owner = @owner AND status = @status)`,
  )
  const findNext = sql.prepare<[string, number], { readonly kid: string }>(
    "SELECT kid FROM signing_key WHERE owner = ? AND status = 'next' AND createdAt <= ?",
  )
  const find = sql.prepare<[string], SigningKeyRow>(`SELECT ${COLUMNS} FROM signing_key WHERE kid = ?`)
  const retire = sql.prepare(
    "UPDATE signing_key SET status = 'retired', retiredAt = ? WHERE owner = ? AND status = 'active'",
  )
  const setStatus = sql.prepare<[SigningKeyStatus, string]>('UPDATE signing_key SET status = ? WHERE kid = ?')
  const promote = sql.transaction((owner: string, madeBy: number, now: number): void => {
    const next = findNext.get(owner, madeBy)
    if (!next) return // Another process was first.
    retire.run(now, owner)
    setStatus.run('active', next.kid)
  })
  const revoke = sql.transaction((kid: string, now: number): SigningKeyRow | undefined => {
    const key = find.get(kid)
    if (!key) return undefined
    setStatus.run('revoked', kid)
    if (key.status === 'active') promote(key.owner, now, now)
    return key
  })
  return {
    addFirst: (key) => add.run({ ...key, status: 'active' }).changes === 1,
    addNext: (key) => add.run({ ...key, status: 'next' }).changes === 1,
    promote: (owner, madeBy, now) => promote.immediate(owner, madeBy, now),
    revoke: (kid, now) => revoke.immediate(kid, now),
  }
}

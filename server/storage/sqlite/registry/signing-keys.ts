// Signing keys and their states. They are read per signature and per token, so cached.
import type { NewSigningKey, SigningKeyRow, SigningKeyStatus, SigningKeyStore } from '#server/keys/store.ts'
import { asyncPort, type Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { registryCache } from '../resources/registry-cache.ts'

const COLUMNS = 'kid, owner, alg, publicJwk, status, createdAt, retiredAt'

/**
 * The rows of signing keys on one connection; private keys are files (server/keys). Reads are cached until the next
 * write.
 */
export function signingKeyStore(sql: Sqlite): SigningKeyStore {
  const ofOwner = sql.prepare<[string], SigningKeyRow>(
    `SELECT ${COLUMNS} FROM signing_key WHERE owner = ? AND status <> 'revoked' ORDER BY createdAt DESC, kid`,
  )
  const all = sql.prepare<[], SigningKeyRow>(`SELECT ${COLUMNS} FROM signing_key ORDER BY owner, createdAt DESC, kid`)
  const remembered = registryCache(sql, (owner) => ofOwner.all(owner))
  return asyncPort<SigningKeyStore>(sql, {
    ofOwner: (owner) => remembered(owner) ?? [],
    all: () => all.all(),
    ...writers(sql),
  })
}

function writers(sql: Sqlite): Synchronous<Omit<SigningKeyStore, 'ofOwner' | 'all'>> {
  const add = sql.prepare<[NewSigningKey & { readonly status: SigningKeyStatus }]>(
    `INSERT INTO signing_key (kid, owner, alg, publicJwk, status, createdAt)
     VALUES (@kid, @owner, @alg, @publicJwk, @status, @createdAt) ON CONFLICT DO NOTHING`,
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

// The signing keys of one domain: creation, rotation, revocation. A database row holds a key's public half and state.
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { KeyOwner } from '#lib/api/admin-words.ts'
import { type Clock, MINUTE } from '#lib/clock.ts'
import type { KeyRing, SigningKey } from '#lib/crypto/key-ring.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { isPublished, publicHalves } from './public-halves.ts'
import type { SigningKeyRow, SigningKeyStatus, SigningKeyStore } from './store.ts'
import type { KeyVault } from './vault.ts'

/** How long a new key is published before it signs: twice the max-age of our JWK Sets, so that every cache has it. */
const OVERLAP_MS = 10 * MINUTE
/** The key that a rotation made or put into use. */
export interface RotatedKey {
  readonly kid: string
  readonly owner: KeyOwner
  readonly status: 'next' | 'active'
  /** Epoch milliseconds. */
  readonly signsFrom: number
}

export interface ListedKey extends Pick<SigningKeyRow, 'kid' | 'owner' | 'alg' | 'status' | 'createdAt'> {
  /** True when verifiers can see it. */
  readonly published: boolean
  /** When it will start to sign, in epoch milliseconds; undefined unless it is waiting. */
  readonly signsFrom: number | undefined
}

// RS256, which every OpenID client must accept for an id_token (conformance DIS-13, IDT-01); RS384 where SMART requires
// it; ES256 for what only the domain itself reads, because it costs a fifth to sign.
const ALG: Readonly<Record<KeyOwner, string>> = {
  oauth: 'RS256',
  access_token: 'ES256',
  idp: 'RS256',
  idp_launch: 'ES256',
  portal: 'RS384',
  launch: 'RS384',
  energy: 'RS384',
  console: 'RS384',
}

/** Whose public halves are in the JWK Set of an owner, if not its own alone. */
const PUBLISHED_BY: Readonly<Partial<Record<KeyOwner, readonly KeyOwner[]>>> = {
  oauth: ['oauth', 'access_token'],
  idp: ['idp', 'idp_launch'],
}

interface SigningKeysDeps {
  readonly vault: KeyVault
  readonly store: SigningKeyStore
  readonly clock: Clock
  /** True to report a missing key instead of creating it. */
  readonly readOnly: boolean
}

export class SigningKeys {
  readonly #deps: SigningKeysDeps
  readonly #privateKeys = new Map<string, Promise<CryptoKey>>()
  readonly #publicHalves = publicHalves()

  constructor(deps: SigningKeysDeps) {
    this.#deps = deps
  }

  ring(owner: KeyOwner): KeyRing {
    return {
      active: () => this.#active(owner),
      publicJwks: async () => {
        const owners = await Promise.all((PUBLISHED_BY[owner] ?? [owner]).map((one) => this.#keysOf(one)))
        return { keys: owners.flatMap((rows) => this.#publicHalves(rows, this.#deps.clock()).keys) }
      },
    }
  }

  async rotate(owner: KeyOwner, { now = false }: { readonly now?: boolean } = {}): Promise<RotatedKey> {
    const { store, clock } = this.#deps
    await this.#activeRow(owner)
    await this.#forgetPrivateHalves(owner)
    if (!(await this.#find(owner, 'next'))) await this.#make(owner, store.addNext)
    if (now) await store.promote(owner, clock(), clock())
    const key = (await this.#find(owner, 'next')) ?? (await this.#activeRow(owner))
    const status = key.status === 'next' ? 'next' : 'active'
    return { kid: key.kid, owner, status, signsFrom: status === 'next' ? key.createdAt + OVERLAP_MS : clock() }
  }

  async revoke(kid: string): Promise<boolean> {
    const { store, clock, vault } = this.#deps
    const revoked = await store.revoke(kid, clock())
    if (!revoked) return false
    this.#privateKeys.delete(kid)
    await vault.forget(kid)
    await this.#activeRow(revoked.owner as KeyOwner)
    return true
  }

  async list(): Promise<readonly ListedKey[]> {
    const now = this.#deps.clock()
    return (await this.#deps.store.all()).map((key) => ({
      kid: key.kid,
      owner: key.owner,
      alg: key.alg,
      status: key.status,
      createdAt: key.createdAt,
      published: isPublished(key, now),
      signsFrom: key.status === 'next' ? key.createdAt + OVERLAP_MS : undefined,
    }))
  }

  async assertUsable(): Promise<void> {
    for (const key of await this.#deps.store.all()) {
      if (key.status !== 'active' && key.status !== 'next') continue
      const problem = await this.#deps.vault.problemOf(key)
      if (problem === undefined) continue
      throw new OperatorError(
        `${problem}. Put it back from a backup, or make a new one: ./bin/slipway keys rotate --owner ${key.owner} --now`,
      )
    }
  }

  async lost(): Promise<SigningKeyRow | undefined> {
    for (const key of await this.#deps.store.all())
      if (key.status === 'active' && (await this.#deps.vault.problemOf(key)) !== undefined) return key
    return undefined
  }

  async #active(owner: KeyOwner): Promise<SigningKey> {
    const { kid, alg } = await this.#activeRow(owner)
    return { kid, alg, privateKey: await this.#privateKey(kid, alg) }
  }

  async #activeRow(owner: KeyOwner): Promise<SigningKeyRow> {
    const key = (await this.#keysOf(owner)).find(has('active'))
    if (!key) throw new Error(`No active signing key for ${owner}`)
    return key
  }

  /**
   * The keys of an owner, one of them active. A next key whose overlap has passed becomes active here, in the first
   * process that reads it.
   */
  async #keysOf(owner: KeyOwner): Promise<readonly SigningKeyRow[]> {
    const { store, clock } = this.#deps
    const keys = await store.ofOwner(owner)
    const next = keys.find(has('next'))
    const isDue = next !== undefined && next.createdAt + OVERLAP_MS <= clock()
    if (!isDue && keys.some(has('active'))) return keys
    if (isDue) await store.promote(owner, clock() - OVERLAP_MS, clock())
    if (!(await this.#find(owner, 'active'))) await this.#make(owner, store.addFirst)
    return store.ofOwner(owner)
  }

  async #find(owner: KeyOwner, status: SigningKeyStatus): Promise<SigningKeyRow | undefined> {
    return (await this.#deps.store.ofOwner(owner)).find(has(status))
  }

  #privateKey(kid: string, alg: string): Promise<CryptoKey> {
    const known = this.#privateKeys.get(kid)
    if (known) return known
    // Extractable, because node:crypto signs with it, too.
    const half = this.#deps.vault.privateHalf(kid)
    const loaded = half.then((jwk) => importJWK(jwk, alg, { extractable: true }) as Promise<CryptoKey>)
    this.#privateKeys.set(kid, loaded)
    loaded.catch(() => this.#privateKeys.delete(kid)) // What was away for a moment is looked for again.
    return loaded
  }

  async #make(owner: KeyOwner, add: SigningKeyStore['addFirst']): Promise<void> {
    const { vault, clock, readOnly } = this.#deps
    if (readOnly)
      throw new OperatorError(`There is no key of ${owner} yet: the server makes it when it first needs it.`)
    const alg = ALG[owner]
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 })
    const shown = await exportJWK(publicKey)
    const kid = await calculateJwkThumbprint(shown)
    // On disk before the row that needs it: a key without its private half could sign nothing.
    await vault.keep(kid, { ...(await exportJWK(privateKey)), kid, alg })
    const publicJwk = JSON.stringify({ ...shown, kid, alg, use: 'sig' })
    const won = await add({ kid, owner, alg, publicJwk, createdAt: clock() })
    if (!won) await vault.forget(kid) // Another process was first, and its key is the domain's.
  }

  /** Deletes the private halves of keys that no longer sign. */
  async #forgetPrivateHalves(owner: KeyOwner): Promise<void> {
    const { store, clock, vault } = this.#deps
    for (const key of await store.all())
      if (key.owner === owner && !isPublished(key, clock())) await vault.forget(key.kid)
  }
}

const has =
  (status: SigningKeyStatus) =>
  (key: SigningKeyRow): boolean =>
    key.status === status

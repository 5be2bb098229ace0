// Signing keys: the private half is a 0600 file in DATA_DIR/keys, the public half and its state a row of the database.
import { existsSync, linkSync, readFileSync, rmSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Clock, MINUTE } from '#lib/clock.ts'
import type { KeyRing, SigningKey } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import { syncFolder, writeDurably } from '#lib/files/durable-files.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { OperatorError } from '#lib/operator-error.ts'
import type { SigningKeyRow, SigningKeyStatus, SigningKeyStore } from './store.ts'

export const KEY_OWNERS = ['oauth', 'idp', 'portal', 'launch', 'console'] as const
export type KeyOwner = (typeof KEY_OWNERS)[number]

/** The time a new key is published before it signs: twice the max-age of our JWK Sets, so that every cache has it. */
const OVERLAP_MS = 10 * MINUTE
/** The time a key is published after its last signature: tokens live five minutes, clocks differ by half a minute. */
const LAST_TOKEN_MS = 10 * MINUTE

export interface Keys {
  /** The ring of one peer; its first key is made when it has none. */
  readonly ring: (owner: KeyOwner) => KeyRing
  /**
   * Publishes a new key, which signs after an overlap; with `now` it signs immediately. A key that is already waiting is used
   * instead of a new one.
   */
  readonly rotate: (owner: KeyOwner, options?: { readonly now?: boolean }) => Promise<RotatedKey>
  /** Withdraws a key: nothing that it signed is accepted from now on. False when there is no such key. */
  readonly revoke: (kid: string) => Promise<boolean>
  /** Every key there ever was, by owner, newest first. */
  readonly list: () => Promise<readonly ListedKey[]>
  /** A secret of the domain by name (base64url, 256 bit), made at first use. Throws OperatorError when its file is damaged. */
  readonly secret: (name: string) => string
  /** True when the secret exists; never creates it. */
  readonly hasSecret: (name: string) => boolean
  /** Throws OperatorError when a key that signs, or is to, cannot: for a server that is about to start. */
  readonly assertUsable: () => Promise<void>
}

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
  /** The time it will sign from, in epoch milliseconds; undefined unless it is waiting for that. */
  readonly signsFrom: number | undefined
}

export interface KeysDeps {
  readonly directory: string
  readonly store: SigningKeyStore
  readonly clock: Clock
  readonly random: Random
  /** True to report a missing key or secret instead of creating it. */
  readonly readOnly?: boolean
}

// RS256: what every OpenID client must accept for an id_token (conformance DIS-13, IDT-01); RS384 where SMART asks for it.
const ALG: Readonly<Record<KeyOwner, string>> = {
  oauth: 'RS256',
  idp: 'RS256',
  portal: 'RS384',
  launch: 'RS384',
  console: 'RS384',
}

/** The folder of a domain's keys. */
export const keyFolderOf = (dataDir: string): string => path.join(dataDir, 'keys')

/** The file with the private half of a key. */
export const keyFileOf = (dataDir: string, kid: string): string => keyFile(keyFolderOf(dataDir), kid)

/** Throws OperatorError where a domain has lost its keys: new ones would silently invalidate every app and session. */
export function assertKeyFolder({
  dataDir,
  databaseFile,
}: {
  readonly dataDir: string
  readonly databaseFile: string
}): void {
  const folder = keyFolderOf(dataDir)
  if (existsSync(folder)) return
  throw new OperatorError(
    `${folder} is missing, and ${databaseFile} is of a domain that has its keys there. Put the folder back from a backup (./bin/slipway restore FOLDER --replace), or begin anew with another DATA_DIR.`,
  )
}

/** Opens the key folder (0700). */
export function openKeys({ directory, store, clock, random, readOnly = false }: KeysDeps): Keys {
  if (!readOnly) makePrivateFolder(directory)
  const privateKeys = new Map<string, Promise<CryptoKey>>()
  const secrets = new Map<string, string>() // A secret never changes: its file is read once.

  const privateKey = (kid: string, alg: string): Promise<CryptoKey> => {
    const known = privateKeys.get(kid)
    if (known) return known
    const jwk = JSON.parse(readFileSync(keyFile(directory, kid), 'utf8')) as JWK
    const loaded = importJWK(jwk, alg) as Promise<CryptoKey>
    privateKeys.set(kid, loaded)
    return loaded
  }

  const make = async (owner: KeyOwner, add: SigningKeyStore['addFirst']): Promise<void> => {
    if (readOnly)
      throw new OperatorError(`There is no key of ${owner} yet: the server makes it when it first needs it.`)
    const { privateKey: secret, publicKey } = await generateKeyPair(ALG[owner], {
      extractable: true,
      modulusLength: 2048,
    })
    const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
    // On the disk before the row that needs it: a key without its private half could sign nothing.
    writeDurably(keyFile(directory, kid), JSON.stringify({ ...(await exportJWK(secret)), kid, alg: ALG[owner] }))
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALG[owner], use: 'sig' }
    const won = await add({ kid, owner, alg: ALG[owner], publicJwk: JSON.stringify(publicJwk), createdAt: clock() })
    if (!won) removeKeyFile(directory, kid) // Another process was first: its key is the domain's.
  }

  const find = async (owner: KeyOwner, status: SigningKeyStatus) => (await store.ofOwner(owner)).find(has(status))

  /**
   * The keys of an owner, one of them active. A next key whose overlap is over becomes active here, in the process that reads it
   * first.
   */
  const keysOf = async (owner: KeyOwner): Promise<readonly SigningKeyRow[]> => {
    const keys = await store.ofOwner(owner)
    const next = keys.find(has('next'))
    const isDue = next !== undefined && next.createdAt + OVERLAP_MS <= clock()
    if (!isDue && keys.some(has('active'))) return keys
    if (isDue) await store.promote(owner, clock() - OVERLAP_MS, clock())
    if (!(await find(owner, 'active'))) await make(owner, store.addFirst)
    return store.ofOwner(owner)
  }

  const activeRow = async (owner: KeyOwner): Promise<SigningKeyRow> => {
    const key = (await keysOf(owner)).find(has('active'))
    if (!key) throw new Error(`No active signing key for ${owner}`)
    return key
  }

  const active = async (owner: KeyOwner): Promise<SigningKey> => {
    const { kid, alg } = await activeRow(owner)
    return { kid, alg, privateKey: await privateKey(kid, alg) }
  }

  const rotate: Keys['rotate'] = async (owner, { now = false } = {}) => {
    await activeRow(owner)
    await forgetPrivateHalves(owner)
    if (!(await find(owner, 'next'))) await make(owner, store.addNext)
    if (now) await store.promote(owner, clock(), clock())
    const key = (await find(owner, 'next')) ?? (await activeRow(owner))
    const status = key.status === 'next' ? 'next' : 'active'
    return { kid: key.kid, owner, status, signsFrom: status === 'next' ? key.createdAt + OVERLAP_MS : clock() }
  }

  /** Deletes the private halves of keys that no longer sign. */
  const forgetPrivateHalves = async (owner: KeyOwner): Promise<void> => {
    for (const { kid, status, ...key } of await store.all())
      if (key.owner === owner && !isPublished({ status, ...key }, clock())) removeKeyFile(directory, kid)
  }

  const published = publicHalves()
  return {
    ring: (owner) => ({
      active: () => active(owner),
      publicJwks: async () => published(await keysOf(owner), clock()),
    }),
    rotate,
    revoke: async (kid) => {
      const revoked = await store.revoke(kid, clock())
      if (!revoked) return false
      privateKeys.delete(kid)
      removeKeyFile(directory, kid)
      await activeRow(revoked.owner as KeyOwner)
      return true
    },
    list: async () =>
      (await store.all()).map((key) => ({
        kid: key.kid,
        owner: key.owner,
        alg: key.alg,
        status: key.status,
        createdAt: key.createdAt,
        published: isPublished(key, clock()),
        signsFrom: key.status === 'next' ? key.createdAt + OVERLAP_MS : undefined,
      })),
    secret: (name) => {
      const known = secrets.get(name) ?? keySecret(directory, name, readOnly ? undefined : random)
      secrets.set(name, known)
      return known
    },
    hasSecret: (name) => existsSync(path.join(directory, `${name}.secret`)),
    assertUsable: async () => {
      const signing = (await store.all()).filter((key) => has('active')(key) || has('next')(key))
      const [problem] = signing.flatMap((key) => keyProblem(directory, key) ?? [])
      const [first] = signing.filter((key) => keyProblem(directory, key) !== undefined)
      if (problem !== undefined && first)
        throw new OperatorError(
          `${problem}. Put it back from a backup, or make a new one: ./bin/slipway keys rotate --owner ${first.owner} --now`,
        )
    },
  }
}

const has =
  (status: SigningKeyStatus) =>
  (key: SigningKeyRow): boolean =>
    key.status === status

interface PublicHalves {
  readonly keys: readonly JWK[]
}

/** The JWK Set of keys; the same object as long as they are the same and none of them ends. */
function publicHalves(): (rows: readonly SigningKeyRow[], now: number) => PublicHalves {
  const known = new WeakMap<readonly SigningKeyRow[], { readonly jwks: PublicHalves; readonly until: number }>()
  return (rows, now) => {
    const last = known.get(rows)
    if (last && now < last.until) return last.jwks
    const shown = rows.filter((row) => isPublished(row, now))
    const jwks = { keys: shown.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK) }
    const ends = shown.flatMap(({ status, retiredAt }) =>
      status === 'retired' ? [(retiredAt ?? 0) + LAST_TOKEN_MS] : [],
    )
    known.set(rows, { jwks, until: Math.min(...ends, Number.POSITIVE_INFINITY) })
    return jwks
  }
}

const isPublished = ({ status, retiredAt }: Pick<SigningKeyRow, 'status' | 'retiredAt'>, now: number): boolean =>
  status === 'retired' ? (retiredAt ?? 0) > now - LAST_TOKEN_MS : status !== 'revoked'

const removeKeyFile = (directory: string, kid: string) => rmSync(keyFile(directory, kid), { force: true })

const keyFile = (directory: string, kid: string) => path.join(directory, `${kid}.jwk`)

/** Characters of the shortest accepted secret: an operator may provide one, but not an empty one. */
const SHORTEST_SECRET = 32

/**
 * Reads the secret, or creates it, given `random`; of two processes that create it concurrently, the first link wins. Throws
 * OperatorError.
 */
export function keySecret(directory: string, name: string, random: Random | undefined): string {
  const file = path.join(directory, `${name}.secret`)
  if (!existsSync(file)) {
    if (!random)
      throw new OperatorError(
        `${file} is missing. Put it back from a backup; or start the server, which makes a new one.`,
      )
    makeSecret(file, random)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.trim().length >= SHORTEST_SECRET) return secret
  throw new OperatorError(
    `${file} is damaged: it is shorter than a secret is. Put it back from a backup; or delete it, and a new one is made.`,
  )
}

function makeSecret(file: string, random: Random): void {
  const draft = `${file}.${random.uuid()}`
  writeDurably(draft, random.token())
  try {
    linkSync(draft, file)
    syncFolder(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** The problem of a key's private half, in a sentence; undefined when it matches the public half. */
export function keyProblem(directory: string, { kid, owner, publicJwk }: SigningKeyRow): string | undefined {
  const file = keyFile(directory, kid)
  if (!existsSync(file)) return `${file}, the private key of ${owner}, is missing`
  try {
    const { d, n } = JSON.parse(readFileSync(file, 'utf8')) as JWK
    const isPair = typeof d === 'string' && n === (JSON.parse(publicJwk) as JWK).n
    return isPair ? undefined : `${file} is not the private key of ${owner} that it should be`
  } catch {
    return `${file}, the private key of ${owner}, is damaged or cannot be read`
  }
}

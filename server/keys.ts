// Signing keys: the private half is a 0600 file in DATA_DIR/keys, its public half and its life a row of the database.
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing, SigningKey } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { SigningKeyStore } from './db/signing-keys.ts'

export type KeyOwner = 'oauth' | 'idp' | 'portal' | 'launch' | 'console'

export interface Keys {
  /** The ring of one peer; its first key is made when it has none. */
  readonly ring: (owner: KeyOwner) => KeyRing
  /** A secret of the domain by name (base64url, 256 bit), made at first use. */
  readonly secret: (name: string) => string
}

export interface KeysDeps {
  readonly directory: string
  readonly store: SigningKeyStore
  readonly clock: Clock
  readonly random: Random
}

// RS256: what every OpenID client must accept for an id_token (conformance DIS-13, IDT-01); RS384 where SMART asks for it.
const ALG: Readonly<Record<KeyOwner, string>> = {
  oauth: 'RS256',
  idp: 'RS256',
  portal: 'RS384',
  launch: 'RS384',
  console: 'RS384',
}
const OWNER_ONLY = 0o600

/** Opens the key folder (0700). */
export function openKeys({ directory, store, clock, random }: KeysDeps): Keys {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const privateKeys = new Map<string, Promise<CryptoKey>>()

  const privateKey = (kid: string, alg: string): Promise<CryptoKey> => {
    const known = privateKeys.get(kid)
    if (known) return known
    const jwk = JSON.parse(readFileSync(keyFile(directory, kid), 'utf8')) as JWK
    const loaded = importJWK(jwk, alg) as Promise<CryptoKey>
    privateKeys.set(kid, loaded)
    return loaded
  }

  const make = async (owner: KeyOwner): Promise<void> => {
    const { privateKey: secret, publicKey } = await generateKeyPair(ALG[owner], {
      extractable: true,
      modulusLength: 2048,
    })
    const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
    writeFileSync(keyFile(directory, kid), JSON.stringify({ ...(await exportJWK(secret)), kid, alg: ALG[owner] }), {
      mode: OWNER_ONLY,
      flag: 'wx',
    })
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALG[owner], use: 'sig' }
    const won = store.addFirst({
      kid,
      owner,
      alg: ALG[owner],
      publicJwk: JSON.stringify(publicJwk),
      createdAt: clock(),
    })
    if (!won) unlinkSync(keyFile(directory, kid)) // Another process was first: its key is the domain's.
  }

  const active = async (owner: KeyOwner): Promise<SigningKey> => {
    if (!store.active(owner)) await make(owner)
    const key = store.active(owner)
    if (!key) throw new Error(`No active signing key for ${owner}`)
    return { kid: key.kid, alg: key.alg, privateKey: await privateKey(key.kid, key.alg) }
  }

  return {
    ring: (owner) => ({
      active: () => active(owner),
      publicJwks: async () => {
        await active(owner)
        return { keys: store.published(owner).map(({ publicJwk }) => JSON.parse(publicJwk) as JWK) }
      },
    }),
    secret: (name) => secret(path.join(directory, `${name}.secret`), random),
  }
}

const keyFile = (directory: string, kid: string) => path.join(directory, `${kid}.jwk`)

/** Reads the secret, or makes it; of two processes that make it at once, the first link wins. */
function secret(file: string, random: Random): string {
  if (!existsSync(file)) {
    const draft = `${file}.${random.uuid()}`
    writeFileSync(draft, random.token(), { mode: OWNER_ONLY, flag: 'wx' })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  }
  return readFileSync(file, 'utf8')
}

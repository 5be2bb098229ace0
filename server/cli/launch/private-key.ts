// Reads the private key of an app or a platform from a file: PEM (PKCS#8), a JWK, or a JWK Set with one private key.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { importJWK, type JWK } from 'jose'
import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { thumbprint } from '#lib/crypto/thumbprint.ts'
import { CommandFailed } from '../output.ts'

/** An app that has not answered by then does not, in milliseconds. */
const KEYS_WITHIN_MS = 5000

/** An owner of keys, as the registry knows it. */
export interface KeyOwner {
  readonly clientId: string
  readonly jwks?: { readonly keys: readonly JWK[] } | undefined
  /** The address of its public keys, if they are not registered inline. */
  readonly jwksUrl?: string | undefined
}

/**
 * Reads the private key that `owner` signs with, by its registered algorithm. A file without a kid gets the kid of its
 * public half, registered or at `jwksUrl`, or else the thumbprint. Throws CommandFailed.
 */
export async function readPrivateKey(file: string, calledFrom: string, owner: KeyOwner): Promise<SigningKey> {
  const jwk = privateJwk(file, readText(path.resolve(calledFrom, file), file))
  const isItsHalf = (key: JWK) => thumbprint({ ...key }) === thumbprint({ ...jwk })
  const registered = owner.jwks?.keys.find(isItsHalf)
  const alg = registered?.alg ?? jwk.alg ?? algorithmOf(jwk)
  if (!alg) throw new CommandFailed(`${file} has an unsupported key: use an RSA key, or EC on P-256, P-384 or P-521.`)
  if (owner.jwks && !registered)
    throw new CommandFailed(`${file} is not the private key of a registered key of ${owner.clientId}.`)
  const kid = registered?.kid ?? jwk.kid ?? (await keysAt(owner.jwksUrl)).find(isItsHalf)?.kid
  const privateKey = await importJWK(jwk, alg).catch((cause: unknown) => {
    throw new CommandFailed(`${file}: the key is damaged.`, { cause })
  })
  if (privateKey instanceof Uint8Array) throw notPrivate(file)
  return { kid: kid ?? thumbprint({ ...jwk }) ?? '', alg, privateKey }
}

/** The keys at an address; empty when they cannot be read, for example because the app does not answer this machine. */
async function keysAt(url: string | undefined): Promise<readonly JWK[]> {
  if (url === undefined) return []
  try {
    const { keys } = (await (await fetch(url, { signal: AbortSignal.timeout(KEYS_WITHIN_MS) })).json()) as {
      readonly keys?: unknown
    }
    return Array.isArray(keys) ? keys.filter((key): key is JWK => typeof key === 'object' && key !== null) : []
  } catch {
    return []
  }
}

function readText(file: string, given: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CommandFailed(`${given} cannot be read.`, { cause })
  }
}

const EXPECTED = 'Expected PEM (-----BEGIN PRIVATE KEY-----), a JWK, or a JWK Set with one private key.'

const notPrivate = (file: string) => new CommandFailed(`${file} has no private key. ${EXPECTED}`)

function privateJwk(file: string, text: string): JWK {
  if (text.includes('-----BEGIN')) return jwkOfPem(file, text)
  const keys = jwksOf(file, text).filter(({ d }) => typeof d === 'string')
  const [key] = keys
  if (!key) throw notPrivate(file)
  if (keys.length > 1)
    throw new CommandFailed(`${file} has ${keys.length} private keys: keep only the one to sign with.`)
  return key
}

function jwkOfPem(file: string, pem: string): JWK {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw notPrivate(file)
  try {
    return createPrivateKey(pem).export({ format: 'jwk' }) as JWK
  } catch (cause) {
    throw new CommandFailed(
      `${file} cannot be read as a private key in PEM; keys with a passphrase are not supported.`,
      { cause },
    )
  }
}

function jwksOf(file: string, text: string): readonly JWK[] {
  try {
    const parsed = JSON.parse(text) as JWK & { readonly keys?: readonly JWK[] }
    return Array.isArray(parsed.keys) ? parsed.keys : [parsed]
  } catch (cause) {
    throw new CommandFailed(`${file} is neither PEM nor JSON. ${EXPECTED}`, { cause })
  }
}

const EC: Readonly<Record<string, string>> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }

const algorithmOf = ({ kty, crv }: JWK): string | undefined => (kty === 'RSA' ? 'RS384' : EC[crv ?? ''])

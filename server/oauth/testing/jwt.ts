// JWTs for tests, good and bad: claims and header exactly as given, signed or not.
import { createHmac } from 'node:crypto'
import { CompactSign } from 'jose'
import type { TestKey } from './keys.ts'

type Members = Readonly<Record<string, unknown>>

const json = (members: Members): string => JSON.stringify(members) // Leaves undefined members out.
const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A JWS over the claims as they stand, or over a text that is not JSON at all. */
export function signJwt(header: Members, claims: Members | string, key: TestKey): Promise<string> {
  const protectedHeader = { alg: key.alg, ...JSON.parse(json(header)) } as { alg: string }
  return new CompactSign(new TextEncoder().encode(typeof claims === 'string' ? claims : json(claims)))
    .setProtectedHeader(protectedHeader)
    .sign(key.privateKey, { crit: { x: true } }) // jose signs only a declared `crit`.
}

/** The token with another header over the same payload and signature. */
export function withHeader(token: string, header: Members, signature?: string): string {
  const [, payload, original] = token.split('.')
  return [base64url(json(header)), payload, signature ?? original].join('.')
}

/** The token with claims changed under the same header and signature. */
export function withClaims(token: string, changes: Members): string {
  const [header, , signature] = token.split('.')
  return [header, base64url(json({ ...readJwt(token).claims, ...changes })), signature].join('.')
}

/** The token signed with HMAC, a public key being the secret (RFC 8725 §2.1). */
export function signedByHmac(token: string, secret: string): string {
  const unsigned = [base64url(json({ alg: 'HS256', typ: 'JWT' })), token.split('.')[1]].join('.')
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}

/** Header and claims, unverified. */
export function readJwt(token: string): {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
} {
  const [header = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'))
  return { header: JSON.parse(header), claims: JSON.parse(claims) }
}

// Parses a compact JWS without verifying it (RFC 7515 §3.1): its shape only, not its signature.
import { isInMilliseconds } from '../clock.ts'
import type { JsonObject } from '../json.ts'
import { parseStrictObject } from './strict-json.ts'

/** Longest accepted token, in characters (conformance LIM-11). */
const MAX_LENGTH = 8 * 1024

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

/** The parts of a JWT that anybody may have written. */
export interface UnverifiedJwt {
  readonly header: JsonObject
  readonly claims: JsonObject
}

/** Header and claims of a compact JWS of at most 8 KB; undefined for anything else, a JWE included. Proves nothing. */
export function readUnverified(token: string): UnverifiedJwt | undefined {
  if (token.length > MAX_LENGTH || !COMPACT.test(token)) return undefined
  const [header, claims] = token.split('.').slice(0, 2).map(readPart)
  return header && claims ? { header, claims } : undefined
}

/** A NumericDate (RFC 7519 §2): a JSON number, not a text that looks like one. */
export const isNumericDate = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The problem of a time in milliseconds, by the name of its claim. Undefined for a time that may be in seconds. */
export const millisecondsProblem = (claim: string, date: number): string | undefined =>
  isInMilliseconds(date) ? `${claim} is in milliseconds; it must be in seconds.` : undefined

/** The one audience of a token; undefined when there is none or several, which invites injection (RFC 7523bis). */
export function singleAudience(aud: unknown): string | undefined {
  const only: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  return typeof only === 'string' ? only : undefined
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function readPart(part: string): JsonObject | undefined {
  try {
    return parseStrictObject(UTF_8.decode(Buffer.from(part, 'base64url')))
  } catch {
    return undefined
  }
}

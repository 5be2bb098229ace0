// Fetches a JWK Set from a client's jwks_uri, within limits (SMART 2.2 asymmetric authentication, conformance AST-21, AST-22).
import type { JWK } from 'jose'
import { inTime } from '#lib/async/in-time.ts'
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'
import { type JwksUrlRules, jwksUrlProblem } from './jwks-url-rules.ts'

const TIMEOUT_MS = 5 * SECOND
const SIZE_LIMIT = 64 * 1024 // some hundred keys
/** How long a set without caching headers is cached. */
const DEFAULT_LIFETIME_MS = 300 * SECOND
/** The cap on max-age, so that a withdrawn key is refused within the hour. */
const MAX_LIFETIME_MS = 3600 * SECOND

export interface JwksDocument {
  readonly keys: readonly JWK[]
  /** How long the set may be cached, in milliseconds. */
  readonly lifetime: number
}

/** Thrown when the URL gives no JWK Set; the message is the reason. */
export class JwksError extends Error {
  override readonly name = 'JwksError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problemText(problem))
    this.problem = problem
  }
}

/**
 * Reads the set. Throws JwksError, or the network's error, unless a 200 with a JWK Set arrives in time. Redirects are
 * not followed.
 */
export async function readJwksDocument(fetch: Fetch, url: string, rules: JwksUrlRules): Promise<JwksDocument> {
  const problem = jwksUrlProblem(url, rules)
  if (problem) throw new JwksError({ name: problem })
  return inTime(TIMEOUT_MS, async (signal) => documentIn(await fetch(url, { ...ASKED, signal })))
}

const ASKED = { headers: { accept: 'application/jwk-set+json, application/json' }, redirect: 'manual' } as const

async function documentIn(response: Response): Promise<JwksDocument> {
  if (response.status !== 200) throw new JwksError({ name: 'jwks_status', about: String(response.status) })
  const text = await readBody(response, SIZE_LIMIT)
  if (text === undefined) throw new JwksError({ name: 'jwks_size' })
  const keys = parseStrictObject(text)?.['keys']
  if (!Array.isArray(keys)) throw new JwksError({ name: 'jwks_none' })
  return { keys: keys.filter(isKey), lifetime: lifetimeOf(response.headers.get('cache-control') ?? '') }
}

const isKey = (key: unknown): key is JWK => typeof key === 'object' && key !== null && 'kty' in key

function lifetimeOf(cacheControl: string): number {
  if (/(^|[\s,])no-(store|cache)\b/i.test(cacheControl)) return 0
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  return maxAge === undefined ? DEFAULT_LIFETIME_MS : Math.min(Number(maxAge) * SECOND, MAX_LIFETIME_MS)
}

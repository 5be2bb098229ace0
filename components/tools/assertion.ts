// The claims of a client_assertion (RFC 7523 §3) and the request that uses it.
import { shellQuoted } from '#lib/shell-quoted.ts'

const LONGEST_LIFETIME_S = 300 // SMART App Launch 2.2

interface Asked {
  readonly clientId: string
  readonly audience: string
  /** Seconds. */
  readonly lifetime: number
  /** Epoch milliseconds. */
  readonly now: number
}

export function assertionClaims({ clientId, audience, lifetime, now }: Asked) {
  const iat = Math.floor(now / 1000)
  const exp = iat + Math.min(Math.max(lifetime, 1), LONGEST_LIFETIME_S)
  return { iss: clientId, sub: clientId, aud: audience, iat, exp, jti: crypto.randomUUID() }
}

/** A `curl` for a bearer token of an app's own. */
export const tokenCurl = (endpoint: string, assertion: string): string =>
  [
    `curl ${shellQuoted(endpoint)}`,
    '-d grant_type=client_credentials',
    "--data-urlencode 'scope=system/*.rs'",
    '-d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    `-d client_assertion=${assertion}`,
  ].join(' \\\n  ')

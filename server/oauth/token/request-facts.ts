// The facts of a token request for its trace: every known parameter, and the unverified claims of the assertion.
import type { Params } from '#lib/http/params.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import type { FactList } from '#lib/trace/trace.ts'

export const formFacts = (form: Params): FactList => Object.fromEntries(form.entries)

/** Header and claims of a client assertion, by name; nothing for what is no JWT. */
export function assertionFacts(assertion: string | undefined): FactList {
  const jwt = assertion === undefined ? undefined : readUnverified(assertion)
  if (!jwt) return { client_assertion: assertion }
  const { aud, iss, sub, exp, iat, jti } = jwt.claims
  return { aud, iss, sub, exp, iat, jti, kid: jwt.header['kid'], alg: jwt.header['alg'], typ: jwt.header['typ'] }
}

// A rule about the header or claims of a JWT, before its signature is verified; used by the endpoints to refuse, and by the token
// tools for developers to explain.
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'

export interface ClaimCheck<Name extends string, Context> {
  readonly name: Name
  /** The examined value. */
  readonly received: (jwt: UnverifiedJwt) => unknown
  /** The problem, as a sentence with the expectation and nothing of the received value. */
  readonly problem: (jwt: UnverifiedJwt, context: Context) => string | undefined
}

/** The first check that does not hold, in their order. */
export function firstProblem<Name extends string, Context>(
  checks: readonly ClaimCheck<Name, Context>[],
  jwt: UnverifiedJwt,
  context: Context,
): { readonly name: Name; readonly problem: string } | undefined {
  for (const { name, problem } of checks) {
    const found = problem(jwt, context)
    if (found) return { name, problem: found }
  }
  return undefined
}

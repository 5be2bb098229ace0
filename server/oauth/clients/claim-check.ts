// A rule about the header or claims of a JWT, before its signature is verified; used by the endpoints to refuse, and by the token
// tools for developers to explain.
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { FactList } from '#lib/trace/trace.ts'

export interface ClaimCheck<Name extends string, Context> {
  readonly name: Name
  /** The examined value. */
  readonly received: (jwt: UnverifiedJwt) => unknown
  /** The problem, as a sentence with the expectation and nothing of the received value. */
  readonly problem: (jwt: UnverifiedJwt, context: Context) => string | undefined
  /** What would do, by the names of claims and header: for a trace. */
  readonly expected?: (jwt: UnverifiedJwt, context: Context) => FactList
}

/** The first check that does not hold, in their order. */
export function firstProblem<Name extends string, Context>(
  checks: readonly ClaimCheck<Name, Context>[],
  jwt: UnverifiedJwt,
  context: Context,
): { readonly name: Name; readonly problem: string; readonly expected: FactList | undefined } | undefined {
  for (const { name, problem, expected } of checks) {
    const found = problem(jwt, context)
    if (found) return { name, problem: found, expected: expected?.(jwt, context) }
  }
  return undefined
}

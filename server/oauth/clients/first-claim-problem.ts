// A rule for the header or claims of a JWT, checked before its signature. The endpoints refuse by it; the token tools
// for developers explain with it.
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { FactList } from '#lib/trace/trace.ts'

export interface ClaimCheck<Name extends string, Context> {
  readonly name: Name
  /** The examined value. */
  readonly received: (jwt: UnverifiedJwt) => unknown
  /** The problem, as a sentence that gives the expectation and nothing of the received value. */
  readonly problem: (jwt: UnverifiedJwt, context: Context) => string | undefined
  /** Acceptable values, by claim or header name, for a trace. */
  readonly expected?: (jwt: UnverifiedJwt, context: Context) => FactList
}

/** The first failing check, in their order. */
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

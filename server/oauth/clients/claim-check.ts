// One rule about the header or the claims of a JWT, before its signature is looked at: what the endpoints refuse by, and
// what a developer is told who asks about a token of theirs.
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'

export interface ClaimCheck<Name extends string, Context> {
  readonly name: Name
  /** What it looks at. */
  readonly received: (jwt: UnverifiedJwt) => unknown
  /** What is wrong, as a sentence that says what is expected and nothing of what was received. */
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

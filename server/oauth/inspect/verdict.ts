// The result of a dry run: rows of checks that passed, failed, or were not reached.
import type { InspectedCheck } from '#lib/api/tools.ts'
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { ClaimCheck } from '../clients/first-claim-problem.ts'

/** Longest part of a token shown in a verdict. */
const MAX_RECEIVED = 400

export const passed = (name: string, received: unknown = undefined): InspectedCheck => ({
  name,
  outcome: 'pass',
  expected: null,
  received: shown(received),
  error: null,
})

export const failed = (name: string, expected: string, error: string | null, received?: unknown): InspectedCheck => ({
  name,
  outcome: 'fail',
  expected,
  received: shown(received),
  error,
})

export const notReached = (name: string): InspectedCheck => ({
  name,
  outcome: 'not_reached',
  expected: null,
  received: null,
  error: null,
})

/** Runs every check of header and claims: none depends on another. */
export const inspectClaims = <Name extends string, Context>(
  checks: readonly ClaimCheck<Name, Context>[],
  jwt: UnverifiedJwt,
  context: Context,
  errorOf: (name: Name) => string | null,
): readonly InspectedCheck[] =>
  checks.map(({ name, received, problem }) => {
    const found = problem(jwt, context)
    return found ? failed(name, found, errorOf(name), received(jwt)) : passed(name, received(jwt))
  })

/** Runs checks in order; those after the first failure are not reached. */
export function inspectInOrder(
  names: readonly string[],
  failure: { readonly name: string; readonly expected: string; readonly error: string | null } | undefined,
): readonly InspectedCheck[] {
  const at = failure ? names.indexOf(failure.name) : names.length
  return names.map((name, index) => {
    if (index < at) return passed(name)
    return index === at && failure ? failed(name, failure.expected, failure.error) : notReached(name)
  })
}

export const allPass = (checks: readonly InspectedCheck[]): boolean => checks.every(({ outcome }) => outcome === 'pass')

function shown(received: unknown): string | null {
  if (received === undefined) return null
  const text = JSON.stringify(received)
  return text.length > MAX_RECEIVED ? `${text.slice(0, MAX_RECEIVED)}…` : text
}

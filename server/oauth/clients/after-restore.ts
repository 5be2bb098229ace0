// After the domain was put back to a backup: which tokens were used since the backup is not known, so none that may have been
// is accepted (conformance LTK-07, AST-12). They live five minutes at most, so this is over soon.
import { numericDate } from '#lib/clock.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S } from './signed-by-client.ts'

interface Times {
  /** NumericDate; an assertion need not say it. */
  readonly iat: number | undefined
  readonly exp: number
}

/** Whether a token for one use may have been used before the domain was restored, at `restoredAt` (epoch milliseconds). */
export function mayHaveBeenUsed({ iat, exp }: Times, restoredAt: number | undefined): boolean {
  if (restoredAt === undefined) return false
  // What was accepted then was made by a clock that may have been ahead by the skew, and ended within its longest life.
  const latest = numericDate(restoredAt) + CLOCK_SKEW_S
  return iat === undefined ? exp <= latest + MAX_LIFETIME_S : iat <= latest
}

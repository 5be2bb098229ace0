// Refuses tokens from before a restoration from a backup: those used since the backup are unknown, so none that may have been used
// is accepted (conformance LTK-07, AST-12). They live five minutes at most, so this is over soon.
import { numericDate } from '#lib/clock.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S } from './signed-by-client.ts'

interface Times {
  /** NumericDate; an assertion need not say it. */
  readonly iat: number | undefined
  readonly exp: number
}

/** True for a single-use token that may have been used before the domain was restored, at `restoredAt` (epoch milliseconds). */
export function mayHaveBeenUsed({ iat, exp }: Times, restoredAt: number | undefined): boolean {
  if (restoredAt === undefined) return false
  // A token accepted then was issued by a clock at most the skew ahead, and expired within its longest lifetime.
  const latest = numericDate(restoredAt) + CLOCK_SKEW_S
  return iat === undefined ? exp <= latest + MAX_LIFETIME_S : iat <= latest
}

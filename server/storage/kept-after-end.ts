// How long the rows of a launch are kept after they expired, whichever engine keeps them (LIM-10).
import { MINUTE } from '#lib/clock.ts'

/** Rows that are purged per table and call, which take a few milliseconds. */
export const MOST_AT_ONCE = 500

/** How long a row is stored after it expires, in milliseconds. */
export const KEPT_AFTER_END: Readonly<Record<string, number>> = {
  authorize_transaction: 0,
  // A used code is stored for as long as its token, so that a second use still revokes the token.
  authorization_code: 10 * MINUTE,
  used_jti: 0,
  noop_token: 0,
  idp_code: 0,
}

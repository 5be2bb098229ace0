// The part of an app that an administrator approves: where launches and codes go, and whose signature is the app's; and
// since when.
import { numericDate } from '../clock.ts'

/** The fields of an app that an approval covers. */
export interface Approvable {
  readonly launchUrl?: string | null | undefined
  readonly redirectUris: readonly string[]
  readonly jwksUrl?: string | null | undefined
  readonly jwks?: unknown
  readonly logoutUri?: string | null | undefined
}

/** True where an approval of the one is an approval of the other. */
export const isSameApp = (one: Approvable, other: Approvable): boolean => approved(one) === approved(other)

const approved = ({
  launchUrl = null,
  redirectUris,
  jwksUrl = null,
  jwks = null,
  logoutUri = null,
}: Approvable): string => JSON.stringify([launchUrl, [...redirectUris].sort(), jwksUrl, jwks, logoutUri])

/**
 * True for a token that an app got before it was approved, the last time; it counts no longer. `iat` is a NumericDate, the
 * others are epoch milliseconds. Where the clock was set back behind the approval, tokens from after that are not from before.
 */
export const isBeforeApproval = ({ iat }: { readonly iat: number }, approvedAt: number, now: number): boolean =>
  iat < numericDate(approvedAt) && (approvedAt <= now || iat > numericDate(now))

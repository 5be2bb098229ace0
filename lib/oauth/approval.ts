// The part of an app that an administrator approves: where launches and codes go, and whose signature is the app's.

/** The fields of an app that an approval covers. */
export interface Approvable {
  readonly launchUrl?: string | null | undefined
  readonly redirectUris: readonly string[]
  readonly jwksUrl?: string | null | undefined
  readonly jwks?: unknown
}

/** True where an approval of the one is an approval of the other. */
export const isSameApp = (one: Approvable, other: Approvable): boolean => approved(one) === approved(other)

const approved = ({ launchUrl = null, redirectUris, jwksUrl = null, jwks = null }: Approvable): string =>
  JSON.stringify([launchUrl, [...redirectUris].sort(), jwksUrl, jwks])

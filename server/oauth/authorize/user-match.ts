// Checks that the person who logged in is the person of the launch (conformance IDP-08, IDP-09).
import { parseReference } from '#lib/fhir/reference.ts'
import { claimedUserName, normalUserName } from '#lib/oauth/user-name.ts'
import type { SharedIdp } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Directory } from '../store.ts'

type Claims = Readonly<Record<string, unknown>>
type Resource = Readonly<Record<string, unknown>>
type Naming = Pick<SharedIdp, 'claim' | 'identifierSystem'>

/**
 * The user name by which the claim identifies the person of the launch. Throws access_denied otherwise, and discloses
 * neither user name. `note` receives the user names of the person.
 */
export async function assertUserMatch(
  directory: Directory,
  naming: Naming,
  claims: Claims,
  sub: string,
  note: (usernames: readonly string[]) => void = () => undefined,
): Promise<string> {
  const username = usernameIn(claims, naming.claim)
  const person = parseReference(sub)
  const resource = person && (await directory.find(person.type, person.id))
  note(resource ? usernamesOf(resource, naming.identifierSystem) : [])
  if (username && resource && carriesUserName(resource, username, naming.identifierSystem)) return username
  throw new Refusal('user.match', 'access_denied')
}

/** Throws access_denied when the provider does not send the claim, which only the domain's operator can fix. */
export function assertNamingClaim(
  { claim, claimsFrom }: Pick<SharedIdp, 'claim' | 'claimsFrom'>,
  claims: Claims,
): void {
  const value = claims[claim]
  const at = { auto: 'its id_token or at userinfo', id_token: 'its id_token', userinfo: 'userinfo' }[claimsFrom]
  const cause = `claims that came: ${Object.keys(claims).join(', ')}`
  if (typeof value !== 'string' || value === '')
    throw new Refusal('idp.claim', 'access_denied', `the identity provider must send the claim ${claim} in ${at}.`, {
      cause,
    })
}

/** The normalised user names of a person of the domain; none when the person no longer exists. */
export async function launchUsernames(directory: Directory, { identifierSystem }: Naming, sub: string) {
  const person = parseReference(sub)
  const resource = person && (await directory.find(person.type, person.id))
  return resource ? usernamesOf(resource, identifierSystem) : []
}

/** The normalised value of the claim. An e-mail address counts only when the provider verified it. */
export function usernameIn(claims: Claims, claim: string): string | undefined {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') return undefined
  return claim === 'email' && claims['email_verified'] !== true ? undefined : claimedUserName(value)
}

/** True when the resource is an active person with the user name. */
export const carriesUserName = (resource: Resource, username: string, system: string): boolean =>
  resource['active'] !== false && usernamesOf(resource, system).includes(username)

/** By system and value: the same text under another system is a different identifier, such as a file number. */
export const usernamesOf = ({ identifier }: Resource, system: string): readonly string[] =>
  (Array.isArray(identifier) ? identifier : []).flatMap((entry: unknown) =>
    typeof entry === 'object' &&
    entry !== null &&
    'system' in entry &&
    'value' in entry &&
    entry.system === system &&
    typeof entry.value === 'string'
      ? [normalUserName(entry.value)]
      : [],
  )

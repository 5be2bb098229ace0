// Whether the person who logged in is the person of the launch (SEED "Authentication" 3, decision E8, conformance IDP-08, IDP-09).
import { parseReference } from '#lib/fhir/reference.ts'
import { comparableName } from '#lib/oauth/claimed-name.ts'
import { Refusal } from './check.ts'
import type { SharedIdp } from './deps.ts'
import type { Directory } from './store.ts'

type Claims = Readonly<Record<string, unknown>>
type Resource = Readonly<Record<string, unknown>>
type Naming = Pick<SharedIdp, 'claim' | 'identifierSystem'>

/**
 * Throws access_denied unless the claim names the person; the refusal says nothing about either of the two. `note` is told
 * which user names the person has.
 */
export async function assertUserMatch(
  directory: Directory,
  naming: Naming,
  claims: Claims,
  sub: string,
  note: (usernames: readonly string[]) => void = () => undefined,
): Promise<void> {
  const username = claimedUsername(claims, naming.claim)
  const person = parseReference(sub)
  const resource = person && (await directory.find(person.type, person.id))
  const usernames = resource ? usernamesOf(resource, naming.identifierSystem) : []
  note(usernames)
  if (username && resource && resource['active'] !== false && usernames.includes(username)) return
  throw new Refusal('user.match', 'access_denied')
}

/** The user names of a person of the domain, as they are compared; none for one who is not there any more. */
export async function launchUsernames(directory: Directory, { identifierSystem }: Naming, sub: string) {
  const person = parseReference(sub)
  const resource = person && (await directory.find(person.type, person.id))
  return resource ? usernamesOf(resource, identifierSystem) : []
}

/** What the claim says, normalised; an e-mail address counts only when the provider verified it. */
export function claimedUsername(claims: Claims, claim: string): string | undefined {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') return undefined
  return claim === 'email' && claims['email_verified'] !== true ? undefined : comparableName(value)
}

/** By system and value: the same text under another system is another thing (a file number, say). */
export const usernamesOf = ({ identifier }: Resource, system: string): readonly string[] =>
  (Array.isArray(identifier) ? identifier : []).flatMap((entry: unknown) =>
    typeof entry === 'object' &&
    entry !== null &&
    'system' in entry &&
    'value' in entry &&
    entry.system === system &&
    typeof entry.value === 'string'
      ? [normal(entry.value)]
      : [],
  )

/** Unicode NFC, then lower case: how user names are compared, and the only freedom there is. */
const normal = (text: string): string => text.normalize('NFC').toLowerCase()

// The person at the portal: the one with the signed-in user name.
import type { PortalMe, PortalPerson } from '#lib/api/portal.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { ROLE_OF_TYPE, roleOf } from '#lib/fhir/person-role.ts'
import { normalUserName } from '#lib/oauth/user-name.ts'
import type { PortalDeps, Viewer } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'

/** The person and the session, for GET /portal/api/me. */
export async function whoIsThere(deps: PortalDeps, fhir: PortalFhir, request: Request): Promise<PortalMe> {
  const viewer = await deps.viewer(request)
  return {
    signedIn: viewer !== undefined,
    person: (viewer && (await deps.once(request, 'person', () => personOf(deps, fhir, viewer)))) ?? null,
    demoPeople: demoPeople(deps),
  }
}

/** The person of the request. Throws PortalFailure when there is none, so that nothing is shown without one. */
export async function readPerson(deps: PortalDeps, fhir: PortalFhir, request: Request): Promise<PortalPerson> {
  const { person } = await whoIsThere(deps, fhir, request)
  if (!person) throw new PortalFailure('not_signed_in')
  return person
}

/** The practitioner who sent the request. Throws PortalFailure for anybody else. */
export async function readPractitioner(deps: PortalDeps, fhir: PortalFhir, request: Request): Promise<PortalPerson> {
  const person = await readPerson(deps, fhir, request)
  if (person.role !== 'practitioner') throw new PortalFailure('not_practitioner')
  return person
}

/** The people of the demo whom a visitor may sign in as with one click. */
export const demoPeople = ({ demo }: Pick<PortalDeps, 'demo'>): PortalMe['demoPeople'] =>
  (demo?.people ?? []).flatMap(({ reference, name, username }) => {
    const role = roleOf(reference)
    return role ? [{ reference, name, role, username }] : []
  })

/** The one active person with the user name. Two of the same type are an error in the data and count as none. */
async function personOf(deps: PortalDeps, fhir: PortalFhir, viewer: Viewer): Promise<PortalPerson | undefined> {
  for (const [type, role] of ROLE_OF_TYPE) {
    const identifier = `${escapeSearchValue(deps.identifierSystem)}|${escapeSearchValue(normalUserName(viewer.username))}`
    const found = matchesOf(await fhir.search(type, { identifier }), type).filter(
      (resource) => resource['active'] !== false && carries(resource, deps.identifierSystem, viewer.username),
    )
    const [person] = found
    if (!person) continue
    if (found.length === 1 && typeof person['id'] === 'string')
      return { reference: `${type}/${person['id']}`, role, name: humanName(person) ?? viewer.name ?? viewer.username }
    deps.log.warn({ type, count: found.length }, 'More than one person carries the same user name')
    return undefined
  }
  return undefined
}

/** Checked again here: a server that does not support a search parameter ignores it and answers with everybody. */
function carries(person: FhirResource, system: string, username: string): boolean {
  const identifiers = Array.isArray(person['identifier']) ? (person['identifier'] as readonly unknown[]) : []
  return identifiers.some((identifier) => {
    const { system: own, value } = (identifier ?? {}) as { readonly system?: unknown; readonly value?: unknown }
    return own === system && typeof value === 'string' && normalUserName(value) === normalUserName(username)
  })
}

/** FHIR R4 §3.1.1.4.0.1: separators of a search value are escaped. */
export const escapeSearchValue = (text: string): string => text.replace(/[\\$,|]/g, '\\$&')

/** The birth date of a record, where it has one: it tells two people of the same name apart. */
export const birthDateOf = (one: FhirResource | undefined): { readonly birthDate?: string } =>
  typeof one?.['birthDate'] === 'string' ? { birthDate: one['birthDate'] } : {}

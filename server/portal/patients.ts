// GET /portal/api/patients: for a practitioner every patient, or those with a name, page by page in order of name; for
// others the one patient whom they may see.
import type { PortalPatient, PortalPatients } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName, otherFamilyNames } from '#lib/fhir/display-name.ts'
import { queryParams } from '#lib/http/params.ts'
import { auditList } from './audited.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { birthDateOf, escapeSearchValue, readPerson } from './person.ts'
import { patientOf } from './who-may-see.ts'

/** Patients per page; the page size of the domain (conformance LST-08). */
const PAGE_SIZE = 40
/** The order in which people look for a person in a list. Of several family names the first in the order counts. */
const BY_NAME = 'family,given'
/** Longest name to search for, in characters. */
const LONGEST_NAME = 100

export const patients =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalPatients> => {
    const person = await readPerson(deps, fhir, request)
    const own = await patientOf(fhir, person)
    if (own !== 'every') {
      const patient = await fhir.find('Patient', own)
      return auditedPage(deps, request, '', patient ? [patient] : [])
    }
    const { name, next: page } = askedFor(request)
    const bundle = await (page === undefined ? fhir.search('Patient', searchFor(name)) : fhir.page(page))
    const next = linkOf(bundle, 'next')
    const previous = linkOf(bundle, 'previous') ?? linkOf(bundle, 'prev')
    const { total } = bundle
    return {
      ...(await auditedPage(deps, request, name, matchesOf(bundle, 'Patient'))),
      ...(typeof total === 'number' ? { total } : {}),
      ...(next ? { next } : {}),
      ...(previous ? { previous } : {}),
    }
  }

/** The patients for the page, after recording who saw them. */
async function auditedPage(
  deps: PortalDeps,
  request: Request,
  name: string,
  patients: readonly FhirResource[],
): Promise<PortalPatients> {
  const items = patients.map(shown)
  const parameters: readonly (readonly [string, string])[] = name === '' ? [] : [['name', name]]
  await auditList(deps, request, { type: 'Patient', parameters, shown: items.map(({ reference }) => reference) })
  return { items, pageSize: PAGE_SIZE }
}

/** The query: `next` from the previous page, and the name to search for, which is empty for all. */
function askedFor(request: Request): { readonly name: string; readonly next: string | undefined } {
  const params = queryParams(request)
  const name = params.get('name')?.trim() ?? ''
  if (params.repeated.has('next') || params.repeated.has('name') || name.length > LONGEST_NAME)
    throw new PortalFailure('bad_request')
  return { name, next: params.get('next') }
}

/**
 * Each part must match the start of one of a person's names (FHIR R4 search.html §3.1.1.4.8). Each is a `name`
 * parameter of its own, so that all must match.
 */
function searchFor(name: string): readonly (readonly [string, string])[] {
  const parts = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .reduce(joined, [])
  return [
    ...parts.map((part) => ['name', escapeSearchValue(part)] as const),
    ['_sort', BY_NAME],
    ['_count', String(PAGE_SIZE)],
  ]
}

/** Prefixes that start a family name: “van den Berg” is one value. */
const PREFIX = /(^|\s)(aan|bij|da|de|del|den|der|di|du|el|het|in|la|le|op|te|ten|ter|tot|van|vom|von|’t|'t|’s|'s)$/i

function joined(parts: readonly string[], word: string): readonly string[] {
  const last = parts.at(-1)
  return last !== undefined && PREFIX.test(last) ? [...parts.slice(0, -1), `${last} ${word}`] : [...parts, word]
}

function shown(patient: FhirResource): PortalPatient {
  const { id, gender, active } = patient
  const also = otherFamilyNames(patient)
  return {
    reference: `Patient/${id}`,
    name: humanName(patient) ?? `Patient/${id}`,
    ...birthDateOf(patient),
    ...(typeof gender === 'string' ? { gender } : {}),
    ...(also.length > 0 ? { alsoCalled: also } : {}),
    ...(active === false ? { notInUse: true } : {}),
  }
}

// GET /portal/api/patients: every patient, page by page, for a practitioner; for others the one patient that they may see.
import type { PortalPatient, PortalPatients } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/names.ts'
import { queryParams } from '#lib/http/params.ts'
import { auditList } from './audited.ts'
import { patientOf } from './care.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { readPerson } from './person.ts'

/** Patients on a page; the page size of the domain (conformance LST-08). */
const PAGE_SIZE = '40'

export const patients =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalPatients> => {
    const person = await readPerson(deps, fhir, request)
    const own = await patientOf(fhir, person)
    if (own !== 'every') {
      const patient = await fhir.find('Patient', own)
      return told(deps, request, patient ? [patient] : [])
    }
    const bundle = await pageOf(fhir, request)
    const next = linkOf(bundle, 'next')
    const items = matchesOf(bundle, 'Patient').filter((patient) => patient['active'] !== false)
    return { ...(await told(deps, request, items)), ...(next ? { next } : {}) }
  }

/** The patients as the page has them, once it is noted who saw them. */
async function told(deps: PortalDeps, request: Request, patients: readonly FhirResource[]): Promise<PortalPatients> {
  const items = patients.map(shown)
  await auditList(deps, request, { type: 'Patient', parameters: [], shown: items.map(({ reference }) => reference) })
  return { items }
}

/** The first page, or the one that `next` of the page before leads to. */
function pageOf(fhir: PortalFhir, request: Request): Promise<FhirResource> {
  const params = queryParams(request)
  if (params.repeated.has('next')) throw new PortalFailure('bad_request')
  const next = params.get('next')
  return next === undefined ? fhir.search('Patient', { _count: PAGE_SIZE }) : fhir.page(next)
}

function shown(patient: FhirResource): PortalPatient {
  const { id, birthDate, gender } = patient
  return {
    reference: `Patient/${id}`,
    name: humanName(patient) ?? `Patient/${id}`,
    ...(typeof birthDate === 'string' ? { birthDate } : {}),
    ...(typeof gender === 'string' ? { gender } : {}),
  }
}

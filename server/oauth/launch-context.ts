// What a launch speaks of: the person, the task and the activity, held against the resources of the domain (LTK-08 to LTK-12).
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import { type CheckName, invalidRequest, Refusal } from './check.ts'
import type { VerifiedLaunch } from './launch-token.ts'
import { personReference } from './person.ts'
import type { Client, Directory, LaunchContext } from './store.ts'

type Resource = Readonly<Record<string, unknown>>

/** A FHIR code: no leading, trailing or doubled white space (R4 datatypes "code"); request-intent has short ones. */
const CODE = /^[^\s]{1,64}(?: [^\s]{1,64}){0,3}$/

/** The context of a verified launch, as far as every resource it names exists and belongs. Throws a Refusal. */
export async function assertLaunchContext(
  directory: Directory,
  launch: VerifiedLaunch,
  app: Pick<Client, 'clientId'>,
): Promise<LaunchContext> {
  const person = personReference(launch.sub)
  if (!person) throw invalidRequest('launch.sub', 'sub must be Patient/id, Practitioner/id or RelatedPerson/id.')
  const personResource = await existing(directory, person, 'launch.sub', 'sub')
  const task = await assertReference(directory, launch.resource, 'Task', 'launch.resource', 'resource')
  const definition = await assertDefinition(directory, launch.definition, app)
  const patient = await assertPatient(directory, launch.patient, person, personResource)
  const intent = assertIntent(launch.intent)
  return {
    platform: launch.platform,
    traceId: launch.jti,
    sub: formatReference(person),
    resource: task,
    ...(definition === undefined ? {} : { definition }),
    ...(patient === undefined ? {} : { patient }),
    ...(intent === undefined ? {} : { intent }),
  }
}

async function existing(directory: Directory, { type, id }: Reference, check: CheckName, claim: string) {
  const resource = await directory.find(type, id)
  if (!resource) throw invalidRequest(check, `${claim} must be a resource of this domain.`)
  return resource
}

async function assertReference(
  directory: Directory,
  value: unknown,
  type: string,
  check: CheckName,
  claim: string,
): Promise<string> {
  const reference = parseReference(value)
  if (reference?.type !== type) throw invalidRequest(check, `${claim} must be ${type}/id.`)
  await existing(directory, reference, check, claim)
  return formatReference(reference)
}

/** An app is launched for its own activities only. */
async function assertDefinition(directory: Directory, value: unknown, { clientId }: Pick<Client, 'clientId'>) {
  if (value === undefined) return undefined
  const reference = parseReference(value)
  if (reference?.type !== 'ActivityDefinition')
    throw invalidRequest('launch.definition', 'definition must be ActivityDefinition/id.')
  const definition = await existing(directory, reference, 'launch.definition', 'definition')
  if (extensionReference(definition, RESOURCE_ORIGIN) !== `Device/${clientId}`)
    throw invalidRequest('launch.definition', 'definition must be an activity of the app that was launched.')
  return formatReference(reference)
}

async function assertPatient(directory: Directory, value: unknown, person: Reference, resource: Resource) {
  if (person.type === 'RelatedPerson') assertRelated(value, resource)
  if (value === undefined) return undefined
  const patient = await assertReference(directory, value, 'Patient', 'launch.patient', 'patient')
  if (person.type === 'Patient' && patient !== formatReference(person))
    throw invalidRequest('launch.patient', 'patient must be the launching person, who is a patient.')
  return patient
}

/** A related person acts for the patient of the record, and for nobody else (conformance LTK-11). */
function assertRelated(value: unknown, { patient }: Resource): void {
  const related =
    patient !== null && typeof patient === 'object' && 'reference' in patient ? patient.reference : undefined
  if (typeof value === 'string' && value === related) return
  throw new Refusal('launch.patient', 'access_denied', 'patient must be the patient to whom the person is related.')
}

function assertIntent(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && CODE.test(value)) return value
  throw invalidRequest('launch.intent', 'intent must be a code.')
}

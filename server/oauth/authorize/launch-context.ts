// Checks the context of a launch against the resources of the domain: person, task and activity (LTK-08 to LTK-12).
import type { CheckName } from '#lib/checks/checks.ts'
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import { type ActsFor, actsFor, isTaskOf } from '#lib/launch/task-access.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { invalidRequest, Refusal } from '../refusal.ts'
import type { Client, Directory, LaunchContext } from '../store.ts'
import type { VerifiedLaunch } from './launch-token.ts'
import { personReference } from './person.ts'

type Resource = Readonly<Record<string, unknown>>

/**
 * A FHIR code: no leading, trailing or doubled white space (R4 datatypes "code"). The limits suit request-intent, whose
 * codes are short.
 */
const CODE = /^[^\s]{1,64}(?: [^\s]{1,64}){0,3}$/

/** The platform of a launch, and its claims. */
type Claimed = Pick<VerifiedLaunch, 'platform' | 'sub' | 'resource'> &
  Partial<Pick<VerifiedLaunch, 'definition' | 'patient' | 'intent'>> & { readonly traceId: string }

/**
 * The person and the context of a verified launch. Throws a Refusal unless every resource that it names exists and
 * belongs to the launch.
 */
export async function assertLaunchContext(
  { directory, recorder }: Pick<OauthDeps, 'directory'> & Traced,
  launch: Claimed,
  app: Pick<Client, 'clientId' | 'anyTask'>,
): Promise<{ readonly context: LaunchContext; readonly person: Resource }> {
  const of = (claim: 'sub' | 'resource' | 'definition' | 'patient' | 'intent') => () => ({
    received: { [claim]: launch[claim] },
  })
  recorder.subject({ sub: launch.sub, task: launch.resource })
  const { person, resource } = await recorder.check('launch.sub', () => assertPerson(directory, launch.sub), of('sub'))
  const { reference: task, resource: taskResource } = await recorder.check(
    'launch.resource',
    () => assertTask(directory, launch.resource),
    of('resource'),
  )
  recorder.check(
    'launch.task',
    () => assertTaskOf(taskResource, actsFor(person, resource), app),
    () => ({ received: { sub: launch.sub, resource: launch.resource } }),
  )
  const definition = await recorder.check(
    'launch.definition',
    () => assertDefinition(directory, launch.definition, app),
    of('definition'),
  )
  const patient = await recorder.check(
    'launch.patient',
    () => assertPatient(directory, launch.patient, person, resource),
    () => ({ received: { patient: launch.patient, sub: launch.sub } }),
  )
  const intent = recorder.check('launch.intent', () => assertIntent(launch.intent), of('intent'))
  const context = {
    platform: launch.platform,
    traceId: launch.traceId,
    sub: formatReference(person),
    resource: task,
    ...(definition === undefined ? {} : { definition }),
    ...(patient === undefined ? {} : { patient }),
    ...(intent === undefined ? {} : { intent }),
  }
  return { context, person: resource }
}

async function assertPerson(directory: Directory, sub: unknown) {
  const person = personReference(sub)
  if (!person) throw invalidRequest('launch.sub', 'sub must be Patient/id, Practitioner/id or RelatedPerson/id.')
  return { person, resource: await existing(directory, person, 'launch.sub', 'sub') }
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
): Promise<{ readonly reference: string; readonly resource: Resource }> {
  const reference = parseReference(value)
  if (reference?.type !== type) throw invalidRequest(check, `${claim} must be ${type}/id.`)
  const resource = await existing(directory, reference, check, claim)
  return { reference: formatReference(reference), resource }
}

/** A Task that was entered in error should never have been (R4 task.html, TaskStatus): nobody works on it. */
async function assertTask(directory: Directory, value: unknown) {
  const found = await assertReference(directory, value, 'Task', 'launch.resource', 'resource')
  if (found.resource['status'] === 'entered-in-error')
    throw invalidRequest('launch.resource', 'resource must be a Task that is not entered in error.')
  return found
}

/** A person can only launch tasks of people for whom they act, unless the app is registered for any task. */
function assertTaskOf(task: Resource, people: ActsFor, { anyTask }: Pick<Client, 'anyTask'>): void {
  if (!anyTask && !isTaskOf(task, people)) throw invalidRequest('launch.task')
}

/** An app can only be launched for its own activities. */
async function assertDefinition(directory: Directory, value: unknown, { clientId }: Pick<Client, 'clientId'>) {
  if (value === undefined) return undefined
  const reference = parseReference(value)
  if (reference?.type !== 'ActivityDefinition')
    throw invalidRequest('launch.definition', 'definition must be ActivityDefinition/id.')
  const definition = await existing(directory, reference, 'launch.definition', 'definition')
  if (extensionReference(definition, RESOURCE_ORIGIN) !== `Device/${clientId}`)
    throw invalidRequest('launch.definition')
  return formatReference(reference)
}

async function assertPatient(directory: Directory, value: unknown, person: Reference, resource: Resource) {
  if (person.type === 'RelatedPerson') assertRelated(value, resource)
  if (value === undefined) return undefined
  const { reference: patient } = await assertReference(directory, value, 'Patient', 'launch.patient', 'patient')
  if (person.type === 'Patient' && patient !== formatReference(person))
    throw invalidRequest('launch.patient', 'patient must be the same as sub when a patient launches.')
  return patient
}

/** A related person acts only for the patient of their record (conformance LTK-11). */
function assertRelated(value: unknown, { patient }: Resource): void {
  const related =
    patient !== null && typeof patient === 'object' && 'reference' in patient ? patient.reference : undefined
  if (typeof value === 'string' && value === related) return
  throw new Refusal('launch.patient', 'access_denied', 'patient must be the patient of the RelatedPerson in sub.')
}

function assertIntent(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && CODE.test(value)) return value
  throw invalidRequest('launch.intent')
}

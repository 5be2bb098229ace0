// The claims of a launch of a task by a person: what the portal would sign if that person opened it (HTI 2.0).
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { type PortalFhir, patientIn } from '../fhir.ts'

interface Opening {
  /** The person and the task, as relative references; without a task, one of the person's own. */
  readonly as: unknown
  readonly task: unknown
  /** client_id of the app. */
  readonly app: unknown
}

/** Throws OAuthError for a person or task that does not exist, and PortalFailure when the FHIR API does not answer. */
export async function claimsOf(
  fhir: PortalFhir,
  { as, task, app }: Opening,
): Promise<Readonly<Record<string, unknown>>> {
  const person = await found(fhir, parseReference(as)?.type ?? '', as)
  const sub = `${person['resourceType']}/${person['id']}`
  const opened = task === undefined ? await ownTask(fhir, sub) : await found(fhir, 'Task', task)
  const patient = patientIn(opened['for'])
  const definition = extensionReference(opened, INSTANTIATES)
  const activity = await fhir.find('ActivityDefinition', definition)
  const isOfApp = activity !== undefined && extensionReference(activity, RESOURCE_ORIGIN) === `Device/${app}`
  return {
    sub,
    resource: `Task/${opened['id']}`,
    ...(isOfApp ? { definition } : {}),
    ...(typeof opened['intent'] === 'string' ? { intent: opened['intent'] } : {}),
    ...(patient && formatReference(patient) !== sub ? { patient: formatReference(patient) } : {}),
  }
}

/** The first task of a person that has not ended, else the first of all. */
async function ownTask(fhir: PortalFhir, owner: string): Promise<FhirResource> {
  const tasks = matchesOf(await fhir.search('Task', { owner }), 'Task')
  const task = tasks.find((one) => !isEnded(one)) ?? tasks[0]
  if (task) return task
  throw new OAuthError('invalid_request', `${owner} has no task of its own: name one as task.`)
}

async function found(fhir: PortalFhir, type: string, reference: unknown): Promise<FhirResource> {
  const resource = await fhir.find(type, reference)
  if (resource) return resource
  throw new OAuthError('invalid_request', `as and task are references to what exists, such as Patient/7 and Task/12.`)
}

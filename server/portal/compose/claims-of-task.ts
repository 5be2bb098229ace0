// The claims of a launch of a task by a person: what the portal would sign if that person opened it (HTI 2.0).
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { deviceOf, readingOnce } from '../activity.ts'
import { type PortalFhir, patientIn } from '../fhir.ts'
import { activitiesOf } from '../give.ts'

interface Opening {
  /** The person and the task, as relative references; without a task, one of the person's own, of the app. */
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
  const opened = task === undefined ? await ownTask(fhir, sub, String(app)) : await found(fhir, 'Task', task)
  const patient = patientIn(opened['for'])
  const definition = extensionReference(opened, INSTANTIATES)
  const isOfApp = (await deviceOf(fhir, opened)) === `Device/${app}`
  return {
    sub,
    resource: `Task/${opened['id']}`,
    ...(isOfApp ? { definition } : {}),
    ...(typeof opened['intent'] === 'string' ? { intent: opened['intent'] } : {}),
    ...(patient && formatReference(patient) !== sub ? { patient: formatReference(patient) } : {}),
  }
}

/**
 * The first task of a person that has not ended, else the first of all: of the app's activities, or any where the app has
 * no activity.
 */
async function ownTask(fhir: PortalFhir, owner: string, app: string): Promise<FhirResource> {
  const once = readingOnce(fhir)
  const [tasks, activities] = await Promise.all([fhir.search('Task', { owner }), activitiesOf(fhir)])
  const found = matchesOf(tasks, 'Task').map(async (task) => ({ task, device: await deviceOf(once, task) }))
  const isOwn = activities.some((one) => extensionReference(one, RESOURCE_ORIGIN) === `Device/${app}`)
  const all = await Promise.all(found)
  const offered = all.filter(({ device }) => !isOwn || device === `Device/${app}`).map(({ task }) => task)
  const task = offered.find((one) => !isEnded(one)) ?? offered[0]
  if (task) return task
  throw new OAuthError(
    'invalid_request',
    `${owner} has no task of its own${isOwn ? ` in ${app}` : ''}: name one as task.`,
  )
}

async function found(fhir: PortalFhir, type: string, reference: unknown): Promise<FhirResource> {
  const resource = await fhir.find(type, reference)
  if (resource) return resource
  throw new OAuthError('invalid_request', `as and task are references to what exists, such as Patient/7 and Task/12.`)
}

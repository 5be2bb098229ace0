// The claims of a launch of a task by a person: what the portal would sign if that person opened it (HTI 2.0).
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { deviceOfTask, taskToOpen } from '#lib/launch/tasks-of-app.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { readingOnce } from '../activity.ts'
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
  const isOfApp = (await deviceOfTask(fhir.find, opened)) === `Device/${app}`
  return {
    sub,
    resource: `Task/${opened['id']}`,
    ...(isOfApp ? { definition } : {}),
    ...(typeof opened['intent'] === 'string' ? { intent: opened['intent'] } : {}),
    ...(patient && formatReference(patient) !== sub ? { patient: formatReference(patient) } : {}),
  }
}

/** The task of a person that is opened where none is named. */
async function ownTask(fhir: PortalFhir, owner: string, app: string): Promise<FhirResource> {
  const once = readingOnce(fhir)
  const [tasks, activities] = await Promise.all([fhir.search('Task', { owner }), activitiesOf(fhir)])
  const found = matchesOf(tasks, 'Task').map(async (task) => ({
    ...{ task, ended: isEnded(task), device: await deviceOfTask(once.find, task) },
  }))
  const devices = activities.map((one) => extensionReference(one, RESOURCE_ORIGIN))
  const opened = taskToOpen(await Promise.all(found), app, devices)
  if (opened) return opened.task
  throw new OAuthError('invalid_request', `${owner} has no task of its own in ${app}: name one as task.`)
}

async function found(fhir: PortalFhir, type: string, reference: unknown): Promise<FhirResource> {
  const resource = await fhir.find(type, reference)
  if (resource) return resource
  throw new OAuthError('invalid_request', `as and task are references to what exists, such as Patient/7 and Task/12.`)
}

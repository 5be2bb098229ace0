// Assigns a task: GET /portal/api/tasks/choices returns the choices of the form, POST /portal/api/tasks/give writes the
// Task (profile KT2Task).
import type { PortalActivity, PortalPerson, PortalTaskChoices, PortalTaskWritten } from '#lib/api/portal.ts'
import { givingForm } from '#lib/api/portal-forms.ts'
import { DAY } from '#lib/clock.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { relatedPatient } from '#lib/launch/task-access.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { assertSameOrigin } from './form.ts'
import { birthDateOf, readPractitioner } from './person.ts'
import { askedPatient } from './whose-tasks.ts'

/** How long the portal keeps what was said with a task: as long as the demo apps keep answers. */
const MESSAGE_KEPT_MS = 365 * DAY
/** More activities or relatives than anybody has to choose from. */
const MOST_CHOICES = '200'

export const taskChoices =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTaskChoices> => {
    const practitioner = await readPractitioner(deps, fhir, request)
    const patient = askedPatient(request)
    if (patient === undefined) throw new PortalFailure('bad_request')
    const [people, found] = await Promise.all([ownersFor(fhir, patient, practitioner), activitiesOf(fhir)])
    const activities = found.map((one) => shownActivity(inLanguage(one, languageOf(request))))
    return { key: deps.random.uuid(), people, activities }
  }

export const giveTask =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTaskWritten> => {
    assertSameOrigin(deps, request)
    const practitioner = await readPractitioner(deps, fhir, request)
    const read = await jsonBody(request, givingForm)
    if ('problems' in read) throw new PortalFailure('bad_request')
    const { key, owner, activity, until, message } = read.body
    if (until !== undefined && until < dayOf(deps.clock() - DAY)) throw new PortalFailure('bad_request') // Whatever the time zone, that day is over.
    const patient = `Patient/${read.body.patient}`
    const [people, activities] = await Promise.all([ownersFor(fhir, patient, practitioner), activitiesOf(fhir)])
    const chosen = activities.find(({ id }) => `ActivityDefinition/${id}` === activity)
    if (!chosen || !people.some(({ reference }) => reference === owner)) throw new PortalFailure('not_assignable')
    const requester = practitioner.reference
    // Before the Task, so that whoever hears of it can read what is said with it.
    const kept = { key, author: requester, text: message ?? '', expiresAt: deps.clock() + MESSAGE_KEPT_MS }
    if (message !== undefined && !(await deps.messages.keep(kept, deps.clock())))
      throw new PortalFailure('not_assignable', { cause: new Error('The task has a message of somebody else') })
    try {
      return await writeTask(deps, fhir, { key, patient, owner, activity: chosen, requester, until })
    } catch (error) {
      if (error instanceof PortalFailure && error.failure === 'not_assignable')
        await deps.messages.forget(key, requester)
      throw error
    }
  }

/** The possible owners of a task for a patient: the patient, a relative, or the practitioner who assigns it. */
async function ownersFor(
  fhir: PortalFhir,
  patient: string,
  practitioner: PortalPerson,
): Promise<PortalTaskChoices['people']> {
  const [subject, related] = await Promise.all([
    fhir.find('Patient', patient),
    fhir.search('RelatedPerson', { patient, _count: MOST_CHOICES }),
  ])
  if (!subject || subject['active'] === false) throw new PortalFailure('not_found')
  // Filtered again here: a server that does not support the parameter answers with everybody's relatives.
  const relatives = matchesOf(related, 'RelatedPerson').filter(
    (one) => one['active'] !== false && relatedPatient(one) === patient,
  )
  return [personOf(subject, 'patient'), ...relatives.map((one) => personOf(one, 'related_person')), practitioner]
}

function personOf(resource: FhirResource, role: PortalPerson['role']): PortalTaskChoices['people'][number] {
  const reference = `${resource['resourceType']}/${resource['id']}`
  return { reference, role, name: humanName(resource) ?? reference, ...birthDateOf(resource) }
}

/** The activities that can be assigned, those that have been there longest first. */
export async function activitiesOf(fhir: PortalFhir): Promise<readonly FhirResource[]> {
  const found = await fhir.search('ActivityDefinition', {
    status: 'active',
    _sort: '_lastUpdated',
    _count: MOST_CHOICES,
  })
  return matchesOf(found, 'ActivityDefinition').filter(({ status }) => status === 'active')
}

const shownActivity = ({ id, title, name, description }: FhirResource): PortalActivity => ({
  reference: `ActivityDefinition/${id}`,
  title: [title, name, `ActivityDefinition/${id}`].find((text): text is string => typeof text === 'string') ?? '',
  ...(typeof description === 'string' ? { description } : {}),
})

/** A task to be assigned. */
interface Giving {
  /** Makes it one: of the same key there is one task. */
  readonly key: string
  readonly patient: string
  readonly owner: string
  /** The ActivityDefinition: its title, with its translations, becomes that of the task. */
  readonly activity: FhirResource
  readonly requester: string
  /** The last day on which it is to be done, YYYY-MM-DD. */
  readonly until?: string | undefined
}

/** Writes a task of this portal, unless there is one of that key. Throws PortalFailure. */
export const writeTask = async (deps: PortalDeps, fhir: PortalFhir, giving: Giving): Promise<PortalTaskWritten> =>
  written(await sent(deps, fhir, taskOf(deps, giving), giving.key))

const to = (reference: string) => ({ reference, type: reference.split('/')[0] })

/** identifier.system of the tasks that this portal assigns. The value is the key that the form was opened with. */
const taskSystem = ({ publicUrl }: Pick<PortalDeps, 'publicUrl'>): string => `${publicUrl}/portal/tasks`

/** The key of a task that this portal assigned; undefined for others. */
export function keyOf(deps: Pick<PortalDeps, 'publicUrl'>, { identifier }: FhirResource): string | undefined {
  const identifiers = (Array.isArray(identifier) ? identifier : []) as readonly { system?: unknown; value?: unknown }[]
  const value = identifiers.find(({ system }) => system === taskSystem(deps))?.value
  return typeof value === 'string' ? value : undefined
}

/** The day of a moment, in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const taskOf = (deps: PortalDeps, { key, patient, owner, activity, requester, until }: Giving): FhirResource => ({
  resourceType: 'Task',
  meta: { profile: [profileOf('Task')] },
  extension: [{ url: INSTANTIATES, valueReference: to(`ActivityDefinition/${activity['id']}`) }],
  identifier: [{ system: taskSystem(deps), value: key }],
  status: 'ready',
  intent: 'order',
  description: shownActivity(activity).title,
  ...(activity['_title'] === undefined ? {} : { _description: activity['_title'] }),
  for: to(patient),
  ...(until === undefined ? {} : { executionPeriod: { end: until } }),
  authoredOn: new Date(deps.clock()).toISOString(),
  requester: to(requester),
  owner: to(owner),
})

/** Sends the Task as a conditional create (FHIR R4 http.html#ccreate), so that a form sent twice creates one Task. */
async function sent(deps: PortalDeps, fhir: PortalFhir, task: FhirResource, key: string) {
  const ifNoneExist = new URLSearchParams({ identifier: `${taskSystem(deps)}|${key}` }).toString()
  const entry = {
    fullUrl: `urn:uuid:${deps.random.uuid()}`,
    resource: task,
    request: { method: 'POST', url: 'Task', ifNoneExist },
  }
  const bundle = { resourceType: 'Bundle', type: 'transaction', entry: [entry] }
  const headers = { 'content-type': 'application/fhir+json', prefer: 'return=representation' }
  return fhir.write('', { method: 'POST', headers, body: JSON.stringify(bundle) }, deps.random.uuid())
}

/** The Task in the answer. Throws PortalFailure when it was refused: then a person or activity no longer exists. */
function written({ status, resource }: Awaited<ReturnType<PortalFhir['write']>>): PortalTaskWritten {
  const [task] = status === 200 && resource ? matchesOf(resource, 'Task') : []
  if (!task) throw new PortalFailure('not_assignable', { cause: new Error(`The FHIR base answers ${status}`) })
  return { reference: `Task/${task['id']}`, status: String(task['status']) }
}

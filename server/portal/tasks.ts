// GET /portal/api/tasks?patient=<id>: a patient's tasks, each with whether it can be opened and, for practitioners, its
// owner and whether it can be cancelled.
import type { PortalPerson, PortalTask, PortalTasks } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { deviceName, humanName } from '#lib/fhir/display-name.ts'
import { formatReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import { activityOf, opensOf, readingOnce } from './activity.ts'
import { auditList } from './audited.ts'
import { cancellableVersion } from './cancel.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { type PortalFhir, patientIn } from './fhir.ts'
import { keyOf } from './give.ts'
import { birthDateOf } from './person.ts'
import { isOwn, mayOpen } from './who-may-see.ts'
import { whoseTasks } from './whose-tasks.ts'

const PAGE_SIZE = '200'
/** Pages read for one patient: 1000 tasks are more than a screen can show. */
const MOST_PAGES = 5

export const tasks =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTasks> => {
    const { person, patient } = await whoseTasks(deps, fhir, request)
    const other = person.reference === patient ? undefined : await patientOf(fhir, patient)
    const language = languageOf(request)
    const once = readingOnce(fhir, language)
    const own = (await tasksOf(fhir, patient)).filter((task) => mayOpen(person, task))
    const found = own.map((task) => inLanguage(task, language))
    const reviews = await reviewsOf(deps, once, person, found)
    const all = await withMessages(deps, once, found, (task) => shown(deps, once, { person, reviews }, task))
    const items = [...all.filter((task) => !hasEnded(task)), ...all.filter(hasEnded)]
    const references = items.map(({ reference }) => reference)
    await auditList(deps, request, { type: 'Task', parameters: [['patient', patient]], shown: references })
    return {
      patient,
      ...(other ? { patientName: humanName(other) ?? patient } : {}),
      ...(other && person.role === 'practitioner' ? { about: aboutOf(other) } : {}),
      items,
    }
  }

/** What is shown of each task, with what was said with it. */
async function withMessages(
  deps: PortalDeps,
  fhir: PortalFhir,
  tasks: readonly FhirResource[],
  shown: (task: FhirResource) => Promise<PortalTask>,
): Promise<readonly PortalTask[]> {
  const keys = tasks.map((task) => keyOf(deps, task))
  const messages = await deps.messages.find(
    keys.filter((key) => key !== undefined),
    deps.clock(),
  )
  return Promise.all(
    tasks.map(async (task, at) => {
      const message = messages.get(keys[at] ?? '')
      if (message === undefined) return shown(task)
      const [all, messageBy] = await Promise.all([shown(task), partyName(fhir, message.author)])
      return { ...all, message: message.text, ...(messageBy === undefined ? {} : { messageBy }) }
    }),
  )
}

/** Ended tasks come last, since nothing is left to do. */
const hasEnded = ({ reason }: PortalTask): boolean => reason === 'task_ended'

/** A patient. Throws PortalFailure when the patient does not exist. */
async function patientOf(fhir: PortalFhir, patient: string): Promise<FhirResource> {
  const found = await fhir.find('Patient', patient)
  if (!found) throw new PortalFailure('not_found')
  return found
}

const aboutOf = (patient: FhirResource): NonNullable<PortalTasks['about']> => ({
  ...birthDateOf(patient),
  ...(typeof patient['gender'] === 'string' ? { gender: patient['gender'] } : {}),
})

/** All tasks of a patient, as far as a screen can show them. */
export async function tasksOf(fhir: PortalFhir, patient: string): Promise<readonly FhirResource[]> {
  const found: FhirResource[] = []
  let bundle = await fhir.search('Task', { patient, _count: PAGE_SIZE })
  for (let page = 1; ; page += 1) {
    // Filtered again here: a server that does not support the parameter answers with everybody's tasks.
    found.push(...matchesOf(bundle, 'Task').filter((task) => isFor(task, patient)))
    const next = linkOf(bundle, 'next')
    if (!next || page === MOST_PAGES) return found
    bundle = await fhir.page(next)
  }
}

function isFor(task: FhirResource, patient: string): boolean {
  const reference = patientIn(task['for'])
  return reference !== undefined && formatReference(reference) === patient
}

interface Reader {
  readonly person: PortalPerson
  /** By the Device of an app, the reader's own task there. */
  readonly reviews: ReadonlyMap<string, string>
}

/** The tasks of a practitioner in which apps show what this patient answered: an open one, or else one that has ended. */
async function reviewsOf(
  deps: PortalDeps,
  fhir: PortalFhir,
  person: PortalPerson,
  tasks: readonly FhirResource[],
): Promise<ReadonlyMap<string, string>> {
  if (person.role !== 'practitioner') return new Map()
  const own = tasks.filter((task) => isOwn(person, task))
  const found = await Promise.all(
    own.map(async (task) => ({ reference: `Task/${task['id']}`, ...(await activityOf(deps, fhir, task)) })),
  )
  const ended = found.flatMap(({ reference, answers }) => (answers ? [[answers.device, reference] as const] : []))
  const open = found.flatMap(({ reference, target }) =>
    typeof target === 'object' ? [[target.device, reference] as const] : [],
  )
  return new Map([...ended, ...open])
}

async function shown(
  deps: PortalDeps,
  fhir: PortalFhir,
  { person, reviews }: Reader,
  task: FhirResource,
): Promise<PortalTask> {
  const [owner, givenBy] = await Promise.all([
    person.role === 'practitioner' ? partyName(fhir, referenceOf(task['owner'])) : undefined,
    partyName(fhir, referenceOf(task['requester'])),
  ])
  const cancellable = cancellableVersion(deps, person, task)
  const { definition, title: activity, app, target, answers } = await activityOf(deps, fhir, task)
  const { authoredOn } = task
  return {
    reference: `Task/${task['id']}`,
    title: titleOf(task) ?? activity ?? `Task/${task['id']}`,
    ...progressOf(task),
    ...(typeof authoredOn === 'string' ? { authoredOn } : {}),
    ...endOf(task),
    ...(definition ? { definition } : {}),
    ...(activity ? { activity } : {}),
    ...(app ? { app } : {}),
    ...opensOf({ target }),
    ...(typeof target === 'string' ? { reason: target } : {}),
    ...(answers && isOwn(person, task) ? { answers: true } : {}),
    ...(person.role === 'practitioner' && !isOwn(person, task)
      ? { ofOther: true, ...(answers ? { review: reviews.get(answers.device) ?? null } : {}) }
      : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(givenBy === undefined ? {} : { givenBy }),
    ...(cancellable === undefined ? {} : { cancellable }),
  }
}

/** The description of a task; undefined for one without. */
export const titleOf = ({ description }: FhirResource): string | undefined =>
  typeof description === 'string' && description !== '' ? description : undefined

/** The status of a task, and until when it is to be done. */
export function progressOf({ status, executionPeriod }: FhirResource): Pick<PortalTask, 'status' | 'until'> {
  const until = (executionPeriod as { readonly end?: unknown } | undefined)?.end
  return {
    status: typeof status === 'string' ? status : 'unknown',
    ...(typeof until === 'string' ? { until } : {}),
  }
}

/** When a task ended: nobody works on it any more, so that its last change is that. */
function endOf(task: FhirResource): Pick<PortalTask, 'endedAt'> {
  const changed = changedOf(task)
  return isEnded(task) && changed !== undefined ? { endedAt: changed } : {}
}

/** When a record was last written. */
export function changedOf({ meta }: FhirResource): string | undefined {
  const { lastUpdated } = (meta ?? {}) as { readonly lastUpdated?: unknown }
  return typeof lastUpdated === 'string' ? lastUpdated : undefined
}

/** The name of whom a task refers to: a person, a care team, an organisation or an app. */
async function partyName(fhir: PortalFhir, reference: string | undefined): Promise<string | undefined> {
  const party = reference && (await fhir.find(reference.split('/')[0] ?? '', reference))
  if (!party) return undefined
  return typeof party['name'] === 'string' ? party['name'] : (deviceName(party) ?? humanName(party))
}

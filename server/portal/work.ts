// GET /portal/api/work: what a practitioner sees first, their own open tasks and the patients whose tasks changed last,
// those with open ones first, over all pages; what is listed as own is not there again. However many there are, a page is at most three searches, one for each type of
// person named, and the activities of own tasks.

import { OPEN_STATUSES } from '#lib/api/launch-words.ts'
import type { PortalListedTask, PortalWork } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { formatReference } from '#lib/fhir/reference.ts'
import { ENDED_STATUSES } from '#lib/fhir/task-ended.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { queryParams } from '#lib/http/params.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import { activityOf, opensOf, readingOnce } from './activity.ts'
import { auditList } from './audited.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { type PortalFhir, patientIn } from './fhir.ts'
import { birthDateOf, readPractitioner } from './person.ts'
import { changedOf, progressOf, titleOf } from './tasks.ts'

/** Own tasks on the page: what fits on a screen. Each costs up to three reads. */
const MOST_OWN = 8
/** Tasks of patients per page. */
const PAGE_SIZE = 20
/** What can still be done, and what cannot (FHIR R4 valueset-task-status.html). */
const OPEN = OPEN_STATUSES.join(',')
const ENDED = ['draft', ...ENDED_STATUSES].join(',')
/** Nothing is counted: the total of all tasks of a domain says nothing to anybody. */
const NEWEST = { _sort: '-_lastUpdated', _total: 'none' } as const

export const work =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalWork> => {
    const { reference: me } = await readPractitioner(deps, fhir, request)
    const params = queryParams(request)
    if (params.repeated.has('next')) throw new PortalFailure('bad_request')
    const next = params.get('next')
    const [mine, page] = await Promise.all([
      fhir.search('Task', { owner: me, status: OPEN, ...NEWEST, _count: String(MOST_OWN + 1) }),
      pageOf(fhir, next),
    ])
    // Compared again here: a server that does not support a parameter answers with everybody's tasks.
    const language = languageOf(request)
    const found = ofPatients(matchesOf(mine, 'Task'), language).filter(({ owner }) => owner === me)
    const own = found.slice(0, MOST_OWN)
    const listedOnce = new Set(own.map(({ task }) => task['id']))
    const all = ofPatients(page.tasks, language).filter(({ task }) => !listedOnce.has(task['id']))
    const people = await peopleOf(
      fhir,
      [...own, ...all].flatMap(({ patient, owner }) => [patient, owner ?? patient]),
    )
    const nameOf = (reference: string) => humanOrGroupName(people.get(reference)) ?? reference
    const bornOf = (reference: string) => birthDateOf(people.get(reference))
    const once = readingOnce(fhir)
    const patients = grouped(all, ({ patient }) => patient)
    await auditList(deps, request, {
      type: 'Task',
      parameters: [['_sort', NEWEST._sort]],
      shown: [...new Set([...own, ...all].flatMap(({ patient, task }) => [`Task/${task['id']}`, patient]))],
    })
    return {
      own: await Promise.all(
        own.map(async (one) => ({
          ...listed(one, nameOf),
          patient: one.patient,
          patientName: nameOf(one.patient),
          ...bornOf(one.patient),
          ...opensOf(await activityOf(deps, once, one.task)),
        })),
      ),
      hasMoreOwn: found.length > MOST_OWN,
      patients: [...patients].map(([reference, tasks]) => ({
        reference,
        name: nameOf(reference),
        ...bornOf(reference),
        tasks: tasks.map((one) => listed(one, nameOf)),
      })),
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(page.previous === undefined ? {} : { previous: page.previous }),
    }
  }

interface TaskPage {
  readonly tasks: readonly FhirResource[]
  readonly next: string | undefined
  readonly previous: string | undefined
}

/**
 * A page of the open tasks, and after the last of them pages of those that have ended. `next` is where a page of the open ones
 * is; for ended ones, where the last page of the open ones is, a space, and where their own is.
 */
async function pageOf(fhir: PortalFhir, next = ''): Promise<TaskPage> {
  const [open = '', beyond] = next.split(' ')
  const ended = beyond === undefined ? undefined : await fhir.page(beyond)
  const before = ended && previousOf(ended)
  const toEnded = (url: string | undefined) => (url === undefined ? undefined : `${open} ${url}`)
  if (ended && before !== undefined)
    return { tasks: matchesOf(ended, 'Task'), next: toEnded(linkOf(ended, 'next')), previous: toEnded(before) }
  const shown = await (open === '' ? newest(fhir, OPEN) : fhir.page(open))
  const [tasks, previous, following] = [matchesOf(shown, 'Task'), previousOf(shown), linkOf(shown, 'next')]
  if (following !== undefined) return { tasks, next: following, previous }
  const first = ended ?? (await newest(fhir, ENDED))
  return { tasks: [...tasks, ...matchesOf(first, 'Task')], next: toEnded(linkOf(first, 'next')), previous }
}

const newest = (fhir: PortalFhir, status: string): Promise<FhirResource> =>
  fhir.search('Task', { status, ...NEWEST, _count: String(PAGE_SIZE) })

const previousOf = (page: FhirResource): string | undefined => linkOf(page, 'previous') ?? linkOf(page, 'prev')

interface TaskOfPatient {
  readonly task: FhirResource
  readonly patient: string
  readonly owner: string | undefined
}

const ofPatients = (tasks: readonly FhirResource[], language: Language): readonly TaskOfPatient[] =>
  tasks.flatMap((one) => {
    const task = inLanguage(one, language)
    const patient = patientIn(task['for'])
    return patient ? [{ task, patient: formatReference(patient), owner: referenceOf(task['owner']) }] : []
  })

function listed({ task, owner }: TaskOfPatient, nameOf: (reference: string) => string): PortalListedTask {
  const changed = changedOf(task)
  return {
    reference: `Task/${task['id']}`,
    title: titleOf(task) ?? `Task/${task['id']}`,
    ...progressOf(task),
    ...(owner === undefined ? {} : { owner: nameOf(owner) }),
    ...(changed === undefined ? {} : { changed }),
  }
}

/** The people and care teams behind references, by one search for each type. */
async function peopleOf(fhir: PortalFhir, references: readonly string[]): Promise<ReadonlyMap<string, FhirResource>> {
  const byType = grouped([...new Set(references)], (reference) => reference.split('/', 1)[0] ?? '')
  const found = await Promise.all(
    [...byType].map(async ([type, named]) => {
      const ids = named.map((reference) => reference.slice(type.length + 1))
      const people = matchesOf(await fhir.search(type, { _id: ids.join(','), _count: String(ids.length) }), type)
      return people.map((one) => [`${type}/${one['id']}`, one] as const)
    }),
  )
  return new Map(found.flat())
}

const humanOrGroupName = (one: FhirResource | undefined): string | undefined =>
  typeof one?.['name'] === 'string' ? one['name'] : one && humanName(one)

/** What has the same key, in order of the first of each. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

// GET /portal/api/work: what a practitioner sees first, their own open tasks and the patients whose tasks changed last.
// However many there are, a page is two searches, one for each type of person named, and the activities of own tasks.

import { OPEN_STATUSES } from '#lib/api/launch-words.ts'
import type { PortalListedTask, PortalWork } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { formatReference } from '#lib/fhir/reference.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { queryParams } from '#lib/http/params.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import { activityOf, readingOnce } from './activity.ts'
import { auditList } from './audited.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { type PortalFhir, patientIn } from './fhir.ts'
import { readPractitioner } from './person.ts'
import { progressOf, titleOf } from './tasks.ts'

/** Own tasks on the page: what fits on a screen. Each costs up to three reads. */
const MOST_OWN = 8
/** Tasks of patients per page. */
const PAGE_SIZE = 20
/** Nothing is counted: the total of all tasks of a domain says nothing to anybody. */
const NEWEST = { _sort: '-_lastUpdated', _total: 'none' } as const

export const work =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalWork> => {
    const { reference: me } = await readPractitioner(deps, fhir, request)
    const params = queryParams(request)
    if (params.repeated.has('next')) throw new PortalFailure('bad_request')
    const next = params.get('next')
    const status = OPEN_STATUSES.join(',')
    const [mine, page] = await Promise.all([
      fhir.search('Task', { owner: me, status, ...NEWEST, _count: String(MOST_OWN + 1) }),
      next === undefined ? fhir.search('Task', { ...NEWEST, _count: String(PAGE_SIZE) }) : fhir.page(next),
    ])
    // Compared again here: a server that does not support a parameter answers with everybody's tasks.
    const language = languageOf(request)
    const found = ofPatients(matchesOf(mine, 'Task'), language).filter(({ owner }) => owner === me)
    const [own, all] = [found.slice(0, MOST_OWN), openFirst(ofPatients(matchesOf(page, 'Task'), language))]
    const names = await namesOf(
      fhir,
      [...own, ...all].flatMap(({ patient, owner }) => [patient, owner ?? patient]),
    )
    const nameOf = (reference: string) => names.get(reference) ?? reference
    const once = readingOnce(fhir)
    const patients = grouped(all, ({ patient }) => patient)
    await auditList(deps, request, {
      type: 'Task',
      parameters: [['_sort', NEWEST._sort]],
      shown: [...new Set([...own, ...all].flatMap(({ patient, task }) => [`Task/${task['id']}`, patient]))],
    })
    const [following, previous] = [linkOf(page, 'next'), linkOf(page, 'previous') ?? linkOf(page, 'prev')]
    return {
      own: await Promise.all(
        own.map(async (one) => ({
          ...listed(one, nameOf),
          patient: one.patient,
          patientName: nameOf(one.patient),
          launchable: typeof (await activityOf(deps, once, one.task)).target === 'object',
        })),
      ),
      hasMoreOwn: found.length > MOST_OWN,
      patients: [...patients].map(([reference, tasks]) => ({
        reference,
        name: nameOf(reference),
        tasks: tasks.map((one) => listed(one, nameOf)),
      })),
      ...(following ? { next: following } : {}),
      ...(previous ? { previous } : {}),
    }
  }

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

/** On a page what can still be done comes before what has ended, each with the newest change first. */
function openFirst(tasks: readonly TaskOfPatient[]): readonly TaskOfPatient[] {
  const isOpen = ({ task }: TaskOfPatient) => OPEN_STATUSES.some((status) => status === task['status'])
  return [...tasks.filter(isOpen), ...tasks.filter((one) => !isOpen(one))]
}

function listed({ task, owner }: TaskOfPatient, nameOf: (reference: string) => string): PortalListedTask {
  const { lastUpdated } = (task['meta'] ?? {}) as { readonly lastUpdated?: unknown }
  return {
    reference: `Task/${task['id']}`,
    title: titleOf(task) ?? `Task/${task['id']}`,
    ...progressOf(task),
    ...(owner === undefined ? {} : { owner: nameOf(owner) }),
    ...(typeof lastUpdated === 'string' ? { changed: lastUpdated } : {}),
  }
}

/** The names behind references to people and care teams, by one search for each type. */
async function namesOf(fhir: PortalFhir, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byType = grouped([...new Set(references)], (reference) => reference.split('/', 1)[0] ?? '')
  const found = await Promise.all(
    [...byType].map(async ([type, named]) => {
      const ids = named.map((reference) => reference.slice(type.length + 1))
      const people = matchesOf(await fhir.search(type, { _id: ids.join(','), _count: String(ids.length) }), type)
      return people.flatMap((one) => {
        const name = typeof one['name'] === 'string' ? one['name'] : humanName(one)
        return name === undefined ? [] : [[`${type}/${one['id']}`, name] as const]
      })
    }),
  )
  return new Map(found.flat())
}

/** What has the same key, in order of the first of each. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

// GET /portal/api/compose: the choices in the composer's form. Other values can be typed.

import type { ComposeOptions, ComposePerson, ComposeTask } from '#lib/api/compose.ts'
import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { extensionReference, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { formatReference } from '#lib/fhir/reference.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { deviceOfTask } from '#lib/launch/tasks-of-app.ts'
import { readingOnce } from '../activity.ts'
import { auditList } from '../audited.ts'
import type { PortalDeps } from '../deps.ts'
import { type PortalFhir, patientIn } from '../fhir.ts'
import { demoPeople } from '../person.ts'
import type { LaunchableApp } from './store.ts'
import { assertMayCompose } from './who-may.ts'

/** Number of people and of tasks to choose from. */
const OFFERED = '40'

export const composeOptions =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<ComposeOptions> => {
    await assertMayCompose(deps, request)
    const { kid, alg } = await deps.keys.active()
    const [apps, account, people, tasks] = await Promise.all([
      deps.compose.apps(languageOf(request)),
      deps.compose.accountOf(request),
      composePeople(deps, fhir),
      offeredTasks(deps, fhir, languageOf(request)),
    ])
    const list = (type: string, offered: readonly { readonly reference: string }[]) =>
      auditList(deps, request, { type, parameters: [], shown: offered.map(({ reference }) => reference) })
    if (!deps.demo) await list('Patient', people)
    await list('Task', tasks)
    return {
      issuer: deps.clientId,
      key: { kid, alg },
      fhirBase: deps.fhirBase,
      apps: shownApps(apps, account),
      people,
      tasks,
    }
  }

/** Those of the domain and of who looks first; whose the others are is not said. */
function shownApps(apps: readonly LaunchableApp[], account: string | undefined): ComposeOptions['apps'] {
  const isOfOther = ({ ownerAccountId }: LaunchableApp) => ownerAccountId !== undefined && ownerAccountId !== account
  const shown = ({ ownerAccountId: _, ...app }: LaunchableApp) => app
  return [
    ...apps.filter((app) => !isOfOther(app)).map(shown),
    ...apps.filter(isOfOther).map((app) => ({ ...shown(app), ofOther: true })),
  ]
}

/** First the demo people, then the people whose records changed last, such as a recent sign-up. */
export async function composePeople(
  deps: Pick<PortalDeps, 'demo'>,
  fhir: PortalFhir,
): Promise<readonly ComposePerson[]> {
  const known = deps.demo ? demoPeople(deps).map(({ reference, name }) => ({ reference, name })) : []
  const found = await Promise.all(
    PERSON_TYPES.map(async (type) => matchesOf(await fhir.search(type, { _count: OFFERED }), type)),
  )
  const others = found
    .flat()
    .filter((person) => person['active'] !== false)
    .map((person) => ({ person, reference: `${person['resourceType']}/${person['id']}` }))
    .filter(({ reference }) => !known.some((one) => one.reference === reference))
    .map(({ person, reference }) => ({ reference, name: humanName(person) ?? reference }))
  return [...known, ...others]
}

/** First the tasks that have not ended and, among those, the ones of the demo people, who can log in. */
async function offeredTasks(
  deps: Pick<PortalDeps, 'demo'>,
  fhir: PortalFhir,
  language: Language,
): Promise<readonly ComposeTask[]> {
  const once = readingOnce(fhir, language)
  const owner = demoPeople(deps)
    .map(({ reference }) => reference)
    .join(',')
  const searches = [...(owner ? [{ owner, _count: OFFERED }] : []), { _count: OFFERED }]
  const found = await Promise.all(searches.map(async (search) => matchesOf(await fhir.search('Task', search), 'Task')))
  const tasks = [...new Map(found.flat().map((task) => [task['id'], task])).values()]
  const inOrder = [...tasks.filter((task) => !isEnded(task)), ...tasks.filter(isEnded)]
  return Promise.all(inOrder.map((task) => offered(once, inLanguage(task, language))))
}

async function offered(fhir: PortalFhir, task: FhirResource): Promise<ComposeTask> {
  const patient = patientIn(task['for'])
  const definition = extensionReference(task, INSTANTIATES)
  const [device, defined] = await Promise.all([
    deviceOfTask(fhir.find, task),
    fhir.find('ActivityDefinition', definition),
  ])
  const activity = defined?.['title'] ?? defined?.['name']
  const { id, description, intent } = task
  const owner = (task['owner'] as { readonly reference?: unknown } | undefined)?.reference
  return {
    reference: `Task/${id}`,
    title: typeof description === 'string' && description !== '' ? description : `Task/${id}`,
    ...(patient ? { patient: formatReference(patient) } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(definition ? { definition } : {}),
    ...(typeof activity === 'string' ? { activity } : {}),
    ...(typeof intent === 'string' ? { intent } : {}),
    ...(device ? { device } : {}),
    ...(isEnded(task) ? { ended: true } : {}),
  }
}

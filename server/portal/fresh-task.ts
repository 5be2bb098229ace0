// POST /portal/api/tasks/fresh, in the demo: a patient or relative whose tasks have all ended gets a new one, as a practitioner
// would assign it. So the demo never runs out, whoever has completed its tasks before.
import type { PortalTaskWritten } from '#lib/api/portal.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import { activityOf, readingOnce } from './activity.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { assertSameOrigin } from './form.ts'
import { activitiesOf, writeTask } from './give.ts'
import { readPerson } from './person.ts'
import { tasksOf } from './tasks.ts'
import { whoseTasks } from './whose-tasks.ts'

/** Answers with the task that can be opened: a new one, or one that is there. Throws PortalFailure. */
export const freshTask =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTaskWritten> => {
    assertSameOrigin(deps, request)
    const { demo } = deps
    const { role, reference: owner } = await readPerson(deps, fhir, request)
    if (!demo || role === 'practitioner') throw new PortalFailure('not_yours')
    const { patient } = await whoseTasks(deps, fhir, request)
    const own = (await tasksOf(fhir, patient)).filter((task) => referenceOf(task['owner']) === owner)
    const once = readingOnce(fhir)
    for (const task of own) {
      const { target } = await activityOf(deps, once, task)
      if (typeof target === 'object') return { reference: `Task/${task['id']}`, status: String(task['status']) }
    }
    const activity = (await activitiesOf(fhir)).find(({ id }) => `ActivityDefinition/${id}` === demo.fresh.activity)
    if (!activity) throw new PortalFailure('not_assignable')
    // Two open pages ask for the same task: the one after those that are there.
    const key = sha256([owner, ...own.map(({ id }) => String(id)).sort()].join(' '))
    return writeTask(deps, fhir, { key, patient, owner, activity, requester: demo.fresh.requester })
  }

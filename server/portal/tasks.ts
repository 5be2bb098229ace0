// GET /portal/api/tasks?patient=<id>: the tasks of a patient, each with whether it can be opened.
import type { PortalTask, PortalTasks } from '#lib/api/portal.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import { formatReference, isResourceId } from '#lib/fhir/reference.ts'
import { queryParams } from '#lib/http/params.ts'
import { activityOf, readingOnce } from './activity.ts'
import { auditList } from './audited.ts'
import { mayOpen, maySee, patientOf } from './care.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import { type PortalFhir, referenceIn } from './fhir.ts'
import { readPerson } from './person.ts'

const PAGE_SIZE = '200'
/** Pages that are read for one patient: 1000 tasks are more than a screen can show. */
const MOST_PAGES = 5

export const tasks =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTasks> => {
    const person = await readPerson(deps, fhir, request)
    const patient = askedPatient(request) ?? (await patientOf(fhir, person))
    if (patient === 'every') throw new PortalFailure('bad_request')
    if (!(await maySee(fhir, person, patient))) throw new PortalFailure('not_yours')
    const once = readingOnce(fhir)
    const found = (await tasksOf(fhir, patient)).filter((task) => mayOpen(person, task))
    const items = await Promise.all(found.map((task) => shown(once, task)))
    const references = items.map(({ reference }) => reference)
    await auditList(deps, request, { type: 'Task', parameters: [['patient', patient]], shown: references })
    return { patient, items }
  }

function askedPatient(request: Request): string | undefined {
  const params = queryParams(request)
  const id = params.get('patient')?.replace(/^Patient\//, '')
  if (id === undefined) return undefined
  if (params.repeated.has('patient') || !isResourceId(id)) throw new PortalFailure('bad_request')
  return `Patient/${id}`
}

async function tasksOf(fhir: PortalFhir, patient: string): Promise<readonly FhirResource[]> {
  const found: FhirResource[] = []
  let bundle = await fhir.search('Task', { patient, _count: PAGE_SIZE })
  for (let page = 1; ; page += 1) {
    // Checked here again: a server that does not know the parameter would answer with everybody's tasks.
    found.push(...matchesOf(bundle, 'Task').filter((task) => isFor(task, patient)))
    const next = linkOf(bundle, 'next')
    if (!next || page === MOST_PAGES) return found
    bundle = await fhir.page(next)
  }
}

/** True when a Task is for a patient. */
function isFor(task: FhirResource, patient: string): boolean {
  const reference = referenceIn(task['for'], 'Patient')
  return reference !== undefined && formatReference(reference) === patient
}

async function shown(fhir: PortalFhir, task: FhirResource): Promise<PortalTask> {
  const { definition, title: activity, app, target } = await activityOf(fhir, task)
  const { description, status, authoredOn } = task
  return {
    reference: `Task/${task['id']}`,
    title: typeof description === 'string' && description !== '' ? description : (activity ?? `Task/${task['id']}`),
    status: typeof status === 'string' ? status : 'unknown',
    ...(typeof authoredOn === 'string' ? { authoredOn } : {}),
    ...(definition ? { definition } : {}),
    ...(activity ? { activity } : {}),
    ...(app ? { app } : {}),
    launchable: typeof target === 'object',
    ...(typeof target === 'string' ? { reason: target } : {}),
  }
}

// GET /portal/api/tasks/stream?patient=<id>: changes of the tasks on a page, as Server-Sent Events; without a patient a
// practitioner hears that any task changed, one event however many did, and reads the first page again. The portal's own
// Subscription triggers it; it then reads the changed tasks and informs the pages that show their patients. Another
// process may receive the notification, so while pages are open each asks every second whether there is a newer task.

import type { PortalPerson, PortalTaskNews } from '#lib/api/portal.ts'
import { messageOf } from '#lib/cause.ts'
import { SECOND } from '#lib/clock.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { type EventStream, eventStreamHead, openEventStream } from '#lib/http/event-stream.ts'
import { HEARTBEAT_MS, openStreams } from '#lib/http/open-streams.ts'
import { respond } from '#lib/http/respond.ts'
import { referenceOf } from '#lib/launch/task-access.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { whoIsThere } from '../person.ts'
import { mayOpen, maySee } from '../who-may-see.ts'
import { whoseTasksOrEvery } from '../whose-tasks.ts'
import { taskChanges, versionIdOf } from './changes.ts'
import { verifyNotification } from './notification.ts'
import { subscribe } from './subscription.ts'

/** The interval at which it asks; the heartbeat is every so many of them. */
const ASKED_EVERY_MS = SECOND
const ASKED_BETWEEN_BEATS = HEARTBEAT_MS / ASKED_EVERY_MS

interface Page {
  readonly request: Request
  readonly who: string
  readonly person: PortalPerson
  /** The patient whose tasks the page shows, as a reference; 'every' for a practitioner's first page. */
  readonly patient: string
  readonly events: EventStream
}

/** What a page that shows every patient is told: that some task changed. */
const ANY = 'any'

/** A changed Task, and the message about it. */
interface Told {
  readonly task: FhirResource
  readonly news: PortalTaskNews
}

export interface Following {
  readonly stream: (request: Request) => Promise<Response>
  /** Handles the POST of a notification. */
  readonly notified: (request: Request) => Promise<Response>
  /** Ends all streams and refuses new ones, because the process is stopping. */
  readonly close: () => void
}

export function followTasks(deps: PortalDeps, fhir: PortalFhir): Following {
  const { clock, log, publicUrl, demo, clientAddress, traceOfTask, newestTask } = deps
  const endpoint = notifiedAt(publicUrl)
  const changes = taskChanges(fhir, clock)
  const reported = (error: unknown) => log.warn({ cause: messageOf(error) }, 'The portal could not follow the tasks')
  const pages = openStreams<Page>(ASKED_EVERY_MS, () => void tick().catch(reported))
  let ticks = 0
  /** The newest version of a Task before the last look. */
  let lookedAfter: string | undefined

  const assertRoom = (who: string) => {
    if (pages.isFull(who)) throw new PortalFailure('too_many_streams', { headers: { 'retry-after': '10' } })
  }

  /** Sends changes to a page if its reader is still the same; what the reader may see is decided again each time. */
  const tell = async (page: Page, told: readonly Told[] | typeof ANY) => {
    await pages.turn()
    const { person } = await whoIsThere(deps, fhir, page.request)
    const isSame = person?.reference === page.person.reference
    if (!person || !isSame || !(await maySee(fhir, person, page.patient))) return page.events.end()
    if (told === ANY) return page.events.send({ event: 'any', data: {} })
    if (told.length === 0) page.events.send()
    for (const { task, news } of told) if (mayOpen(person, task)) page.events.send({ event: 'task', data: news })
  }

  const look = async (traceId?: string, newest?: string) => {
    lookedAfter = newest ?? (await newestTask())
    const changed = await changes.look(traceId)
    const shown = changed.filter((task) => [...pages].some(isOn(task)))
    const told = await Promise.all(shown.map(async (task) => ({ task, news: await newsOf(task, traceOfTask) })))
    await Promise.all(
      [...pages].map((page) => {
        if (page.patient === 'every') return changed.length > 0 ? tell(page, ANY).catch(reported) : undefined
        const here = told.filter(({ task }) => isOn(task)(page))
        return here.length > 0 ? tell(page, here).catch(reported) : undefined
      }),
    )
  }

  const beat = async () => {
    await look()
    await Promise.all([...pages].map((page) => tell(page, [])))
  }

  const tick = async () => {
    ticks += 1
    if (ticks % ASKED_BETWEEN_BEATS === 0) return beat()
    const newest = await newestTask().catch(() => lookedAfter) // The heartbeat reports what lasts.
    if (newest !== lookedAfter) await look(undefined, newest)
  }

  /** The first page opened: earlier changes are no news to it. */
  const begin = async () => {
    lookedAfter = await newestTask()
    await changes.begin()
    void subscribe(deps, fhir, endpoint).catch(reported)
  }

  return {
    stream: async (request) => {
      const { person, patient } = await whoseTasksOrEvery(deps, fhir, request)
      const who = demo ? `${person.reference} ${clientAddress(request)}` : person.reference // Many visitors share a demo person.
      if (request.method === 'HEAD') return eventStreamHead()
      assertRoom(who)
      if (pages.isEmpty()) await begin()
      assertRoom(who) // Others may have connected meanwhile.
      const events = openEventStream(request, () => pages.remove(page))
      const page: Page = { request, who, person, patient, events }
      pages.add(page)
      return events.response
    },
    notified: async (request) => {
      const { traceId } = await verifyNotification(deps, endpoint, request)
      if (!pages.isEmpty()) await look(traceId)
      return respond(204, null)
    },
    close: pages.close,
  }
}

async function newsOf(task: FhirResource, traceOfTask: PortalDeps['traceOfTask']): Promise<PortalTaskNews> {
  const trace = await traceOfTask(String(task['id']), versionIdOf(task))
  return {
    reference: `Task/${task['id']}`,
    status: String(task['status']),
    ...(trace === undefined ? {} : { trace }),
  }
}

/** The address to which the domain sends the portal's notifications. */
export const notifiedAt = (publicUrl: string): string => `${publicUrl}/portal/api/notified`

/** True when the page shows the patient of the task. */
const isOn =
  (task: FhirResource) =>
  ({ patient }: Page): boolean =>
    referenceOf(task['for'], 'Patient') === patient

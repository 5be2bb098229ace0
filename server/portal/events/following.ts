// GET /portal/api/tasks/stream?patient=<id>: changes of the tasks that a page shows, as Server-Sent Events. The portal's own Subscription
// wakes it; it reads what changed, and tells the pages whose it is. Other processes are notified in its place now and then, so it looks
// by itself, too, while there are pages.

import type { PortalPerson, PortalTaskNews } from '#lib/api/portal.ts'
import { messageOf } from '#lib/cause.ts'
import { SECOND } from '#lib/clock.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { type EventStream, eventStreamHead, openEventStream } from '#lib/http/event-stream.ts'
import { respond } from '#lib/http/respond.ts'
import { referenceOf } from '#lib/launch/acts-for.ts'
import { mayOpen } from '../care.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { whoIsThere } from '../person.ts'
import { whoseTasks } from '../whose-tasks.ts'
import { taskChanges, versionIdOf } from './changes.ts'
import { verifyNotification } from './notification.ts'
import { subscribe } from './subscription.ts'

/** The interval of looks without a notification, which are heartbeats, too; below the timeouts of proxies. */
const HEARTBEAT_MS = 15 * SECOND
/** Concurrent streams of one person: one for each of several tabs. */
export const MOST_OF_PERSON = 8
const MOST_IN_ALL = 200

interface Page {
  readonly request: Request
  readonly who: string
  readonly person: PortalPerson
  /** The patient whose tasks it shows, as a reference. */
  readonly patient: string
  readonly events: EventStream
}

/** A Task that changed, and what is told of it. */
interface Told {
  readonly task: FhirResource
  readonly news: PortalTaskNews
}

export interface Following {
  readonly stream: (request: Request) => Promise<Response>
  /** POST of a notification. */
  readonly notified: (request: Request) => Promise<Response>
  /** Ends all streams, and lets no other begin: the process is going to stop. */
  readonly close: () => void
}

export function followTasks(deps: PortalDeps, fhir: PortalFhir): Following {
  const { clock, log, publicUrl, demo, clientAddress, traceOfTask } = deps
  const endpoint = notifiedAt(publicUrl)
  const pages = openPages()
  const changes = taskChanges(fhir, clock)
  let timer: NodeJS.Timeout | undefined

  const reported = (error: unknown) => log.warn({ cause: messageOf(error) }, 'The portal could not follow the tasks')

  const gone = (page: Page) => {
    pages.remove(page)
    if (pages.all().length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Tells a page, if its reader is still the same; what a reader may see is decided anew. */
  const tell = async (page: Page, told: readonly Told[]) => {
    const { person } = await whoIsThere(deps, fhir, page.request)
    if (person?.reference !== page.person.reference) return page.events.end()
    if (told.length === 0) page.events.send()
    for (const { task, news } of told) if (mayOpen(person, task)) page.events.send({ event: 'task', data: news })
  }

  const look = async (traceId?: string) => {
    const changed = await changes.look(traceId)
    const shown = changed.filter((task) => pages.all().some(isOn(task)))
    const told = await Promise.all(shown.map(async (task) => ({ task, news: await newsOf(task, traceOfTask) })))
    await Promise.all(
      pages.all().map((page) => {
        const here = told.filter(({ task }) => isOn(task)(page))
        return here.length > 0 ? tell(page, here).catch(reported) : undefined
      }),
    )
  }

  const beat = async () => {
    await look()
    await Promise.all(pages.all().map((page) => tell(page, [])))
  }

  /** The first page is there: nothing before is news to it. */
  const begin = async () => {
    await changes.begin()
    timer ??= setInterval(() => void beat().catch(reported), HEARTBEAT_MS).unref()
    void subscribe(deps, fhir, endpoint).catch(reported)
  }

  return {
    stream: async (request) => {
      const { person, patient } = await whoseTasks(deps, fhir, request)
      const who = demo ? `${person.reference} ${clientAddress(request)}` : person.reference // Many share a demo person.
      if (request.method === 'HEAD') return eventStreamHead()
      pages.assertRoom(who)
      if (!timer) await begin()
      pages.assertRoom(who) // Others may have come meanwhile.
      const events = openEventStream(request, () => gone(page))
      const page: Page = { request, who, person, patient, events }
      pages.add(page)
      return events.response
    },
    notified: async (request) => {
      const { traceId } = await verifyNotification(deps, endpoint, request)
      if (pages.all().length > 0) await look(traceId)
      return respond(204, null)
    },
    close: pages.close,
  }
}

/** The open pages, as many as there is room for. */
function openPages() {
  const pages = new Set<Page>()
  let closed = false
  return {
    all: (): readonly Page[] => [...pages],
    add: (page: Page): void => {
      pages.add(page)
    },
    remove: (page: Page): void => {
      pages.delete(page)
    },
    assertRoom: (who: string): void => {
      const own = [...pages].filter((page) => page.who === who)
      if (closed || pages.size >= MOST_IN_ALL || own.length >= MOST_OF_PERSON)
        throw new PortalFailure('too_many_streams', { headers: { 'retry-after': '10' } })
    },
    close: (): void => {
      closed = true
      for (const { events } of pages) events.end()
    },
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

/** Where the domain notifies the portal. */
export const notifiedAt = (publicUrl: string): string => `${publicUrl}/portal/api/notified`

/** Whether a page shows the tasks of the patient whose task it is. */
const isOn =
  (task: FhirResource) =>
  ({ patient }: Page): boolean =>
    referenceOf(task['for'], 'Patient') === patient

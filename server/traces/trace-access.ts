// Access to traces. Lists: administrators see all, developers those of their apps, and in the demo people see those
// they launched. A single trace is also open to the person on whose behalf the domain sent the request and, in the
// demo, to those who may open its task.
import { setTimeout as delay } from 'node:timers/promises'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import { isReading } from '#lib/http/allow.ts'
import { isBearerRequest } from '#lib/http/bearer-request.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { notAToken, notByThisToken } from './failure.ts'
import { callKey, isOfClient } from './keys.ts'
import type { Recorder } from './recorder.ts'
import type { SignedTraceIds } from './signed-trace-ids.ts'
import type { TraceRow, TraceStore, TraceViewer } from './store.ts'

/** The console account of a request's sender, if any. */
type StaffOf = (request: Request) => Promise<{ readonly username: string; readonly role: string } | undefined>

interface Token {
  readonly id: string
  readonly scopes: readonly string[]
}

interface ViewerParts {
  readonly staff: StaffOf
  /** The token of an administrator that a request bears. */
  readonly bearer: (request: Request) => Promise<Token | undefined>
  /** The apps that a developer looks after, by client_id. */
  readonly appsOf: (username: string) => Promise<readonly string[]>
  readonly demo: boolean
  /** The person whom the portal shows, as a reference. */
  readonly personOf: (request: Request) => Promise<string | undefined>
  /** The traces of this browser's launches in the receiving app. */
  readonly launchedIn: (request: Request) => Promise<readonly string[]>
  /** The trace linked to a session's key. */
  readonly resolve: (key: string) => Promise<string | undefined>
}

/**
 * The access of a request's sender; undefined when they have none. Read each time, so that its withdrawal takes effect
 * at once.
 */
export const traceViewer =
  ({ staff, bearer, appsOf, demo, personOf, launchedIn, resolve }: ViewerParts) =>
  async (request: Request): Promise<TraceViewer | undefined> => {
    if (isBearerRequest(request)) return byToken(await bearer(request), request)
    const person = await staff(request)
    if (person?.role === 'admin') return { who: named(person.username), all: true, clients: [], subjects: [], ids: [] }
    const clients = person ? await appsOf(person.username) : []
    const own = demo ? await ownLaunches() : { subjects: [], ids: [] }
    if (clients.length + own.subjects.length + own.ids.length === 0) return undefined
    return { who: named(person?.username ?? own.subjects[0] ?? own.ids[0] ?? ''), all: false, clients, ...own }

    /** Many visitors share the demo people. */
    function named(name: string) {
      return demo ? `${name} ${clientAddress(request)}` : name
    }

    /** The traces of this browser's launches in the receiving app, under both of their names. */
    async function idsOf(request: Request) {
      const traces = await launchedIn(request)
      return (await Promise.all(traces.map(async (trace) => [trace, (await resolve(trace)) ?? trace]))).flat()
    }

    /** Demo people are invented, so who is signed in as one of them sees that person's launches. */
    async function ownLaunches() {
      const subject = await personOf(request).catch(nobody)
      return {
        subjects: subject === undefined ? [] : [subject],
        ids: await idsOf(request),
      }
    }
  }

interface OpeningParts {
  readonly demo: boolean
  readonly staff: StaffOf
  /** True when the portal opens a task for the sender. */
  readonly opensTask: (request: Request, task: string) => Promise<boolean>
  readonly asked: Pick<SignedTraceIds, 'isOf'>
  /** The signed-in sender of a request. */
  readonly developer: (request: Request) => Promise<{ readonly username: string } | undefined>
}

/**
 * Decides whether a single trace may be shown to a request's sender. An auditor reaches it from an audit event, which
 * says more about people than a trace. The sender of a request at the FHIR console may see its outcome. In the demo,
 * whose people are invented, those who may open a task at the portal may see how it was changed. Elsewhere a trace
 * reveals too much about an app to show it to the app's users.
 */
export const traceOpening =
  ({ demo, staff, opensTask, asked, developer }: OpeningParts) =>
  async (request: Request, trace: TraceRow): Promise<boolean> => {
    const { traceId, task } = trace
    if (isBearerRequest(request)) return false
    if ((await staff(request))?.role === AUDITOR) return true
    const person = traceId === undefined ? undefined : await developer(request)
    if (person && traceId !== undefined && asked.isOf(traceId, person.username)) return true
    return demo && isProven(trace) && task !== undefined && opensTask(request, task).catch(nothing)
  }

const AUDITOR = 'auditor'

const isProven = ({ id, verified }: Pick<TraceRow, 'id' | 'verified'>): boolean => verified || isOfClient(id)

interface WriteOfVersion {
  readonly version: number
  /** The sender's Device, whose id is its client_id. */
  readonly device: string
  readonly traceId: string | undefined
}

interface TaskParts {
  readonly demo: boolean
  /** The requests that wrote the newest versions of a resource. */
  readonly writesOf: (resource: Reference) => Promise<readonly WriteOfVersion[]>
  readonly recorder: Pick<Recorder, 'flush'>
  readonly traced: Pick<TraceStore, 'find'>
}

/** A trace is stored after its request was answered, perhaps by another process: it is looked for again after some milliseconds. */
const AGAIN_AFTER_MS = 200
const MOST_LOOKS = 6

/**
 * The id of the trace of the request that wrote a version of a Task, where `traceOpening` shows it to those who may open
 * the task. Not its X-Trace-Id: another application may have used the same.
 */
export const traceOfTask =
  ({ demo, writesOf, recorder, traced }: TaskParts) =>
  async (id: string, version: number): Promise<string | undefined> => {
    if (!demo) return undefined
    const task = { type: 'Task', id }
    const { traceId, device } = (await writesOf(task)).find((write) => write.version === version) ?? {}
    if (traceId === undefined) return undefined
    const key = callKey(parseReference(device)?.id ?? '', traceId)
    let row: TraceRow | undefined
    for (let looks = 0; row === undefined && looks < MOST_LOOKS; looks += 1) {
      if (looks > 0) await delay(AGAIN_AFTER_MS)
      await recorder.flush()
      row = await traced.find({ all: true, clients: [], subjects: [], ids: [] }, key)
    }
    return row !== undefined && row.task === formatReference(task) && isProven(row) ? row.id : undefined
  }

/** When the FHIR API does not answer, the portal opens nothing. */
const nothing = () => false

/**
 * A token with the scope to read traces reads all of them, and cannot do anything else with them. Throws TraceFailure
 * for a valid token without that scope.
 */
function byToken(token: Token | undefined, request: Request): TraceViewer | undefined {
  if (!token) throw notAToken()
  if (!token.scopes.includes('traces:read')) throw notByThisToken()
  return isReading(request) ? { who: `token ${token.id}`, all: true, clients: [], subjects: [], ids: [] } : undefined
}

/** Without an identified person, the portal shows nothing. */
const nobody = (): undefined => undefined

// Stores the recorded requests: turns them into records, redacts them, and writes them in one transaction shortly after
// the answers are sent. Records still in memory are lost when the process dies: traces explain, and no decision depends
// on them.
import { causeOf } from '#lib/cause.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { queryParams } from '#lib/http/params.ts'
import { partsOf } from '#lib/http/plain-response.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { Log } from '#lib/log.ts'
import { minuteCount } from '#lib/minute-count.ts'
import { redact, redactUrl } from '#lib/oauth/redact.ts'
import { explanationOf, type FactList, type Tracing } from '#lib/trace/trace.ts'
import { createFollower } from './follow.ts'
import { callKey, isLink, isTraceId, maySayFirst, ownKey } from './keys.ts'
import { type ObservedRequest, observed } from './observed.ts'
import { outcomeOf, undoesOpening } from './outcome.ts'
import type { CheckRecord, StepRecord } from './record.ts'
import {
  type CheckRun,
  type EndedRecord,
  type RefusedRequest,
  RequestRecorder,
  type TraceDraft,
  type TraceSink,
} from './step-recorder.ts'
import type { TraceEntry, TraceFacts, TraceStore } from './store.ts'

/** The recorder of the domain, of which each peer gets its part. */
export interface Recorder extends Tracing {
  /** The requests of a client since it is followed, and of its newest traces, in order of time, by observed.ts. From the first call on, it is followed. */
  readonly follow: (clientId: string) => Promise<readonly ObservedRequest[]>
  /**
   * Adds an event that followed from a client's request, found by its X-Trace-Id. It is stored only if that request has
   * a trace.
   */
  readonly followed: (by: { readonly clientId: string; readonly traceId: string }, record: StepRecord) => void
  /** Writes what is queued. Resolves when that and the writes before it are visible to readers. */
  readonly flush: () => Promise<void>
}

interface RecorderDeps {
  readonly store: TraceStore
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The network address that a request came from. */
  readonly clientAddress: (request: Request) => string
}

interface Ended {
  readonly ended: Omit<EndedRecord, 'key'>
  /** Epoch milliseconds. */
  readonly endedAt: number
}

interface Kept extends Ended {
  readonly ended: EndedRecord
}

/** Long enough to write a burst together, short enough for a reader of the trace. */
const FLUSH_AFTER_MS = 40
/** Longer than the delay of the requests that it follows from, which may be in another process. */
const FLUSH_LATE_AFTER_MS = 200
/** Longest queue for the next write, in requests; further ones are dropped. */
const MOST_WAITING = 1000
/** New traces per minute for unverified requests, in total and per network: anybody can send these. */
const OWN_A_MINUTE = 240
const OWN_OF_ONE = 120
/**
 * Requests per client and minute that are stored although they name no trace: enough for a person trying something out.
 */
const UNASKED_A_MINUTE = 10
const MOST_CLIENTS = 1000
/** Longest record of a request, in characters of JSON. */
const LONGEST_RECORD = 24 * 1024

/** Creates the recorder of a process. It never throws: a trace that cannot be stored is logged and dropped. */
export function createRecorder({ store, clock, random, log, clientAddress }: RecorderDeps): Recorder {
  const { wait, waitLate, flush } = pendingEntries(store, log)
  const follower = createFollower(clock)
  const hasRoomForOwn = ownTraces(clock)
  const sink: TraceSink = {
    clock,
    ownKey: (request) => (hasRoomForOwn(networkOf(clientAddress(request))) ? ownKey(random.token()) : undefined),
    hasRoomFor: unaskedTraces(clock),
    ended: (record) => follower.note(() => recordOf({ ended: record, endedAt: clock() }), platformOf(record.draft)),
    keep: (record) => {
      const kept = { ended: record, endedAt: clock() }
      wait(() => ({ ...entryOf(kept), network: networkOf(clientAddress(record.request)) }))
    },
    refused: (refused) => log.info(refusalFacts(refused, clientAddress(refused.request)), 'refused'),
  }
  const { follows } = follower
  const follow = observed({ follow: follower.follow, store })
  const followed: Recorder['followed'] = ({ clientId, traceId }, record) => {
    if (isTraceId(traceId)) waitLate(() => followingEntry(callKey(clientId, traceId), record))
  }
  return { begin: (step, request) => new RequestRecorder(sink, step, request), followed, flush, follow, follows }
}

/** An entry is built when it is written, because the outcome of its request may change until then. */
type Pending = () => TraceEntry

/** The queue of entries for the next write. */
function pendingEntries(store: TraceStore, log: Log) {
  let waiting: Pending[] = []
  let timer: NodeJS.Timeout | undefined
  /** Events that follow from requests are written after them, because they are stored only if the request is. */
  let late: Pending[] = []
  let lateTimer: NodeJS.Timeout | undefined
  let written = Promise.resolve()

  const write = async (batch: readonly Pending[]): Promise<void> => {
    try {
      await store.write(batch.map((entry) => entry()))
    } catch (error) {
      log.warn({ cause: String(error), lost: batch.length }, 'traces could not be written')
    }
  }

  const flushWaiting = (after: readonly Pending[] = []): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...waiting, ...after]
    waiting = []
    if (batch.length > 0) written = written.then(() => write(batch)) // In request order, because the first facts of a trace win.
    return written
  }

  const flush = (): Promise<void> => {
    clearTimeout(lateTimer)
    lateTimer = undefined
    const after = late
    late = []
    return flushWaiting(after)
  }

  return {
    flush,
    wait: (entry: Pending): void => {
      if (waiting.length >= MOST_WAITING) return
      waiting.push(entry)
      timer ??= setTimeout(flushWaiting, FLUSH_AFTER_MS).unref()
    },
    waitLate: (entry: Pending): void => {
      if (late.length >= MOST_WAITING) return
      late.push(entry)
      lateTimer ??= setTimeout(flush, FLUSH_LATE_AFTER_MS).unref()
    },
  }
}

/** Decides whether an unverified request from a network may start a trace in this minute. */
function ownTraces(clock: Clock): (network: string) => boolean {
  const [all, ofNetwork] = [minuteCount(clock, OWN_A_MINUTE), minuteCount(clock, OWN_OF_ONE)]
  return (network) => {
    if (all.wait('') > 0 || ofNetwork.wait(network) > 0) return false
    all.add('')
    ofNetwork.add(network)
    return true
  }
}

/** Decides whether a client's request that names no trace is stored in this minute. */
function unaskedTraces(clock: Clock): (clientId: string) => boolean {
  const unasked = minuteCount(clock, UNASKED_A_MINUTE, MOST_CLIENTS)
  return (clientId) => {
    if (unasked.wait(clientId) > 0) return false
    unasked.add(clientId)
    return true
  }
}

/**
 * One log line about a refusal: the check, the subject, and the ids that it shares with the proxy's log and the trace.
 */
function refusalFacts({ request, draft, answer, error, key, check, code }: RefusedRequest, address: string) {
  const { client, proven, subject } = draft
  const { cause } = error as Error
  return {
    check,
    error: code,
    status: answer.status,
    requestId: requestIdOf(request),
    ip: address,
    ...(client === undefined ? optional('claimedClient', shortText(subject.clientId)) : { client }),
    ...optional('traceId', proven?.jti),
    ...optional('trace', key),
    ...(cause === undefined ? {} : { cause: causeOf(cause) }),
  }
}

const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })

function entryOf(kept: Kept): TraceEntry {
  const record = recordOf(kept)
  const { key, draft, startedAt } = kept.ended
  const data = JSON.stringify(record)
  return {
    key,
    facts: isLink(key) ? undefined : factsOf(draft),
    waits: maySayFirst(key),
    links: [...draft.joins, ...callKeysOf(draft)],
    at: startedAt,
    outcome: outcomeOf(record),
    failed: record.failed,
    undoes: undoesOpening(record),
    data: data.length <= LONGEST_RECORD ? data : JSON.stringify(shortened(record)),
  }
}

/** Adds to an existing trace; it changes no facts and starts no trace. */
const followingEntry = (key: string, record: StepRecord): TraceEntry => ({
  key,
  facts: undefined,
  waits: false,
  links: [],
  at: record.at,
  outcome: 'answered',
  failed: undefined,
  data: JSON.stringify(record),
})

function factsOf(draft: TraceDraft): TraceFacts {
  const { subject, proven, client } = draft
  const { jti, clientId, sub, task } = subject
  return {
    traceId: proven?.jti ?? (isTraceId(jti) ? jti : undefined),
    verified: proven !== undefined,
    platform: platformOf(draft),
    clientId: client ?? shortText(clientId),
    subject: shortText(sub),
    task: shortText(task),
  }
}

/** The platform that signed the launch token, otherwise the one that it names. */
const platformOf = ({ proven, subject }: TraceDraft) => proven?.platform ?? shortText(subject.platform)

/** Calls of app and platform that send the jti as X-Trace-Id belong to their launch. */
function callKeysOf({ proven, subject }: TraceDraft): readonly string[] {
  if (!proven) return []
  const parties = [proven.platform, ...(subject.clientId === undefined ? [] : [subject.clientId])]
  return [...new Set(parties)].map((party) => callKey(party, proven.jti))
}

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined

function recordOf({ ended, endedAt }: Ended): StepRecord {
  const { request, startedAt, draft, answer, error } = ended
  const checks = checksOf(draft.runs)
  const failed = checks.find(({ outcome }) => outcome === 'failed')?.name
  const location = partsOf(answer)?.headers['location'] ?? answer.headers.get('location')
  return {
    step: draft.step,
    at: startedAt,
    ms: endedAt - startedAt,
    method: request.method,
    url: request.url.split('?', 1)[0]?.slice(0, 500) ?? '',
    sent: redact({ ...Object.fromEntries(queryParams(request).entries), ...draft.sent }) as FactList,
    status: answer.status,
    ...(location === null ? {} : { location: redactUrl(String(location)).slice(0, 4000) }),
    ...(draft.answered ? { answered: redact(draft.answered) as FactList } : {}),
    checks,
    ...(failed ? { failed } : {}),
    ...(error !== undefined && !explanationOf(error) ? { fault: true as const } : {}),
    ...optional('client', draft.client),
    ...optional('claimed', draft.client === undefined ? shortText(draft.subject.clientId) : undefined),
  }
}

/** One record per check: the last run is the most precise. */
function checksOf(runs: readonly CheckRun[]): readonly CheckRecord[] {
  const byName = new Map<string, CheckRecord>()
  for (const run of runs) {
    byName.delete(run.name)
    byName.set(run.name, checkRecord(run))
  }
  return [...byName.values()]
}

function checkRecord({ name, facts, error }: CheckRun): CheckRecord {
  const explanation = explanationOf(error)
  const { expected, received } = { ...facts?.(), ...explanation?.compared }
  return {
    name,
    outcome: error === undefined ? 'passed' : 'failed',
    ...(expected ? { expected: redact(expected) as FactList } : {}),
    ...(received ? { received: redact(received) as FactList } : {}),
    ...(explanation ? { code: explanation.code, reason: String(redact(explanation.reason)) } : {}),
  }
}

/** A record that is too long keeps its checks but loses their facts. */
const shortened = (record: StepRecord): StepRecord => ({
  ...record,
  sent: {},
  checks: record.checks.map(({ name, outcome, code, reason }) => ({
    name,
    outcome,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  })),
})

// /traces/api: the list of traces, one trace, and a stream of changes.

import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import type { TraceKnown, TraceList, TraceRerun, TraceSession } from '#lib/api/traces.ts'
import { rerunForm } from '#lib/api/traces-form.ts'
import { CHECK_NAMES, CHECKS } from '#lib/checks/checks.ts'
import { PAGE_GUARDS, POLICY_GUARDS } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type JsonApi, jsonRoute, jsonRoutes } from '#lib/http/json-api.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { type HeaderMap, NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { traceViewed } from './audited.ts'
import type { TracesDeps } from './deps.ts'
import { tracePage } from './export.ts'
import { assertViewer, badRequest, fromElsewhere, notThere, TraceFailure } from './failure.ts'
import { EVERYTHING, findListed, findTrace, type OfTrace } from './finding.ts'
import { harOf } from './har.ts'
import { knownOf, listedOf, namedIn, namesOf, readerOf } from './listed.ts'
import { share, sharedPage, sharesOf, unshare } from './sharing.ts'
import type { TraceQuery, TraceRow, TraceScope, TraceViewer } from './store.ts'
import { createStreams, type Streams } from './streams.ts'
import { detailOf } from './view.ts'

/** The interface of the traces for the table of addresses. */
export interface Traces {
  /** Everything below /traces/api. lib/api/traces.ts describes the JSON. */
  readonly handle: Handler
  /** /shared/{token}: a trace for anybody who has its link. */
  readonly shared: Handler
  /** Ends all streams. */
  readonly close: () => void
}

const PAGE_SIZE = 25
const LARGEST_PAGE = 200
const LONGEST_TEXT = 200
/** The header with which a browser resumes a lost stream. */
const LAST_EVENT = 'last-event-id'

const FAULT_STATUS = { unavailable: 503, unexpected: 500 } as const

const tracesApi = ({ log }: Pick<TracesDeps, 'log'>): JsonApi => ({
  log,
  failed: 'traces could not be read',
  text: (_, { message }) => message,
  fault: (failure) => new TraceFailure(FAULT_STATUS[failure], failure, 'The traces could not be read.'),
  logsMessages: true,
})

/** Creates the traces' API from its ports. Its streams poll until `close`. */
export function createTraces(deps: TracesDeps): Traces {
  const streams = createStreams(deps)
  const viewer = deps.viewer
  const rows = [
    jsonRoute('', viewer, { GET: async (request, _, scope) => list(deps, assertViewer(scope), request) }),
    jsonRoute('stream', viewer, { GET: async (request, _, scope) => stream(streams, assertViewer(scope), request) }),
    jsonRoute('session', viewer, {
      GET: async (_request, _, scope): Promise<TraceSession> => ({ access: scope ? 'open' : 'refused' }),
    }),
    jsonRoute('known', viewer, { GET: async (request, _, scope) => known(deps, assertViewer(scope), request) }),
    jsonRoute(':id', viewer, { GET: (request, id, scope) => one(deps, scope, id, request) }),
    jsonRoute(':id/shares', viewer, {
      GET: (request, id, scope) => sharesOf(deps, scope, id, request),
      POST: (request, id, scope) => share(deps, scope, id, request),
    }),
    jsonRoute(':id/unshare', viewer, { POST: (request, id, scope) => unshare(deps, scope, id, request) }),
    jsonRoute(':id/again', viewer, { POST: (request, id, scope) => runAgain(deps, scope, id, request) }),
  ]
  const otherwise = async () => {
    throw notThere()
  }
  return {
    handle: jsonRoutes(tracesApi(deps), '/traces/api', rows, otherwise),
    shared: sharedPage(deps),
    close: streams.close,
  }
}

/** POST JSON `{"step": 3}`, from one of our pages, by a person with access to the trace. */
const runAgain: OfTrace<Response> = async (deps, scope, id, request) => {
  const { rerun } = deps
  if (!isSameOrigin(request, deps.publicUrl)) throw fromElsewhere()
  const trace = await findListed(deps, scope, id, request)
  const read = await jsonBody(request, rerunForm)
  if ('problems' in read) throw badRequest('step is the place of a step in the trace.')
  const wait = await rerun?.waitFor(request)
  if (wait !== undefined)
    throw new TraceFailure(429, 'too_many', 'Steps were run again too often.', { 'retry-after': String(wait) })
  deps.audit.record(traceViewed(request, await deps.person(request), trace, 'to run a step again'))
  const made = await rerun?.run(request, trace, read.body.step)
  if (made === undefined) throw new TraceFailure(409, 'not_repeatable', 'This step cannot be run again from here.')
  return respondJson(201, await repeated(deps, made, trace.steps[read.body.step]?.step, request), NO_STORE)
}

/** The result of a rerun: the same step, or the earlier one at which it stopped. */
async function repeated(
  { store, flush }: TracesDeps,
  id: string,
  name: string | undefined,
  request: Request,
): Promise<TraceRerun> {
  await flush()
  const row = await store.find(EVERYTHING, id)
  const steps = row ? detailOf(row, await store.steps(row.id), languageOf(request), () => false).steps : []
  const step = steps.filter((one) => one.step === name).at(-1) ?? steps.at(-1)
  if (!row || !step) throw new TraceFailure(409, 'not_kept', 'The step ran again, and what came of it was not kept.')
  return { id: row.id, step }
}

const one: OfTrace<object> = async (deps, scope, id, request) => {
  const { trace, row, isListed } = await findTrace(deps, scope, id, request)
  const download = queryParams(request).get('download')
  const why = download === undefined ? undefined : 'to be saved'
  deps.audit.record(traceViewed(request, await deps.person(request), trace, why))
  if (download === 'html') return page(tracePage(trace, languageOf(request)), trace.id)
  if (download === 'har') return harFile(harOf(trace, deps.version, languageOf(request)), trace.id)
  if (download === 'json') return respondJson(200, trace, { ...NO_STORE, ...attachment(`${trace.id}.json`) })
  const modes = isListed ? await deps.rerun?.offered(request, trace) : undefined
  const steps = trace.steps.map((step, index) => {
    const mode = modes?.[index]
    return mode === undefined ? step : { ...step, again: mode }
  })
  const shareable = isListed && (await deps.sharer(request)) !== undefined
  const named = await namesOf([row], await readerOf(deps, request))
  return { ...trace, ...named(row), steps, ...(shareable ? { shareable } : {}) }
}

/** Changes since the last event that the browser received, or since `after`, or from now on. */
async function stream(streams: Streams, viewer: TraceViewer, request: Request): Promise<Response> {
  const last = request.headers.get(LAST_EVENT)
  const query = queryOf(queryParams(request))
  const after = last !== null && WHOLE.test(last) ? Number(last) : query.after
  const answer = await streams.open(request, viewer, { ...query, after })
  if (answer) return answer
  throw new TraceFailure(429, 'too_many_streams', 'You are following the list too many times.', { 'retry-after': '10' })
}

async function list(deps: TracesDeps, scope: TraceScope, request: Request): Promise<TraceList> {
  const { store, flush } = deps
  const query = queryOf(queryParams(request))
  const reader = { store, ...(await readerOf(deps, request)) }
  await flush()
  const change = await store.latestChange()
  const named = await namedIn(query, scope, reader)
  const rows = await store.list(scope, { ...query, named, limit: query.limit + 1 })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: await listedOf(items, reader),
    ...(query.before || query.after !== undefined ? {} : { stops: stopsOf(await store.stops(scope), reader.language) }),
    ...(rows.length > items.length && last ? { next: cursorOf(last) } : {}),
    change,
  }
}

/** Checks with what each asks, in the order of a launch. */
const stopsOf = (stopped: readonly string[], language: Language) =>
  CHECK_NAMES.filter((name) => stopped.includes(name)).map((check) => ({
    check,
    rule: CHECKS[check][language].expected,
  }))

/** The apps and people that the list can be filtered by. */
async function known(deps: TracesDeps, scope: TraceScope, request: Request): Promise<TraceKnown> {
  await deps.flush()
  return knownOf(scope, { store: deps.store, ...(await readerOf(deps, request)) })
}

const WHOLE = /^\d{1,15}$/

function queryOf(params: Params): TraceQuery {
  const text = (name: string) => params.get(name)?.trim().slice(0, LONGEST_TEXT) || undefined
  const outcome = text('outcome')
  if (outcome !== undefined && !TRACE_OUTCOMES.some((known) => known === outcome))
    throw badRequest(`outcome is one of ${TRACE_OUTCOMES.join(', ')}.`)
  return {
    app: text('app'),
    user: text('user'),
    outcome: TRACE_OUTCOMES.find((known) => known === outcome),
    check: text('check'),
    text: text('text'),
    after: numberOf(params, 'after'),
    before: beforeOf(text('before')),
    limit: Math.min(numberOf(params, 'limit') ?? PAGE_SIZE, LARGEST_PAGE) || PAGE_SIZE,
  }
}

function numberOf(params: Params, name: string): number | undefined {
  const value = params.get(name)
  if (value === undefined) return undefined
  if (!WHOLE.test(value)) throw badRequest(`${name} is a whole number.`)
  return Number(value)
}

const cursorOf = ({ startedAt, id }: TraceRow) => `${startedAt}.${id}`

function beforeOf(cursor: string | undefined): TraceQuery['before'] {
  if (cursor === undefined) return undefined
  const [, startedAt, id] = /^(\d{1,15})\.(.{1,40})$/.exec(cursor) ?? []
  if (startedAt === undefined || id === undefined) throw badRequest('before is not the next of a list.')
  return { startedAt: Number(startedAt), id }
}

const attachment = (name: string): HeaderMap => ({ 'content-disposition': `attachment; filename="trace-${name}"` })

const harFile = (archive: object, id: string): Response =>
  respond(200, JSON.stringify(archive), {
    ...{ 'content-type': 'application/har+json', 'x-content-type-options': 'nosniff' },
    ...NO_STORE,
    ...attachment(`${id}.har`),
  })

/** Sent as a download: a document with its own content must not be displayed under our origin. */
const page = (text: string, id: string): Response =>
  respond(200, text, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${POLICY_GUARDS}; sandbox`,
    ...PAGE_GUARDS,
    ...NO_STORE,
    ...attachment(`${id}.html`),
  })

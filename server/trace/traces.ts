// /traces/api: the list of traces, one trace, and a stream of what changes.
import { TRACE_OUTCOMES, type TraceList } from '#lib/api/traces.ts'
import type { Audit, AuditedEvent } from '#lib/audit.ts'
import type { Clock } from '#lib/clock.ts'
import { PAGE_GUARDS, POLICY_GUARDS } from '#lib/html/page.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { type HeaderMap, NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { Log } from '#lib/log.ts'
import { tracePage } from './export.ts'
import { isTraceId } from './keys.ts'
import type { TraceQuery, TraceRow, TraceScope, TraceStore, TraceViewer } from './store.ts'
import { createStreams, type Streams } from './streams.ts'
import { detailOf, summaryOf } from './view.ts'

export interface TracesDeps {
  readonly store: Omit<TraceStore, 'write'>
  /** Writes what this process still holds, so that nobody has to wait for it. */
  readonly flush: () => void
  /** What the sender of a request may see; undefined for nothing. */
  readonly viewer: (request: Request) => Promise<TraceViewer | undefined>
  /** Who that is; undefined for a visitor of the demo who has not signed in. */
  readonly person: (request: Request) => Promise<{ readonly username: string } | undefined>
  readonly audit: Pick<Audit, 'record'>
  readonly clock: Clock
  readonly log: Log
}

export interface Traces {
  /** Everything below /traces/api. The JSON is described in lib/api/traces.ts. */
  readonly handle: Handler
  /** Ends what is being streamed. */
  readonly close: () => void
}

const PAGE_SIZE = 50
const LARGEST_PAGE = 200
const LONGEST_TEXT = 200
/** What a browser sends that lost its stream. */
const LAST_EVENT = 'last-event-id'

class TraceFailure extends Error {
  readonly status: number
  readonly error: string
  readonly headers: HeaderMap

  constructor(status: number, error: string, sentence: string, headers: HeaderMap = {}) {
    super(sentence)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

export function createTraces(deps: TracesDeps): Traces {
  const streams = createStreams(deps)
  return { handle: allowing(READ_METHODS, (request) => answer(deps, streams, request)), close: streams.close }
}

async function answer(deps: TracesDeps, streams: Streams, request: Request): Promise<Response> {
  try {
    const viewer = await deps.viewer(request)
    const path = decoded(new URL(request.url).pathname.replace(/^\/traces\/api\/?/, ''))
    if (path !== '' && path !== 'stream') return await one(deps, viewer, path, request)
    if (!viewer)
      throw new TraceFailure(403, 'not_yours', 'Traces are for administrators and for the developers of an app.')
    if (path === 'stream') return stream(streams, viewer, request)
    return json(request, list(deps, viewer, queryParams(request)))
  } catch (error) {
    if (error instanceof TraceFailure) {
      const body = { error: error.error, error_description: error.message }
      return respondJson(error.status, body, { ...NO_STORE, ...error.headers })
    }
    deps.log.error({ cause: String(error) }, 'traces could not be read')
    return respondJson(500, { error: 'unexpected', error_description: 'The traces could not be read.' }, NO_STORE)
  }
}

/** What is not there and what is not for this viewer get the same answer. */
async function one(deps: TracesDeps, scope: TraceScope | undefined, id: string, request: Request): Promise<Response> {
  deps.flush()
  const row = scope && isTraceId(id) ? deps.store.find(scope, id) : undefined
  if (!row) throw new TraceFailure(404, 'not_found', 'There is no such trace for you. Traces are kept for seven days.')
  const language = languageOf(request.headers)
  const detail = detailOf(row, deps.store.steps(row.id), language)
  const download = queryParams(request).get('download')
  deps.audit.record(traceViewed(request, await deps.person(request), row, download))
  if (download === 'html') return page(request, tracePage(detail, language), row.id)
  return json(request, detail, download === 'json' ? attachment(`${row.id}.json`) : {})
}

/** A trace tells of somebody's launch: who looked at it is in the audit log. */
const traceViewed = (
  request: Request,
  person: AuditedEvent['person'],
  { id, traceId, verified }: TraceRow,
  download: string | undefined,
): AuditedEvent => ({
  name: 'view',
  request,
  person,
  action: 'R',
  description: download === undefined ? 'view: a trace' : 'view: a trace, to be saved',
  thing: { kind: 'trace', name: id, fields: [] },
  launch: verified && traceId !== undefined ? { traceId } : undefined,
})

/** What changes from the event on that the browser had last, or from `after`, or from now. */
function stream(streams: Streams, viewer: TraceViewer, request: Request): Response {
  const last = request.headers.get(LAST_EVENT)
  const query = queryOf(queryParams(request))
  const after = last !== null && WHOLE.test(last) ? Number(last) : query.after
  const answer = streams.open(request, viewer, { ...query, after })
  if (answer) return answer
  throw new TraceFailure(429, 'too_many_streams', 'You are following the list too many times.', { 'retry-after': '10' })
}

function list({ store, flush }: TracesDeps, scope: TraceScope, params: Params): TraceList {
  const query = queryOf(params)
  flush()
  const change = store.latestChange()
  const rows = store.list(scope, { ...query, limit: query.limit + 1 })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: items.map(summaryOf),
    ...(rows.length > items.length && last ? { next: cursorOf(last) } : {}),
    change,
  }
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

const badRequest = (sentence: string) => new TraceFailure(400, 'invalid_request', sentence)

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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '?' // No trace has that name.
  }
}

const attachment = (name: string): HeaderMap => ({ 'content-disposition': `attachment; filename="trace-${name}"` })

/** Saved, never shown from here: a document of its own has no business under our origin. */
const page = (request: Request, text: string, id: string): Response =>
  respond(200, request.method === 'HEAD' ? null : text, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${POLICY_GUARDS}; sandbox`,
    ...PAGE_GUARDS,
    ...NO_STORE,
    ...attachment(`${id}.html`),
  })

function json(request: Request, body: object, headers: HeaderMap = {}): Response {
  const response = respondJson(200, body, { ...NO_STORE, ...headers })
  return request.method === 'HEAD' ? new Response(null, response) : response
}

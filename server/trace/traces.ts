// /traces/api: the list of traces, one trace, and what changes. It is a long poll, since that goes through every proxy and
// both mounts: the answer waits until something has changed, or until the time is up.
import { TRACE_OUTCOMES, type TraceList } from '#lib/api/traces.ts'
import { type Clock, SECOND } from '#lib/clock.ts'
import { PAGE_GUARDS, POLICY_GUARDS } from '#lib/html/page.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { type HeaderMap, NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { Log } from '#lib/log.ts'
import { tracePage } from './export.ts'
import { isTraceId } from './keys.ts'
import type { TraceQuery, TraceRow, TraceScope, TraceStore } from './store.ts'
import { detailOf, summaryOf } from './view.ts'

export interface TracesDeps {
  readonly store: Omit<TraceStore, 'write'>
  /** Writes what this process still holds, so that nobody has to wait for it. */
  readonly flush: () => void
  /** What the sender of a request may see; undefined for nothing. */
  readonly viewer: (request: Request) => Promise<TraceScope | undefined>
  readonly clock: Clock
  readonly log: Log
}

export interface Traces {
  /** Everything below /traces/api. The JSON is described in lib/api/traces.ts. */
  readonly handle: Handler
}

const PAGE_SIZE = 50
const LARGEST_PAGE = 200
const LONGEST_TEXT = 200
/** Longest wait for a change: below what proxies allow. */
const LONGEST_WAIT_MS = 25 * SECOND
/** How often a waiting request looks: another process may have written. */
const LOOK_EVERY_MS = 400
/** Requests that wait at once; beyond these the answer comes at once. */
const MOST_WAITING = 200

class TraceFailure extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, sentence: string) {
    super(sentence)
    this.status = status
    this.error = error
  }
}

export function createTraces(deps: TracesDeps): Traces {
  const waiting = { count: 0 }
  return { handle: allowing(READ_METHODS, (request) => answer(deps, waiting, request)) }
}

async function answer(deps: TracesDeps, waiting: { count: number }, request: Request): Promise<Response> {
  try {
    const scope = await deps.viewer(request)
    const path = decoded(new URL(request.url).pathname.replace(/^\/traces\/api\/?/, ''))
    if (path !== '') return one(deps, scope, path, request)
    if (!scope)
      throw new TraceFailure(403, 'not_yours', 'Traces are for administrators and for the developers of an app.')
    return json(request, await list(deps, waiting, scope, queryParams(request)))
  } catch (error) {
    if (error instanceof TraceFailure)
      return respondJson(error.status, { error: error.error, error_description: error.message }, NO_STORE)
    deps.log.error({ cause: String(error) }, 'traces could not be read')
    return respondJson(500, { error: 'unexpected', error_description: 'The traces could not be read.' }, NO_STORE)
  }
}

/** What is not there and what is not for this viewer get the same answer. */
function one(deps: TracesDeps, scope: TraceScope | undefined, id: string, request: Request): Response {
  deps.flush()
  const row = scope && isTraceId(id) ? deps.store.find(scope, id) : undefined
  if (!row) throw new TraceFailure(404, 'not_found', 'There is no such trace for you. Traces are kept for seven days.')
  const language = languageOf(request.headers)
  const detail = detailOf(row, deps.store.steps(row.id), language)
  const download = queryParams(request).get('download')
  if (download === 'html') return page(request, tracePage(detail, language), row.id)
  return json(request, detail, download === 'json' ? attachment(`${row.id}.json`) : {})
}

async function list(
  deps: TracesDeps,
  waiting: { count: number },
  scope: TraceScope,
  params: Params,
): Promise<TraceList> {
  const query = queryOf(params)
  const wait = Math.min(numberOf(params, 'wait') ?? 0, LONGEST_WAIT_MS / SECOND) * SECOND
  deps.flush()
  if (query.after !== undefined && wait > 0 && waiting.count < MOST_WAITING) {
    waiting.count += 1
    try {
      await changed(deps.store, query.after, wait)
    } finally {
      waiting.count -= 1
    }
  }
  const change = deps.store.latestChange()
  const rows = deps.store.list(scope, { ...query, limit: query.limit + 1 })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: items.map(summaryOf),
    ...(rows.length > items.length && last ? { next: cursorOf(last) } : {}),
    change,
  }
}

/** Resolves when there is a change after the given one, or when the time is up. */
async function changed({ latestChange }: Pick<TraceStore, 'latestChange'>, after: number, wait: number): Promise<void> {
  for (let waited = 0; waited < wait && latestChange() <= after; waited += LOOK_EVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

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
  if (!/^\d{1,15}$/.test(value)) throw badRequest(`${name} is a whole number.`)
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

// Links to a trace that need no log-in: people who may see the trace create and withdraw them. Also the page behind a
// link. The random token of a link is stored as a hash only; the page names nobody.
import type { TraceDetail, TraceShared, TraceShareList } from '#lib/api/traces.ts'
import { shareForm, unshareForm } from '#lib/api/traces-form.ts'
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { DAY } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { html } from '#lib/html/html.ts'
import { PAGE_GUARDS, POLICY_GUARDS, respondPage } from '#lib/html/page.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { traceViewed } from './audited.ts'
import type { TracesDeps } from './deps.ts'
import { PAGE_STYLE, tracePage } from './export.ts'
import { badRequest, fromElsewhere, TraceFailure } from './failure.ts'
import { EVERYTHING, findListed, type OfTrace } from './finding.ts'
import { namesOf } from './listed.ts'
import { withoutPeople } from './shared-view.ts'
import { detailOf } from './view.ts'

/** Links that one trace can have at the same time. */
const MOST_SHARES = 20

const PREFIX = '/shared/'
const TOKEN = /^[\w-]{20,100}$/

/** GET /traces/api/{id}/shares. */
export const sharesOf: OfTrace<TraceShareList> = async (deps, scope, id, request) => {
  const trace = await findListed(deps, scope, id, request)
  const person = await readSharer(deps, request)
  const shares = await deps.shares.ofTrace(trace.id, deps.clock())
  return {
    items: shares.map(({ id: share, by, createdAt, expiresAt }) => ({
      ...{ id: share, by, createdAt, expiresAt },
      own: scope?.all === true || by === person,
    })),
  }
}

/** POST /traces/api/{id}/shares, JSON `{"days": 3}`, from one of our pages. The link is returned this once. */
export const share: OfTrace<Response> = async (deps, scope, id, request) => {
  assertFromHere(deps, request)
  const trace = await findListed(deps, scope, id, request)
  const by = await readSharer(deps, request)
  const read = await jsonBody(request, shareForm)
  if ('problems' in read) throw badRequest('days is a whole number from 1 to 7.')
  const token = deps.random.token()
  const createdAt = deps.clock()
  const expiresAt = createdAt + read.body.days * DAY
  const link = { id: deps.random.uuid(), tokenHash: sha256(token), traceId: trace.id, by, createdAt, expiresAt }
  if (!(await deps.shares.add(link, MOST_SHARES)))
    throw new TraceFailure(409, 'too_many_shares', `A trace has at most ${MOST_SHARES} links. Take one away first.`)
  deps.audit.record(sharingChanged(request, by, trace, 'C'))
  const made: TraceShared = { url: `${deps.publicUrl}${PREFIX}${token}`, expiresAt }
  return respondJson(201, made, NO_STORE)
}

/** POST /traces/api/{id}/unshare, JSON `{"share": "…"}`, by the creator of the link or an administrator. */
export const unshare: OfTrace<TraceShareList> = async (deps, scope, id, request) => {
  assertFromHere(deps, request)
  const trace = await findListed(deps, scope, id, request)
  const by = await readSharer(deps, request)
  const read = await jsonBody(request, unshareForm)
  if ('problems' in read) throw badRequest('share is the id of a link.')
  if (!(await deps.shares.remove(trace.id, read.body.share, scope?.all ? undefined : by)))
    throw new TraceFailure(404, 'not_found', 'There is no such link of yours.')
  deps.audit.record(sharingChanged(request, by, trace, 'D'))
  return sharesOf(deps, scope, id, request)
}

function assertFromHere({ publicUrl }: Pick<TracesDeps, 'publicUrl'>, request: Request): void {
  if (!isSameOrigin(request, publicUrl)) throw fromElsewhere()
}

async function readSharer({ sharer }: TracesDeps, request: Request): Promise<string> {
  const by = await sharer(request)
  if (by === undefined) throw new TraceFailure(403, 'not_signed_in', 'Sign in to share a trace.')
  return by
}

const sharingChanged = (
  request: Request,
  username: string,
  { id, traceId, verified }: TraceDetail,
  action: 'C' | 'D',
): AuditedEvent => ({
  name: 'change',
  request,
  person: { username },
  action,
  description: action === 'C' ? 'change: a trace was shared by a link' : 'change: a link to a trace was withdrawn',
  thing: { kind: 'trace', name: id, fields: [] },
  launch: verified && traceId !== null ? { traceId } : undefined,
})

/** GET /shared/{token}: the page, or the message that the link does not work (any more). The reason is not disclosed. */
export const sharedPage = (deps: TracesDeps): Handler =>
  allowing(READ_METHODS, async (request) => {
    const language = languageOf(request)
    const token = new URL(request.url).pathname.slice(PREFIX.length)
    const id = TOKEN.test(token) ? await deps.shares.traceOf(sha256(token), deps.clock()) : undefined
    const row = id === undefined ? undefined : await deps.store.find(EVERYTHING, id)
    const words = TRACE_TEXTS[language]
    if (!row)
      return respondPage({
        ...{ language, title: words.linkGone, status: 404, headers: NOT_FOUND_BY_ANYBODY },
        body: html`<h1>${words.linkGone}</h1><p>${words.linkGoneText}</p>
<p>${words.linkGoneOwn}</p><p><a class="button" href="/traces">${words.toTraces}</a></p>`,
      })
    const knows = (app: string) => deps.knownApps.includes(app)
    const appName = (clientId: string) => deps.appName(clientId, language)
    const named = await namesOf([row], { appName, names: undefined })
    const detail = detailOf(row, await deps.store.steps(row.id), language, knows)
    const trace = { ...withoutPeople(detail), ...named(row) }
    deps.audit.record(traceViewed(request, undefined, trace, 'by a link that was shared'))
    return respond(200, request.method === 'HEAD' ? null : tracePage(trace, language, words.sharedNote), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${PAGE_STYLE}; ${POLICY_GUARDS}`,
      ...PAGE_GUARDS,
      ...NO_STORE,
      ...NOT_FOUND_BY_ANYBODY,
    })
  })

/** No search engine lists the page, and no other site learns its address. */
const NOT_FOUND_BY_ANYBODY = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' } as const

// /subscriptions/api: Subscriptions and their notifications, for administrators and for the developers of their apps.
// Both can create one for such an app, send waiting notifications at once, test a receiver, switch a Subscription off, and delete it.
import type { SubscriptionDetail, SubscriptionList, SubscriptionTest } from '#lib/api/subscriptions.ts'
import { changed } from '#lib/audit/changes.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonRoute, jsonRoutes } from '#lib/http/json-api.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import type { JsonObject } from '#lib/json.ts'
import type { StoredVersion } from '../fhir/store.ts'
import { testedEvent } from './audited.ts'
import { choices, create } from './create.ts'
import { api, assertRate, failure, type PageDeps, type Reader } from './page-deps.ts'
import { writeStatus } from './status-versions.ts'
import type { Attempt, SubscriptionEvent } from './store.ts'
import { readSubscription } from './subscription.ts'
import { sendTest } from './test-delivery.ts'
import { attemptItem, eventItem, hasWork, itemOf, withoutSecrets } from './view.ts'

const MOST_LISTED = 500
/** The most events and attempts shown per Subscription. */
const MOST_SHOWN = 50

/** Everything below /subscriptions/api. `wake` is called after each change. */
export function subscriptionPages(deps: PageDeps, wake: () => void): Handler {
  const pagesApi = api({ log: deps.log, failed: 'subscriptions could not be shown', logsMessages: true })
  const who = (request: Request) => assertViewer(deps, request)
  const rows = [
    jsonRoute('', who, {
      GET: (_request, _id, viewer) => list(deps, viewer),
      POST: (request, _id, viewer) => create(deps, request, viewer),
    }),
    jsonRoute('apps/choices', who, { GET: (_request, _id, viewer) => choices(deps, viewer) }),
    jsonRoute(':id', who, { GET: (_request, id, viewer) => detail(deps, id, viewer) }),
    jsonRoute(':id/send', who, { POST: (_request, id, viewer) => sendNow(deps, id, viewer).finally(wake) }),
    jsonRoute(':id/test', who, { POST: (request, id, viewer) => test(deps, request, id, viewer) }),
    jsonRoute(':id/stop', who, { POST: (request, id, viewer) => stop(deps, request, id, viewer).finally(wake) }),
    jsonRoute(':id/delete', who, { POST: (request, id, viewer) => remove(deps, request, id, viewer).finally(wake) }),
  ]
  const otherwise = async (request: Request) => {
    await who(request)
    throw failure('not_found')
  }
  return jsonRoutes(pagesApi, '/subscriptions/api', rows, otherwise)
}

async function assertViewer({ viewer, publicUrl }: PageDeps, request: Request): Promise<Reader> {
  const person = await viewer(request)
  if (!person) throw failure('not_signed_in')
  if (isForeignChange(request, publicUrl)) throw failure('cross_site')
  return { ...person, language: languageOf(request) }
}

async function list(deps: PageDeps, { all, apps, language }: Reader): Promise<SubscriptionList> {
  const visibility = all ? ('all' as const) : { origins: apps }
  const search = { type: 'Subscription', conditions: [], visibility, sort: '-_lastUpdated' as const }
  const { matches } = await deps.resources.search({ search, limit: MOST_LISTED, mostCounted: 0 })
  const items = await Promise.all(matches.map((version) => shown(deps, version, language)))
  return { items: items.flatMap((one) => one?.item ?? []), hasApps: all || apps.length > 0 }
}

/** A Subscription as shown, with its state; undefined for one without an owner, which sends nothing. */
async function shown({ store, appName }: PageDeps, { id, origin: app, body }: StoredVersion, language: Language) {
  if (app === undefined || body === undefined) return undefined
  const [state, name = app] = await Promise.all([store.state(id), appName(app, language)])
  return {
    state,
    item: itemOf(id, { app, appName: name }, inLanguage(JSON.parse(body) as JsonObject, language), state),
  }
}

/**
 * A Subscription that the viewer may see. Throws the same ApiFailure for one that does not exist and one they
 * may not see.
 */
async function found(deps: PageDeps, id: string, { all, apps, language }: Reader) {
  const version = await deps.resources.readCurrent('Subscription', id)
  const isTheirs = version?.origin !== undefined && (all || apps.includes(version.origin))
  const one = isTheirs ? await shown(deps, version, language) : undefined
  if (!version || !one) throw failure('not_found')
  return { version, ...one }
}

async function detail(deps: PageDeps, id: string, viewer: Reader): Promise<SubscriptionDetail> {
  const { version, item, state } = await found(deps, id, viewer)
  const events = await deps.store.recentEvents(id, MOST_SHOWN)
  const tries = await deps.store.recentAttempts(id, MOST_SHOWN)
  return {
    ...item,
    events: events.map((event) => eventItem(event, state?.done ?? 0, deps.traceOf)),
    tries: triesOf(deps, version, events, tries),
  }
}

function triesOf(
  { settings: { userAgent } }: PageDeps,
  version: StoredVersion,
  events: readonly SubscriptionEvent[],
  tries: readonly Attempt[],
): SubscriptionDetail['tries'] {
  const read = readSubscription(version.body ?? '{}', version)
  if (!read) return []
  const subscription = withoutSecrets(read)
  const newestOf = ({ number }: Attempt) => events.find((event) => event.number === number)
  return tries.map((attempt) => attemptItem(attempt, { subscription, event: newestOf(attempt), userAgent }))
}

async function sendNow(deps: PageDeps, id: string, viewer: Reader): Promise<SubscriptionDetail> {
  const { state } = await found(deps, id, viewer)
  if (!state || !hasWork(state)) throw failure('nothing_waits')
  await deps.store.hasten(id, deps.clock())
  return detail(deps, id, viewer)
}

async function stop(deps: PageDeps, request: Request, id: string, viewer: Reader): Promise<SubscriptionDetail> {
  const { version, item } = await found(deps, id, viewer)
  if (item.status !== 'off') {
    const error = item.error ?? undefined
    const isWritten = await writeStatus(deps, version, { status: 'off', ...(error === undefined ? {} : { error }) })
    if (!isWritten) throw failure('changed')
    const thing = { kind: 'resource', name: `Subscription/${id}` } as const
    const fields = [{ name: 'status', before: item.status, after: 'off' }]
    deps.audit.record(changed({ request, person: { username: viewer.username } }, 'U', thing, fields))
  }
  return detail(deps, id, viewer)
}

/** Deletes a Subscription in the name of its app, whose role decides. */
async function remove(deps: PageDeps, request: Request, id: string, viewer: Reader): Promise<object> {
  await assertRate(deps, request, viewer, deps.limits.changes, viewer.username)
  const { version, item } = await found(deps, id, viewer)
  const traceId = deps.traceIdFor(viewer.username)
  const answer = await deps.remove(item.app, version, traceId)
  const where = { request, person: { username: viewer.username } }
  const event = changed(where, 'D', { kind: 'resource', name: `Subscription/${id}` })
  if (answer.ok) {
    deps.audit.record({ ...event, client: item.app, traceId })
    return {}
  }
  const outcome = answer.status < 500 ? ('refused' as const) : ('failed' as const)
  deps.audit.record({ ...event, client: item.app, traceId, outcome, description: `change: resource, ${answer.status}` })
  if (answer.status >= 500) throw failure('unexpected')
  throw failure(answer.status === FORBIDDEN ? 'may_not_delete' : 'changed')
}

const FORBIDDEN = 403

/** Sends a test to the receiver of a Subscription that is not off. */
async function test(deps: PageDeps, request: Request, id: string, viewer: Reader): Promise<SubscriptionTest> {
  const { version, item } = await found(deps, id, viewer)
  const subscription = readSubscription(version.body ?? '{}', version)
  if (!subscription || item.status === 'off') throw failure('is_off')
  await assertRate(deps, request, viewer, deps.limits.tests, item.app)
  const attempt = await sendTest(deps, subscription)
  deps.audit.record(testedEvent({ request, username: viewer.username }, subscription, attempt))
  const { userAgent } = deps.settings
  return attemptItem(attempt, { subscription: withoutSecrets(subscription), event: undefined, userAgent })
}

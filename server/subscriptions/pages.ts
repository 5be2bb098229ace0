// /subscriptions/api: Subscriptions and their notifications, for administrators and for the developers of their apps.
// Both can send waiting notifications at once, and switch a Subscription off.
import type { SubscriptionDetail, SubscriptionItem, SubscriptionList } from '#lib/api/subscriptions.ts'
import { changed } from '#lib/audit/changes.ts'
import type { Handler } from '#lib/http/handler.ts'
import { ApiFailure, type JsonApi, jsonRoute, jsonRoutes, textIn } from '#lib/http/json-api.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import type { JsonObject } from '#lib/json.ts'
import type { StoredVersion } from '../fhir/store.ts'
import type { SubscriptionDeps } from './deps.ts'
import { writeStatus } from './status-versions.ts'
import type { Attempt, SubscriptionEvent, SubscriptionState } from './store.ts'
import { readSubscription } from './subscription.ts'
import { FAILURE_TEXTS, STATUS, type SubscriptionFailureName } from './texts.ts'
import { attemptItem, eventItem, hasWork, itemOf, withoutSecrets } from './view.ts'

/** The sender: an administrator sees all Subscriptions, a developer those of some apps. */
export interface SubscriptionViewer {
  readonly username: string
  readonly all: boolean
  /** client_ids. */
  readonly apps: readonly string[]
}

export interface PageDeps extends SubscriptionDeps {
  /** Undefined for a person who is not signed in or may see none. */
  readonly viewer: (request: Request) => Promise<SubscriptionViewer | undefined>
  readonly publicUrl: string
}

class SubscriptionFailure extends ApiFailure {
  constructor(failure: SubscriptionFailureName) {
    super(failure, STATUS[failure])
  }
}

const api = ({ log }: Pick<PageDeps, 'log'>): JsonApi => ({
  log,
  failed: 'subscriptions could not be shown',
  text: textIn(FAILURE_TEXTS),
  fault: (failure) => new SubscriptionFailure(failure),
  logsMessages: true,
})

/** The most Subscriptions listed. */
const MOST_LISTED = 500
/** The most events and attempts shown per Subscription. */
const MOST_SHOWN = 50

/** Everything below /subscriptions/api. `wake` is called after each change. */
export function subscriptionPages(deps: PageDeps, wake: () => void): Handler {
  const who = (request: Request) => assertViewer(deps, request)
  const rows = [
    jsonRoute('', who, { GET: (_request, _id, viewer) => list(deps, viewer) }),
    jsonRoute(':id', who, { GET: (_request, id, viewer) => detail(deps, id, viewer) }),
    jsonRoute(':id/send', who, { POST: (_request, id, viewer) => sendNow(deps, id, viewer).finally(wake) }),
    jsonRoute(':id/stop', who, { POST: (request, id, viewer) => stop(deps, request, id, viewer).finally(wake) }),
  ]
  const otherwise = async (request: Request) => {
    await who(request)
    throw new SubscriptionFailure('not_found')
  }
  return jsonRoutes(api(deps), '/subscriptions/api', rows, otherwise)
}

async function assertViewer({ viewer, publicUrl }: PageDeps, request: Request): Promise<SubscriptionViewer> {
  const person = await viewer(request)
  if (!person) throw new SubscriptionFailure('not_signed_in')
  if (isForeignChange(request, publicUrl)) throw new SubscriptionFailure('cross_site')
  return person
}

async function list({ resources, store }: PageDeps, { all, apps }: SubscriptionViewer): Promise<SubscriptionList> {
  const visibility = all ? ('all' as const) : { origins: apps }
  const search = { type: 'Subscription', conditions: [], visibility, sort: '-_lastUpdated' as const }
  const { matches } = await resources.search({ search, limit: MOST_LISTED, mostCounted: 0 })
  const items = await Promise.all(matches.map(async (version) => shown(version, await store.state(version.id)) ?? []))
  return { items: items.flat() }
}

/** Undefined for a Subscription without an owner, which sends nothing. */
const shown = (
  { id, origin, body }: StoredVersion,
  state: SubscriptionState | undefined,
): SubscriptionItem | undefined =>
  origin === undefined || body === undefined ? undefined : itemOf(id, origin, JSON.parse(body) as JsonObject, state)

/**
 * A Subscription that the viewer may see. Throws the same SubscriptionFailure for one that does not exist and one they
 * may not see.
 */
async function found({ resources, store }: PageDeps, id: string, { all, apps }: SubscriptionViewer) {
  const version = await resources.readCurrent('Subscription', id)
  const isTheirs = version?.origin !== undefined && (all || apps.includes(version.origin))
  const state = isTheirs ? await store.state(id) : undefined
  const item = isTheirs ? shown(version, state) : undefined
  if (!version || !item) throw new SubscriptionFailure('not_found')
  return { version, item, state }
}

async function detail(deps: PageDeps, id: string, viewer: SubscriptionViewer): Promise<SubscriptionDetail> {
  const { version, item, state } = await found(deps, id, viewer)
  const events = await deps.store.recentEvents(id, MOST_SHOWN)
  const tries = await deps.store.recentAttempts(id, MOST_SHOWN)
  return {
    ...item,
    events: events.map((event) => eventItem(event, state?.done ?? 0)),
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

async function sendNow(deps: PageDeps, id: string, viewer: SubscriptionViewer): Promise<SubscriptionDetail> {
  const { state } = await found(deps, id, viewer)
  if (!state || !hasWork(state)) throw new SubscriptionFailure('nothing_waits')
  await deps.store.hasten(id, deps.clock())
  return detail(deps, id, viewer)
}

async function stop(
  deps: PageDeps,
  request: Request,
  id: string,
  viewer: SubscriptionViewer,
): Promise<SubscriptionDetail> {
  const { version, item } = await found(deps, id, viewer)
  if (item.status !== 'off') {
    const error = item.error ?? undefined
    const isWritten = await writeStatus(deps, version, { status: 'off', ...(error === undefined ? {} : { error }) })
    if (!isWritten) throw new SubscriptionFailure('changed')
    const thing = { kind: 'resource', name: `Subscription/${id}` } as const
    const fields = [{ name: 'status', before: item.status, after: 'off' }]
    deps.audit.record(changed({ request, person: { username: viewer.username } }, 'U', thing, fields))
  }
  return detail(deps, id, viewer)
}

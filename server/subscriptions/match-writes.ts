// Compares clients' writes with the criteria of Subscriptions, in the order of writing. A change of a Subscription has
// its place in that order too: a version is compared with the criteria that were valid when it was written.

import { byParam, isFoundBy } from '#lib/fhir/search/matching.ts'
import type { Grantable, Search } from '../fhir/store.ts'
import { keep, type Watched, watchedAfter, watchedAgain } from './active-subscriptions.ts'
import { criteriaSearch } from './criteria.ts'
import type { SubscriptionDeps, Verdict } from './deps.ts'
import { mayRead, permissionsOf } from './read-permission.ts'
import type { SubscriptionEvent, SubscriptionVersion, WrittenVersion } from './store.ts'

/** Rows read at a time. */
const BATCH = 200
/** After this time the results are saved, so that requests get their turn. */
const MOST_BUSY_MS = 8
/** Events saved at a time. */
const MOST_EVENTS = 200
/** Most Subscriptions that the trace of one write lists. */
const MOST_NOTED = 50

export interface MatchDeps
  extends Pick<
    SubscriptionDeps,
    'store' | 'authority' | 'settings' | 'resources' | 'traces' | 'random' | 'clock' | 'log'
  > {
  readonly holder: string
  readonly watched: Map<string, Watched>
}

/** `all`: nothing is left. `some`: there may be more. `lost`: another process took over, and nothing was written. */
export type Compared = 'all' | 'some' | 'lost'

/**
 * Compares the next versions and saves the events; nothing else may change a state meanwhile. Rejects with
 * StorageUnavailable: nothing is saved then.
 */
export async function matchWrites(deps: MatchDeps): Promise<Compared> {
  const { store, watched } = deps
  // Read in this order, so that the second list has every change of a Subscription before the end of the first.
  const written = await store.written(BATCH)
  const versions = await store.unseen(BATCH)
  if (written.length + versions.length === 0) return 'all'
  const draft = new Draft(deps)
  const isCut = versions.length === BATCH
  const end = isCut ? (versions.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY
  const { seenUpTo, compared } = await walk(draft, written, versions, end)
  const { states, events } = draft
  const saved = await store.save(deps.holder, {
    states,
    events,
    compared,
    ...(seenUpTo === undefined ? {} : { seenUpTo }),
  })
  if (!saved) return 'lost'
  for (const one of draft.changed.values()) keep(watched, one)
  for (const { version, verdicts } of draft.notes) deps.traces.compared(version, verdicts)
  const isLast = !isCut && written.length < BATCH && compared.length === written.length
  return isLast ? 'all' : 'some'
}

/** Processes both lists in the order of seq, until the end or the time limit. */
async function walk(
  draft: Draft,
  written: readonly WrittenVersion[],
  versions: readonly SubscriptionVersion[],
  end: number,
) {
  const begun = performance.now()
  const compared: number[] = []
  let seenUpTo: number | undefined
  let next = 0
  const see = async (before: number) => {
    for (; next < versions.length; next += 1) {
      const version = versions[next]
      if (!version || version.seq > before) return
      await draft.see(version)
      seenUpTo = version.seq
    }
  }
  for (const version of written) {
    if (version.seq > end || draft.events.length >= MOST_EVENTS || performance.now() - begun > MOST_BUSY_MS)
      return { seenUpTo, compared }
    await see(version.seq)
    await draft.compare(version)
    compared.push(version.seq)
  }
  await see(end)
  return { seenUpTo, compared }
}

/** The unsaved results of a walk. */
class Draft {
  readonly changed = new Map<string, Watched>()
  readonly events: SubscriptionEvent[] = []
  /** The verdicts on versions whose request has a trace. */
  readonly notes: { readonly version: WrittenVersion; readonly verdicts: readonly Verdict[] }[] = []
  readonly #deps: MatchDeps
  /** The permissions of the owners whose criteria found something. */
  readonly #permissions = new Map<string, readonly Grantable[]>()
  /** The running Subscriptions, by the type of their criteria; undefined after a change, until it is computed again. */
  #byType: ReadonlyMap<string, readonly Running[]> | undefined

  constructor(deps: MatchDeps) {
    this.#deps = deps
  }

  get states() {
    return [...this.changed.values()].map(({ state }) => state)
  }

  /** Processes a change of a Subscription. */
  async see(version: SubscriptionVersion): Promise<void> {
    const before = this.changed.get(version.id) ?? this.#deps.watched.get(version.id) ?? (await this.#stopped(version))
    this.changed.set(version.id, watchedAfter(this.#deps, before, version))
    this.#byType = undefined
  }

  /** A Subscription that was stopped, and goes on with the numbers of its events. */
  async #stopped({ id }: SubscriptionVersion): Promise<Watched | undefined> {
    const state = await this.#deps.store.state(id)
    return state && watchedAgain(this.#deps, state)
  }

  /** Makes an event for each Subscription whose owner would find the version by its criteria. */
  async compare(version: WrittenVersion): Promise<void> {
    this.#byType ??= this.#running()
    const candidates = this.#byType.get(version.type) ?? []
    const values = candidates.length > 0 ? byParam(await this.#deps.store.valuesOf(version.seq)) : NO_VALUES
    const found = new Map<string, Pick<Verdict, 'verdict' | 'number'>>()
    for (const { id, search, owner } of candidates) {
      if (!isFoundBy(search, version, values)) found.set(id, { verdict: 'criteria' })
      else if (!mayRead(await this.#permissionsOf(owner), version)) found.set(id, { verdict: 'permission' })
      else found.set(id, { verdict: 'matched', number: this.#add(id, version) })
    }
    if (version.traceId !== undefined && version.clientId !== undefined) this.#note(version, found)
  }

  async #permissionsOf(owner: string): Promise<readonly Grantable[]> {
    const known = this.#permissions.get(owner) ?? (await permissionsOf(this.#deps.authority, owner))
    this.#permissions.set(owner, known)
    return known
  }

  /** Adds an event for a watched Subscription, and returns the number of the event. */
  #add(id: string, { type, origin, requestId, correlationId, traceId, clientId }: WrittenVersion): number {
    const one = this.changed.get(id) ?? this.#deps.watched.get(id)
    if (!one) throw new Error(`Subscription/${id} is not watched`)
    const number = one.state.number + 1
    this.changed.set(id, { ...one, state: { ...one.state, number } })
    const [at, eventId] = [this.#deps.clock(), this.#deps.random.uuid()]
    const event = { subscriptionId: id, number, eventId, at, type, origin }
    this.events.push({ ...event, requestId, correlationId, traceId, clientId })
    return number
  }

  #note(version: WrittenVersion, found: ReadonlyMap<string, Pick<Verdict, 'verdict' | 'number'>>): void {
    const verdicts = [...this.#watched()].flatMap(([id, { state, subscription }]): readonly Verdict[] => {
      if (!subscription || state.phase === 'stopped') return []
      const { owner, criteria } = subscription
      const otherwise = { verdict: state.phase === 'running' ? 'criteria' : 'not_running' } as const
      return [{ id, owner, criteria, ...(found.get(id) ?? otherwise) }]
    })
    if (verdicts.length > 0) this.notes.push({ version, verdicts: verdicts.slice(0, MOST_NOTED) })
  }

  #watched(): ReadonlyMap<string, Watched> {
    return new Map([...this.#deps.watched, ...this.changed])
  }

  #running(): ReadonlyMap<string, readonly Running[]> {
    const byType = new Map<string, Running[]>()
    for (const [id, one] of this.#watched()) {
      if (one.state.phase !== 'running' || !one.subscription) continue
      const search = searchOf(one.subscription.criteria, this.#deps)
      if (!search) continue
      const { owner } = one.subscription
      byType.set(search.type, [...(byType.get(search.type) ?? []), { id, search, owner }])
    }
    return byType
  }
}

const NO_VALUES = byParam([])

interface Running {
  readonly id: string
  readonly search: Search
  readonly owner: string
}

/** The search for criteria; undefined for criteria that this server would refuse, which an import may contain. */
function searchOf(criteria: string, { settings, clock }: MatchDeps): Search | undefined {
  try {
    return criteriaSearch(criteria, { ...settings, now: clock() })
  } catch {
    return undefined
  }
}

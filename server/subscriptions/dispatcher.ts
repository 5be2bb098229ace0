// The dispatcher has clients' writes compared with Subscriptions and sends the notifications: for each Subscription in
// order, one at a time, and at least once. When several processes share a database, the holder of the lease does this;
// when it ends, another takes over.
import { inTurns } from '#lib/async/turns.ts'
import { SECOND } from '#lib/clock.ts'
import { type Watched, watchedAgain } from './active-subscriptions.ts'
import { deliveredEvent, switchedEvent } from './audited.ts'
import { createConcurrencyLimits } from './concurrency.ts'
import { attemptDelivery, type DeliveryDeps, dueAt, LeaseLost, type Tried } from './delivery.ts'
import type { SubscriptionDeps } from './deps.ts'
import { matchWrites } from './match-writes.ts'
import { AGAIN_MS, dueStatus } from './state-machine.ts'
import { writeStatus } from './status-versions.ts'
import { AFTER_ALL_LEASES } from './store.ts'

/** A lease that was not renewed for this long may be taken: its holder has ended, or hangs. */
const LEASE_MS = 20 * SECOND
const RENEW_MS = 5 * SECOND
/** How often the dispatcher checks for writes of other processes, and for due notifications. */
const LOOK_MS = SECOND
/** The minimum time between the starts of two turns triggered by writes: writes in between are compared together. */
const APART_MS = 20
/** The most events that may wait for one Subscription. */
const MOST_WAITING = 10_000
/** How long running notifications may take when the process ends. */
const LEAVE_MS = 2 * SECOND

export interface Dispatcher {
  /** Call it after a commit: the written versions are compared soon. Never throws, and costs nothing before `start`. */
  readonly wake: () => void
  /** Starts comparing and sending by itself. */
  readonly start: () => void
  /**
   * Does everything that is due and waits for running notifications, until nothing is due. Rejects with
   * StorageUnavailable.
   */
  readonly settle: () => Promise<void>
  /** Stops. Running notifications get a moment to end; the next process sends the unfinished ones again. */
  readonly close: () => Promise<void>
}

export class Dispatching implements Dispatcher {
  readonly #deps: DeliveryDeps
  readonly #watched = new Map<string, Watched>()
  readonly #places = createConcurrencyLimits()
  readonly #flights = new Set<Promise<void>>()
  readonly #leaving = new AbortController()
  /** When the lease was renewed; undefined while it belongs to another process. */
  #renewedAt: number | undefined
  #turn: Promise<void> | undefined
  #again = false
  /** True when something was written since the last turn began. */
  #isWoken = false
  #beganAt = Number.NEGATIVE_INFINITY
  #isStarted = false
  #timer: NodeJS.Timeout | undefined

  constructor(deps: SubscriptionDeps) {
    this.#deps = { ...deps, holder: deps.random.uuid(), watched: this.#watched, alone: inTurns() }
  }

  readonly wake = (): void => {
    this.#isWoken = true
    if (!this.#turn) this.#plan()
  }

  readonly start = (): void => {
    this.#isStarted = true
    this.#goOn()
  }

  readonly settle = async (): Promise<void> => {
    await this.#run()
    while (this.#flights.size > 0) {
      await Promise.all(this.#flights)
      await this.#run()
    }
  }

  readonly close = async (): Promise<void> => {
    this.#isStarted = false
    clearTimeout(this.#timer)
    await this.#turn?.catch(this.#report)
    const timer = setTimeout(() => this.#leaving.abort(), LEAVE_MS)
    await Promise.all(this.#flights)
    clearTimeout(timer)
    this.#leaving.abort()
    if (this.#renewedAt !== undefined) await this.#deps.store.release(this.#deps.holder).catch(this.#report)
    this.#loseLease()
  }

  readonly #goOn = (): void => {
    if (this.#isStarted) void this.#run().catch(this.#report)
  }

  /**
   * Runs a turn. If one is already running, another is scheduled after it, for writes that the running one may have
   * missed.
   */
  #run(): Promise<void> {
    this.#again = true
    this.#turn ??= this.#turns().finally(() => {
      this.#turn = undefined
      this.#plan()
    })
    return this.#turn
  }

  async #turns(): Promise<void> {
    while (this.#again && !this.#leaving.signal.aborted) {
      this.#again = this.#isWoken = false
      this.#beganAt = performance.now()
      if (!(await this.#holdsLease())) return
      do await this.#compare()
      while (await this.#settleStatuses())
      await this.#deps.alone(() => this.#hasten())
      this.#sendDue()
    }
  }

  async #holdsLease(): Promise<boolean> {
    const now = this.#deps.clock()
    if (this.#renewedAt !== undefined && Math.abs(now - this.#renewedAt) < RENEW_MS) return true
    if (!(await this.#takeLease(now))) {
      this.#loseLease()
      return false
    }
    if (this.#renewedAt === undefined) await this.#load()
    this.#renewedAt = now
    return true
  }

  /** Takes the lease; at once when no other process has the database open, because its holder is then certainly gone. */
  async #takeLease(now: number): Promise<boolean> {
    const { store, holder, isAlone } = this.#deps
    if (await store.lease(holder, now, now + LEASE_MS)) return true
    if (this.#renewedAt !== undefined || !(await isAlone())) return false
    return store.lease(holder, AFTER_ALL_LEASES, now + LEASE_MS)
  }

  async #load(): Promise<void> {
    const states = await this.#deps.store.load()
    this.#watched.clear()
    for (const state of states) this.#watched.set(state.id, await watchedAgain(this.#deps, state))
  }

  #loseLease(): void {
    this.#renewedAt = undefined
    this.#watched.clear()
  }

  async #compare(): Promise<void> {
    for (;;) {
      const result = await this.#deps.alone(() => matchWrites(this.#deps))
      if (result === 'lost') this.#loseLease()
      if (result !== 'some') return
      await othersFirst()
    }
  }

  /** Writes the statuses that are due. True when it wrote one, which is a new version to be read next. */
  async #settleStatuses(): Promise<boolean> {
    let hasWritten = false
    for (const id of [...this.#watched.keys()])
      if (await this.#deps.alone(() => this.#settleStatus(id))) hasWritten = true
    return hasWritten
  }

  async #settleStatus(id: string): Promise<boolean> {
    const { clock, settings, audit, log } = this.#deps
    const one = this.#watched.get(id)
    const bounds = { giveUpMs: settings.giveUpS * SECOND, mostWaiting: MOST_WAITING }
    const due = one?.subscription && dueStatus(one.state, one.subscription, clock(), bounds)
    if (!one?.subscription || !due || !(await writeStatus(this.#deps, one.state, due))) return false
    if (due.error === undefined) return true
    audit.record(switchedEvent(settings, one.subscription, one.state, due))
    log.warn({ subscription: id, app: one.subscription.owner, ...due }, 'notifications fail')
    return true
  }

  /** Makes due now whatever a person asked to send at once, through any process. */
  async #hasten(): Promise<void> {
    const { store, clock, holder } = this.#deps
    for (const id of await store.hastened()) {
      const one = this.#watched.get(id)
      if (!one) continue
      const state = { ...one.state, nextAt: clock() }
      if (await store.save(holder, { states: [state] })) this.#watched.set(id, { ...one, state })
    }
  }

  #sendDue(): void {
    const now = this.#deps.clock()
    const due = [...this.#watched.values()]
      .map((one) => ({ one, at: dueAt(one, now) ?? Number.POSITIVE_INFINITY }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at)
    for (const { one } of due) {
      const host = new URL(one.subscription?.endpoint ?? '', 'http://none').host
      if (this.#places.take(one.state.id, { host, failing: one.state.failures > 0 })) this.#send(one.state.id)
    }
  }

  #send(id: string): void {
    const flight = attemptDelivery(this.#deps, id, this.#leaving.signal)
      .then((tried) => (tried?.isDelivered ? this.#delivered(tried) : undefined))
      .then(
        () => this.#places.leave(id),
        (error) => this.#failed(id, error),
      )
      .finally(() => {
        this.#flights.delete(flight)
        this.#goOn()
      })
    this.#flights.add(flight)
  }

  async #delivered({ notification }: Tried): Promise<void> {
    const { audit, settings, alone } = this.#deps
    if (notification.number > 0) return audit.record(deliveredEvent(settings, notification))
    await alone(async () => {
      const one = this.#watched.get(notification.subscription.id)
      if (one?.state.phase === 'handshake' && one.subscription === notification.subscription)
        await writeStatus(this.#deps, one.state, { status: 'active' })
    })
  }

  #failed(id: string, error: unknown): void {
    this.#places.leave(id)
    if (error instanceof LeaseLost) {
      this.#loseLease()
      return
    }
    this.#report(error)
    const one = this.#watched.get(id)
    if (one) this.#watched.set(id, { ...one, state: { ...one.state, nextAt: this.#deps.clock() + AGAIN_MS } })
  }

  readonly #report = (error: unknown): void => {
    this.#deps.log.error({ cause: String(error) }, 'notifications could not be looked after; another try follows')
  }

  /**
   * Sets the timer for the next turn. A Subscription without a place is tried when a running notification ends and
   * frees one.
   */
  #plan(): void {
    if (!this.#isStarted) return
    clearTimeout(this.#timer)
    const now = this.#deps.clock()
    if (this.#isWoken) {
      const apart = this.#beganAt + APART_MS - performance.now()
      if (apart > 0) this.#timer = setTimeout(this.#goOn, apart).unref()
      else this.#goOn()
      return
    }
    const waits = [...this.#watched.values()].map((one) => (dueAt(one, now) ?? Number.POSITIVE_INFINITY) - now)
    this.#timer = setTimeout(this.#goOn, Math.min(LOOK_MS, ...waits.filter((wait) => wait > 0))).unref()
  }
}

const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

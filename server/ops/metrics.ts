// The metrics of a running service in the Prometheus text format 0.0.4. requests.ts measures requests. The rest is read
// at each scrape, or arrives on diagnostics channels that are quiet most of the time (lib/telemetry.ts).
import type { Channel } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import type { Clock } from '#lib/clock.ts'
import {
  type BulkheadState,
  bulkheadStates,
  type DatabaseUnavailable,
  type DiskFlush,
  databaseUnavailable,
  diskFlushes,
  type RefusedCheck,
  refusedChecks,
  type StatementAnswered,
  statementsAnswered,
} from '#lib/telemetry.ts'
import type { Requests } from './requests.ts'
import type { OperatedDatabase, OperatedKeys } from './store.ts'

export interface MetricsDeps {
  readonly requests: Requests
  readonly database: OperatedDatabase
  readonly keys: OperatedKeys
  /** Searches waiting for a database thread. */
  readonly waitingSearches: () => number
  readonly version: string
  readonly clock: Clock
}

export interface Metrics {
  readonly contentType: string
  readonly text: () => Promise<string>
  readonly close: () => void
}

/** Bounds in seconds for an fdatasync: from a disk with a battery-backed cache to a failing one. */
const FLUSH_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]

/** Bounds in seconds for a statement: from a row by its key to a search that its limit ends. */
const STATEMENT_BOUNDS = [0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5]

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of GAUGES_NAMED_AS_COUNTERS) registry.removeSingleMetric(name)
  registry.registerMetric(deps.requests.durations)
  const listening = told(registers)
  const look = lookedUp(deps, registers)
  return {
    contentType: registry.contentType,
    text: async () => {
      await look()
      return registry.metrics()
    },
    close: () => {
      listening.close()
      registry.clear()
    },
  }
}

/**
 * Sums of gauges that are also exported by type. They are removed, because the suffix _total is for counters
 * (Prometheus, metric and label naming).
 */
const GAUGES_NAMED_AS_COUNTERS = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** The bulkhead that every process has; its metrics exist before the first request. */
const PASSWORD_GATE = 'password'

/** Metrics of events, counted as they happen. */
function told(registers: Registry[]) {
  const ends = [refusals, flushes, statements, unavailability, bulkheads].map((metric) => metric(registers))
  return {
    close: () => {
      for (const end of ends) end()
    },
  }
}

/** Calls `hear` with everything that is published on a channel, until the returned function is called. */
function heard<Told>(on: Channel, hear: (told: Told) => void): () => void {
  const listener = (told: unknown) => hear(told as Told)
  on.subscribe(listener)
  return () => void on.unsubscribe(listener)
}

function refusals(registers: Registry[]) {
  const refused = new Counter({
    name: 'slipway_refusals_total',
    help: 'Requests that a named check refused; /docs/errors explains each of them.',
    labelNames: ['check'],
    registers,
  })
  for (const check of CHECK_NAMES) refused.inc({ check }, 0) // So that the first refusal is visible as an increase.
  return heard<RefusedCheck>(refusedChecks, ({ name }) => refused.inc({ check: name }))
}

function flushes(registers: Registry[]) {
  const durations = new Histogram({
    name: 'slipway_database_flush_seconds',
    help: 'Time that the disk took to keep what was committed, before an answer that promises it.',
    buckets: FLUSH_BOUNDS,
    registers,
  })
  const failures = new Counter({
    name: 'slipway_database_flush_failures_total',
    help: 'Flushes that the disk refused.',
    registers,
  })
  return heard<DiskFlush>(diskFlushes, ({ seconds, failed }) => {
    if (failed) failures.inc()
    else durations.observe(seconds)
  })
}

function statements(registers: Registry[]) {
  const durations = new Histogram({
    name: 'slipway_database_statement_seconds',
    help: 'Time until PostgreSQL answered a statement, by what it changes or reads. SQLite is within the process and tells none.',
    labelNames: ['statement'],
    buckets: STATEMENT_BOUNDS,
    registers,
  })
  return heard<StatementAnswered>(statementsAnswered, ({ statement, seconds }) =>
    durations.observe({ statement }, seconds),
  )
}

function unavailability(registers: Registry[]) {
  const unavailable = new Counter({
    name: 'slipway_database_unavailable_total',
    help: 'Statements that the database could not run for now, by the code of SQLite or the SQLSTATE of PostgreSQL.',
    labelNames: ['code'],
    registers,
  })
  return heard<DatabaseUnavailable>(databaseUnavailable, ({ code }) => unavailable.inc({ code }))
}

function bulkheads(registers: Registry[]) {
  const requests = new Gauge({
    name: 'slipway_gate_requests',
    help: 'Requests at a bulkhead before costly work, such as passwords: running, and waiting for their turn.',
    labelNames: ['gate', 'state'],
    registers,
  })
  const turnedAway = new Counter({
    name: 'slipway_gate_refusals_total',
    help: 'Requests that a gate turned away at once, because too many were there.',
    labelNames: ['gate'],
    registers,
  })
  for (const state of ['running', 'waiting']) requests.set({ gate: PASSWORD_GATE, state }, 0)
  turnedAway.inc({ gate: PASSWORD_GATE }, 0)
  return heard<BulkheadState>(bulkheadStates, ({ gate, running, waiting, refused }) => {
    requests.set({ gate, state: 'running' }, running)
    requests.set({ gate, state: 'waiting' }, waiting)
    if (refused) turnedAway.inc({ gate })
  })
}

/** Metrics of the current state, read at each scrape. */
function lookedUp({ requests, database, keys, waitingSearches, version, clock }: MetricsDeps, registers: Registry[]) {
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  gauge('slipway_info', 'The version that runs.', 'version').set({ version }, 1)
  const inFlight = gauge('slipway_http_requests_in_flight', 'Requests without an answer yet.')
  const searches = gauge('slipway_searches_waiting', 'Searches under way in threads of their own, or waiting for one.')
  const age = gauge('slipway_key_age_seconds', 'Age of each published signing key.', 'kid', 'owner', 'status')
  const size = gauge('slipway_database_bytes', 'Size of the database file and of its write-ahead log.', 'file')
  const pages = gauge('slipway_database_pages', 'Pages of the database: all, and free ones.', 'kind')
  const rows = gauge('slipway_rows', 'Rows of what comes and goes, and of what stays.', 'kind')
  return async () => {
    const [published, figures] = await Promise.all([keys.list(), database.figures()])
    inFlight.set(requests.inFlight())
    searches.set(waitingSearches())
    age.reset() // Keys come and go.
    for (const { createdAt, ...key } of published) age.set(key, (clock() - createdAt) / 1000)
    size.set({ file: 'database' }, figures.fileBytes)
    if (figures.file) {
      size.set({ file: 'wal' }, figures.file.walBytes)
      pages.set({ kind: 'all' }, figures.file.pages)
      pages.set({ kind: 'free' }, figures.file.freePages)
    }
    for (const [kind, count] of Object.entries(figures.rows)) rows.set({ kind }, count)
  }
}

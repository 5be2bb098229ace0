// What a batch of requests changes in the stored traces, whatever the engine: it looks at what is stored, decides here, and writes
// each row once. Nobody else may write traces meanwhile.
import { type StandingOutcome, TRACE_LIFETIME_MS, type TraceEntry, type TraceFacts } from '#server/traces/store.ts'
import { LARGEST, MOST_FAILED, MOST_STEPS, type TraceOwner, UNCLAIMED_LIFETIME_MS } from './bounds.ts'

/** Facts that a later request may add to a trace. */
export const FACTS = ['traceId', 'platform', 'clientId', 'subject', 'task'] as const

/** A row of `trace`. */
export interface StoredTrace extends Readonly<Record<(typeof FACTS)[number], string | null>> {
  readonly id: string
  readonly verified: boolean
  readonly network: string
  readonly startedAt: number
  readonly changedAt: number
  readonly change: number
  readonly steps: number
  readonly size: number
  readonly outcome: StandingOutcome
  readonly failed: string | null
  readonly truncated: boolean
}

/** A row of `trace_step`. */
export interface StoredStep {
  readonly seq: number
  readonly key: string
  readonly at: number
  readonly data: string
  readonly expiresAt: number
  readonly waiting: boolean
  readonly network: string
}

/** A row of `trace_link`. */
export interface StoredLink {
  readonly key: string
  readonly id: string
  readonly expiresAt: number
}

/** What is stored. */
export interface StoredTraces {
  /** The trace that a key is linked to. */
  readonly linked: (key: string) => string | undefined
  readonly trace: (id: string) => StoredTrace | undefined
  /** The number of failed requests of a trace, or with a key. */
  readonly failures: (id: string) => number
  /** The number of the next request: above all that there are. */
  readonly nextSeq: () => number
}

/** What to write, in this order. */
export interface TraceChanges {
  /** Those of the links whose key another trace, or requests without one, had: these become part of the trace. */
  readonly claimed: readonly StoredLink[]
  readonly links: readonly StoredLink[]
  readonly steps: readonly StoredStep[]
  /** New traces, and those with more facts, as they are from now on. */
  readonly told: readonly StoredTrace[]
  /** Other traces that go on: with another standing, size and time of change. */
  readonly moved: readonly StoredTrace[]
  /** Whose number of traces, or size, may have grown. */
  readonly grown: readonly TraceOwner[]
}

/** Decides what the requests change, in their order. */
export function traceChanges(entries: readonly TraceEntry[], stored: StoredTraces): TraceChanges {
  const plan = planOver(stored)
  for (const entry of entries) planEntry(plan, entry, stored.nextSeq)
  return plan.changes()
}

type Plan = ReturnType<typeof planOver>

/** What is stored, with what was decided so far. */
function planOver(stored: StoredTraces) {
  const traces = new Map<string, StoredTrace | undefined>()
  const told = new Set<string>()
  const links = new Map<string, StoredLink>()
  const failures = new Map<string, number>()
  let steps: StoredStep[] = []
  const claims = () => [...links.values()].filter(({ key, id }) => key !== id)
  const linked = (key: string) => links.get(key)?.id ?? stored.linked(key)
  return {
    linked,
    trace: (id: string) => (traces.has(id) ? traces.get(id) : stored.trace(id)),
    failures: (id: string): number =>
      [id, ...claims().flatMap((claim) => (claim.id === id ? [claim.key] : []))].reduce(
        (sum, key) => sum + stored.failures(key) + (failures.get(key) ?? 0),
        0,
      ),
    /** The first link of a key holds. Earlier requests with that key, and the trace that they began, become part of this trace. */
    link: (key: string, id: string, expiresAt: number): void => {
      if (linked(key) !== undefined) return
      links.set(key, { key, id, expiresAt })
      if (key === id) return
      steps = steps.map((step) => (step.key === key ? { ...step, expiresAt, waiting: false } : step))
      traces.set(key, undefined)
    },
    /** A request that is stored with the id of its trace, or with the key by which one may claim it. */
    add: (id: string, step: StoredStep, failed: string | undefined): void => {
      steps.push(step)
      if (failed !== undefined) failures.set(id, (failures.get(id) ?? 0) + 1)
    },
    put: (trace: StoredTrace, hasMoreFacts = false): void => {
      traces.set(trace.id, trace)
      if (hasMoreFacts) told.add(trace.id)
    },
    changes: (): TraceChanges => {
      const changed = [...traces.values()].filter((trace) => trace !== undefined)
      return {
        claimed: claims(),
        links: [...links.values()],
        steps,
        told: changed.filter(({ id }) => told.has(id)),
        moved: changed.filter(({ id }) => !told.has(id)),
        grown: ownersOf(changed),
      }
    },
  }
}

function planEntry(plan: Plan, entry: TraceEntry, nextSeq: () => number): void {
  const { key, facts, waits, links, at, outcome, failed, data, network = '' } = entry
  const expiresAt = at + TRACE_LIFETIME_MS
  const linked = plan.linked(key)
  const id = linked ?? (facts || plan.trace(key) ? key : undefined)
  const stepAs = (more: Partial<StoredStep>) => ({
    ...{ seq: nextSeq(), key, at, data, expiresAt, waiting: false, network: '' },
    ...more,
  })
  if (id === undefined) {
    if (waits) plan.add(key, stepAs({ expiresAt: at + UNCLAIMED_LIFETIME_MS, waiting: true, network }), failed)
    return
  }
  if (facts && linked === undefined) {
    const known = plan.trace(id)
    if (!known || bringsMore(known, facts, at))
      plan.put(withFacts(known ?? newTrace(id, facts, { at, network }), facts, at), true)
  }
  for (const link of links) plan.link(link, id, expiresAt)
  const before = plan.trace(id)
  if (!before) return
  if (isFull(before) || (failed !== undefined && plan.failures(id) >= MOST_FAILED)) {
    plan.put({ ...before, truncated: true })
    return
  }
  const step = stepAs({})
  plan.add(id, step, failed)
  plan.put({
    ...before,
    changedAt: Math.max(before.changedAt, at),
    change: step.seq,
    steps: before.steps + 1,
    size: before.size + data.length,
    ...(keepsStanding(before, entry) ? {} : { outcome, failed: failed ?? null }),
  })
}

const newTrace = (
  id: string,
  { verified }: TraceFacts,
  { at, network }: { readonly at: number; readonly network: string },
): StoredTrace => ({
  id,
  verified,
  // Verified traces count towards their client, whatever their network.
  network: verified ? '' : network,
  ...{ traceId: null, platform: null, clientId: null, subject: null, task: null },
  ...{
    startedAt: at,
    changedAt: at,
    change: 0,
    steps: 0,
    size: 0,
    outcome: 'under_way',
    failed: null,
    truncated: false,
  },
})

const bringsMore = (known: StoredTrace, facts: TraceFacts, at: number): boolean =>
  at < known.startedAt || FACTS.some((fact) => known[fact] === null && facts[fact] !== undefined)

const withFacts = (known: StoredTrace, facts: TraceFacts, at: number): StoredTrace => ({
  ...known,
  ...Object.fromEntries(FACTS.map((fact) => [fact, known[fact] ?? facts[fact] ?? null])),
  startedAt: Math.min(known.startedAt, at),
})

const isFull = ({ steps, size }: StoredTrace): boolean => steps >= MOST_STEPS || size >= LARGEST

/** An opened launch stays opened, unless a refusal undoes that. Otherwise the first failure stands, unless the launch succeeds later. */
function keepsStanding({ id, outcome: before }: StoredTrace, { outcome: now, undoes }: TraceEntry): boolean {
  if (now === 'answered') return before !== 'under_way' || !id.startsWith('c-')
  if (before === 'opened') return !undoes
  return STOPPED.has(before) && now !== 'opened'
}

const STOPPED: ReadonlySet<StandingOutcome> = new Set(['refused', 'cancelled', 'fault'])

/** Each client of the traces, and all clients together. */
function ownersOf(traces: readonly StoredTrace[]): readonly TraceOwner[] {
  return [true, false].flatMap((verified) => {
    const clients = new Set(traces.filter((trace) => trace.verified === verified).map(({ clientId }) => clientId))
    return clients.size === 0 ? [] : [...clients, undefined].map((clientId) => ({ verified, clientId }))
  })
}

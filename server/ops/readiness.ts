// Readiness of this process: named checks, each with a sentence about its problem.
import { type Clock, MOST_APART_MS, OVER, periodFrom } from '#lib/clock.ts'
import type { OperatedDatabase, OperatedKeys, Verdict } from './store.ts'

export interface ReadinessCheck {
  readonly name: string
  readonly ok: boolean
  readonly problem?: string
}

export interface Readiness {
  readonly ready: boolean
  readonly checks: readonly ReadinessCheck[]
}

export interface ReadinessDeps {
  readonly database: OperatedDatabase
  /** What the clock of the database says, where that is on another machine. */
  readonly databaseTime: (() => Promise<number>) | undefined
  readonly keys: OperatedKeys
  /** Free bytes on the data disk; undefined when the machine does not tell. */
  readonly freeBytes: () => Promise<number | undefined>
  /** The problem of the external identity provider; undefined with the embedded one. */
  readonly identityProvider: (() => Promise<Verdict>) | undefined
  readonly clock: Clock
}

/** Below this many free bytes, the service reports not ready: the write-ahead log must be able to grow. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024
/** How long an answer is cached, in milliseconds, so that frequent probes cost no more than rare ones. */
const FRESH_MS = 1000
/** How long the identity provider's state is cached, in milliseconds. */
const IDP_FRESH_MS = 15_000

/** Returns a function that checks readiness, or repeats a result less than a second old. */
export function readinessOf(deps: ReadinessDeps): (stopping: boolean) => Promise<Readiness> {
  const { identityProvider, databaseTime } = deps
  const provider = identityProvider && cached(deps.clock, IDP_FRESH_MS, identityProvider)
  const checks: Readonly<Record<string, () => Promise<Verdict>>> = {
    database: deps.database.writable,
    migrations: deps.database.migrated,
    ...(databaseTime ? { clock: () => clockVerdict(deps.clock, databaseTime) } : {}),
    keys: deps.keys.present,
    disk: async () => spaceVerdict(await deps.freeBytes()),
    ...(provider ? { identity_provider: provider } : {}),
  }
  const look = cached(deps.clock, FRESH_MS, () => Promise.all(Object.entries(checks).map(run)))
  return async (stopping) => {
    const shutdown = checked('shutdown', stopping ? 'The service is shutting down.' : undefined)
    const all = [shutdown, ...(await look())]
    return { ready: all.every(({ ok }) => ok), checks: all }
  }
}

async function run([name, check]: [string, () => Promise<Verdict>]): Promise<ReadinessCheck> {
  try {
    return checked(name, await check())
  } catch {
    return checked(name, 'It could not be looked at.')
  }
}

const checked = (name: string, problem: Verdict): ReadinessCheck =>
  problem === undefined ? { name, ok: true } : { name, ok: false, problem }

const spaceVerdict = (free: number | undefined): Verdict =>
  free !== undefined && free < LEAST_FREE_BYTES ? 'There is hardly any disk space left.' : undefined

/** What several processes share ends by each one's clock: what one takes for used up must not be good at another. */
async function clockVerdict(clock: Clock, databaseTime: () => Promise<number>): Promise<Verdict> {
  const before = clock()
  const there = await databaseTime()
  const apart = Math.max(before - there, there - clock()) // The least that it can be: the answer was on its way.
  if (apart <= MOST_APART_MS) return undefined
  const seconds = Math.round(apart / 1000)
  return `The clock of this machine and that of the database are ${seconds} seconds apart. Let both follow the same time (NTP).`
}

/** Caches a function's result for some time; concurrent calls share it. */
function cached<T>(clock: Clock, ms: number, make: () => Promise<T>): () => Promise<T> {
  let isFresh = OVER
  let last: Promise<T> | undefined
  return () => {
    if (last && isFresh()) return last
    isFresh = periodFrom(clock, ms)
    last = make()
    return last
  }
}

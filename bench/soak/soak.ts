// Runs a server under mixed load for a long time, at a share of its capacity, which is measured first.
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '../connection.ts'
import type { Work } from '../load.ts'
import { cpuSeconds } from '../machine.ts'
import type { Bench } from '../requests.ts'
import { mix } from './mix.ts'
import { type Course, courses, type Sample, sample } from './samples.ts'

export interface Plan {
  readonly seconds: number
  /** Seconds of warming up the server, followed by as many seconds of measuring its capacity. */
  readonly calibration: number
  /** The share of its capacity in operations per second. */
  readonly load: number
  /** Concurrent clients. */
  readonly width: number
  readonly samples: number
  /** True if the server has the pages of the interface. */
  readonly pages: boolean
}

/** The number of operations in a period, and the period's duration. */
interface Pace {
  readonly perSecond: number
  /** The share of one core that all threads of the server used; above 1 if it used several. */
  readonly cores: number
}

export interface Outcome {
  readonly done: Readonly<Record<string, number>>
  /** Unexpected events: there should be none. */
  readonly problems: readonly string[]
  readonly capacity: Pace
  /** The part that was done during the run. */
  readonly pace: Pace
  readonly samples: readonly Sample[]
  readonly courses: readonly Course[]
}

const MOST_PROBLEMS = 20
const RARELY_MS = 60_000
/** The longest delay behind its pace that a run catches up on; longer ones are dropped. */
const MOST_BEHIND_MS = 2000

/** Runs the mix. The rows that it creates have their real times; none is back-dated. */
export async function soak(bench: Bench, plan: Plan): Promise<Outcome> {
  const { always, rarely } = await mix(bench, plan.pages)
  const all = Object.entries(always)
  const done: Record<string, number> = {}
  const problems: string[] = []
  let turn = 0

  const act = async (name: string, operation: Work, connection: Connection) => {
    try {
      await operation(connection, turn)
      done[name] = (done[name] ?? 0) + 1
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Runs operations at a rate for some seconds, or as many as possible. */
  const run = async (seconds: number, perSecond = Number.POSITIVE_INFINITY): Promise<Pace> => {
    const [began, cpu, first] = [performance.now(), cpuSeconds(bench.slipway.pid), turn]
    const end = began + seconds * 1000
    const goesOn = () => performance.now() < end && problems.length < MOST_PROBLEMS
    let due = began
    const client = async () => {
      const connection = new Connection(bench.slipway.port)
      while (goesOn()) {
        due = Math.max(due + 1000 / perSecond, performance.now() - MOST_BEHIND_MS)
        await pause(Math.min(due, end) - performance.now())
        if (!goesOn()) break
        const [name, operation] = all[turn++ % all.length] as (typeof all)[number]
        await act(name, operation, connection)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: plan.width }, client))
    const took = (performance.now() - began) / 1000
    return { perSecond: (turn - first) / took, cores: (cpuSeconds(bench.slipway.pid) - cpu) / took }
  }

  await run(plan.calibration)
  const capacity = await run(plan.calibration)

  const isOver = new AbortController()
  const samples: Sample[] = []
  const doneBefore: number[] = []
  const look = async () => {
    samples.push(await sample(bench.domain, bench.slipway))
    doneBefore.push(turn)
  }
  const beside = async (everyMs: number, look: () => Promise<void>) => {
    while (!isOver.signal.aborted) {
      await look()
      await pause(everyMs, isOver.signal)
    }
  }
  const watching = [
    beside((plan.seconds * 1000) / plan.samples, look),
    beside(RARELY_MS, async () => {
      const connection = new Connection(bench.slipway.port)
      for (const [name, operation] of Object.entries(rarely)) await act(name, operation, connection)
      connection.close()
    }),
  ]
  const pace = await run(plan.seconds, capacity.perSecond * plan.load)
  isOver.abort()
  await Promise.all(watching)
  await look()
  return { done, problems, capacity, pace, samples, courses: courses(samples, doneBefore) }
}

/** Resolves after a delay, or immediately when the run ends. */
const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}

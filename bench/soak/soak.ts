// Runs a server under mixed load for a long time, at a share of its capacity, which is measured first.
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '../connection.ts'
import { drive, type Result, type Work } from '../load.ts'
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

export interface Outcome {
  readonly done: Readonly<Record<string, number>>
  /** Unexpected events: there should be none. */
  readonly problems: readonly string[]
  readonly capacity: Result
  /** The part that was done during the run. */
  readonly pace: Result
  readonly samples: readonly Sample[]
  readonly courses: readonly Course[]
}

const MOST_PROBLEMS = 20
const RARELY_MS = 60_000

/** Runs the mix. The rows that it creates have their real times; none is back-dated. Rejects at the twentieth problem. */
export async function soak(bench: Bench, { seconds, calibration, load, width, ...plan }: Plan): Promise<Outcome> {
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
      if (problems.length >= MOST_PROBLEMS) throw new Error(problems.join('\n'))
    }
  }
  const next: Work = (connection) => act(...(all[turn++ % all.length] as (typeof all)[number]), connection)

  await drive(bench.server, next, { seconds: calibration, width })
  const capacity = await drive(bench.server, next, { seconds: calibration, width })

  const isOver = new AbortController()
  const samples: Sample[] = []
  const doneBefore: number[] = []
  const look = async () => {
    samples.push(await sample(bench.domain, bench.server))
    doneBefore.push(turn)
  }
  const beside = async (everyMs: number, look: () => Promise<void>) => {
    while (!isOver.signal.aborted) {
      await look()
      await delay(everyMs, undefined, isOver).catch(() => undefined)
    }
  }
  const watching = [
    beside((seconds * 1000) / plan.samples, look),
    beside(RARELY_MS, async () => {
      const connection = new Connection(bench.server.port)
      for (const [name, operation] of Object.entries(rarely)) await act(name, operation, connection)
      connection.close()
    }),
  ]
  const pace = await drive(bench.server, next, { seconds, width, perSecond: capacity.perSecond * load })
  isOver.abort()
  await Promise.all(watching)
  await look()
  return { done, problems, capacity, pace, samples, courses: courses(samples, doneBefore) }
}

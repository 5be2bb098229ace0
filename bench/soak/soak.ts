// A server under mixed load for a long time: everything that is done in turn, with pauses that leave it some of its time.
import { Connection } from '../connection.ts'
import type { Bench } from '../row.ts'
import { deeds } from './mix.ts'
import { type Course, courses, type Sample, sample } from './samples.ts'

export interface Plan {
  readonly seconds: number
  /** Share of its time for which each client is waiting for an answer. */
  readonly load: number
  /** Clients that do things at the same time. */
  readonly width: number
  readonly samples: number
}

export interface Outcome {
  readonly done: Readonly<Record<string, number>>
  /** What went wrong: nothing ought to. */
  readonly problems: readonly string[]
  readonly samples: readonly Sample[]
  readonly courses: readonly Course[]
}

const MOST_PROBLEMS = 20

/** Runs the mix. Rows of the load show as they are; nothing is made to look older than it is. */
export async function soak(bench: Bench, { seconds, load, width, samples: wanted }: Plan): Promise<Outcome> {
  const all = Object.entries(await deeds(bench))
  const done: Record<string, number> = Object.fromEntries(all.map(([name]) => [name, 0]))
  const problems: string[] = []
  const samples: Sample[] = []
  const end = performance.now() + seconds * 1000
  let turn = 0

  const client = async () => {
    const connection = new Connection(bench.slipway.port)
    while (performance.now() < end && problems.length < MOST_PROBLEMS) {
      const at = turn++
      const [name, deed] = all[at % all.length] as (typeof all)[number]
      const began = performance.now()
      await deed(connection, at).then(
        () => {
          done[name] = (done[name] ?? 0) + 1
        },
        (error: unknown) => problems.push(`${name}: ${error instanceof Error ? error.message : error}`),
      )
      const took = performance.now() - began
      await pause(took * (1 / load - 1))
    }
    connection.close()
  }

  const sampling = async () => {
    const every = (seconds * 1000) / wanted
    while (performance.now() < end) {
      samples.push(sample(bench.domain, bench.slipway))
      await pause(Math.min(every, Math.max(0, end - performance.now())))
    }
    samples.push(sample(bench.domain, bench.slipway))
  }

  await Promise.all([sampling(), ...Array.from({ length: width }, client)])
  return { done, problems, samples, courses: courses(samples) }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

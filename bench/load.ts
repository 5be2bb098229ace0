// The load: a number of connections that each send their next request after the answer to the last, for a fixed duration.
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, Connection } from './connection.ts'
import { cpuSeconds } from './machine.ts'

/** A server that is measured. */
export interface Server {
  readonly pid: number
  readonly port: number
}

/** The work that one connection repeats. Throws, or rejects, for an unexpected answer. */
export type Work = (connection: Connection, turn: number) => Promise<unknown>

/** One request at a time with a check of its answer: what most rows use. */
export interface Request {
  readonly bytes: Buffer
  /** The reason that the answer is wrong; undefined for a correct one. */
  readonly wrong: (answer: Answer) => string | undefined
}

export interface Load {
  readonly seconds: number
  /** Concurrent connections. */
  readonly width: number
  /** At most so many a second; by default, as many as possible. */
  readonly perSecond?: number
}

export interface Result {
  readonly perSecond: number
  /** CPU seconds of the server per thousand requests. */
  readonly cpuPerThousand: number
  /** CPU seconds of the server per second: near 1, it set the pace; above 1 if it used several cores. */
  readonly serverBusy: number
  /** CPU seconds of the load per second: near 1, the load may have set the pace. */
  readonly loadBusy: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Measures for some seconds. */
export type Contender = (seconds: number) => Promise<Result>

/** Work of single requests; `next` chooses the next request. */
export const requests =
  (next: (turn: number) => Request): Work =>
  (connection, turn) =>
    new Promise<void>((resolve, reject) => {
      const { bytes, wrong } = next(turn)
      const check = (answer: Answer) => {
        const problem = wrong(answer)
        if (problem === undefined) resolve()
        else reject(new Error(`${bytes.toString('latin1', 0, bytes.indexOf('\r'))}: ${problem}`))
      }
      connection.send(bytes, check, reject)
    })

/** The longest delay behind its pace that a load catches up on; longer ones are dropped. */
const MOST_BEHIND_MS = 2000

/** Runs a load. Rejects at the first wrong answer, because a fast mistake is not a result. */
export async function drive(server: Server, work: Work, { seconds, width, perSecond }: Load): Promise<Result> {
  const latencies: number[] = []
  const connections = Array.from({ length: width }, () => new Connection(server.port))
  let turn = 0
  const [startCpu, startLoad, start] = [cpuSeconds(server.pid), process.cpuUsage(), performance.now()]
  const end = start + seconds * 1000
  let due = start
  const paced = async (rate: number) => {
    due = Math.max(due + 1000 / rate, performance.now() - MOST_BEHIND_MS)
    await delay(Math.max(0, Math.min(due, end) - performance.now()))
  }
  const turns = async (connection: Connection) => {
    for (let now = performance.now(); now < end; ) {
      const asked = now
      await work(connection, turn++)
      now = performance.now()
      latencies.push(now - asked)
      if (perSecond !== undefined) {
        await paced(perSecond)
        now = performance.now()
      }
    }
  }
  try {
    await Promise.all(connections.map(turns))
  } finally {
    for (const connection of connections) connection.close()
  }
  const took = (performance.now() - start) / 1000
  const [usedCpu, usedLoad] = [cpuSeconds(server.pid) - startCpu, process.cpuUsage(startLoad)]
  latencies.sort((one, other) => one - other)
  return {
    perSecond: latencies.length / took,
    cpuPerThousand: (usedCpu / latencies.length) * 1000,
    serverBusy: usedCpu / took,
    loadBusy: (usedLoad.user + usedLoad.system) / 1e6 / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Items per second that are prepared for the first turn; later turns use the measured pace. */
const FIRST_PACE = 500
const ROOM = 1.5

/**
 * A contender that consumes items prepared before the clock starts: half as many again as the last turn used. If they
 * run out, it makes more during the turn, which can only make it look slower.
 */
export function stocked<T>(
  make: () => Promise<T>,
  run: (next: () => Promise<T>, seconds: number) => Promise<Result>,
): Contender {
  let pace = FIRST_PACE
  return async (seconds) => {
    const made: T[] = []
    while (made.length < pace * seconds) made.push(await make())
    const result = await run(async () => made.pop() ?? make(), seconds)
    pace = result.perSecond * ROOM
    return result
  }
}

// Load on one server: so many connections, each of which asks again as soon as it has its answer, for so long.

import type { Answer } from './connection.ts'
import { Connection } from './connection.ts'
import { cpuSeconds } from './machine.ts'

/** What one connection does over and over. Throws, or rejects, when an answer is not what it has to be. */
export type Work = (connection: Connection, turn: number) => Promise<void>

/** A request at a time with its check: what most rows are. */
export interface Request {
  readonly bytes: Buffer
  /** Why the answer is wrong; undefined when it is right. */
  readonly wrong: (answer: Answer) => string | undefined
}

export interface Load {
  readonly port: number
  /** The process that is measured. */
  readonly pid: number
  readonly work: Work
}

export interface Result {
  readonly perSecond: number
  /** CPU seconds of the server for a thousand of them. */
  readonly cpuPerThousand: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Work of single requests; `next` says which one a turn asks. */
export const requests =
  (next: (turn: number) => Request): Work =>
  (connection, turn) =>
    new Promise((resolve, reject) => {
      const { bytes, wrong } = next(turn)
      const check = (answer: Answer) => {
        const problem = wrong(answer)
        if (problem === undefined) resolve()
        else reject(new Error(`${bytes.toString('latin1', 0, bytes.indexOf('\r'))}: ${problem}`))
      }
      connection.send(bytes, check, reject)
    })

/** Runs a load for some seconds on `width` connections. Rejects at the first wrong answer: a fast mistake is not a result. */
export async function drive({ port, pid, work }: Load, seconds: number, width: number): Promise<Result> {
  const latencies: number[] = []
  const connections = Array.from({ length: width }, () => new Connection(port))
  let turn = 0
  const startCpu = cpuSeconds(pid)
  const start = performance.now()
  const end = start + seconds * 1000
  const turns = async (connection: Connection) => {
    for (let now = performance.now(); now < end; ) {
      const asked = now
      await work(connection, turn++)
      now = performance.now()
      latencies.push(now - asked)
    }
  }
  try {
    await Promise.all(connections.map(turns))
  } finally {
    for (const connection of connections) connection.close()
  }
  const took = (performance.now() - start) / 1000
  latencies.sort((one, other) => one - other)
  return {
    perSecond: latencies.length / took,
    cpuPerThousand: ((cpuSeconds(pid) - startCpu) / latencies.length) * 1000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

/** Of sorted values. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

// Load on one server: a number of connections that each send their next request after the answer to the last, for a
// fixed duration.
import type { Answer } from './connection.ts'
import { Connection } from './connection.ts'
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

export interface Result {
  readonly perSecond: number
  /** CPU seconds of the server per thousand requests. */
  readonly cpuPerThousand: number
  /** CPU seconds of the server per second: near 1, it set the pace. */
  readonly serverBusy: number
  /** CPU seconds of the load per second: near 1, the load may have set the pace. */
  readonly loadBusy: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

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

/**
 * Runs a load for some seconds on `width` connections, to the server. Rejects at the first wrong answer,
 * because a fast mistake is not a result.
 */
export async function drive(server: Server, work: Work, seconds: number, width: number): Promise<Result> {
  const latencies: number[] = []
  const connections = Array.from({ length: width }, () => new Connection(server.port))
  const cpu = () => cpuSeconds(server.pid)
  let turn = 0
  const [startCpu, startLoad] = [cpu(), process.cpuUsage()]
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
  const [usedCpu, usedLoad] = [cpu() - startCpu, process.cpuUsage(startLoad)]
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

/** A quantile of sorted values. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

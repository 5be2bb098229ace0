// A row of the table: the contender, its baseline, and the goal for their ratio.
import type { BenchDomain } from './domain.ts'
import type { Process } from './processes.ts'
import type { Contender } from './rounds.ts'

/** The common part of the rows of one size. */
export interface Bench {
  readonly domain: BenchDomain
  readonly slipway: Process
  /** The server's origin for clients that do not connect to its port directly: by default, its public address. */
  readonly origin?: string
}

export interface Row {
  readonly name: string
  readonly baselineName: string
  /** The ratio to reach; undefined if there is no goal. */
  readonly goal: number | undefined
  /** The goal for p99, as a multiple of the baseline's. */
  readonly p99Goal?: number
  readonly ours: Contender
  readonly baseline: Contender
}

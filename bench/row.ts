// A row of the table: what is measured, beside what, and how near it ought to come.
import type { BenchDomain } from './domain.ts'
import type { Process } from './processes.ts'
import type { Contender } from './rounds.ts'

/** What the rows of one size have in common. */
export interface Bench {
  readonly domain: BenchDomain
  readonly slipway: Process
  /** Where this server is asked by who does not speak to its port: its public address unless told. */
  readonly origin?: string
}

export interface Row {
  readonly name: string
  readonly baselineName: string
  /** The ratio to reach; undefined where there is none to reach. */
  readonly goal: number | undefined
  /** At most so many times the baseline's p99. */
  readonly p99Goal?: number
  /** Where more cores are at work than beside: CPU time cannot tell then what the rate does. */
  readonly byRateAlone?: true
  /** Where `ours` is not Slipway but the least that keeps the promises of a row: what could be had at most. */
  readonly isLeast?: true
  readonly ours: Contender
  readonly baseline: Contender
}

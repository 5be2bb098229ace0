// Measures two servers on one database beside a single server. With a core for each, the goal is twice the rate; with
// one core for both, the same rate. Each server has as many connections as the single one, because a process is added
// for more load, and concurrent requests share a commit.
import type { Server } from '../load.ts'
import type { Bench, Row } from '../row.ts'
import { readsOf } from './reads.ts'
import { tokens } from './tokens.ts'

/** Two servers, with a core each. */
const GOAL_OF_TWO_CORES = 1.8

/** If `isOnOwnCore`, `second` has a core of its own. */
export function twoProcessRows(bench: Bench, second: Server, isOnOwnCore: boolean): readonly Row[] {
  const one = [bench.slipway]
  const two = [bench.slipway, second]
  const reads = readsOf(bench)
  const where = isOnOwnCore ? 'a core each' : 'both on one core'
  const common = {
    baselineName: 'one process',
    goal: isOnOwnCore ? GOAL_OF_TWO_CORES : GOAL_OF_TWO_CORES / 2,
    ...(isOnOwnCore ? { byRateAlone: true as const } : {}),
  }
  return [
    { name: `two processes on one database, ${where}: read`, ours: reads(two), baseline: reads(one), ...common },
    {
      name: `two processes on one database, ${where}: client_credentials`,
      ours: tokens(bench, two),
      baseline: tokens(bench, one),
      ...common,
    },
  ]
}

// Compares figures with their goals. Tables, the page of benchmarks and the exit code share this verdict.
import type { Comparison } from './rounds.ts'

/** The highest or lowest value that reaches the goal. */
export type Goal = { readonly most: number } | { readonly least: number }

/** The verdict on a value: `reached` or `missed`, and by how much of the goal. NaN never reaches a goal. */
export function verdict(value: number, goal: Goal): string {
  const limit = 'most' in goal ? goal.most : goal.least
  const room = 'most' in goal ? limit - value : value - limit
  if (Number.isNaN(room)) return 'not known'
  const isCount = Number.isInteger(value) && Number.isInteger(limit) && limit < MOST_COUNTED
  const distance = isCount ? String(Math.abs(room)) : percent(Math.abs(room) / limit)
  if (room < 0) return `missed by ${distance}`
  return room === 0 ? 'reached' : `reached, ${distance} to spare`
}

/** Whole numbers below this are counted, not measured. */
const MOST_COUNTED = 10

const percent = (share: number): string => (share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`)

/** Of a tail, p99 by p50: nobody waits long because of what is done for others, such as a checkpoint. */
export const MOST_TAIL = 5

/** If the server uses less than this share of its core, something else sets the pace. */
const SATURATED = 0.9

/**
 * The ratio that counts. If the baseline left some of its core unused, the load could not saturate it, and its low rate
 * would flatter ours. Then the ratio of CPU times per answer counts.
 */
export function counted({ ratio, cpuRatio, baseline }: Pick<Comparison, 'ratio' | 'cpuRatio' | 'baseline'>) {
  const isHeldBack = baseline.serverBusy < SATURATED && cpuRatio.median < ratio.median
  return isHeldBack ? { ratio: cpuRatio.median, by: 'CPU' } : { ratio: ratio.median, by: 'rate' }
}

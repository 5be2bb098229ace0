// Compares two contenders in alternating rounds, A B, then B A, and so on, so that other load on the machine affects
// both alike. The result is the ratio within each round.
import type { Contender, Result } from './load.ts'

/** A row of the table: the contender, its baseline, and the goal for their ratio. */
export interface Row {
  readonly name: string
  readonly baselineName: string
  /** The ratio to reach. */
  readonly goal?: number
  /** The goal for p99, as a multiple of the baseline's. */
  readonly p99Goal?: number
  /** The goal for p99, as a multiple of our own p50, in each round. */
  readonly tailGoal?: number
  readonly ours: Contender
  readonly baseline: Contender
}

export interface Comparison {
  readonly ours: Result
  readonly baseline: Result
  /** Ours divided by the baseline, in each round. */
  readonly ratios: readonly number[]
  readonly ratio: Spread
  /** The baseline's CPU time divided by ours: the same ratio if the load or the machine set the limit. */
  readonly cpuRatio: Spread
  /** Our p99 divided by the baseline's. */
  readonly p99Ratio: Spread
  /** Our p99 divided by our p50. */
  readonly tail: Spread
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** Seconds that each contender runs at a time before measuring starts. */
  readonly warmUp: number
}

/** The number of answers after which the engine has compiled nearly everything. */
const WARM_AFTER = 5000
/** The most warm-ups for a slow contender. */
const MOST_WARM_UPS = 5

export async function compare(
  row: Pick<Row, 'ours' | 'baseline'>,
  { rounds, seconds, warmUp }: Plan,
): Promise<Comparison> {
  await warmed(row.ours, warmUp)
  await warmed(row.baseline, warmUp)
  const results: { readonly ours: Result; readonly baseline: Result }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const isOursFirst = round % 2 === 0
    const first = await (isOursFirst ? row.ours : row.baseline)(seconds)
    const second = await (isOursFirst ? row.baseline : row.ours)(seconds)
    results.push(isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first })
  }
  const ratios = results.map(({ ours, baseline }) => ours.perSecond / baseline.perSecond)
  return {
    ours: medianResult(results.map(({ ours }) => ours)),
    baseline: medianResult(results.map(({ baseline }) => baseline)),
    ratios,
    ratio: spread(ratios),
    cpuRatio: spread(results.map(({ ours, baseline }) => baseline.cpuPerThousand / ours.cpuPerThousand)),
    p99Ratio: spread(results.map(({ ours, baseline }) => ours.p99 / baseline.p99)),
    tail: spread(results.map(({ ours }) => ours.p99 / ours.p50)),
  }
}

async function warmed(contender: Contender, seconds: number): Promise<void> {
  let answers = 0
  for (let times = 0; times < MOST_WARM_UPS && answers < WARM_AFTER; times += 1)
    answers += (await contender(seconds)).perSecond * seconds
}

/** Each figure on its own: the median of the rounds. */
function medianResult(results: readonly Result[]): Result {
  const figures = Object.keys(results[0] ?? {}) as (keyof Result)[]
  const medians = figures.map((figure) => [figure, median(results.map((result) => result[figure]))])
  return Object.fromEntries(medians)
}

export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

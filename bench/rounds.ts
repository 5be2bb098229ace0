// Compares two contenders in alternating rounds, A B, then B A, and so on, so that other load on the machine affects
// both alike. The result is the ratio within each round.
import type { Result } from './load.ts'

/** Measures for some seconds. */
export type Contender = (seconds: number) => Promise<Result>

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
  ours: Contender,
  baseline: Contender,
  { rounds, seconds, warmUp }: Plan,
): Promise<Comparison> {
  await warmed(ours, warmUp)
  await warmed(baseline, warmUp)
  const results: { readonly ours: Result; readonly baseline: Result }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours(seconds)
      results.push({ ours: first, baseline: await baseline(seconds) })
    } else {
      const first = await baseline(seconds)
      results.push({ ours: await ours(seconds), baseline: first })
    }
  }
  const ratios = results.map((round) => round.ours.perSecond / round.baseline.perSecond)
  return {
    ours: medianResult(results.map((round) => round.ours)),
    baseline: medianResult(results.map((round) => round.baseline)),
    ratios,
    ratio: spread(ratios),
    cpuRatio: spread(results.map((round) => round.baseline.cpuPerThousand / round.ours.cpuPerThousand)),
    p99Ratio: spread(results.map((round) => round.ours.p99 / round.baseline.p99)),
  }
}

async function warmed(contender: Contender, seconds: number): Promise<void> {
  let answers = 0
  for (let times = 0; times < MOST_WARM_UPS && answers < WARM_AFTER; times += 1)
    answers += (await contender(seconds)).perSecond * seconds
}

/** Each figure on its own: the median of the rounds. */
export const medianResult = (results: readonly Result[]): Result => {
  const of = (figure: keyof Result) => median(results.map((result) => result[figure]))
  return {
    perSecond: of('perSecond'),
    cpuPerThousand: of('cpuPerThousand'),
    serverBusy: of('serverBusy'),
    loadBusy: of('loadBusy'),
    p50: of('p50'),
    p99: of('p99'),
  }
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

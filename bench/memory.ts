// Measures memory over time: runs launches, tokens, reads, walks and refusals for some minutes, and calculates the
// growth of the server's memory.
import type { Fact } from './facts.ts'
import { median } from './rounds.ts'
import type { Bench } from './row.ts'
import { soak } from './soak/soak.ts'

/** The number of clients, the load as a share of the server's capacity, and the seconds for measuring that capacity. */
const WIDTH = 4
const LOAD = 1
const CALIBRATION = 5
const SAMPLES_PER_MINUTE = 12
const FEWEST_SAMPLES = 24
/** The growth that garbage alone can cause during the measured time, as a share of the memory in use. */
const MOST_GROWTH = 0.1
const MEASURE = 'memory, MB'

export async function memoryOverTime(bench: Bench, minutes: number): Promise<Fact> {
  const samples = Math.max(FEWEST_SAMPLES, Math.round(minutes * SAMPLES_PER_MINUTE))
  const outcome = await soak(bench, {
    seconds: minutes * 60,
    calibration: CALIBRATION,
    load: LOAD,
    width: WIDTH,
    samples,
    pages: true,
  })
  if (outcome.problems.length > 0) throw new Error(`Wrong answers under load: ${outcome.problems.join('; ')}`)
  const done = Object.values(outcome.done).reduce((sum, count) => sum + count, 0)
  return memoryFact(
    outcome.samples.map((sample) => sample[MEASURE] ?? Number.NaN),
    minutes,
    done,
  )
}

/** Leaves out the first quarter, in which caches fill and code is compiled. `values` are in MiB, at equal intervals. */
export function memoryFact(values: readonly number[], minutes: number, done: number): Fact {
  const counted = values.slice(Math.floor(values.length / 4))
  const each = minutes / (values.length - 1)
  const held = median(counted)
  return {
    name: `memory over ${minutes} minutes of load, slope`,
    value: slope(counted) / each,
    unit: 'MiB a minute',
    goal: { most: (held * MOST_GROWTH) / (each * (counted.length - 1)) },
    note: `${Math.round(held)} MiB (${Math.round(Math.min(...counted))}-${Math.round(Math.max(...counted))}) after the first quarter; ${done.toLocaleString('en')} things done`,
  }
}

/** The growth from one value to the next, by least squares. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [up, across] = values.reduce(
    ([up, across], value, at) => [up + (at - middle) * (value - mean), across + (at - middle) ** 2],
    [0, 0],
  )
  return up / across
}

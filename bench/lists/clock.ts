// Times in milliseconds, and statistics over them.

/** The duration of a task, and its result. */
export async function timed<T>(task: () => Promise<T>): Promise<readonly [number, T]> {
  const startedAt = performance.now()
  const result = await task()
  return [performance.now() - startedAt, result]
}

/** The value below which this share of all values lies. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Formatted in a column of seven characters. */
export const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0).padStart(7)

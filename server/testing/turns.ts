// How long the event loop was held: the time for which this process really worked, so that a machine that does other
// things in between changes nothing.

import { onTestFinished } from 'vitest'

const MS = 1000

/** The processor's time that a piece of work takes, in milliseconds. */
export function costOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / MS
}

/** Watches the turns of the loop while something runs: the longest, in milliseconds of work. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let [last, cpu] = [performance.now(), process.cpuUsage()]
  const look = () => {
    const { user, system } = process.cpuUsage(cpu)
    // Other threads work beside a turn, and other programs within it: neither alone is what the turn took.
    longest = Math.max(longest, Math.min(performance.now() - last, (user + system) / MS))
    last = performance.now()
    cpu = process.cpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isOver = true
    look()
  }
  return longest
}

/** Counts how often something is done in one turn of the loop, while the test lasts. */
export function countedPerTurn(): { readonly note: () => void; readonly most: () => number } {
  let now = 0
  let most = 0
  const begin = () => {
    now = 0
    timer = setImmediate(begin)
  }
  let timer = setImmediate(begin)
  onTestFinished(() => clearImmediate(timer))
  return {
    note: () => {
      now += 1
      most = Math.max(most, now)
    },
    most: () => most,
  }
}

// How long the event loop was held: the time for which this process really worked, so that a machine that does other
// things in between changes nothing.

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

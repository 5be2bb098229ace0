// Works on items one by one and yields in between, so that a long list, or a slow disk, does not block all requests for one.
import { setImmediate as othersFirst } from 'node:timers/promises'

/** The longest time of work before yielding, in milliseconds. */
const MOST_BUSY_MS = 5

/** The result of `work` for each item, in order, without undefined results. Rejects with what `work` throws. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | undefined,
): Promise<readonly Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const item of items) {
    const result = work(item)
    if (result !== undefined) results.push(result)
    if (performance.now() - begun < MOST_BUSY_MS) continue
    await othersFirst()
    begun = performance.now()
  }
  return results
}

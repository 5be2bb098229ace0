// Long work in steps, which yields to others after some milliseconds, so that it does not block all requests for one.
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Steps } from './steps.ts'

/** The longest time of work before yielding, in milliseconds. */
const MOST_BUSY_MS = 5

/** Takes the steps, as many in a turn of the event loop as fit into some milliseconds. Rejects with what the work throws. */
export async function stepsInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let begun = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - begun < MOST_BUSY_MS) continue
    await othersFirst()
    begun = performance.now()
  }
}

/** The result of `work` for each item, in order, without undefined results. Rejects with what `work` throws. */
export const inSlices = <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | undefined,
): Promise<readonly Result[]> => stepsInSlices(resultsOf(items, work))

function* resultsOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | undefined,
): Steps<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) {
    const result = work(item)
    if (result !== undefined) results.push(result)
    yield
  }
  return results
}

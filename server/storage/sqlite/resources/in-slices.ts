// Reads rows one by one and yields in between, so that a slow disk does not block all requests for one page.
import { setImmediate as othersFirst } from 'node:timers/promises'

/** The longest time of reading before yielding, in milliseconds. */
const MOST_BUSY_MS = 5

/** The result of `read` for each key, in order, without undefined results. Rejects with what `read` throws. */
export async function inSlices<Key, Row>(
  keys: readonly Key[],
  read: (key: Key) => Row | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let begun = performance.now()
  for (const key of keys) {
    const row = read(key)
    if (row !== undefined) rows.push(row)
    if (performance.now() - begun < MOST_BUSY_MS) continue
    await othersFirst()
    begun = performance.now()
  }
  return rows
}

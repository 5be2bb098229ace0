// Batches work per tick of the event loop, for work whose fixed cost at start and end exceeds the cost of an item.

/** Calls `work` once with all items of the same tick of the event loop. The promise of each item settles as `work` does. */
export function batchPerTick<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = []
  let tick: Promise<void> | undefined
  return (item) => {
    waiting.push(item)
    tick ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      const items = waiting
      waiting = []
      tick = undefined
      return work(items)
    })
    return tick
  }
}

// Work that is done for several at once, because what it costs is the beginning and the end of it.

/** Gives each item to `work` with all that come in the same turn of the event loop. Settles as the work for them does. */
export function batchPerTick<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = []
  let turn: Promise<void> | undefined
  return (item) => {
    waiting.push(item)
    turn ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      const items = waiting
      waiting = []
      turn = undefined
      return work(items)
    })
    return turn
  }
}

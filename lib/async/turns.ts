// Work in turns: pieces that must not overlap, and pieces that must not all begin in one turn of the event loop.

/** Returns a function that runs pieces of work one at a time, in order of arrival. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * Returns a function to await before a piece of work: so many begin in one turn of the event loop, the others in the
 * turns after it, in order of arrival.
 */
export function fewPerTurn(most: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let begun = 0
  const turn = () => {
    const next = waiting.splice(0, most)
    begun = next.length
    if (begun > 0) setImmediate(turn)
    for (const begin of next) begin()
  }
  return () =>
    new Promise((begin) => {
      if (begun === 0) setImmediate(turn)
      if (begun < most) {
        begun += 1
        begin()
      } else waiting.push(begin)
    })
}

/** The work, done once for all who ask for it in one turn of the event loop, and begun after that turn. */
export function oncePerTurn<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined
  return () => {
    next ??= new Promise((turn) => setImmediate(turn)).then(() => {
      next = undefined
      return work()
    })
    return next
  }
}

// Work that must not overlap: each piece begins when the one before it has ended, however that ended.

/** Makes a function that runs pieces of work one after the other, in the order in which they came. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}

// Work that must not overlap: each piece begins when the one before it has ended, however that ended.

/** Returns a function that runs pieces of work one at a time, in order of arrival. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}

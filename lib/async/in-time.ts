// Work that must be done within a time, such as asking another server.

/**
 * Rejects when the work is not done within `ms`, even if it does not heed its signal. The timer ends with the work: one of
 * AbortSignal.timeout lives on, and makes its error when nobody waits any more.
 */
export function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ends = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      ends.abort(new DOMException('The other server did not answer in time', 'TimeoutError'))
      reject(ends.signal.reason)
    }, ms)
    work(ends.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

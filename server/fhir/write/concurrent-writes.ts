// Bounds the writes of one client that are under way at the same time (conformance LIM-18): a client that floods waits for itself.
import { FhirError } from '../outcome.ts'

/** Writes of one client at the same time. */
const MOST_AT_ONCE = 32
const RETRY_AFTER_S = 1

/** Runs a write of a client. Rejects with FhirError 429 where as many are under way as it may have. */
export type BoundedWrites = <T>(clientId: string, write: () => Promise<T>) => Promise<T>

/** The bound of one server. */
export function boundConcurrentWrites(): BoundedWrites {
  const underWay = new Map<string, number>()
  return async (clientId, write) => {
    const count = underWay.get(clientId) ?? 0
    if (count >= MOST_AT_ONCE)
      throw new FhirError(429, 'throttled', `A client may have ${MOST_AT_ONCE} writes under way at the same time.`, {
        headers: { 'retry-after': String(RETRY_AFTER_S) },
      })
    underWay.set(clientId, count + 1)
    try {
      return await write()
    } finally {
      const left = (underWay.get(clientId) ?? 1) - 1
      if (left > 0) underWay.set(clientId, left)
      else underWay.delete(clientId)
    }
  }
}

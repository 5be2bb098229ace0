// Bounds the concurrent writes of one client (conformance LIM-18), so that a client that floods the server delays only
// itself.
import { FhirError } from '../outcome.ts'

/** The most concurrent writes of one client. */
const MOST_AT_ONCE = 32
const RETRY_AFTER_S = 1

/** Runs a write of a client. Rejects with FhirError 429 if the client already has the most writes under way. */
export type BoundedWrites = <T>(clientId: string, write: () => Promise<T>) => Promise<T>

/** The bound for one server. */
export function boundConcurrentWrites(): BoundedWrites {
  const underWay = new Map<string, number>()
  return async (clientId, write) => {
    const count = underWay.get(clientId) ?? 0
    if (count >= MOST_AT_ONCE)
      throw new FhirError(
        429,
        'throttled',
        `A client may have at most ${MOST_AT_ONCE} writes in progress at the same time.`,
        {
          headers: { 'retry-after': String(RETRY_AFTER_S) },
        },
      )
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

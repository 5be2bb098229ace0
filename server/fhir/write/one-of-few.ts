// Bounds the writes of one client that are under way at the same time (conformance LIM-18): a client that floods waits for itself.
import type { FhirDeps } from '../deps.ts'
import { FhirError } from '../outcome.ts'

/** Writes of one client at the same time. */
const MOST_AT_ONCE = 32
const RETRY_AFTER_S = 1

/** By server, then by client_id. */
const underWay = new WeakMap<FhirDeps, Map<string, number>>()

/** Runs a write of a client. Throws FhirError 429 where as many are under way as it may have. */
export async function oneOfFew<T>(deps: FhirDeps, clientId: string, write: () => Promise<T>): Promise<T> {
  const counts = underWay.get(deps) ?? new Map<string, number>()
  underWay.set(deps, counts)
  const count = counts.get(clientId) ?? 0
  if (count >= MOST_AT_ONCE)
    throw new FhirError(429, 'throttled', `A client may have ${MOST_AT_ONCE} writes under way at the same time.`, {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    })
  counts.set(clientId, count + 1)
  try {
    return await write()
  } finally {
    const left = (counts.get(clientId) ?? 1) - 1
    if (left > 0) counts.set(clientId, left)
    else counts.delete(clientId)
  }
}

// A cache of values derived from data with a version: all entries are dropped when the version changes.

/**
 * Returns the cache for a state, and a new one from `empty` when the state differs from the last. Ask for it once per request,
 * before reading the data that will be cached: a change made in between then drops the entry at the next request.
 */
export function versionedCache<Known>(empty: () => Known): (state: unknown) => Known {
  let at: unknown
  let known = empty()
  return (state) => {
    if (state !== at) known = empty()
    at = state
    return known
  }
}

/** Adds an entry; a map with `most` entries is cleared first. */
export function cachePut<V>(known: Map<string, V>, key: string, value: V, most: number): void {
  if (known.size >= most) known.clear()
  known.set(key, value)
}

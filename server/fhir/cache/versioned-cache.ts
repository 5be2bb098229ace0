// What was worked out from something that may change: forgotten as a whole with every change.

/**
 * What is known of a state, which is equal for as long as nothing has changed; `empty` makes it anew. It is to be asked for
 * once for each request, before anything is looked up that is going to be put there: what was changed meanwhile is then
 * forgotten with the next request.
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

/** Puts something in, which begins anew when it is full. */
export function cachePut<V>(known: Map<string, V>, key: string, value: V, most: number): void {
  if (known.size >= most) known.clear()
  known.set(key, value)
}

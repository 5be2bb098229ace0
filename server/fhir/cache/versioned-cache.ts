// A value that is dropped and made again when the state that it belongs to has changed.

/**
 * The value for a state, which is equal while nothing changes; `empty` makes a new one. Call it once per request,
 * before looking up anything to be cached: a concurrent change then drops it with the next request.
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

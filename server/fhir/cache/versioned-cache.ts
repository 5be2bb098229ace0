// A value that is dropped and made again when the state that it was made for has changed.

/**
 * The value for a state, which is equal for as long as nothing has changed; `empty` makes it anew. It is to be asked for
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

// What was worked out from something that may change: forgotten as a whole with every change.

/** Something that is equal for as long as nothing has changed. */
export type State = () => unknown

/**
 * What is known at this moment; `empty` makes it anew. It is to be asked for once for each request, before anything is looked
 * up that is going to be put there: what was changed meanwhile is then forgotten with the next request.
 */
export function memory<Known>(state: State, empty: () => Known): () => Known {
  let at = state()
  let known = empty()
  return () => {
    const now = state()
    if (now !== at) known = empty()
    at = now
    return known
  }
}

/** Puts something in, which begins anew when it is full. */
export function put<V>(known: Map<string, V>, key: string, value: V, most: number): void {
  if (known.size >= most) known.clear()
  known.set(key, value)
}

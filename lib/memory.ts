// What was worked out from something that may change: forgotten as a whole with every change, and when it has grown too much.

/** Something that is equal for as long as nothing has changed. */
export type State = () => unknown

/** What is known at this moment, by key. To be asked for once for each request: what it gives is not looked after. */
export function memory<V>(state: State, most: number): () => Map<string, V> {
  let known = new Map<string, V>()
  let at: unknown
  return () => {
    const now = state()
    if (now !== at || known.size >= most) known = new Map()
    at = now
    return known
  }
}

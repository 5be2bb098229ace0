// A query as somebody types it: parameters, a whole `GET /Task?status=ready`, or the address of a search.

export type TypedQuery =
  | { readonly type: string | undefined; readonly search: URLSearchParams }
  /** The part that is no parameter. */
  | { readonly bad: string }

export function typedQuery(typed: string): TypedQuery {
  const at = typed.indexOf('?')
  const before = at < 0 ? '' : typed.slice(0, at)
  const query = at < 0 ? typed : typed.slice(at + 1)
  const bad = query.split('&').find((part) => part !== '' && !part.includes('='))
  if (bad !== undefined) return { bad }
  const last = before.split(/[^A-Za-z]/).at(-1)
  return { type: last !== undefined && /^[A-Z]/.test(last) ? last : undefined, search: new URLSearchParams(query) }
}

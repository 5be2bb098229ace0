// Queries for JSON at a path of this site.
import { queryOptions } from '@tanstack/react-query'
import { getJson, isSignedOut } from './get-json.ts'

/** The query that reads the JSON at a path; its data is cached under `queryKey`. Fails as getJson does. */
export const jsonQuery = <Shape>(queryKey: readonly unknown[], path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => getJson<Shape>(path, signal) })

/**
 * The `refetchInterval`, in milliseconds, of what changes by itself. Whoever is signed out is told so, and their page looks again when it
 * has the focus.
 */
export const pollEvery =
  (ms: number) =>
  ({ state }: { readonly state: { readonly error: unknown } }): number | false =>
    isSignedOut(state.error) ? false : ms

// Queries for JSON at a path of this site.
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './get-json.ts'

/** The query that reads the JSON at a path; its data is cached under `queryKey`. Fails as getJson does. */
export const jsonQuery = <Shape>(queryKey: readonly unknown[], path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => getJson<Shape>(path, signal) })

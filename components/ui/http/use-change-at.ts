// A mutation by one of our JSON APIs; the queries on the screen are refetched after it.
'use client'

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from './send-json.ts'

interface Change {
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
}

/** Where changes go, and what they make stale. */
export interface ChangedBy {
  /** The address below which changes are sent. */
  readonly api: string
  /** The queries to refetch after a change. */
  readonly queryKey: QueryKey
}

/** A mutation of one JSON API: sends the change, then refetches the queries below `queryKey`. Fails with HttpError. */
export function useChangeAt<Shape>({ api, queryKey }: ChangedBy) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: Change) => sendJson<Shape>(method, `${api}/${path}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
}

// A change by /admin/api; what is on the screen is read again after it.
'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#components/http/send-json.ts'

export interface Change {
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
}

export function useChange<Shape = unknown>() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: Change) => sendJson<Shape>(method, `/admin/api/${path}`, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}

// Queries and requests of the composer's page.
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#components/http/get-json.ts'
import { sendJson } from '#components/http/send-json.ts'
import type { ComposeOptions, ComposeTicket, Composition } from '#lib/api/compose.ts'

export const composeOptionsQuery = queryOptions({
  queryKey: ['portal', 'compose'],
  queryFn: ({ signal }) => getJson<ComposeOptions>('/portal/api/compose', signal),
})

export const makeTicket = (composition: Composition) =>
  sendJson<ComposeTicket>('POST', '/portal/api/compose/ticket', composition)

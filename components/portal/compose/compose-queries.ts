// Queries and requests of the composer's page.
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { sendJson } from '#components/ui/http/send-json.ts'
import type { ComposeOptions, ComposeTicket, Composition } from '#lib/api/compose.ts'

/** GET /portal/api/compose: apps, people and tasks to compose a launch of. */
export const composeOptionsQuery = jsonQuery<ComposeOptions>(['portal', 'compose'], '/portal/api/compose')

export const makeTicket = (composition: Composition) =>
  sendJson<ComposeTicket>('POST', '/portal/api/compose/ticket', composition)

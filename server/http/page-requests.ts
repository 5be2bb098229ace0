// Refuses requests that no Next page can answer: they would become a 500 with a stack on the console.
import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import type { OwnAnswer } from './refusals.ts'

/** There are no server actions: only peers accept POST. */
export const PAGE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The refusal of a page request; undefined when it is allowed. */
export function pageRefusalOf({
  method = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): OwnAnswer | undefined {
  if (!PAGE_METHODS.includes(method))
    return {
      status: 405,
      code: 'not-supported',
      text: 'A page is only read.',
      headers: { allow: PAGE_METHODS.join(', ') },
    }
  if (!isRouterState(headers['next-router-state-tree']))
    return { status: 400, code: 'invalid', text: 'The header Next-Router-State-Tree says no state of a router.' }
  return undefined
}

/** True when Next can parse the router state of its own client. */
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

// What an address costs, and in whose words it is refused.

import type { IncomingMessage } from 'node:http'

/**
 * `vital`: what watches over the process, which is never refused. `fhir`: many and cheap. `work`: signatures, passwords,
 * launches. `poll`: requests that wait on purpose. `page`: what the interface shows.
 */
export type TrafficClass = 'vital' | 'fhir' | 'work' | 'poll' | 'page'

const VITAL = /^\/(livez|readyz|metrics)(\?|$)/
const FHIR = /^\/+(fhir|metadata|\.well-known)(\/|\?|$)/
const WORK =
  /^\/(oauth2|idp|launch|portal\/(launch|compose|api)|api|admin\/api|connect\/api|tools\/api|browse\/api)(\/|\?|$)/
const POLL = /^\/traces\/api(\/|\?|$)/

export function trafficClassOf(target: string): TrafficClass {
  if (FHIR.test(target)) return 'fhir'
  if (VITAL.test(target)) return 'vital'
  if (WORK.test(target)) return 'work'
  return POLL.test(target) ? 'poll' : 'page'
}

const OF_CLIENTS = /^\/oauth2\/(token|introspect)(\?|$)/

/** Whether a request proves its client by its body (RFC 7523 §2.2). */
export const isClientRequest = ({ url = '/', method }: Pick<IncomingMessage, 'url' | 'method'>): boolean =>
  method === 'POST' && OF_CLIENTS.test(url)

// A row of the table of addresses (routes.ts): what the service has to know of an address before anybody answers there.
import type { Maybe } from '#lib/async/maybe.ts'
import type { Actor } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Peers } from './peers.ts'

/**
 * What a request costs (http/overload). `vital`: what watches over the process, which is never refused. `fhir`: many and cheap.
 * `work`: signatures, passwords, launches. `poll`: requests that wait on purpose. `page`: what the interface shows.
 */
export type TrafficClass = 'vital' | 'fhir' | 'work' | 'poll' | 'page'

/** The label under which /metrics counts a request. A stranger can make up addresses, but no groups. */
export type MetricsGroup =
  | 'fhir_read'
  | 'fhir_search'
  | 'fhir_discovery'
  | 'token'
  | 'authorize'
  | 'introspect'
  | 'discovery'
  | 'idp'
  | 'launch'
  | 'operation'
  | 'static'
  | 'api'
  | 'page'

/** The form in which the server itself refuses a request: an OperationOutcome, an error of OAuth as JSON, or a sentence. */
export type RefusalForm = 'fhir' | 'oauth' | 'text'

/**
 * How often one network may ask (conformance LIM-03, LIM-04).
 * `api`: each request counts, and one too many is refused in JSON. `{ page }`: the same, refused on a page of that actor.
 * `failures`: who proves nothing is counted, after the answer; what a proven client may do is the peer's to count.
 * `own`: the peer counts, clients and addresses apart.
 * `document`: the same bytes for everybody, from memory; who reads keys must not be kept from them by a neighbour.
 * `probe`: whoever watches the service must always get an answer.
 */
export type Guard = 'api' | { readonly page: Actor } | 'failures' | 'own' | 'document' | 'probe'

/** What is known of an address, whoever answers there. */
export interface RouteFacts {
  readonly traffic: TrafficClass
  /** Where the addresses of one row differ, it is made from the path. */
  readonly metrics: MetricsGroup | ((pathname: string) => MetricsGroup)
  readonly refusal: RefusalForm
  /** Whether whoever answers reads bodies of unknown length, and bounds them. Of the pages, nobody counts what a body holds. */
  readonly readsBodies: boolean
  readonly guard: Guard
}

export interface Route extends RouteFacts {
  /** A whole path; `/a/*` for everything below /a; `/a/**` for /a, too. Whole paths come first, then the first row that fits. */
  readonly path: string
  /** The peer's handler; `page` where a page of Next's answers, `next-auth` where the sign-in of the portal does. */
  readonly answer: ((peers: Peers) => Handler) | 'page' | 'next-auth'
  /** Which requests the handler is for, where a page of the same path answers the others. */
  readonly when?: (method: string, search: string) => boolean
  /** What the server asks first, without a place in the queue; it answers at once or says that it has nothing. */
  readonly cached?: (peers: Peers) => (request: Request) => Maybe<Response> | undefined
  /** Whether a POST proves its client by its body (RFC 7523 §2.2). */
  readonly provesClient?: true
}

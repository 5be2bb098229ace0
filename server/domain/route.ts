// The type of a row in the table of addresses (routes.ts): what the service knows of a request before a handler gets it.
import type { Maybe } from '#lib/async/maybe.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Actor } from '#lib/i18n/actors.ts'
import type { Peers } from './peers.ts'

/**
 * The cost of a request, by which overload sheds load (http/overload). `vital`: what watches over the process, which is never refused.
 * `fhir`: many and cheap. `work`: signatures, passwords, launches. `poll`: requests that wait on purpose. `page`: what the interface
 * shows.
 */
export type TrafficClass = 'vital' | 'fhir' | 'work' | 'poll' | 'page'

/** The label of a request in /metrics. The set is closed, since callers can invent addresses. */
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
 * The rate limit of an address, by network (conformance LIM-03, LIM-04).
 * `api`: each request counts, and one too many is refused in JSON. `{ page }`: the same, refused on a page of that actor.
 * `failures`: answers of 4xx count; the peer itself counts the requests of proven clients.
 * `own`: the peer counts, clients and addresses apart.
 * `document`: no limit: the same bytes for everybody, from memory; no neighbour may keep a reader from keys.
 * `probe`: no limit: whoever watches the service must always get an answer.
 */
export type RouteLimit = 'api' | { readonly page: Actor } | 'failures' | 'own' | 'document' | 'probe'

/** The part of a row that does not depend on its path. */
export interface RouteFacts {
  readonly traffic: TrafficClass
  /** A function where it differs between the paths of one row. */
  readonly metrics: MetricsGroup | ((pathname: string) => MetricsGroup)
  readonly refusal: RefusalForm
  /** True where the handler reads bodies of unknown length and bounds them itself. At other addresses such a body is 411. */
  readonly readsBodies: boolean
  readonly limit: RouteLimit
}

export interface Route extends RouteFacts {
  /** A whole path; `/a/*` for everything below /a; `/a/**` for /a, too. Whole paths come first, then the first row that fits. */
  readonly path: string
  /** The peer's handler; `page` for a page of Next's, `next-auth` for the sign-in of the portal, `nothing` for 404. */
  readonly answer: ((peers: Peers) => Handler) | 'page' | 'next-auth' | 'nothing'
  /** True for the requests of the handler, where a page of the same path answers the others. */
  readonly when?: (method: string, search: string) => boolean
  /** Answers from memory, which the server asks first and without a place in the queue; undefined where memory has nothing. */
  readonly fromCache?: (peers: Peers) => (request: Request) => Maybe<Response> | undefined
  /** True where a body may be a resource or a Bundle, which are longer than forms. */
  readonly takesResources?: true
  /** True for requests whose body the handler judges by itself, unread, where it is too long or has a coding. */
  readonly judgesBodies?: (method: string, pathname: string) => boolean
  /** True where a body may be a file of resources, which is longer still. */
  readonly takesImports?: true
  /** True where a POST proves its client by its body (RFC 7523 §2.2). */
  readonly provesClient?: true
}

// The type of a row in the table of addresses (routes.ts): the facts about a request before a handler gets it.
import type { Maybe } from '#lib/async/maybe.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Actor } from '#lib/i18n/actors.ts'
import type { Peers } from './peers.ts'

/**
 * The cost of a request, by which overload sheds load (http/overload). `vital`: monitoring, which is never refused.
 * `fhir`: many and cheap. `work`: signatures, passwords, launches. `poll`: requests that wait on purpose. `page`: the
 * user interface.
 */
export type TrafficClass = 'vital' | 'fhir' | 'work' | 'poll' | 'page'

/** The label of a request in /metrics. The set is closed, because callers can invent addresses. */
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

/** The form in which the server itself refuses a request: an OperationOutcome, JSON with `error` and `error_description`, or a sentence. */
export type RefusalForm = 'fhir' | 'json' | 'text'

/**
 * The rate limit of an address, by network (conformance LIM-03, LIM-04). `api`: each request counts, and the refusal is
 * JSON. `{ page }`: the same, but the refusal is a page of that actor. `failures`: answers of 4xx count; the peer
 * itself counts the requests of authenticated clients. `own`: the peer counts, clients and addresses separately.
 * `document`: no limit: the same bytes for everybody, from memory, because no neighbour may keep a reader from keys.
 * `probe`: no limit: monitoring must always get an answer.
 */
export type RouteLimit = 'api' | { readonly page: Actor } | 'failures' | 'own' | 'document' | 'probe'

/** The part of a row that is independent of its path. */
export interface RouteFacts {
  readonly traffic: TrafficClass
  /** A function when it differs between the paths of one row. */
  readonly metrics: MetricsGroup | ((pathname: string) => MetricsGroup)
  readonly refusal: RefusalForm
  /**
   * True when the handler reads bodies of unknown length and limits them itself. At other addresses, such a body gets
   * 411.
   */
  readonly readsBodies: boolean
  readonly limit: RouteLimit
  /** True when the handler itself waits for the disk where it has to. Elsewhere each answer to other than a read does. */
  readonly awaitsDisk?: boolean
}

/** A row of the table. */
export interface Route extends RouteFacts {
  /**
   * A whole path; `/a/*` for everything below /a; `/a/**` for /a as well. Whole paths come first, then the first
   * matching row.
   */
  readonly path: string
  /** The peer's handler; `page` for a Next page, `next-auth` for the portal's sign-in, `nothing` for 404. */
  readonly answer: ((peers: Peers) => Handler) | 'page' | 'next-auth' | 'nothing'
  /** True for the requests of the handler, when a page with the same path answers the others. */
  readonly when?: (method: string, search: string) => boolean
  /**
   * Answers from memory. The server calls it first and without taking a place in the queue; undefined when memory has
   * no answer.
   */
  readonly fromCache?: (peers: Peers) => (request: Request) => Maybe<Response | undefined>
  /** True when a body may be a resource or a Bundle, which are longer than forms. */
  readonly takesResources?: true
  /** True for requests whose handler itself refuses a body, unread, when it is too long or has a content coding. */
  readonly judgesBodies?: (method: string, pathname: string) => boolean
  /** True when a body may be a file of resources, which is longer still. */
  readonly takesImports?: true
  /** True when what it shows are records, or tells of them: what it refuses to show is an event of the audit log. */
  readonly showsRecords?: true
  /** True when a POST authenticates its client by its body (RFC 7523 §2.2). */
  readonly provesClient?: true
}

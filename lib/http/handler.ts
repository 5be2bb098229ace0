// The one shape in which every peer answers: a web-standard Request in, a Response out.
import type { Maybe } from '../async/maybe.ts'

/** Answers a request, at once when it can. */
export type Handler = (request: Request) => Maybe<Response>

/** fetch, as a peer is given it: requests to the domain's own addresses may stay inside the process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

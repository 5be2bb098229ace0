// What is found once for a visit of a page. The server sends itself several requests for it, all of one browser at one moment: who
// is signed in, and who that is at the portal, is the same for each.

/** Finds `what` for a request; among the requests of one visit only the first time. */
export type OncePerVisit = <Found>(request: Request, what: string, find: () => Promise<Found>) => Promise<Found>

/** The visits of a domain's pages, and what was found for each. */
export interface PageVisits {
  readonly once: OncePerVisit
  /** Makes a request a part of a visit, which any object stands for that lives as long as it, such as the headers of its page. */
  readonly partOf: (visit: object, request: Request) => Request
}

/** The visits of a domain. A request that is part of none has everything found anew: a stream may outlive its session. */
export function pageVisits(): PageVisits {
  const visits = new WeakMap<object, Map<string, Promise<unknown>>>()
  return {
    once: <Found>(request: Request, what: string, find: () => Promise<Found>) => {
      const found = visits.get(request)
      if (!found) return find()
      const first = found.get(what) ?? find()
      found.set(what, first)
      return first as Promise<Found>
    },
    partOf: (visit, request) => {
      const found = visits.get(visit) ?? new Map()
      visits.set(visit, found).set(request, found)
      return request
    },
  }
}

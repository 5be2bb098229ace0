// The table of addresses with its peers behind it: finds a request's row once, and who answers there.
import type { Handler } from '#lib/http/handler.ts'
import { guardedBy } from './limited.ts'
import type { Peers } from './peers.ts'
import type { Limits } from './rate-limits.ts'
import type { MetricsGroup, Route } from './route.ts'
import { groupIn, routeTable, splitTarget, type Target } from './route-table.ts'

/** A row with its handlers, as the world outside meets them. */
export interface Mounted extends Omit<Route, 'fromCache'> {
  /** Undefined where no peer answers. */
  readonly guarded: Handler | undefined
  /** The same for the peers among themselves, who are not counted. */
  readonly inside: Handler | undefined
  readonly fromCache: ReturnType<NonNullable<Route['cached']>> | undefined
}

export interface Router {
  /** The row of a path; what is nobody's is a page. */
  readonly routeOf: (pathname: string) => Mounted
  /** The handler of a request for the world outside; undefined where a page answers. */
  readonly handlerFor: (target: Target, method: string) => Handler | undefined
  /** The same for a request of a peer to another. */
  readonly insideFor: (target: Target, method: string) => Handler | undefined
  /** The group under which /metrics counts a request target. */
  readonly groupOf: (target: string) => MetricsGroup
}

export function createRouter(rows: readonly Route[], peers: Peers, limits: Limits): Router {
  const routeOf = routeTable(rows.map((row) => mounted(row, peers, limits)))
  const answering = ({ pathname, search }: Target, method: string): Mounted | undefined => {
    const row = routeOf(pathname)
    return answers(row, method, search) ? row : undefined
  }
  return {
    routeOf,
    handlerFor: (target, method) => answering(target, method)?.guarded,
    insideFor: (target, method) => answering(target, method)?.inside,
    groupOf: (target) => {
      const { pathname } = splitTarget(target)
      return groupIn(routeOf(pathname), pathname)
    },
  }
}

/** Whether a row's handler is for a request, where a page of the same path answers the others. */
export const answers = ({ when }: Pick<Route, 'when'>, method: string, search: string): boolean =>
  when === undefined || when(method, search)

function mounted(row: Route, peers: Peers, limits: Limits): Mounted {
  const inside = typeof row.answer === 'function' ? row.answer(peers) : undefined
  return {
    ...row,
    inside,
    guarded: inside && guardedBy(row.guard, limits, row.path, inside),
    fromCache: row.cached?.(peers),
  }
}

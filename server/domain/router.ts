// Binds the rows of the table of addresses to the handlers of the peers, and finds the row of a request.

import { isReading } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { nothingHere } from '#lib/http/not-found.ts'
import { whenDurable } from '#lib/http/when-durable.ts'
import type { Storage } from '../storage/storage.ts'
import { limited } from './apply-rate-limit.ts'
import type { RecordsRefusals } from './audit-refused-reads.ts'
import { answers, groupIn, routeFinder, splitTarget, type Target } from './find-route.ts'
import type { Peers } from './peers.ts'
import type { Limits } from './rate-limits.ts'
import type { MetricsGroup, Route } from './route.ts'

/** A row with its handlers. */
export interface Mounted extends Omit<Route, 'fromCache'> {
  /** The handler behind the row's rate limit; undefined when no peer answers. */
  readonly limited: Handler | undefined
  /** The handler without the limit, for requests between peers. */
  readonly inside: Handler | undefined
  readonly fromCache: ReturnType<NonNullable<Route['fromCache']>> | undefined
}

export interface Router {
  /** The row of a path; unknown paths have the row for pages. */
  readonly routeOf: (pathname: string) => Mounted
  /** The handler of an external request; undefined when a page answers. */
  readonly handlerFor: (target: Target, method: string) => Handler | undefined
  /** The handler of a request between peers. */
  readonly insideFor: (target: Target, method: string) => Handler | undefined
  /** The handler of a public document, which has the same bytes for everybody and waits for nothing; undefined at any other address. */
  readonly documentFor: (target: Target, method: string) => Handler | undefined
  /** The group under which /metrics counts a request target. */
  readonly groupOf: (target: string) => MetricsGroup
}

/** What every handler is behind, where it has to. */
interface Around extends Pick<Storage, 'durable'> {
  readonly recordsRefusals: RecordsRefusals
}

export function createRouter(
  rows: readonly Route[],
  peers: Peers,
  limits: Limits,
  { recordsRefusals, durable }: Around,
): Router {
  const routeOf = routeFinder(rows.map((row) => mounted(row, peers, limits, { recordsRefusals, durable })))
  const answering = ({ pathname, search }: Target, method: string): Mounted | undefined => {
    const row = routeOf(pathname)
    return answers(row, method, search) ? row : undefined
  }
  return {
    routeOf,
    handlerFor: (target, method) => answering(target, method)?.limited,
    insideFor: (target, method) => answering(target, method)?.inside,
    documentFor: (target, method) => {
      const row = answering(target, method)
      return row?.limit === 'document' ? row.inside : undefined
    },
    groupOf: (target) => {
      const { pathname } = splitTarget(target)
      return groupIn(routeOf(pathname), pathname)
    },
  }
}

function mounted(row: Route, peers: Peers, limits: Limits, { recordsRefusals, durable }: Around): Mounted {
  const peer = typeof row.answer === 'function' ? row.answer(peers) : row.answer === 'nothing' ? nothingHere : undefined
  const handler: Handler | undefined =
    peer && !row.awaitsDisk
      ? (request) => (isReading(request) ? peer(request) : whenDurable({ durable }, () => peer(request)))
      : peer
  const inside = handler && row.showsRecords ? recordsRefusals(row.path, handler) : handler
  return {
    ...row,
    inside,
    limited: inside && limited(row.limit, limits, row.path, inside),
    fromCache: row.fromCache?.(peers),
  }
}

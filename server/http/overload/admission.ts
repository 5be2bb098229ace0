// Decides which requests are served under overload: a limit on concurrent work per traffic class, and fair shares while
// the event loop is late. Without the first, requests that wait for a disk, a thread or a provider would pile up while
// the loop is in time; without the second, cheap ones would make it late. It runs before any peer sees the request and
// costs a comparison and two counts (admission.test.ts; floods on a real server in overload.system.test.ts).
import type { IncomingMessage } from 'node:http'
import type { AuthenticatedCallers } from '#server/domain/authenticated-callers.ts'
import type { Route, TrafficClass } from '#server/domain/route.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import type { LoadShedder } from './load-shedder.ts'

/** The most concurrent requests per traffic class. */
export type Places = Readonly<Record<Exclude<TrafficClass, 'vital'>, number>>

/**
 * A signature takes about a millisecond of a core, and so does the work around it: the last of these requests waits
 * half a second.
 */
export const PLACES: Places = { fhir: 256, work: 128, poll: 256, page: 128 }

/** Releases a place. */
export type Release = () => void

type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/** The columns of a row that determine a request's cost. */
export type Cost = Pick<Route, 'traffic' | 'provesClient'>

/** True when a request authenticates its client by its body (RFC 7523 §2.2). */
export const isClientRequest = ({ provesClient }: Cost, { method }: Pick<IncomingMessage, 'method'>): boolean =>
  provesClient === true && method === 'POST'

export interface Admission {
  /**
   * Takes a place for a request; undefined when the request is refused. Call the result when the work is done.
   * `unnamed`: there is overload, and the body names the sender; call `admitClient` after reading it.
   */
  readonly admit: (cost: Cost, request: Asked, address: string) => Release | 'unnamed' | undefined
  /** Takes a place for a request that claims to be from this client, or whose body names none. */
  readonly admitClient: (address: string, clientId: string | undefined) => Release | undefined
}

type Names = Pick<AuthenticatedCallers, 'bearerName' | 'clientName'>

export interface AdmissionOptions {
  readonly places?: Places
  /** True when a client may be told by the body of its request. */
  readonly namesByBody?: boolean
}

export function createAdmission(
  shedder: Pick<LoadShedder, 'admits' | 'isHigh'>,
  names: Names,
  { places = PLACES, namesByBody = true }: AdmissionOptions = {},
): Admission {
  const byKind = {
    fhir: concurrencyLimit(places.fhir),
    work: concurrencyLimit(places.work),
    poll: concurrencyLimit(places.poll),
    page: concurrencyLimit(places.page),
  }
  const take = (
    kind: Exclude<TrafficClass, 'vital'>,
    address: string,
    name: string | undefined,
  ): Release | undefined => {
    if (!shedder.admits(address, name)) return undefined
    const places = byKind[kind]
    return places.take(address, name) ? () => places.give(address, name) : undefined
  }
  const isCalm = (kind: Exclude<TrafficClass, 'vital'>) => !shedder.isHigh() && !byKind[kind].isCrowded()
  return {
    admit: (cost, request, address) => {
      const { headers } = request
      const kind = cost.traffic
      if (kind === 'vital') return nothing
      if (isCalm(kind)) return take(kind, address, undefined)
      if (namesByBody && headers.authorization === undefined && isClientRequest(cost, request)) return 'unnamed'
      return take(kind, address, names.bearerName(headers.authorization))
    },
    admitClient: (address, clientId) => take('work', address, names.clientName(address, clientId)),
  }
}

const nothing = () => undefined

// Overload protection in front of every handler: it puts the parts of this folder together, so that more requests than
// can be served take neither the time nor the memory of those that are (overload.test.ts). It runs before any peer sees
// a request and costs a comparison and a count; a refusal costs less than an answer.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fewPerTurn } from '#lib/async/turns.ts'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { networkOf } from '#lib/http/network-of.ts'
import type { Config } from '#server/config/config.ts'
import type { AuthenticatedCallers } from '#server/domain/authenticated-callers.ts'
import type { Route, TrafficClass } from '#server/domain/route.ts'
import { busyAnswer } from './busy-answer.ts'
import { concurrencyLimit, type Release } from './concurrency-limit.ts'
import { boundConnections, connectionBounds } from './connections.ts'
import { type TakeForClient, withFormClient } from './form-client.ts'
import { watchLoad } from './load-shedder.ts'

/**
 * The most concurrent requests by class of traffic: what waits for a disk, a thread or a provider piles up while the
 * event loop is in time. A signature takes about a millisecond of a core, and so does the work around it: the last of
 * these requests waits half a second.
 */
const PLACES: Readonly<Record<Exclude<TrafficClass, 'vital'>, number>> = { fhir: 256, work: 128, poll: 256, page: 128 }

/**
 * Requests that begin in one turn of the event loop while it is late. Node accepts one new connection per turn (libuv
 * since 1.45): if a turn begins everything that has come, new connections wait for many turns, a liveness probe's too
 * (waiting.system.test.ts, "one who has to connect first").
 */
const BEGUN_PER_TURN = 2
/**
 * Of the FHIR API more, which are brief, and cheaper together: the searches of a turn write the moments that their pages show in one
 * commit. With two, a list takes a quarter more of the processor's time.
 */
const FHIR_BEGUN_PER_TURN = 8

/** What stands between a server and more requests than it can answer. */
export interface OverloadGuard {
  /**
   * Admits a request, which then holds a place until it is answered. False when it was refused, with the headers of
   * every answer (`common`). `request` carries its client's address.
   */
  readonly admits: (
    cost: Cost,
    request: IncomingMessage,
    response: ServerResponse,
    common: Readonly<Record<string, string>>,
  ) => boolean
  /** True when a request may be answered at once without a place, because there is little load. Counts it. */
  readonly isCalm: (response: ServerResponse) => boolean
  /** Begins the work for an admitted request: in its turn while the event loop is late, if its client is still there. */
  readonly begin: (traffic: TrafficClass, socket: Pick<Socket, 'destroyed'>, work: () => void) => void
  /** The handler of an admitted request. When the place depends on the body, this handler takes it first. */
  readonly placed: (request: IncomingMessage, handler: Handler) => Handler
}

type Settings = Pick<Config, 'maxConnections' | 'trustProxy' | 'hotPath' | 'publicUrl'>
type Names = Pick<AuthenticatedCallers, 'ofBearer' | 'ofClaim'>
/** The columns of a row that determine a request's cost. */
export type Cost = Pick<Route, 'traffic' | 'provesClient'>

/** Protects a server until it is closed. `watch` starts measuring the load. */
export function guardAgainstOverload(
  server: Server,
  { maxConnections, trustProxy, hotPath, publicUrl }: Settings,
  names: Names,
  watch = watchLoad,
): OverloadGuard {
  const connections = boundConnections(server, connectionBounds(maxConnections, trustProxy))
  const shedder = watch()
  server.on('close', shedder.stop)
  const turn = fewPerTurn(BEGUN_PER_TURN)
  const fhirTurn = fewPerTurn(FHIR_BEGUN_PER_TURN)
  const limits = {
    fhir: concurrencyLimit(PLACES.fhir),
    work: concurrencyLimit(PLACES.work),
    poll: concurrencyLimit(PLACES.poll),
    page: concurrencyLimit(PLACES.page),
  }

  const takeFor = (traffic: Exclude<TrafficClass, 'vital'>, address: string, clientId: string | undefined) => {
    const caller = clientId === undefined ? networkOf(address) : `client ${clientId}`
    return shedder.admits(caller) ? limits[traffic].take(caller) : undefined
  }
  /** Requests whose body names their client, while callers are distinguished. */
  const unnamed = new WeakSet<IncomingMessage>()
  const isNamedByBody = ({ provesClient }: Cost, { method, headers }: IncomingMessage) =>
    hotPath && provesClient === true && method === 'POST' && headers.authorization === undefined

  return {
    isCalm: (response) => response.socket !== null && connections.isCalm() && !shedder.isHigh() && shedder.admits(''),
    admits: (cost, request, response, common) => {
      const { traffic } = cost
      const isServed = connections.admits(response, request.socket)
      if (traffic === 'vital') return true // What watches over the process is never refused.
      const isCrowded = shedder.isHigh() || limits[traffic].isCrowded()
      if (isServed && isCrowded && isNamedByBody(cost, request)) {
        unnamed.add(request)
        return true
      }
      const name = isCrowded ? names.ofBearer(request.headers.authorization) : undefined
      const release = isServed ? takeFor(traffic, String(request.headers[CLIENT_ADDRESS_HEADER]), name) : undefined
      if (release) {
        whenAnswered(response, release)
        return true
      }
      const { headers, body } = busyAnswer(traffic, request, publicUrl)
      response.writeHead(503, { ...common, ...headers, ...(isServed ? {} : { connection: 'close' }) })
      response.end(body)
      whenRead(request, () => connections.rest(request.socket))
      return false
    },
    begin: (traffic, socket, work) => {
      if (traffic === 'vital' || !shedder.isLate()) return work()
      const mayBegin = traffic === 'fhir' ? fhirTurn : turn
      void mayBegin().then(() => {
        if (!socket.destroyed) work()
      })
    },
    placed: (request, handler) => {
      if (!unnamed.has(request)) return handler
      const take: TakeForClient = (address, clientId) => takeFor('work', address, names.ofClaim(address, clientId))
      return withFormClient(take, handler, () => connections.rest(request.socket))
    },
  }
}

/** Calls back when the whole request has been received: to discard an unread body, Node resumes its connection. */
function whenRead(request: IncomingMessage, then: () => void): void {
  if (request.readableEnded) then()
  else request.once('end', then)
}

/** Calls `release` once: when the answer is complete, whether or not it was received, or when the client is gone. */
function whenAnswered(response: ServerResponse, release: Release): void {
  let released = false
  const once = () => {
    if (!released) release()
    released = true
  }
  response.on('prefinish', once)
  response.on('close', once)
}

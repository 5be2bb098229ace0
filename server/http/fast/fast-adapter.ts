// Passes requests and answers between Node and the peers without copying: the parts that peers read are looked up in
// Node's objects, and answers made of parts are written directly (docs/decisions/0012-request-path.md).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemRandom } from '#lib/crypto/random.ts'
import type { RequestContext, Tick } from '#lib/http/request-context.ts'
import type { Adapter, Arrival } from '../adapter.ts'
import { type ConnectionHead, headOf, requestIdOf } from './header-cache.ts'
import { sendParts } from './node-response.ts'
import { requestView } from './request-view.ts'
import { ticks } from './tick.ts'

class FastArrival implements Arrival, RequestContext {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly head: ConnectionHead
  readonly tick: Tick | undefined
  readonly requestId: string
  readonly address: string
  isNotCached = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, tick: Tick | undefined, address: string) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.head = headOf(incoming)
    this.tick = tick
    this.requestId = requestIdOf(this.head, incoming) ?? systemRandom.uuid()
    this.address = address
  }

  get isFit(): boolean {
    return this.head.isFit
  }

  set isFit(isFit: boolean) {
    this.head.isFit = isFit
  }

  request(url: string): Request {
    return requestView(this.#incoming, this.#outgoing, url, this)
  }
}

export function fastAdapter(): Adapter {
  const tickOf = ticks()
  return {
    arrive: (incoming, outgoing, address) => new FastArrival(incoming, outgoing, tickOf(outgoing), address),
    send: sendParts,
  }
}

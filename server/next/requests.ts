// What our own server does to a request before Next gets it, where Next is the server: it lets nobody in front of its own.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf, CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import type { Config } from '../config/config.ts'
import { splitTarget } from '../domain/find-route.ts'
import { standardAdapter } from '../http/adapter.ts'
import { commonHeadersOf } from '../http/common-headers.ts'
import { askForWhole, isForFile } from '../http/files.ts'

/** Node's channel on which each request is told of before its server gets it. */
const ARRIVALS = 'http.server.request.start'

interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Prepares every request to this process: says who asks, gives it an id, puts the headers of every answer, and asks for
 * files as Next can answer. Returns a function that ends it.
 */
export function prepareRequests(config: Pick<Config, 'publicUrl' | 'trustProxy'>): () => void {
  const commonFor = commonHeadersOf(config)
  const prepare = ({ request, response }: Arrival) => {
    const { requestId, address } = standardAdapter.arrive(request, response, addressOf(request, config.trustProxy))
    request.headers[REQUEST_ID_HEADER] = requestId
    request.headers[CLIENT_ADDRESS_HEADER] = address
    for (const [name, value] of Object.entries(commonFor(requestId))) response.setHeader(name, value)
    if (isForFile(splitTarget(request.url ?? '').pathname)) askForWhole(request, response)
  }
  const listen = (message: unknown) => prepare(message as Arrival)
  subscribe(ARRIVALS, listen)
  return () => void unsubscribe(ARRIVALS, listen)
}

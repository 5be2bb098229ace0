// Counts and durations of requests, by address group and status.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Histogram } from 'prom-client'

/** Upper bounds in seconds: from a read served from memory to a request that waited in the queue. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Requests {
  /** Counts every request of a server. */
  readonly watch: (server: Server) => void
  /** Requests that are not answered yet. */
  readonly inFlight: () => number
  readonly durations: Histogram<'group' | 'status'>
}

/** `groupOf` names the group of a request target. */
export function countRequests(groupOf: (target: string) => string): Requests {
  const durations = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: "Time from a request's headers to the end of its answer, by group of addresses and status.",
    labelNames: ['group', 'status'],
    buckets: BOUNDS,
    registers: [],
  })
  const children = new Map<string, ReturnType<typeof durations.labels>>()
  let running = 0

  const childOf = (group: string, status: string) => {
    const key = `${group} ${status}`
    const child = children.get(key) ?? durations.labels(group, status)
    children.set(key, child)
    return child
  }

  const done = (request: IncomingMessage, response: ServerResponse, seconds: number): void => {
    running -= 1
    const status = response.writableFinished ? String(response.statusCode) : 'aborted'
    childOf(groupOf(request.url ?? '/'), status).observe(seconds)
  }

  return {
    watch: (server) => {
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        const startedAt = performance.now()
        running += 1
        response.once('close', () => done(request, response, (performance.now() - startedAt) / 1000))
      })
    },
    inFlight: () => running,
    durations,
  }
}

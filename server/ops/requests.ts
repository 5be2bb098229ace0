// How many requests there are and how long they take, by group of addresses and status. One addition for each, in memory
// that is there already: reads take a tenth of a millisecond, and are not to be slowed down by being counted.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Upper bounds in seconds: from a read out of memory to a request that waited for its turn. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Series {
  readonly group: string
  readonly status: string
  /** Requests by bound, each counted once; the last is for what is above all bounds. */
  readonly buckets: Float64Array
  sum: number
}

export interface Requests {
  /** Counts every request of a server. */
  readonly watch: (server: Server) => void
  readonly inFlight: () => number
  /** The Prometheus text format 0.0.4 of the histogram. */
  readonly text: () => string
}

const NAME = 'slipway_http_request_duration_seconds'

/** `groupOf` names the group of a request target. */
export function countRequests(groupOf: (target: string) => string): Requests {
  const all = new Map<string, Series>()
  let running = 0

  const seriesOf = (group: string, status: string): Series => {
    const key = `${group} ${status}`
    const known = all.get(key)
    if (known) return known
    const made = { group, status, buckets: new Float64Array(BOUNDS.length + 1), sum: 0 }
    all.set(key, made)
    return made
  }

  const done = (request: IncomingMessage, response: ServerResponse, seconds: number): void => {
    running -= 1
    const status = response.writableFinished ? String(response.statusCode) : 'aborted'
    const series = seriesOf(groupOf(request.url ?? '/'), status)
    const at = BOUNDS.findIndex((bound) => seconds <= bound)
    const bucket = at < 0 ? BOUNDS.length : at
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    series.sum += seconds
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
    text: () =>
      [
        `# HELP ${NAME} Time from a request's headers to the end of its answer, by group of addresses and status.`,
        `# TYPE ${NAME} histogram`,
        ...[...all.values()].flatMap(linesOf),
        '',
      ].join('\n'),
  }
}

function linesOf({ group, status, buckets, sum }: Series): readonly string[] {
  const labels = `group="${group}",status="${status}"`
  let count = 0
  const counted = [...BOUNDS, '+Inf'].map((bound, at) => {
    count += buckets[at] ?? 0
    return `${NAME}_bucket{${labels},le="${bound}"} ${count}`
  })
  return [...counted, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`]
}

// Endpoints for operating the service: liveness, readiness, metrics.
import type { Server } from 'node:http'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { nothingHere } from '#lib/http/not-found.ts'
import { NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { admissionOf, type MetricsAccess } from './access.ts'
import { createMetrics, type MetricsDeps } from './metrics.ts'
import { echoOf, type ProxyEcho } from './proxy-echo.ts'
import { type ReadinessDeps, readinessOf } from './readiness.ts'
import { countRequests } from './requests.ts'

/** The endpoints for monitoring. */
export interface Ops {
  /** GET /livez: the process answers. */
  readonly livez: Handler
  /** GET /readyz: 200, or 503 with the problems. */
  readonly readyz: Handler
  /** GET /metrics, for the operator. */
  readonly metrics: Handler
  /** Counts the requests of a server. */
  readonly watch: (server: Server) => void
  readonly inFlight: () => number
  /** Why the service is not ready, in a sentence each; none when it is. */
  readonly problems: () => Promise<readonly string[]>
  /** From this call on, the service reports not ready, because it is about to end. */
  readonly stop: () => void
  readonly close: () => void
}

export interface OpsDeps extends ReadinessDeps, Omit<MetricsDeps, 'requests'> {
  readonly access: MetricsAccess
  readonly echo: ProxyEcho
  /** The commit that the service was built from, if known. */
  readonly commit: string | undefined
  /** The group under which a request target is counted. */
  readonly groupOf: (target: string) => string
}

const PLAIN = { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' } as const

/** Makes the endpoints from their ports. */
export function createOps(deps: OpsDeps): Ops {
  const requests = countRequests(deps.groupOf)
  const metrics = createMetrics({ ...deps, requests })
  const readiness = readinessOf(deps)
  let stopping = false

  const readyz: Handler = async (request) => {
    const { ready, checks } = await readiness(stopping)
    const seen = echoOf(request, deps.echo)
    const build = { version: deps.version, ...(deps.commit ? { commit: deps.commit } : {}) }
    const body = { status: ready ? 'ready' : 'not_ready', ...build, checks, ...(seen ? { seen } : {}) }
    return respondJson(ready ? 200 : 503, body, NO_STORE)
  }

  const figures: Handler = async (request) => {
    const admission = admissionOf(request, deps.access)
    if (admission === 'hidden') return nothingHere()
    if (admission === 'unauthorized') return unauthorized()
    return respond(200, await metrics.text(), { ...NO_STORE, 'content-type': metrics.contentType })
  }

  return {
    livez: allowing(READ_METHODS, () => respond(200, 'ok\n', PLAIN)),
    readyz: allowing(READ_METHODS, readyz),
    metrics: allowing(READ_METHODS, figures),
    watch: requests.watch,
    inFlight: requests.inFlight,
    problems: async () => (await readiness(stopping)).checks.flatMap(({ problem }) => problem ?? []),
    stop: () => {
      stopping = true
    },
    close: metrics.close,
  }
}

/** RFC 6750 §3. */
const unauthorized = () =>
  respondJson(
    401,
    { error: 'invalid_token', error_description: 'The metrics are for who has METRICS_TOKEN.' },
    { ...NO_STORE, 'www-authenticate': 'Bearer realm="metrics"' },
  )

// The addresses for monitoring (docs/how-to/operate.md).
import { z } from 'zod'
import { object } from '#lib/api/shape.ts'
import { json, OPEN, op, pathsOf, plain } from './parts.ts'

export const OPERATION_ANSWERS = {
  Readiness: object({
    status: z.enum(['ready', 'not_ready']),
    version: z.string(),
    commit: z.string().exactOptional().describe('What it was built from, if the build knew.'),
    checks: z.array(
      object({ name: z.string(), ok: z.boolean(), problem: z.string().exactOptional().describe('What is wrong.') }),
    ),
    seen: object({
      address: z.string(),
      forwarded_for: z.string().nullable(),
      forwarded_proto: z.string().nullable(),
      request_id: z.string().nullable(),
    })
      .exactOptional()
      .describe('What became of the request on its way here; for ./bin/slipway doctor alone.'),
  }),
}

export const OPERATION_PATHS = pathsOf('Operation', OPEN, {
  'GET /livez': op('livez', 'Whether the process answers', { 200: plain('It does.') }),
  'GET /readyz': op('readyz', 'Whether this process should be given requests', {
    description:
      'Database, migrations, keys, disk space, an identity provider outside of the domain, and whether the service is shutting down.',
    200: json('It should.', 'Readiness'),
    503: json('It should not; the checks say why.', 'Readiness'),
  }),
  'GET /metrics': op('metrics', 'The metrics of the service', {
    description:
      'Prometheus text format 0.0.4. With METRICS_TOKEN as bearer token; without that setting on a domain for this machine alone, from this machine.',
    security: [{ metricsToken: [] }, {}],
    200: plain('The figures.'),
    401: json('Another token, or none.', 'OAuthError'),
    404: json('Not for the caller.', 'OAuthError'),
  }),
})

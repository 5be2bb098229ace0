// A new endpoint is one row of the table of addresses: everything else follows from it, whichever server is in front.
import { describe, expect, it } from 'vitest'
import type { OpenApi } from '#lib/api/openapi.ts'
import { respondJson } from '#lib/http/respond.ts'
import { nextPages } from '../testing/next-mount.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { wholePathsOf } from './find-route.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const PATH = '/oauth2/revoke'
const REVOKE: Route = {
  path: PATH,
  answer: () => async (request) => respondJson(200, { form: await request.text() }),
  traffic: 'work',
  metrics: 'introspect',
  refusal: 'json',
  readsBodies: true,
  limit: 'api',
}
const METRICS_TOKEN = 'a-token-of-thirty-two-characters'
const routes = [REVOKE, ...ROUTES]

/** The service with the row, on the mount of our own server or on that of Next. */
async function withRow(mount: 'on' | 'off'): Promise<RunningDomain> {
  const page = nextPages(
    () => running.domain,
    (_, response) => void response.writeHead(404).end('a page of the interface'),
  )
  const env = { HOT_PATH: mount, RATE_LIMIT: 'on', RATE_LIMIT_API: '2', METRICS_TOKEN }
  const running: RunningDomain = await runningDomain(env, undefined, { routes }, page)
  return running
}

const post = ({ url }: RunningDomain, body: string) =>
  fetch(url + PATH, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

describe.each(['on', 'off'] as const)('a row that is added to the table, with HOT_PATH=%s', (mount) => {
  it('is answered and counted by /metrics under its group', async () => {
    const running = await withRow(mount)
    const answer = await post(running, 'token=x')
    expect([answer.status, await answer.json()]).toEqual([200, { form: 'token=x' }])
    await expect.poll(() => metricsOf(running)).toContain('_count{group="introspect",status="200"} 1')
  })

  it('LIM-03 is limited, and says so in JSON', async () => {
    const running = await withRow(mount)
    const statuses = [await post(running, ''), await post(running, '')].map(({ status }) => status)
    const refused = await post(running, '')
    expect([...statuses, refused.status]).toEqual([200, 200, 429])
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  it('LIM-05 LIM-07 refuses as OAuth does what is too long', async () => {
    const running = await withRow(mount)
    const target = await fetch(`${running.url}${PATH}?${'x'.repeat(9000)}`)
    expect([target.status, await target.json()]).toMatchObject([414, { error: 'invalid_request' }])
    const body = await post(running, 'x'.repeat(1_000_000))
    expect([body.status, await body.json()]).toMatchObject([413, { error: 'invalid_request' }])
  })

  it('leaves what lies beside it as it was', async () => {
    const { url } = await withRow(mount)
    const beside = await fetch(`${url}${PATH}-not`)
    expect([beside.status, await beside.json()]).toMatchObject([404, { error: 'not_found' }])
  })

  it('MET-12 is missed in the description', async () => {
    const { url } = await withRow(mount)
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
    expect(wholePathsOf(routes).filter((path) => !paths[path])).toEqual([PATH])
  })
})

async function metricsOf({ domain }: RunningDomain): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const answer = await domain.peers.ops.metrics(new Request('http://localhost/metrics', { headers }))
  return answer.text()
}

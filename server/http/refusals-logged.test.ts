// The line of the log for a refusal: it can be laid beside the proxy's, and leads to the trace.
import { describe, expect, it } from 'vitest'
import { loggedFacts } from '../log/log-facts.ts'
import { registerApp } from '../testing/app.ts'
import { runningDomain } from '../testing/running.ts'

async function logged() {
  const lines: Record<string, unknown>[] = []
  const keep = (facts: Readonly<Record<string, unknown>>, msg: string) =>
    void lines.push({ ...loggedFacts(facts), msg })
  const faults: Record<string, unknown>[] = []
  const fault = (facts: Readonly<Record<string, unknown>>, msg: string) =>
    void faults.push({ ...loggedFacts(facts), msg })
  const running = await runningDomain({}, undefined, { log: { info: keep, warn: keep, error: fault } })
  return { ...running, faults, refused: () => lines.filter(({ msg }) => msg === 'refused') }
}

const ADDRESS = expect.stringMatching(/127\.0\.0\.1|::1/)

describe('a refusal in the log', () => {
  it('ERR-05 names the request of the proxy, the caller, the client and the trace: token', async () => {
    const { url, refused } = await logged()
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'claimed' })
    const answer = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      body,
      headers: { 'x-request-id': 'of-the-proxy' },
    })
    expect(answer.headers.get('x-request-id')).toBe('of-the-proxy')
    expect(refused()).toEqual([
      expect.objectContaining({
        check: expect.stringMatching(/^token\./),
        status: answer.status,
        requestId: 'of-the-proxy',
        ip: ADDRESS,
        trace: answer.headers.get('x-trace-id'),
      }),
    ])
  })

  it('ERR-05 authorize keeps the X-Request-Id of the proxy, beside the id of its trace', async () => {
    const { url, domain, refused } = await logged()
    const app = await registerApp(domain)
    const headers = { 'x-request-id': 'of-the-proxy' }
    for (const query of [
      `client_id=${app.clientId}&redirect_uri=https://elsewhere.example/`,
      `client_id=${app.clientId}&redirect_uri=${app.redirectUri}`,
    ]) {
      const answer = await fetch(`${url}/oauth2/authorize?${query}`, { headers, redirect: 'manual' })
      expect(answer.headers.get('x-request-id')).toBe('of-the-proxy')
      const trace = answer.headers.get('x-trace-id')
      expect(refused().at(-1)).toMatchObject({
        requestId: 'of-the-proxy',
        ip: ADDRESS,
        trace,
        claimedClient: app.clientId,
      })
    }
    const page = await fetch(
      `${url}/oauth2/authorize?client_id=${app.clientId}&redirect_uri=https://elsewhere.example/`,
    )
    expect(await page.text()).toContain(`href="${url}/docs/errors/authorize.redirect_uri"`)
  })

  it.each([
    ['no token', {}],
    ['a token that is none', { authorization: 'Bearer stolen' }],
  ])('FHIR leaves a line for a 401: %s', async (_, given) => {
    const { url, refused } = await logged()
    const answer = await fetch(`${url}/fhir/DEFAULT/Patient`, { headers: { ...given, 'x-request-id': 'of-the-proxy' } })
    expect(answer.status).toBe(401)
    expect(refused()).toEqual([
      expect.objectContaining({ check: 'fhir.bearer', status: 401, requestId: 'of-the-proxy', ip: ADDRESS }),
    ])
  })
})

describe('a fault in the log', () => {
  const idpRequest = new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: '$URL/api/auth/callback/shared-idp',
    response_type: 'code',
    scope: 'openid',
    state: 'of-the-portal',
    nonce: 'of-the-portal',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })

  it.each([
    ['the authorize endpoint', '/oauth2/authorize?client_id=anybody&redirect_uri=https://app.example/', 'client'],
    ['the identity provider', `/idp/authorize?${idpRequest}`, 'idp_interaction'],
    ['the JSON of the portal', '/portal/api/compose', 'registry_state'],
    ['the launch of the demo app', '/launch?iss=$URL/fhir/DEFAULT&launch=a.b.c', 'pending_launch'],
  ])('ERR-05 names the request of the proxy: %s', async (_, target, table) => {
    const { url, domain, faults } = await logged()
    const address = url + target.replace(/(\$|%24)URL/, encodeURIComponent(url))
    await fetch(address, { redirect: 'manual' }) // The portal has a token of its own after this: asking for one could fail, too.
    expect(faults).toEqual([])
    await domain.sql.rows(`ALTER TABLE ${table} RENAME TO taken_away`)
    await fetch(address, { headers: { 'x-request-id': 'of-the-proxy' }, redirect: 'manual' })
    expect(faults).not.toEqual([])
    for (const line of faults) expect(line).toMatchObject({ requestId: 'of-the-proxy' })
  })
})

// Web origins that may call, from the registry (Fetch standard; conformance HOC-05 to HOC-10).
import { describe, expect, it } from 'vitest'
import { registerApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'

const APP = 'https://app.example'

/** A domain with an app whose pages live at some addresses. */
async function withApp(...redirectUris: readonly string[]): Promise<TestDomain> {
  const test = await testDomain()
  await registerApp(test.domain, 'cors-app')
  await register(test, redirectUris)
  return test
}

async function register(
  { domain: { registry } }: TestDomain,
  redirectUris: readonly string[],
  status = 'approved' as const,
) {
  const client = await registry.find('cors-app')
  if (client) await registry.saveClient({ ...client, redirectUris, status })
}

const preflight = (origin: string): RequestInit => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
})

const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')

const CLAIM = { rest: [{ security: { cors: true } }] }

describe('a web page of an app that is registered', () => {
  it.each(['/fhir', '/fhir/DEFAULT'])('HOC-05 HOC-10 may call %s, and sees data and refusals', async (base) => {
    const test = await withApp(`${APP}/callback`, 'http://localhost:8080/callback')
    for (const origin of [APP, 'http://localhost:8080']) {
      const asked = await test.fetch(`${base}/Patient`, preflight(origin))
      expect([asked.status, allowed(asked)]).toEqual([204, origin])
      expect(asked.headers.get('vary')).toContain('Origin')
      expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
      expect(asked.headers.get('access-control-allow-headers')).not.toContain('*')
      const refused = await test.fetch(`${base}/Patient`, { headers: { origin } })
      expect([refused.status, allowed(refused)]).toEqual([401, origin])
      const authorization = `Bearer ${await test.bearer(await registerApp(test.domain, 'another-app'))}`
      const given = await test.fetch(`${base}/Patient/marijke-jansen`, { headers: { origin, authorization } })
      expect([given.status, allowed(given)]).toEqual([200, origin])
      expect(given.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('HOC-05 HOC-06 may call from the moment it is registered until it is not', async () => {
    const test = await withApp(`${APP}/callback`)
    const now = async () => allowed(await test.fetch('/fhir/Patient', preflight(APP)))
    expect(await now()).toBe(APP)
    const statement = (await (await test.fetch('/fhir/metadata')).json()) as typeof CLAIM
    expect(statement, 'MET-03: as the CapabilityStatement claims').toMatchObject(CLAIM)
    await register(test, ['https://elsewhere.example/callback'])
    expect(await now()).toBeNull()
    await register(test, [`${APP}/other`])
    expect(await now()).toBe(APP)
    await test.domain.registry.setClientStatus('cors-app', 'disabled')
    expect(await now()).toBeNull()
  })

  it('NEG-11 every answer has Vary: Origin, with or without an Origin in the request', async () => {
    const test = await withApp(`${APP}/callback`)
    const authorization = `Bearer ${await test.bearer(await registerApp(test.domain))}`
    for (const path of ['/fhir/DEFAULT/Patient/marijke-jansen', '/fhir/DEFAULT/Patient'])
      for (const headers of [{ authorization }, { authorization, origin: APP }, { origin: 'https://evil.example' }])
        expect((await test.fetch(path, { headers })).headers.get('vary')).toContain('Origin')
  })
})

describe('any other web page', () => {
  it.each([
    ...['/fhir/metadata', '/fhir/DEFAULT/.well-known/smart-configuration', '/.well-known/openid-configuration'],
    ...['/.well-known/oauth-authorization-server', '/oauth2/jwks', '/.well-known/oauth-protected-resource/fhir'],
  ])('DIS-22 may read %s, whatever extra headers its requests have', async (path) => {
    const { fetch } = await testDomain()
    const headers = {
      origin: 'https://x.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,cache-control,pragma,x-requested-with',
    }
    const asked = await fetch(path, { method: 'OPTIONS', headers })
    expect([asked.status, allowed(asked)]).toEqual([204, '*'])
    // The asterisk stands for all but Authorization, as long as there are no credentials (Fetch standard).
    const list = (asked.headers.get('access-control-allow-headers') ?? '').split(', ')
    expect(list).toEqual(expect.arrayContaining(['*', 'Authorization']))
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each(['https://evil.example', 'null', `${APP}.evil`, 'http://app.example', `${APP}:8443`, `${APP}/callback`, '*'])(
    'HOC-06 may not call with a token from %s',
    async (origin) => {
      const test = await withApp(`${APP}/callback`)
      for (const init of [preflight(origin), { headers: { origin } }])
        expect(allowed(await test.fetch('/fhir/Patient', init))).toBeNull()
    },
  )

  it('HOC-08 HOC-09 may not call the authorization server, registered or not', async () => {
    const test = await withApp(`${APP}/callback`)
    for (const [path, method] of [
      ['/oauth2/token', 'POST'],
      ['/oauth2/token', 'OPTIONS'],
      ['/oauth2/introspect', 'POST'],
      ['/oauth2/authorize', 'GET'],
    ] as const)
      expect(allowed(await test.fetch(path, { method, headers: { origin: APP } })), path).toBeNull()
  })
})

import { Client } from 'fhir-kit-client'
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { launchToken, registerApp } from '../app.ts'
import { runningDomain } from '../running.ts'

describe('openid-client against the running server', () => {
  it('AUZ-01 AUZ-02 ACG-01 IDT-02 launches: authorize with PKCE, code, token, verified id_token', async () => {
    const { domain, url } = await runningDomain()
    const app = await registerApp(domain)
    const config = await discover(url, app)
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const target = oidc.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUri,
      scope: 'launch openid fhirUser',
      state,
      nonce,
      aud: `${url}/fhir/DEFAULT`,
      launch: await launchToken(domain, app),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const browser = createUserAgent(fetch, (location) => location.startsWith(app.redirectUri))
    const login = await browser.get(target.href)
    const form = formWith(login, 'username', 'password')
    if (!form) throw new Error(`No login form at ${login.url}: ${login.text}`)
    const done = await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    const callback = new URL(done.visits.at(-1)?.location ?? '')
    const tokens = await oidc.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    expect(tokens).toMatchObject({
      task: 'Task/sleep-diary-week-1',
      sub: 'Patient/marijke-jansen',
      role: 'patient',
      token_type: 'bearer',
    })
    expect(tokens.claims()).toMatchObject({
      sub: 'Patient/marijke-jansen',
      fhirUser: `${url}/fhir/DEFAULT/Patient/marijke-jansen`,
    })
  })

  it('CCG-01 CCG-02 INT-01 INT-03 gets a bearer by client_credentials that opens the FHIR API, and asks about it', async () => {
    const { domain, url } = await runningDomain()
    const config = await discover(url, await registerApp(domain))
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'system/*.rs' })
    expect(tokens).toMatchObject({ expires_in: 300, scope: 'system/*.rs' })
    const answer = await fetch(`${url}/fhir/DEFAULT/Patient/marijke-jansen`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ resourceType: 'Patient', id: 'marijke-jansen' })
    expect(await oidc.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, iss: url })
    expect(await oidc.tokenIntrospection(config, 'nonsense')).toEqual({ active: false })
  })
})

describe('fhir-kit-client against the running server', () => {
  it.each(['/fhir', '/fhir/DEFAULT'])(
    'RDR-01 VRD-01 LST-01 LST-29 MET-01 DIS-01 reads, vreads, searches both ways and discovers below %s',
    async (base) => {
      const { domain, url } = await runningDomain()
      const tokens = await oidc.clientCredentialsGrant(await discover(url, await registerApp(domain)), {
        scope: 'system/*.rs',
      })
      const customHeaders = { authorization: `Bearer ${tokens.access_token}` }
      const client = new Client({ baseUrl: url + base, customHeaders })
      const marijke = { resourceType: 'Patient', id: 'marijke-jansen' }
      const current = (await client.read(marijke)) as unknown as { readonly meta: { readonly versionId: string } }
      expect(current).toMatchObject(marijke)
      expect(await client.vread({ ...marijke, version: current.meta.versionId })).toEqual(current)
      expect(await client.vread({ ...marijke, version: '1' })).toMatchObject({ ...marijke, meta: { versionId: '1' } })
      const searchParams = { _id: 'marijke-jansen' }
      for (const options of [{}, { postSearch: true }])
        expect(await client.search({ resourceType: 'Patient', searchParams, options })).toMatchObject({
          type: 'searchset',
          total: 1,
          entry: [{ resource: marijke }],
        })
      expect(await client.capabilityStatement()).toMatchObject({ fhirVersion: '4.0.1' })
      expect(await client.smartAuthMetadata()).toMatchObject({
        tokenUrl: new URL(`${url}/oauth2/token`),
        authorizeUrl: new URL(`${url}/oauth2/authorize`),
      })
      await expect(client.read({ resourceType: 'Patient', id: 'nobody' })).rejects.toMatchObject({
        response: { status: 404, data: { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] } },
      })
    },
  )

  it('LST-07 walks a list by its next links to the end and finds every Patient once', async () => {
    const { domain, url } = await runningDomain()
    const tokens = await oidc.clientCredentialsGrant(await discover(url, await registerApp(domain)), {
      scope: 'system/*.rs',
    })
    const client = new Client({
      baseUrl: `${url}/fhir/DEFAULT`,
      customHeaders: { authorization: `Bearer ${tokens.access_token}` },
    })
    const ids: string[] = []
    type Bundle = { total?: number; entry?: readonly { resource: { id: string } }[] }
    let page = (await client.search({ resourceType: 'Patient', searchParams: {} })) as Bundle | undefined
    const total = page?.total
    while (page) {
      ids.push(...(page.entry ?? []).map(({ resource }) => resource.id))
      page = (await client.nextPage({ bundle: page as never })) as Bundle | undefined
    }
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(total ?? -1)
  })
})

async function discover(url: string, app: Awaited<ReturnType<typeof registerApp>>): Promise<oidc.Configuration> {
  const key = { key: app.privateKey, kid: app.kid }
  return oidc.discovery(new URL(url), app.clientId, undefined, oidc.PrivateKeyJwt(key), {
    execute: [oidc.allowInsecureRequests],
  })
}

// Every other token of the domain, as a bearer of the FHIR API (conformance RBT-04).
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { formWith } from './cli/user-agent.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from './testing/app.ts'
import { type TestDomain, testDomain } from './testing/domain.ts'

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))).toString(
  'base64url',
)

interface Tokens {
  readonly access_token: string
  readonly id_token: string
}

/** The tokens of a whole launch of an app, a person at the login page included. */
async function launched({ browser, domain, fetch, now }: TestDomain, app: TestApp): Promise<Tokens> {
  const { authUrl, publicUrl } = domain.config
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, state: 's'.repeat(32) },
    ...{ scope: 'launch openid fhirUser', aud: `${publicUrl}/fhir/DEFAULT`, launch: await launchToken(domain, app) },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
  })
  const person = browser()
  const form = formWith(await person.get(`${authUrl}/oauth2/authorize?${query}`), 'username', 'password')
  if (!form) throw new Error('No login form')
  const { visits } = await person.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  const callback = visits.map(({ location }) => location ?? '').find((location) => location.startsWith(app.redirectUri))
  const answer = await fetch(`${authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', redirect_uri: app.redirectUri, code_verifier: VERIFIER },
      code: new URL(callback ?? 'http://none').searchParams.get('code') ?? '',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await clientAssertion(app, `${authUrl}/oauth2/token`, now()),
    }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Tokens
}

/** A token of the identity provider; `more` can make it look like one for the FHIR API. */
async function idpToken({ domain, now }: TestDomain, typ: string, more: object = {}): Promise<string> {
  const { kid, alg, privateKey } = await domain.keys.ring('idp').active()
  const iat = numericDate(now())
  const claims = { iss: `${domain.config.publicUrl}/idp`, sub: 'marijke', aud: 'slipway', iat, exp: iat + 300 }
  return new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, kid, typ }).sign(privateKey)
}

describe('a token that is not for the FHIR API', () => {
  it('RBT-04 opens nothing: of a launch, an id_token, an assertion, a launch token, one of the identity provider', async () => {
    const test = await testDomain()
    const { domain, fetch } = test
    const app = await registerApp(domain)
    const { access_token, id_token } = await launched(test, app)
    const { authUrl, publicUrl } = domain.config
    const base = `${publicUrl}/fhir/DEFAULT`
    const alike = {
      iss: authUrl,
      aud: base,
      sub: app.clientId,
      client_id: app.clientId,
      scope: 'system/*.rs',
      jti: 'j',
    }
    const tokens = {
      'no-op access_token': access_token,
      id_token,
      'client assertion': await clientAssertion(app, `${authUrl}/oauth2/token`, test.now()),
      'client assertion for the FHIR base': await clientAssertion(app, base, test.now(), { scope: 'system/*.rs' }),
      'launch token': await launchToken(domain, app),
      'token of the identity provider': await idpToken(test, 'JWT'),
      'token of the identity provider that claims to be ours': await idpToken(test, 'at+jwt', alike),
    }
    for (const [name, token] of Object.entries(tokens))
      for (const at of ['/fhir', '/fhir/DEFAULT'])
        for (const path of [
          '/Patient/marijke-jansen',
          '/Patient/marijke-jansen/_history/1',
          '/Patient',
          '?_getpages=x',
        ]) {
          const response = await fetch(at + path, { headers: { authorization: `Bearer ${token}` } })
          expect(response.status, `${name} ${at}${path}`).toBe(401)
          expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
          expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
          expect(await response.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'login' }] })
        }
  })

  it('RBT-04 whereas a bearer of client_credentials opens all of these', async () => {
    const { bearer, domain, fetch } = await testDomain()
    const headers = { authorization: `Bearer ${await bearer(await registerApp(domain))}` }
    for (const at of ['/fhir', '/fhir/DEFAULT'])
      for (const path of ['/Patient/marijke-jansen', '/Patient/marijke-jansen/_history/1', '/Patient'])
        expect((await fetch(at + path, { headers })).status).toBe(200)
  })
})

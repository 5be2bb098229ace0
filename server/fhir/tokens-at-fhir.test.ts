// Every kind of token of the domain at its FHIR API: access tokens are accepted, all others refused (RFC 9068 §4).
import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { clientAssertion, launchToken, registerApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'

const VERIFIER = 'v'.repeat(43)
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

interface Launched {
  readonly access_token: string
  readonly id_token: string
  readonly iss: string
}

/** A whole launch by Marijke; returns what the app has received. */
async function launched({ domain, browser, fetch, now }: TestDomain, app: Awaited<ReturnType<typeof registerApp>>) {
  const { authUrl, baseUrl } = domain.config
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: crypto.randomUUID(),
    aud: `${baseUrl}/fhir/DEFAULT`,
    launch: await launchToken(domain, app),
    code_challenge: codeChallenge(VERIFIER),
    code_challenge_method: 'S256',
  })
  const agent = browser()
  const form = formWith(await agent.get(`${authUrl}/oauth2/authorize?${query}`), 'username', 'password')
  if (!form) throw new Error('No login form')
  const done = await agent.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  const answer = new URL(done.url)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
    code_verifier: VERIFIER,
    client_assertion_type: TYPE,
    client_assertion: await clientAssertion(app, `${authUrl}/oauth2/token`, now()),
  })
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body })
  expect(response.status).toBe(200)
  return { ...((await response.json()) as Launched), iss: answer.searchParams.get('iss') ?? '' }
}

const NOT_OURS = 'The token was not issued by this server for this FHIR base, or is no longer valid.'
const OF_A_LAUNCH =
  'This is no access token for FHIR; the access_token of a launch, which only identifies the launch, is none either.'
const ASK_FOR_ONE = 'Request one with grant_type=client_credentials.'

async function expectRefused({ fetch }: TestDomain, token: string, what: string, why = NOT_OURS) {
  for (const base of ['/fhir', '/fhir/DEFAULT'])
    for (const path of ['Patient', 'Patient/marijke-jansen', 'Patient/marijke-jansen/_history/1']) {
      const answer = await fetch(`${base}/${path}`, { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status, `${what} at ${path}`).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/)
      expect(answer.headers.get('www-authenticate')).toContain(`, error_description="${why}", `)
      const body = await answer.text()
      const issue = [{ code: 'login', diagnostics: expect.stringContaining(why) }]
      expect(JSON.parse(body)).toMatchObject({ resourceType: 'OperationOutcome', issue })
      expect(body).not.toContain(token)
    }
}

describe('the tokens of the domain at the FHIR API', () => {
  it('RBT-04 ACG-06 IDT-10 refuses the no-op token, the id_token, an assertion, a launch token and a token of the provider', async () => {
    const test = await testDomain()
    const { domain, now, fetch, bearer } = test
    const app = await registerApp(domain)
    const { access_token, id_token } = await launched(test, app)
    const idp = await domain.keys.ring('idp').active()
    const byIdp = new SignJWT({ client_id: app.clientId, scope: 'system/*.rs' })
      .setProtectedHeader({ alg: idp.alg, kid: idp.kid, typ: 'at+jwt' })
      .setIssuer(domain.config.idpIssuer)
      .setSubject(app.clientId)
      .setAudience(`${domain.config.baseUrl}/fhir/DEFAULT`)
      .setIssuedAt(numericDate(now()))
      .setExpirationTime(numericDate(now()) + 300)
      .setJti(crypto.randomUUID())
    await expectRefused(test, access_token, 'the no-op token', `${OF_A_LAUNCH} ${ASK_FOR_ONE}`)
    await expectRefused(test, id_token, 'the id_token', `This JWT is no access token. ${ASK_FOR_ONE}`)
    await expectRefused(test, await clientAssertion(app, domain.config.authUrl, now()), 'an assertion')
    await expectRefused(test, await launchToken(domain, app), 'a launch token')
    await expectRefused(test, await byIdp.sign(idp.privateKey), 'a token of the provider')
    const headers = { authorization: `Bearer ${await bearer(app)}` }
    expect((await fetch('/fhir/Patient/marijke-jansen', { headers })).status, 'the one that opens it').toBe(200)
  })

  it('CCG-13 refuses an access token without signature, with HMAC, and one of ours that is for another audience', async () => {
    const test = await testDomain()
    const { domain, bearer, now } = test
    const app = await registerApp(domain)
    const good = await bearer(app)
    const [, payload = ''] = good.split('.')
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
    const { keys } = await domain.keys.ring('oauth').publicJwks()
    const hmac = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: keys[0]?.kid })}.${payload}`
    const secret = JSON.stringify(keys[0])
    await expectRefused(test, `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`, 'no signature')
    await expectRefused(test, `${hmac}.${createHmac('sha256', secret).update(hmac).digest('base64url')}`, 'HMAC')
    const { kid, alg, privateKey } = await domain.keys.ring('oauth').active()
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const resigned = (changes: object, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, kid, typ }).sign(privateKey)
    for (const aud of ['https://other.example/fhir', app.clientId, domain.config.authUrl])
      await expectRefused(test, await resigned({ aud }), aud)
    await expectRefused(test, await resigned({ iss: 'https://other.example' }), 'another issuer')
    await expectRefused(test, await resigned({}, 'JWT'), 'another type', `This JWT is no access token. ${ASK_FOR_ONE}`)
    const past = numericDate(now()) - 60
    await expectRefused(test, await resigned({ exp: past }), 'an old one', `The token has expired. ${ASK_FOR_ONE}`)
    const forged = `${(await resigned({ exp: past })).slice(0, -9)}AAAAAAAAA`
    await expectRefused(test, forged, 'an old one that somebody made up')
    const proper = await test.fetch('/fhir/Patient', { headers: { authorization: `Bearer ${await resigned({})}` } })
    expect(proper.status, 'what was changed above is what was refused').toBe(200)
  })

  it('IDT-04 has the user of the id_token at the address that fhirUser says', async () => {
    const test = await testDomain()
    const app = await registerApp(test.domain)
    const [, claims = ''] = (await launched(test, app)).id_token.split('.')
    const { fhirUser, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
    expect(fhirUser).toBe(`${test.domain.config.baseUrl}/fhir/DEFAULT/${sub}`)
    const headers = { authorization: `Bearer ${await test.bearer(app)}` }
    const answer = await test.fetch(fhirUser ?? '', { headers })
    expect(await answer.json()).toMatchObject({ resourceType: 'Patient', id: 'marijke-jansen' })
  })

  it('DIS-11 names one issuer everywhere, byte for byte', async () => {
    const test = await testDomain({ AUTH_URL: 'http://localhost:3000', PUBLIC_URL: 'http://localhost:3000/' })
    const { domain, fetch } = test
    const { id_token, iss } = await launched(test, await registerApp(domain))
    const documents = [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
      '/fhir/.well-known/smart-configuration',
      '/fhir/DEFAULT/.well-known/smart-configuration',
    ]
    const issuers = await Promise.all(
      documents.map(async (path) => ((await (await fetch(path)).json()) as { issuer: string }).issuer),
    )
    const [, claims = ''] = id_token.split('.')
    issuers.push(JSON.parse(Buffer.from(claims, 'base64url').toString()).iss, iss)
    expect(new Set(issuers)).toEqual(new Set(['http://localhost:3000']))
  })
})

// A trace of a refusal says what would have done beside what came: for each rule, not for the check as a whole.
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { readTrace } from '../testing/launches.ts'

const ISSUER = 'http://localhost:3000'
const TOKEN_ENDPOINT = `${ISSUER}/oauth2/token`
const KEYS_URL = 'https://portal.example.org/jwks'

async function withApp(options: Parameters<typeof testDomain>[1] = {}) {
  const running = await testDomain(
    {},
    { viewer: async () => ({ username: 'beheer@demo.test', name: undefined }), ...options },
  )
  return { ...running, app: await registerApp(running.domain) }
}

/** What the check that refused compared, as the administrator reads it in the trace. */
async function compared({ browser }: TestDomain, id: string) {
  const checks = (await readTrace(browser(), id))?.steps.flatMap((step) => step.checks) ?? []
  const { name, expected, received } = checks.find(({ outcome }) => outcome === 'failed') ?? {}
  return { name, expected, received }
}

interface Sent {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly form?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signer?: TestApp
}

async function tokenRequest(running: TestDomain, app: TestApp, { claims, form, headers, signer = app }: Sent) {
  const audience = typeof claims?.['aud'] === 'string' ? claims['aud'] : TOKEN_ENDPOINT
  const fields = {
    grant_type: 'client_credentials',
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: await clientAssertion({ ...signer, clientId: app.clientId }, audience, running.now(), claims),
    ...form,
  }
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const init = { method: 'POST', body: new URLSearchParams(pairs), ...(headers ? { headers } : {}) }
  const answer = await running.fetch('/oauth2/token', init)
  const { trace_id } = (await answer.json()) as { trace_id?: string }
  return { status: answer.status, ...(trace_id === undefined ? {} : await compared(running, trace_id)) }
}

describe('the trace of a refused client assertion', () => {
  it.each<[string, (now: number) => Sent, (now: number) => object, (now: number) => object]>([
    [
      'for another server',
      () => ({ claims: { aud: `${ISSUER}/fhir` } }),
      () => ({ aud: [TOKEN_ENDPOINT, ISSUER] }),
      () => ({ aud: `${ISSUER}/fhir` }),
    ],
    [
      'that lives too long',
      (now) => ({ claims: { exp: now + 3600 } }),
      (now) => ({ exp: now + 300 }),
      (now) => ({ exp: now + 3600, now }),
    ],
    [
      'by a clock that is ahead',
      (now) => ({ claims: { iat: now + 600 } }),
      (now) => ({ iat: now }),
      (now) => ({ iat: now + 600, now }),
    ],
    [
      'without a jti',
      () => ({ claims: { jti: undefined } }),
      () => ({ jti: 'a new string of 1 to 255 characters' }),
      () => ({ jti: null }),
    ],
    [
      'about somebody else',
      () => ({ claims: { sub: 'somebody' } }),
      () => ({ iss: 'test-app', sub: 'test-app' }),
      () => ({ sub: 'somebody' }),
    ],
    [
      'of another client_id than the form says',
      () => ({ form: { client_id: 'other' } }),
      () => ({ iss: 'other', sub: 'other' }),
      () => ({ iss: 'test-app' }),
    ],
  ])('names the claims that would be accepted in place of one %s', async (_, sent, expected, received) => {
    const { app, ...running } = await withApp()
    const now = numericDate(running.now())
    const found = await tokenRequest(running, app, sent(now))
    expect(found).toMatchObject({ status: 401, name: 'token.client_assertion', received: received(now) })
    expect(found.expected).toEqual(expected(now))
  })

  it('asks for a new jti when one is repeated, and hides the registered keys from the holder of another key', async () => {
    const { app, ...running } = await withApp()
    const claims = { jti: 'the-same-one-twice' }
    await running.bearer(app)
    expect(await tokenRequest(running, app, { claims })).toMatchObject({ status: 200 })
    expect(await tokenRequest(running, app, { claims })).toMatchObject({ expected: { jti: 'a new one' } })
    const signer = await registerApp(running.domain, 'other-app')
    const found = await tokenRequest(running, app, { signer })
    expect(found.expected).toEqual({ kid: 'of a key that is registered for iss', alg: 'of that key' })
    expect(found.received).toMatchObject({ kid: 'other-app-key', alg: 'RS384' })
  })

  it('names the authentication method that was used instead, and never its secret', async () => {
    const { app, ...running } = await withApp()
    const none = { client_assertion: undefined, client_assertion_type: undefined }
    const basic = { authorization: `Basic ${btoa('test-app:hush')}` }
    expect(await tokenRequest(running, app, { form: none, headers: basic })).toEqual({
      ...{ status: 401, name: 'token.client_assertion' },
      ...{ expected: { method: 'private_key_jwt' }, received: { method: ['client_secret_basic'] } },
    })
    const post = await tokenRequest(running, app, { form: { ...none, client_secret: 'hush' } })
    expect(post.received).toEqual({ method: ['client_secret_post'] })
    const both = await tokenRequest(running, app, { headers: basic })
    expect(both).toMatchObject({ status: 400, received: { method: ['private_key_jwt', 'client_secret_basic'] } })
    const type = await tokenRequest(running, app, { form: { client_assertion_type: 'jwt-bearer' } })
    expect(type).toMatchObject({
      ...{ expected: { client_assertion_type: CLIENT_ASSERTION_TYPE } },
      ...{ received: { client_assertion_type: 'jwt-bearer' } },
    })
  })
})

describe('the trace of a refused token request', () => {
  it('names the Content-Type and the parameters that were sent', async () => {
    const { app, ...running } = await withApp()
    const json = await tokenRequest(running, app, { headers: { 'content-type': 'application/json' } })
    expect(json).toEqual({
      ...{ status: 400, name: 'token.params' },
      ...{ expected: { 'content-type': 'application/x-www-form-urlencoded' } },
      ...{ received: { 'content-type': 'application/json' } },
    })
    const misspelt = await tokenRequest(running, app, {
      form: { grant_type: undefined, granttype: 'client_credentials', '{"client_secret":"hush"}': '' },
    })
    expect(misspelt.received).toEqual({
      parameters: ['client_assertion_type', 'client_assertion', 'granttype', 'no name'],
    })
  })

  it('names the scopes that the role permits', async () => {
    const { app, ...running } = await withApp()
    const found = await tokenRequest(running, app, { form: { scope: 'system/Task.u' } })
    expect(found).toEqual({
      ...{ status: 400, name: 'token.scope' },
      ...{ expected: { scope: ['system/*.rs'] }, received: { scope: 'system/Task.u' } },
    })
  })
})

describe('the trace of a launch token with another signature', () => {
  /** A launch by a portal whose keys lie at an address. */
  async function launchedBy(keys: () => Response) {
    const running = await withApp({ network: async () => keys() })
    const { app, domain } = running
    const portal = await domain.registry.find('demo-portal')
    if (!portal) throw new Error('The demo has a portal.')
    await domain.registry.saveClient({ ...portal, clientId: 'care-portal', jwks: undefined, jwksUrl: KEYS_URL })
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, state: 'a-state' },
      ...{ scope: 'launch openid fhirUser', aud: `${ISSUER}/fhir/DEFAULT`, code_challenge_method: 'S256' },
      ...{ code_challenge: 'a'.repeat(43), launch: await launchToken(domain, app, { iss: 'care-portal' }) },
    })
    const answer = await running.fetch(`/oauth2/authorize?${query}`)
    return compared(running, answer.headers.get('x-trace-id') ?? '')
  }

  it('says why the jwks_uri of its platform gave no key', async () => {
    const found = await launchedBy(() => new Response('no', { status: 404 }))
    expect(found).toMatchObject({
      name: 'launch.signature',
      expected: { kid: [], jwks_uri: KEYS_URL },
      received: { jwks_problem: 'The JWKS URL answered with status 404.' },
    })
  })

  it('names the published keys, their algorithms, and the keys that are not used for signatures', async () => {
    const rsa = { kty: 'RSA', kid: 'portal-1', alg: 'RS384', n: `3${'A'.repeat(340)}Q`, e: 'AQAB' }
    const found = await launchedBy(() => Response.json({ keys: [rsa, { ...rsa, kid: 'portal-2', use: 'enc' }] }))
    expect(found.expected).toEqual({ kid: ['portal-1', null], alg: ['RS384'], jwks_uri: KEYS_URL })
    expect(found.received).toMatchObject({
      verifies: false,
      refused: ['Key portal-2 is not for signatures (use must be sig, and key_ops have verify, where they are there).'],
    })
  })
})

import { generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import type { IdTokenChanges } from '#server/testing/other-domain.ts'
import { APP, APP_PAGE, CLIENT_ID, type ReceivingApp, receivingApp } from '#server/testing/receiving-app.ts'

/** A launch up to the login; `back` is the address at which the browser returns. */
async function loggedIn(changes: Parameters<typeof receivingApp>[0] = {}) {
  const one = await receivingApp(changes)
  const tab = one.newTab()
  const back = one.domain.logIn((await tab.launch()).href)
  return { ...one, tab, back, comeBack: (url = back) => tab.send(one.app.callback, url.href) }
}

const tokenCalls = ({ domain }: Pick<ReceivingApp, 'domain'>) => domain.requestsTo('/tokens')

describe('the callback (RFC 6749 §4.1.2, RFC 9207)', () => {
  it('APP-03 launches from a server of another vendor, known only by its configuration documents', async () => {
    const { newTab, domain } = await receivingApp()
    expect(await newTab().launchAndLogIn()).toMatchObject({
      status: 'open',
      iss: domain.iss,
      user: 'Patient/1',
      role: 'patient',
      userName: 'Marijke Jansen',
      task: 'Task/7',
      sub: 'Patient/1',
      fhirUser: `${domain.iss}/Patient/1`,
    })
  })

  it('APP-12 redirects to an address without code or state, and clears the cookie of the launch', async () => {
    const { comeBack, tab } = await loggedIn()
    const response = await comeBack()
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(APP_PAGE)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect([...tab.cookies.keys()]).toEqual([expect.stringMatching(/^__Host-443\.slipway-app-[\w-]{12}$/)])
  })

  it('records the steps in their order, with times', async () => {
    const { comeBack, tab, advance } = await loggedIn()
    advance(4200)
    await comeBack()
    const session = await tab.session()
    expect(session).toMatchObject({
      steps: ['launch', 'discover', 'authorize', 'login', 'code', 'token', 'id_token', 'open'].map((step) => ({
        step,
        ok: true,
      })),
    })
    expect(session.status === 'open' && session.steps.map(({ ms }) => ms)).toEqual([
      0, 0, 0, 4200, 4200, 4200, 4200, 4200,
    ])
  })

  it.each([
    ['state is unknown', (url: URL) => url.searchParams.set('state', 'x')],
    ['state is missing', (url: URL) => url.searchParams.delete('state')],
    ['state comes twice', (url: URL) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
  ])('APP-05 shows a page and makes no token call when %s', async (_, spoil) => {
    const one = await loggedIn()
    spoil(one.back)
    const response = await one.comeBack()
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(tokenCalls(one)).toEqual([])
    expect(await one.tab.session()).toEqual({ status: 'none' })
  })

  it('APP-05 refuses an answer in another browser than the one that started the launch', async () => {
    const one = await loggedIn()
    const response = await one.newTab().send(one.app.callback, one.back.href)
    expect(response.status).toBe(400)
    expect(tokenCalls(one)).toEqual([])
    await one.comeBack() // And the launch is still there for the browser that began it.
    expect(await one.tab.session()).toMatchObject({ status: 'open' })
  })

  it('APP-05 refuses an answer whose launch cookie was made up', async () => {
    const one = await loggedIn()
    for (const name of one.tab.cookies.keys()) one.tab.cookies.set(name, 'x'.repeat(43))
    expect((await one.comeBack()).status).toBe(400)
    expect(tokenCalls(one)).toEqual([])
  })

  it('APP-05 takes an answer once', async () => {
    const one = await loggedIn()
    const cookies = new Map(one.tab.cookies)
    await one.comeBack()
    for (const [name, value] of cookies) one.tab.cookies.set(name, value)
    const calls = tokenCalls(one).length
    expect((await one.comeBack()).status).toBe(400)
    expect(tokenCalls(one)).toHaveLength(calls)
    expect(await one.tab.session()).toMatchObject({ status: 'open' })
  })

  it('APP-05 takes no answer after 15 minutes', async () => {
    const one = await loggedIn()
    one.advance(15 * MINUTE)
    expect((await one.comeBack()).status).toBe(400)
    expect(tokenCalls(one)).toEqual([])
  })

  it.each([
    ['is another', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['differs by a slash', (url: URL) => url.searchParams.set('iss', `${url.searchParams.get('iss')}/`)],
    ['is missing', (url: URL) => url.searchParams.delete('iss')],
    ['comes twice', (url: URL) => url.searchParams.append('iss', 'https://evil.example')],
  ])('SEC-09 makes no token call when the iss of the answer %s', async (_, spoil) => {
    const one = await loggedIn()
    spoil(one.back)
    const response = await one.comeBack()
    expect(response.headers.get('location')).toMatch(APP_PAGE)
    expect(tokenCalls(one)).toEqual([])
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'login', failure: 'issuer_mismatch' })
  })

  it('SEC-09 requires the iss of a server that does not announce it, when the app trusts more than one server', async () => {
    const alone = await receivingApp()
    delete alone.domain.configuration['authorization_response_iss_parameter_supported']
    const tab = alone.newTab()
    const back = alone.domain.logIn((await tab.launch()).href)
    back.searchParams.delete('iss')
    await tab.send(alone.app.callback, back.href)
    expect(await tab.session()).toMatchObject({ status: 'open' })

    const several = await receivingApp({ trustedIss: ['https://ehr.example/r4', 'https://second.example/r4'] })
    delete several.domain.configuration['authorization_response_iss_parameter_supported']
    const other = several.newTab()
    const answer = several.domain.logIn((await other.launch()).href)
    answer.searchParams.delete('iss')
    await other.send(several.app.callback, answer.href)
    expect(await other.session()).toMatchObject({ status: 'failed', failure: 'issuer_mismatch' })
  })

  it('APP-05 makes no token call when the answer is an error, and keeps its error_description', async () => {
    const one = await loggedIn()
    one.back.searchParams.delete('code')
    one.back.searchParams.set('error', 'access_denied')
    one.back.searchParams.set('error_description', 'The user is not the user of this launch.')
    one.back.searchParams.set('error_uri', 'https://ehr.example/why')
    await one.comeBack()
    expect(tokenCalls(one)).toEqual([])
    expect(await one.tab.session()).toMatchObject({
      status: 'failed',
      step: 'login',
      failure: 'wrong_user',
      error: 'access_denied',
      error_description: 'The user is not the user of this launch.',
      error_uri: 'https://ehr.example/why',
    })
  })

  it('AUZ-35 distinguishes a cancelled login from a login of another person', async () => {
    const one = await loggedIn()
    one.back.searchParams.delete('code')
    one.back.searchParams.set('error', 'access_denied')
    one.back.searchParams.set('error_description', 'idp.login: the person cancelled the sign-in.')
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', failure: 'cancelled', error: 'access_denied' })
  })

  it.each([
    ['access_denied', 'launch.patient: patient must be the patient of the RelatedPerson in sub.', 'wrong_patient'],
    ['invalid_request', 'launch.patient: patient must be the same as sub when a patient launches.', 'wrong_patient'],
    ['access_denied', 'launch.standing: the person is not in use any more.', 'refused'],
  ])('does not blame the person who logs in for what the portal sent: %s, %s', async (error, description, failure) => {
    const one = await loggedIn()
    one.back.searchParams.delete('code')
    one.back.searchParams.set('error', error)
    one.back.searchParams.set('error_description', description)
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'authorize', failure })
  })

  it.each([
    ['launch.jti: the launch was used before.', 'authorize'],
    ['authorize.scope: scope must be launch openid fhirUser.', 'authorize'],
    ['idp.reachable: the identity provider does not answer.', 'login'],
    ['Not a check of anybody.', 'login'],
  ])('APP-05 names the step that was refused: %s', async (description, step) => {
    const one = await loggedIn()
    one.back.searchParams.delete('code')
    one.back.searchParams.set('error', 'invalid_request')
    one.back.searchParams.set('error_description', description)
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step, failure: 'refused' })
  })

  it('drops an error_uri that is no http(s) URL', async () => {
    const one = await loggedIn()
    one.back.searchParams.set('error', 'server_error')
    one.back.searchParams.set('error_uri', 'javascript:alert(1)')
    await one.comeBack()
    expect(await one.tab.session()).not.toHaveProperty('error_uri')
  })

  it('APP-05 makes no token call without a code', async () => {
    const one = await loggedIn()
    one.back.searchParams.delete('code')
    await one.comeBack()
    expect(tokenCalls(one)).toEqual([])
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'code', failure: 'refused' })
  })

  it('APP-05 uses the code once, from the back-end, with a client assertion and the verifier', async () => {
    const one = await loggedIn()
    await one.comeBack()
    const [exchange, ...rest] = tokenCalls(one)
    expect(exchange?.form).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: `${APP}/launch/callback`,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    expect(rest.every(({ form }) => form['grant_type'] === 'client_credentials')).toBe(true)
  })

  it('shows the error and error_description of the token endpoint', async () => {
    const one = await loggedIn()
    one.back.searchParams.set('code', 'another')
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({
      status: 'failed',
      step: 'token',
      failure: 'token_failed',
      error: 'invalid_grant',
      error_description: 'The code is not usable.',
    })
  })

  it('shows no detail of a fault of its own, and logs it', async () => {
    const active = async () => Promise.reject(new Error('the disk with the keys is gone'))
    const one = await loggedIn({ keys: { active, publicJwks: async () => ({ keys: [] }) } })
    await one.comeBack()
    const session = await one.tab.session()
    expect(session).toMatchObject({ status: 'failed', step: 'token', failure: 'unexpected' })
    expect(JSON.stringify(session)).not.toContain('disk')
    expect(one.logged()).toContain('the disk with the keys is gone')
  })

  it('fails when the token response has no task', async () => {
    const one = await loggedIn()
    one.domain.context['task'] = 'Patient/1'
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'open', failure: 'no_context' })
  })

  it('reads the context also from resource, definition, patient and intent', async () => {
    const one = await loggedIn()
    delete one.domain.context['task']
    Object.assign(one.domain.context, {
      resource: 'Task/9',
      definition: 'ActivityDefinition/2',
      patient: '1',
      intent: 'plan',
    })
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({
      task: 'Task/9',
      definition: 'ActivityDefinition/2',
      patient: 'Patient/1',
      intent: 'plan',
    })
  })
})

describe('the id_token (OpenID Connect Core §3.1.3.7)', () => {
  const seconds = (now: number) => Math.floor(now / 1000)

  it.each<[string, (now: number) => IdTokenChanges | Promise<IdTokenChanges>]>([
    ['iss is another', () => ({ claims: { iss: 'https://evil.example' } })],
    ['aud is another app', () => ({ claims: { aud: 'other-app' } })],
    ['aud has others and no azp', () => ({ claims: { aud: [CLIENT_ID, 'other-app'] } })],
    ['azp is another app', () => ({ claims: { azp: 'other-app' } })],
    ['exp has passed', (now) => ({ claims: { exp: now - 31 } })],
    ['exp is missing', () => ({ claims: { exp: undefined } })],
    ['iat is in the future', (now) => ({ claims: { iat: now + 120 } })],
    ['nonce is another', () => ({ claims: { nonce: 'x' } })],
    ['nonce is missing', () => ({ claims: { nonce: undefined } })],
    ['sub is missing', () => ({ claims: { sub: undefined } })],
    ['typ is that of an access token', () => ({ header: { typ: 'at+jwt' } })],
    ['kid is unknown', () => ({ header: { kid: 'ehr-2' } })],
    ['fhirUser is no person', () => ({ claims: { fhirUser: 'Device/1' } })],
    ['fhirUser is on another server', () => ({ claims: { fhirUser: 'https://evil.example/r4/Patient/1' } })],
    ['signature is of another key', async () => ({ key: (await generateKeyPair('RS256')).privateKey })],
    ['alg is HS256', () => ({ header: { alg: 'HS256' }, key: new TextEncoder().encode('x'.repeat(32)) })],
  ])('APP-06 opens no session when %s', async (_, changes) => {
    const one = await loggedIn()
    one.domain.idToken = await changes(seconds(one.now()))
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'id_token', failure: 'id_token_invalid' })
    expect(one.domain.requests.filter(({ url }) => url.includes('/Patient/'))).toEqual([])
  })

  it('APP-06 opens no session when there is no id_token', async () => {
    const one = await loggedIn()
    one.domain.context['id_token'] = undefined
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'failed', step: 'token', failure: 'token_failed' })
  })

  it('APP-06 accepts a clock that is 30 s ahead', async () => {
    const one = await loggedIn()
    one.domain.idToken = { claims: { exp: seconds(one.now()) - 29 } }
    await one.comeBack()
    expect(await one.tab.session()).toMatchObject({ status: 'open' })
  })
})

// What a developer sees arrive is what happened: nobody else can make a step look done.
import { describe, expect, it } from 'vitest'
import type { Handler } from '#lib/http/handler.ts'
import { clientAssertion, registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { createObservations } from './observations.ts'

const APP = { clientId: 'my-app', jwksUrl: 'https://app.example/jwks', redirectUris: ['https://app.example/callback'] }
const MINUTE = 60_000

describe('what is seen of an app', () => {
  it('is nothing before somebody watches, and nothing of another app', async () => {
    let now = 0
    const observations = createObservations(() => now)
    const answer: Handler = () => new Response(null, { status: 302, headers: { location: 'https://idp.example/' } })
    const authorize = observations.authorize(answer)
    const ask = (clientId: string) => authorize(new Request(`https://as.example/authorize?client_id=${clientId}`))
    await ask('my-app')
    expect(observations.of(APP)).toEqual([])
    await ask('other')
    expect(observations.of(APP)).toEqual([])
    await ask('my-app')
    expect(observations.of(APP)).toEqual([
      { step: 'authorize', outcome: 'done', at: '1970-01-01T00:00:00.000Z', check: null, expected: null },
    ])
    now = 11 * MINUTE
    await ask('my-app')
    expect(observations.of(APP)[0]?.at).toBe('1970-01-01T00:00:00.000Z')
  })

  it('says of a redirect URI which one came, and which is registered', async () => {
    const { domain, now } = await testDomain()
    const { clientId, redirectUri } = await registerApp(domain)
    const observations = createObservations(now)
    const app = { clientId, jwksUrl: undefined, redirectUris: [redirectUri] }
    observations.of(app)
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'https://elsewhere.example/cb' })
    const authorize = observations.authorize(domain.peers.oauth.authorize)
    await authorize(new Request(`${domain.config.authUrl}/oauth2/authorize?${query}`))
    expect(observations.of(app)).toMatchObject([
      {
        step: 'authorize',
        check: 'authorize.redirect_uri',
        expected: `redirect_uri as registered (${redirectUri}). Received: https://elsewhere.example/cb`,
      },
    ])
  })

  it('leaves requests and answers as they are', async () => {
    const observations = createObservations(() => 0)
    observations.of(APP)
    const token = observations.token(async (request) => Response.json({ echo: await request.text() }))
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_assertion: 'x' })
    const answer = await token(new Request('https://as.example/token', { method: 'POST', body }))
    expect(await answer.json()).toEqual({ echo: String(body) })
    const broken = observations.token(() => {
      throw new Error('of the handler')
    })
    await expect(async () => broken(new Request('https://as.example/token', { method: 'POST' }))).rejects.toThrow(
      'of the handler',
    )
  })

  it('names the check that refused, and takes no forgery for a step that is done', async () => {
    const { domain, now, bearer } = await testDomain()
    const app = await registerApp(domain)
    const observations = createObservations(now)
    const see = () =>
      Object.fromEntries(observations.of({ ...APP, clientId: app.clientId }).map((one) => [one.step, one]))
    see()
    const [authorize, token, fhir] = [
      observations.authorize(domain.peers.oauth.authorize),
      observations.token(domain.peers.oauth.token),
      observations.fhir(domain.peers.fhir.handle),
    ]
    const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: app.redirectUri, response_type: 'code' })
    await authorize(new Request(`${domain.config.authUrl}/oauth2/authorize?${query}`))
    expect(see()['authorize']).toMatchObject({ outcome: 'failed', check: expect.stringMatching(/^authorize\./) })
    const endpoint = `${domain.config.authUrl}/oauth2/token`
    const assertion = await clientAssertion(app, endpoint, now())
    const post = (client_assertion: string) => {
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const form = { grant_type: 'client_credentials', scope: 'system/*.rs', client_assertion_type, client_assertion }
      return token(new Request(endpoint, { method: 'POST', body: new URLSearchParams(form) }))
    }
    const forged = `${assertion.slice(0, assertion.lastIndexOf('.'))}.AAAA`
    expect((await post(forged)).status).toBe(401)
    expect(see()['bearer']).toMatchObject({ outcome: 'failed', check: 'token.client_assertion' })
    expect((await post(assertion)).status).toBe(200)
    expect(see()['bearer']).toMatchObject({ outcome: 'done', check: null })
    const read = (value: string) =>
      fhir(
        new Request(`${domain.config.baseUrl}/fhir/Patient/marijke-jansen`, {
          headers: { authorization: `Bearer ${value}` },
        }),
      )
    const good = await bearer(app)
    await read(`${good.slice(0, good.lastIndexOf('.'))}.AAAA`)
    expect(see()['read']).toMatchObject({ outcome: 'failed', expected: 'HTTP 401' })
    await read(good)
    expect(see()['read']).toMatchObject({ outcome: 'done' })
  })
})

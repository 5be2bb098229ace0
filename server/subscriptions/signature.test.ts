import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { clientAssertion } from '../testing/app.ts'
import { receiver } from './testing/receiver.ts'
import { subscribed } from './testing/subscribed.ts'

/** A signature as a receiver got it. */
async function signed() {
  const hook = await receiver()
  const endpoint = `${hook.origin}/hook`
  const domain = await subscribed({ endpoint })
  await domain.subscribe()
  await domain.settle()
  const signature = String(hook.arrived[0]?.headers['x-slipway-signature'])
  return { ...domain, endpoint, signature }
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

describe('the signature of a notification', () => {
  it('SUB-18 fails where it was changed, for another endpoint, and when it is older than five minutes', async () => {
    const { signature, endpoint, fetch, now } = await signed()
    const jwks = createLocalJWKSet(await (await fetch('/oauth2/jwks')).json())
    const judged = (text: string, audience: string, time = now()) =>
      jwtVerify(text, jwks, { audience, typ: 'slipway-notification+jwt', currentDate: new Date(time) }).then(
        () => 'good',
        () => 'bad',
      )
    const [header, claims, mark] = signature.split('.')
    const other = Buffer.from(String(claims), 'base64url').toString().replace('"n":0', '"n":1')
    const changed = [header, Buffer.from(other).toString('base64url'), mark].join('.')
    expect(await judged(signature, endpoint)).toBe('good')
    expect(await judged(changed, endpoint)).toBe('bad')
    expect(await judged(signature, `${endpoint}/other`)).toBe('bad')
    expect(await judged(signature, endpoint, now() + 299_000)).toBe('good')
    expect(await judged(signature, endpoint, now() + 301_000)).toBe('bad')
  })

  it('SUB-18 is not accepted by the FHIR API, the token endpoint, introspection or as a launch', async () => {
    const { signature, fetch, domain, app, now } = await signed()
    const api = await fetch('/fhir/DEFAULT/Task', { headers: { authorization: `Bearer ${signature}` } })
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')])

    const form = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) })
    const asClient = { client_assertion_type: ASSERTION, client_assertion: signature }
    const token = await fetch(
      '/oauth2/token',
      form({ grant_type: 'client_credentials', scope: 'system/*.rs', ...asClient }),
    )
    expect([token.status, await token.json()]).toMatchObject([401, { error: 'invalid_client' }])

    const endpoint = `${domain.config.authUrl}/oauth2/introspect`
    const client_assertion = await clientAssertion(app, endpoint, now())
    const introspected = await fetch(
      endpoint,
      form({ token: signature, client_assertion_type: ASSERTION, client_assertion }),
    )
    expect([introspected.status, await introspected.json()]).toEqual([200, { active: false }])

    const launch = new URLSearchParams({
      response_type: 'code',
      client_id: 'demo-app',
      redirect_uri: 'http://localhost:3000/launch/callback',
      scope: 'launch openid fhirUser',
      state: 'a-state-of-the-test',
      aud: 'http://localhost:3000/fhir/DEFAULT',
      launch: signature,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const authorized = await fetch(`/oauth2/authorize?${launch}`, { redirect: 'manual' })
    const to = new URL(String(authorized.headers.get('location')))
    expect([to.pathname, to.searchParams.get('error')]).toEqual(['/launch/callback', 'invalid_request'])
    expect(to.searchParams.get('error_description')).toMatch(/launch/)
  })
})

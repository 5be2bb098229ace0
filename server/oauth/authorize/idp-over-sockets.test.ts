// A whole launch with an OpenID provider that is not ours (oidc-provider): SHARED_IDP_* may name any (conformance IDP-19, A2, A4).
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectErrorRedirect } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  FD,
  type TestOptions,
} from '../testing/authorization-server.ts'
import { realIdp } from '../testing/real-idp.ts'

const setup = async (options: TestOptions = {}) => {
  const idp = await realIdp()
  const as = await authorizationServer({ idpIssuer: idp.issuer, idpFetch: fetch, ...options })
  const browser = idp.browser()
  const launch = async (account: string, changes = {}) => {
    const login = await as.authorize(changes)
    const { callback, asked } = await browser.visit(login.headers.get('location') ?? '', account)
    const response = await as.callback(callback, login)
    const again = response.headers.get('location') ?? ''
    if (!again.startsWith(idp.issuer)) return { response, asked }
    // A provider that sends no auth_time is asked once more, with prompt=login.
    return { response: await as.callback((await browser.visit(again, account)).callback, response), asked }
  }
  return { as, idp, launch }
}

const exchanged = async (as: AuthorizationServer, { response }: { response: Response }) => {
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await (await as.exchange(code)).json()) as Record<string, string>
}

describe('a launch through an external OpenID provider', () => {
  it('AUZ-02 IDP-08 ACG-01 leads from authorize by login and callback to the token', async () => {
    const { as, launch } = await setup()
    const done = await launch('anna@example.org', { state: 'mine', nonce: 'my-nonce' })
    expect(done.asked).toBe(true)
    expect(new URL(done.response.headers.get('location') ?? '').searchParams.get('state')).toBe('mine')
    const token = await exchanged(as, done)
    expect(token).toMatchObject({ task: 'Task/intake', sub: 'Patient/anna', role: 'patient' })
    const jwks = createLocalJWKSet(await (await as.oauth.jwks(new Request(`${AS}/oauth2/jwks`))).json())
    const { payload } = await jwtVerify(token['id_token'] ?? '', jwks, {
      issuer: AS,
      audience: APP,
      algorithms: ['RS256'],
    })
    expect(payload).toMatchObject({ fhirUser: `${FD}/Patient/anna`, nonce: 'my-nonce', auth_time: expect.any(Number) })
  })

  it('IDP-16 asks for no second login while there is a session, unless AUZ-32 prompt=login asks for one', async () => {
    const { launch } = await setup()
    expect((await launch('anna@example.org')).asked).toBe(true)
    expect((await launch('anna@example.org')).asked).toBe(false)
    const again = await launch('anna@example.org', { prompt: 'login' })
    expect(again.asked).toBe(true)
    expect(again.response.headers.get('location')).toContain('code=')
  })

  it('AUZ-36 refuses another account', async () => {
    const { launch } = await setup()
    expectErrorRedirect((await launch('bram@example.org')).response, 'access_denied')
  })

  it('AUZ-35 tells the app that the person cancelled', async () => {
    const { launch } = await setup()
    expectErrorRedirect((await launch('cancel')).response, 'access_denied')
  })

  it('AUZ-31 prompt=none without a session is login_required, with one it goes through', async () => {
    const { launch } = await setup()
    const without = await launch('anna@example.org', { prompt: 'none' })
    expect(without.asked).toBe(false)
    expectErrorRedirect(without.response, 'login_required')
    await launch('anna@example.org')
    expect((await launch('anna@example.org', { prompt: 'none' })).response.headers.get('location')).toContain('code=')
  })

  it('AUZ-33 IDT-06 max_age asks for a new login once the old one is older', async () => {
    const { as, launch } = await setup()
    await launch('anna@example.org')
    expect((await launch('anna@example.org', { max_age: '1000' })).asked).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    as.advance(2100)
    const renewed = await launch('anna@example.org', { max_age: '1' })
    expect(renewed.asked).toBe(true)
    const [, claims = ''] = (await exchanged(as, renewed))['id_token']?.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).auth_time).toBeGreaterThanOrEqual(
      Math.floor(as.now() / 1000) - 2,
    )
  })

  it('IDP-08 matches by a verified e-mail address where that is configured', async () => {
    const { launch } = await setup({ claim: 'email' })
    expect((await launch('anna@example.org')).response.headers.get('location')).toContain('code=')
  })
})

// A domain with another profile than its own: apps sign people in, and nothing is launched.
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { STEPS } from '#lib/checks/steps.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { clientAssertion, registerApp } from '#server/testing/app.ts'
import { testDomain } from '#server/testing/domain.ts'
import { aud } from '../authorize/checks/aud.ts'
import { client } from '../authorize/checks/client.ts'
import { idpReachable } from '../authorize/checks/idp-reachable.ts'
import { params } from '../authorize/checks/params.ts'
import { pkce } from '../authorize/checks/pkce.ts'
import { redirectUri } from '../authorize/checks/redirect-uri.ts'
import { scope } from '../authorize/checks/scope.ts'
import { inOrder } from '../authorize/checks.ts'
import { koppeltaal } from './koppeltaal.ts'
import type { Profile } from './profile.ts'

const signIn: Profile = {
  scopes: ['openid'],
  checks: inOrder([client, redirectUri, params, scope, pkce, aud, idpReachable]),
  context: ({ login }) => ({ sub: login?.subject ?? '' }),
}

const VERIFIER = 'v'.repeat(43)

async function signingIn() {
  const { domain, fetch, browser, now } = await testDomain({}, { profile: signIn })
  const app = await registerApp(domain)
  const authorizeUrl = (changes: Readonly<Record<string, string>> = {}) =>
    `${domain.config.authUrl}/oauth2/authorize?${new URLSearchParams({
      ...{ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'openid' },
      ...{ state: 'the-state', aud: domain.config.baseUrl, ...changes },
      ...{ code_challenge: codeChallenge(VERIFIER), code_challenge_method: 'S256' },
    })}`
  const post = async (name: 'token' | 'introspect', form: Readonly<Record<string, string>>) => {
    const client_assertion = await clientAssertion(app, `${domain.config.authUrl}/oauth2/token`, now())
    const body = new URLSearchParams({ ...form, client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion })
    const answer = await fetch(`${domain.config.authUrl}/oauth2/${name}`, { method: 'POST', body })
    return (await answer.json()) as Readonly<Record<string, string>>
  }
  return { domain, app, browser: browser(), fetch, authorizeUrl, post }
}

describe('a profile (RFC 6749 §4.1)', () => {
  it('signs a person in without a launch when it leaves the checks of launches out', async () => {
    const { domain, app, browser, authorizeUrl, post } = await signingIn()
    const login = formWith(await browser.get(authorizeUrl()), 'username', 'password')
    if (!login) throw new Error('There is no login page.')
    const { url } = await browser.submit(login, { username: 'marijke@demo.test', password: 'demo' })
    const { code = '', ...rest } = Object.fromEntries(new URL(url).searchParams)
    expect(rest).toEqual({ state: 'the-state', iss: domain.config.authUrl })

    const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri, code_verifier: VERIFIER }
    const { access_token = '', id_token = '', ...answer } = await post('token', grant)
    const account = await domain.storage.idp.accounts.findByUsername('marijke@demo.test')
    expect(answer).toEqual({ token_type: 'Bearer', expires_in: 300, scope: 'openid', sub: account?.id })
    const { sub, aud, fhirUser, role } = decodeJwt(id_token)
    expect({ sub, aud, fhirUser, role }).toEqual({ sub: account?.id, aud: app.clientId })
    expect(await post('introspect', { token: access_token })).toMatchObject({ active: true, sub: account?.id })
  })

  it('refuses the scopes that it does not know', async () => {
    const { app, fetch, authorizeUrl } = await signingIn()
    const answer = await fetch(authorizeUrl({ scope: 'launch openid fhirUser' }))
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.href).toMatch(`${app.redirectUri}?`)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error: 'invalid_scope',
      error_description: 'authorize.scope: scope must be openid.',
      state: 'the-state',
    })
  })

  it('has its scopes, and no others of a launch, in the metadata of the server and of SMART', async () => {
    const { domain, fetch } = await signingIn()
    for (const url of [
      `${domain.config.authUrl}/.well-known/openid-configuration`,
      `${domain.config.baseUrl}/fhir/DEFAULT/.well-known/smart-configuration`,
    ]) {
      const { scopes_supported } = (await (await fetch(url)).json()) as { readonly scopes_supported: string[] }
      expect(
        scopes_supported.filter((one) => !one.startsWith('system/')),
        url,
      ).toEqual(['openid'])
    }
  })

  it('has the checks of the authorize step of a trace, in their order, under Koppeltaal', () => {
    const whole = koppeltaal.checks.filter(({ isPart }) => !isPart).map(({ name }) => name)
    expect(whole).toEqual(STEPS.authorize.checks)
  })
})

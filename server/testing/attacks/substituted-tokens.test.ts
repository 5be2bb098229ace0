// Every secret of the domain at every endpoint that accepts another one (RFC 8725 §3.11, §3.12): a complete matrix.
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { formWith } from '#lib/http/user-agent.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from '../app.ts'
import { type TestDomain, testDomain } from '../domain.ts'
import {
  askToken,
  authorizeUrl,
  cookieOf,
  exchange,
  freshCode,
  logIn,
  SITE,
  signedIn,
  TOKEN_ENDPOINT,
  VERIFIER,
} from './launched.ts'

const post = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) })

/** One of every secret, all of them valid. */
async function everySecret(here: TestDomain, app: TestApp): Promise<Readonly<Record<string, string>>> {
  const { browser, page, answer } = await logIn(here, await authorizeUrl(here, app))
  const tokens = (await (await exchange(here, app, answer.get('code') ?? '')).json()) as Record<string, string>
  const idpAnswer = new URL(
    page.visits.find(({ location }) => location?.includes('/oauth2/callback'))?.location ?? SITE,
  )
  const waiting = here.browser()
  const login = await waiting.get(await authorizeUrl(here, app))
  const form = formWith(login, 'username', 'password')
  const stateOfIdp = new URL(login.visits[0]?.location ?? SITE).searchParams.get('state') ?? ''
  const { cookie = '' } = await signedIn(here, 'beheer@demo.test')
  const launch = new URLSearchParams({ iss: `${SITE}/fhir/DEFAULT`, launch: 'a.b.c' })
  const [waitsFor = ''] = (await here.fetch(`/launch?${launch}`)).headers.getSetCookie()
  return {
    'a launch token': await launchToken(here.domain, app),
    'a client assertion': await clientAssertion(app, TOKEN_ENDPOINT, here.now()),
    'an assertion for another address': await clientAssertion(app, `${SITE}/api/launches`, here.now()),
    'an id_token': tokens['id_token'] ?? '',
    'an access token': await here.bearer(app),
    'a no-op token': tokens['access_token'] ?? '',
    'a code': await freshCode(here, app),
    'a used code': answer.get('code') ?? '',
    'a code of the provider': idpAnswer.searchParams.get('code') ?? '',
    'the state of a login': stateOfIdp,
    'the state of an app': answer.get('state') ?? '',
    'the cookie of a login': cookieOf(waiting, '3000.slipway-tx-'),
    'the session at the provider': cookieOf(browser, '3000.slipway-idp-session'),
    'the browser at the provider': cookieOf(browser, '3000.slipway-idp-browser'),
    'the session of an administrator': cookie.replace(/^[^=]*=/, ''),
    'the launch that an app waits for': /^[^=]*=([^;]*)/.exec(waitsFor)?.[1] ?? '',
    'a CSRF token': form?.fields['csrf'] ?? '',
    'an interaction': form?.fields['interaction'] ?? '',
    'a code_verifier': VERIFIER,
  }
}

interface Place {
  /** Those that are meant for it. */
  readonly takes: readonly string[]
  /** True when the endpoint accepts the secret. */
  readonly opens: (here: TestDomain, app: TestApp, secret: string) => Promise<boolean>
}

const cookies = (pairs: Readonly<Record<string, string>>) => ({
  headers: {
    origin: SITE,
    cookie: Object.entries(pairs)
      .map((pair) => pair.join('='))
      .join('; '),
  },
})

const PLACES: Readonly<Record<string, Place>> = {
  'client_assertion of a token request': {
    takes: ['a client assertion'],
    opens: async ({ fetch }, _app, client_assertion) =>
      (
        await fetch(
          TOKEN_ENDPOINT,
          post({ grant_type: 'client_credentials', client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion }),
        )
      ).ok,
  },
  'launch of an authorize request': {
    takes: ['a launch token'],
    opens: async (here, app, launch) =>
      (await here.fetch(await authorizeUrl(here, app, { launch }))).headers
        .get('location')
        ?.startsWith(`${SITE}/idp/`) === true,
  },
  'bearer of the FHIR API': {
    takes: ['an access token'],
    opens: async ({ fetch }, _app, token) =>
      (await fetch('/fhir/Patient', { headers: { authorization: `Bearer ${token}` } })).ok,
  },
  'Authentication of the FHIR API': {
    takes: ['an access token'],
    opens: async ({ fetch }, _app, token) =>
      (await fetch('/fhir/Patient', { headers: { authentication: `Bearer ${token}` } })).ok,
  },
  'bearer of introspection': {
    takes: ['an access token'],
    opens: async ({ fetch }, _app, token) =>
      (await fetch('/oauth2/introspect', { ...post({ token: 'x' }), headers: { authorization: `Bearer ${token}` } }))
        .ok,
  },
  'token of introspection': {
    takes: ['a launch token', 'an access token', 'a no-op token'],
    opens: async ({ fetch, now }, app, token) => {
      const proof = await clientAssertion(app, `${SITE}/oauth2/introspect`, now())
      const answer = await fetch(
        '/oauth2/introspect',
        post({ token, client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion: proof }),
      )
      return ((await answer.json()) as { readonly active: boolean }).active
    },
  },
  'client_assertion of /api/launches': {
    takes: [], // The app is no platform: even its own assertion for this address opens nothing.
    opens: async ({ fetch }, _app, client_assertion) =>
      (
        await fetch('/api/launches', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ app: 'demo-app', client_assertion, client_assertion_type: CLIENT_ASSERTION_TYPE }),
        })
      ).ok,
  },
  'session of the portal and the console': {
    takes: ['the session of an administrator'],
    opens: async ({ fetch }, _app, secret) =>
      (await fetch('/admin/api/keys', cookies({ '3000.next-auth.session-token': secret }))).ok,
  },
  'session of the receiving app': {
    takes: [],
    opens: async ({ fetch }, _app, secret) => {
      const session = await fetch('/launch/api/session', cookies({ '3000.slipway-app-aaaaaaaaaaaa': secret }))
      return ((await session.json()) as { readonly status: string }).status !== 'none'
    },
  },
  'session at the provider': {
    takes: ['the session at the provider'],
    opens: async (here, app, secret) => {
      const login = await here.fetch(await authorizeUrl(here, app, { prompt: 'none' }))
      const answer = await here.fetch(
        login.headers.get('location') ?? '',
        cookies({ '3000.slipway-idp-session': secret }),
      )
      return new URL(answer.headers.get('location') ?? SITE).searchParams.has('code')
    },
  },
  'code of the provider': {
    takes: [], // Its own code is used up by then: it is the code of a launch that went through.
    opens: async ({ fetch }, _app, code) => {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${SITE}/oauth2/callback`,
        code_verifier: VERIFIER,
      }
      return (
        await fetch('/idp/token', post({ ...form, client_id: 'slipway-authorization-server', client_secret: code }))
      ).ok
    },
  },
  'way back from the provider': {
    takes: [],
    opens: async ({ fetch }, _app, secret) => {
      const answer = await fetch(
        `/oauth2/callback?${new URLSearchParams({ state: secret, code: secret, iss: `${SITE}/idp` })}`,
      )
      return answer.status !== 400
    },
  },
  'CSRF token of the login form': {
    takes: [],
    opens: async (here, app, csrf) => {
      const agent = here.browser()
      const form = formWith(await agent.get(await authorizeUrl(here, app)), 'username', 'password')
      if (!form) throw new Error('No login form')
      const page = await agent.submit(form, { username: 'marijke@demo.test', password: 'demo', csrf })
      return page.status !== 403
    },
  },
  'ticket of a composed launch': {
    takes: [],
    opens: async ({ fetch }, _app, ticket) =>
      (await fetch('/portal/compose/open', { ...post({ ticket }), headers: { origin: SITE } })).ok,
  },
  'name of a trace': {
    takes: [],
    opens: async ({ fetch }, _app, secret) => (await fetch(`/traces/api/${encodeURIComponent(secret)}`)).ok,
  },
  // Last: a used code that is shown again takes back what it gave.
  'code of a token request': {
    takes: ['a code'],
    opens: async (here, app, code) => (await exchange(here, app, code)).ok,
  },
}

describe('a secret of one kind', () => {
  it('AST-24 RBT-04 INT-11 IDT-10 opens what is meant for it and nothing else: every kind at every place', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const secrets = Object.entries(await everySecret(here, app))
    expect(secrets.filter(([, secret]) => secret === '')).toEqual([])
    expect(secrets.length).toBe(19)
    for (const [place, { takes, opens }] of Object.entries(PLACES)) {
      const opened: string[] = []
      for (const [name, secret] of secrets) if (await opens(here, app, secret)) opened.push(name)
      expect(opened, place).toEqual(takes)
    }
  })
})

describe('an audience of another', () => {
  const audiences = [SITE, TOKEN_ENDPOINT, `${SITE}/oauth2/introspect`, `${SITE}/fhir`, `${SITE}/fhir/DEFAULT`]
  const more = [
    `${SITE}/idp`,
    `${SITE}/idp/token`,
    `${SITE}/`,
    `${TOKEN_ENDPOINT}/`,
    `${TOKEN_ENDPOINT}?x`,
    'LOCALHOST',
  ]
  const others = [`${SITE}/oauth2/authorize`, `${SITE}/api/launches`, 'https://evil.example', 'Device/test-app', '']

  it('AST-06 AST-07 an assertion counts at the address that it is for, and at no other that we have', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const taken: string[] = []
    for (const aud of [...audiences, ...more, ...others, TOKEN_ENDPOINT.toUpperCase()]) {
      const client_assertion = await clientAssertion(app, aud, here.now())
      if ((await askToken(here, app, { grant_type: 'client_credentials', client_assertion })).ok) taken.push(aud)
    }
    expect(taken).toEqual([SITE, TOKEN_ENDPOINT])
  })

  it('AST-24 LTK-04 the key of the portal signs launches and proofs, and neither passes for the other', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const launch = await launchToken(here.domain, app)
    expect(decodeJwt(launch)).toMatchObject({ iss: 'demo-portal' })
    for (const claims of [{}, { sub: 'demo-portal' }, { sub: 'demo-portal', iss: 'demo-portal' }]) {
      const client_assertion = await launchToken(here.domain, app, claims)
      expect((await askToken(here, app, { grant_type: 'client_credentials', client_assertion })).status).toBe(401)
    }
  })
})

// Attacks by addresses: into our internal network, and with line breaks that split a header (OWASP SSRF).
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import { jwksUrlProblem } from '#server/oauth/clients/jwks-url-rules.ts'
import { clientAssertion, registerApp, signedForm } from '../app.ts'
import { testDomain } from '../domain.ts'
import { authorizeUrl, SITE, signedIn } from './launched.ts'
import { leavingNoTrace } from './state.ts'

const INSIDE = [
  ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '017700000001', '127.1', '0', '0.0.0.0', '127.0.0.1.'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[fe80::1]', '[fd00::1]', '[ff02::1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '169.254.169.254', '0xa9fea9fe', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.192',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['localhost', 'localhost.', 'LOCALHOST', 'x.localhost', 'metadata.google.internal', 'printer.local', 'nas.lan'],
  ...['wiki', 'wiki.', '①②⑦.⓪.⓪.①', '127。0。0。1', 'ｌｏｃａｌｈｏｓｔ'],
]

describe('a JWKS URL inside of our network', () => {
  it.each(INSIDE)('AST-22 is refused as https://%s/jwks, however the host is written', (host) => {
    const text = `https://${host}/jwks`
    expect(jwksUrlProblem(text, { loopbackAllowed: false })).toBeDefined()
    if (URL.canParse(text)) expect(isPrivateHost(new URL(text).hostname)).toBe(true)
  })

  it.each([
    ...[
      'http://keys.example/',
      'ftp://keys.example/',
      'file:///etc/passwd',
      'gopher://keys.example/',
      'data:application/json,{}',
    ],
    ...[
      'https://user@keys.example/',
      'https://keys.example/#x',
      'https://keys.example@169.254.169.254/',
      '//keys.example/',
      '',
    ],
  ])('AST-22 is refused as %j', (text) => {
    expect(jwksUrlProblem(text, { loopbackAllowed: false })).toBeDefined()
  })
})

/** Each is a URL to a parser, and something else in a header: a second directive, a second policy, a byte that is none. */
const HEADER_BREAKERS = [
  'https://app.example/€',
  'https://app.example/é',
  'https://app.example/\u2028x',
  "https://a;script-src'unsafe-inline'.example/",
  'https://a,b.example/',
  "https://a'b.example/",
  'https://*.example/',
  'https://app.example/"x',
  'https://app.example/<x>',
  'https://аpp.example/',
]

describe('an address of an app that is more than an address', () => {
  it.each(HEADER_BREAKERS)('AUZ-12 SEC-02 is none of an app: %s', async (address) => {
    expect(isWebUrl(address)).toBe(false)
  })

  it('AUZ-12 SEC-02 is refused at the door of the console, and nothing is registered', async () => {
    const here = await testDomain()
    const { publicKey } = await generateKeyPair('ES384', { extractable: true })
    const app = {
      clientId: 'an-app',
      name: 'An app',
      kind: 'module',
      redirectUris: ['https://app.example/callback'],
      launchUrl: 'https://app.example/launch',
      role: 'reader',
      keys: { jwks: JSON.stringify(await exportJWK(publicKey)) },
    }
    const headers = { ...(await signedIn(here, 'beheer@demo.test')), 'content-type': 'application/json' }
    const register = (changes: object) =>
      here.fetch('/admin/api/apps', { method: 'POST', headers, body: JSON.stringify({ ...app, ...changes }) })
    for (const address of HEADER_BREAKERS) {
      const answers = await leavingNoTrace(here, () =>
        Promise.all([register({ redirectUris: [address] }), register({ launchUrl: address })]),
      )
      expect(
        answers.map(({ status }) => status),
        address,
      ).toEqual([422, 422])
    }
    expect((await register({})).status).toBe(200)
  })
})

/** Addresses that a launch token, a request or the provider could contain; `evil` must never be requested. */
describe('an address in a request', () => {
  it('AUZ-29 APP-02 LTK-03 is fetched by nobody: iss, request_uri, jku, aud, resource, registration', async () => {
    const asked: string[] = []
    const network = async (input: Request | string | URL) => {
      asked.push(String(input instanceof Request ? input.url : input))
      throw new Error('Nothing may be fetched')
    }
    const here = await testDomain({}, { network })
    const app = await registerApp(here.domain)
    const evil = 'http://169.254.169.254/latest/meta-data/'
    for (const name of [
      'request_uri',
      'request',
      'registration',
      'aud',
      'id_token_hint',
      'claims',
      'launch',
      'resource',
    ])
      await here.fetch(await authorizeUrl(here, app, { [name]: evil }))
    for (const iss of [
      evil,
      `${SITE}@169.254.169.254/`,
      `${SITE}.evil.example/fhir`,
      `${SITE}/fhir/DEFAULT#@evil.example`,
    ])
      for (const method of ['GET', 'POST']) {
        const query = new URLSearchParams({ iss, launch: 'a.b.c' })
        const answer = await (method === 'GET'
          ? here.fetch(`/launch?${query}`)
          : here.fetch('/launch', { method, body: query }))
        expect(answer.headers.get('location') ?? '').not.toContain('169.254')
      }
    expect(asked).toEqual([])
  })
})

describe('a JWKS URL inside of the domain itself', () => {
  it('AST-22 LIM-10 is no way to have a request wait for the keys that it is fetched for', async () => {
    const asked: string[] = []
    const network = async (input: Request | string | URL) => {
      asked.push(String(input instanceof Request ? input.url : input))
      throw new Error('This machine does not reach its own name')
    }
    const here = await testDomain({}, { network })
    const evil = await registerApp(here.domain, 'evil')
    const { registry: clients } = here.domain
    const launch = await clientAssertion(evil, 'Device/demo-app', here.now(), { iat: Math.floor(here.now() / 1000) })
    const demoApp = { ...evil, clientId: 'demo-app', redirectUri: `${SITE}/launch/callback` }
    const jwksUrl = await authorizeUrl(here, demoApp, { launch })
    const stored = await clients.find('evil')
    if (!stored) throw new Error('The app is not registered')
    await clients.saveClient({ ...stored, kind: 'both', status: 'pending', jwks: undefined, jwksUrl })
    const body = await signedForm(evil, `${SITE}/oauth2/token`, here.now(), { grant_type: 'client_credentials' })
    const answer = await here.fetch('/oauth2/token', { method: 'POST', body })
    expect(answer.status).toBe(401)
    expect(asked).toEqual([jwksUrl])
  })
})

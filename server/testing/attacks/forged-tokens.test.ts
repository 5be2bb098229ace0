// Forged tokens (RFC 8725): algorithm confusion, keys that come with the token, and forms that parsers read differently, at every
// endpoint that accepts a signed token.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from '../app.ts'
import { type TestDomain, testDomain } from '../domain.ts'
import { algorithmForgeries, keyForgeries, shapeForgeries, type Victim } from './forgeries.ts'
import { stateOf } from './state.ts'

const EVIL = 'https://evil.example/jwks'
const TOKEN_ENDPOINT = 'http://localhost:3000/oauth2/token'

interface Place {
  /** A good token of the kind that the place takes, and its public key. */
  readonly victim: (here: TestDomain, app: TestApp) => Promise<Victim>
  readonly present: (here: TestDomain, app: TestApp, token: string) => Promise<Response>
  /** The refusal of the endpoint: status and error. */
  readonly refusal: string
  readonly said: (response: Response) => Promise<string>
}

const form = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) })

const oauthError = async (response: Response) =>
  `${response.status} ${((await response.json()) as { readonly error?: string }).error}`

const publicKeyOf = async ({ domain }: TestDomain, clientId: string, kid: string) => {
  const jwk = (await domain.registry.find(clientId))?.jwks?.keys.find((key) => key.kid === kid)
  if (!jwk) throw new Error(`${clientId} has no key ${kid}`)
  return jwk
}

/** A platform whose key is known: the portal of the demo publishes its own elsewhere. */
const platform = async (here: TestDomain) => {
  const app = await registerApp(here.domain, 'a-platform')
  const registered = await here.domain.registry.find('a-platform')
  if (registered) await here.domain.registry.saveClient({ ...registered, kind: 'platform' })
  return app
}

const authorizeUrl = (app: TestApp, launch: string) =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: 'a-state',
    aud: 'http://localhost:3000/fhir/DEFAULT',
    launch,
    code_challenge: codeChallenge('v'.repeat(43)),
    code_challenge_method: 'S256',
  })}`

const assertionVictim: Place['victim'] = async (here, app) => ({
  token: await clientAssertion(app, TOKEN_ENDPOINT, here.now()),
  publicJwk: await publicKeyOf(here, app.clientId, app.kid),
})

const PLACES: Readonly<Record<string, Place>> = {
  'client_assertion at the token endpoint': {
    victim: assertionVictim,
    present: ({ fetch }, _app, client_assertion) =>
      fetch(
        '/oauth2/token',
        form({
          grant_type: 'client_credentials',
          scope: 'system/*.rs',
          client_assertion_type: CLIENT_ASSERTION_TYPE,
          client_assertion,
        }),
      ),
    refusal: '401 invalid_client',
    said: oauthError,
  },
  'launch at authorize': {
    victim: async (here, app) => {
      const { kid, ...signer } = await platform(here)
      const payload = {
        sub: 'Patient/marijke-jansen',
        resource: 'Task/sleep-diary-week-1',
        iat: Math.floor(here.now() / 1000),
      }
      const token = await clientAssertion({ kid, ...signer }, `Device/${app.clientId}`, here.now(), payload)
      return { token, publicJwk: await publicKeyOf(here, 'a-platform', kid) }
    },
    present: ({ fetch }, app, launch) => fetch(authorizeUrl(app, launch)),
    refusal: '302 invalid_request',
    said: async (response) =>
      `${response.status} ${new URL(response.headers.get('location') ?? 'http://none').searchParams.get('error')}`,
  },
  'bearer at the FHIR API': {
    victim: async (here, app) => ({
      token: await here.bearer(app),
      publicJwk: (await here.domain.keys.ring('oauth').publicJwks()).keys[0] ?? {},
    }),
    present: ({ fetch }, _app, token) =>
      fetch('/fhir/Patient', { headers: { authorization: `Bearer ${token}` } as Record<string, string> }),
    refusal: '401 login',
    said: async (response) => {
      const { issue } = (await response.json()) as { readonly issue?: readonly { readonly code: string }[] }
      return `${response.status} ${issue?.[0]?.code}`
    },
  },
}

describe('a forged token', () => {
  it.each(Object.entries(PLACES))(
    'AST-03 AST-04 AST-15 LTK-02 LTK-03 LTK-16 RBT-03 is no %s: algorithm confusion, keys in the token, kids that lead elsewhere, forms that parsers read differently',
    async (name, { victim: victimOf, present, refusal, said }) => {
      const asked: string[] = []
      const network = async (input: Request | string | URL) => {
        asked.push(String(input instanceof Request ? input.url : input))
        throw new Error('Nothing may be fetched')
      }
      const here = await testDomain({}, { network })
      const app = await registerApp(here.domain)
      const victim = await victimOf(here, app)
      const forgeries = [
        ...(await algorithmForgeries(victim)),
        ...(await keyForgeries(victim, EVIL)),
        ...(await shapeForgeries(victim)),
      ].filter(({ token }) => name !== 'bearer at the FHIR API' || isHeaderOfItsOwn(token, victim))
      const before = await stateOf(here)
      const accepted: string[] = []
      for (const { name: what, token } of forgeries)
        if ((await said(await present(here, app, token))) !== refusal) accepted.push(what)
      expect(accepted).toEqual([])
      expect(forgeries.length).toBeGreaterThan(60)
      expect(await stateOf(here), 'a refused token leaves everything as it was').toEqual(before)
      expect(asked, 'nobody is asked for a key').toEqual([])
      const good = await present(here, app, victim.token)
      expect(good.status === 200 ? '200' : await said(good)).toMatch(/^(200|302 null)$/)
    },
  )
})

/** Space around the value of a header means nothing (RFC 9110 §5.5): then it is the good token. */
const isHeaderOfItsOwn = (token: string, victim: Victim): boolean => token.trim() !== victim.token

describe('keys of somebody else', () => {
  it('AST-14 AST-19 a client proves itself with its own key alone: another client’s key under its kid is none', async () => {
    const here = await testDomain()
    const [app, other] = [await registerApp(here.domain, 'app-a'), await registerApp(here.domain, 'app-b')]
    const { present, said } = PLACES['client_assertion at the token endpoint'] as Place
    const before = await stateOf(here)
    for (const liar of [
      { ...app, privateKey: other.privateKey },
      { ...app, privateKey: other.privateKey, kid: other.kid },
      { ...app, kid: other.kid },
    ])
      expect(await said(await present(here, app, await clientAssertion(liar, TOKEN_ENDPOINT, here.now())))).toBe(
        '401 invalid_client',
      )
    expect(await stateOf(here)).toEqual(before)
  })

  it('AST-14 two keys under one kid are no key, whoever registered them so', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const registered = await here.domain.registry.find(app.clientId)
    const { publicKey } = await generateKeyPair('RS384', { extractable: true })
    const second = { ...(await exportJWK(publicKey)), kid: app.kid, alg: 'RS384', use: 'sig' }
    const keys = [...(registered?.jwks?.keys ?? []), second]
    if (registered) await here.domain.registry.saveClient({ ...registered, jwks: { keys } })
    const { present, said } = PLACES['client_assertion at the token endpoint'] as Place
    const token = await clientAssertion(app, TOKEN_ENDPOINT, here.now())
    expect(await said(await present(here, app, token))).toBe('401 invalid_client')
  })

  it('LTK-03 a platform’s launch is not signed by another platform, nor by the app that it launches', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const { present, said } = PLACES['launch at authorize'] as Place
    const good = JSON.parse(
      Buffer.from((await launchToken(here.domain, app)).split('.')[1] ?? '', 'base64url').toString(),
    )
    const signer = await platform(here)
    const before = await stateOf(here)
    for (const key of [signer, app])
      expect(await said(await present(here, app, await clientAssertion(key, good.aud, here.now(), good)))).toBe(
        '302 invalid_request',
      )
    expect(await stateOf(here)).toEqual(before)
  })
})

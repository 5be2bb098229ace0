// A foreign domain: a small authorization server and FHIR base with code and addresses of its own, used over HTTP. It proves that
// the app and the portal know a domain by its documents alone, and it examines their requests.
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'

type Resource = Readonly<Record<string, unknown>>

/** A request that arrived: its form is what the client sent. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly form: Readonly<Record<string, string>>
  /** The body of what is no form. */
  readonly body: string
}

export interface OtherDomain {
  readonly iss: string
  readonly issuer: string
  readonly fetch: Fetch
  readonly requests: Arrived[]
  /** Requests to one of its addresses, by the end of the path. */
  readonly requestsTo: (end: string) => readonly Arrived[]
  /** The smart-configuration; a test may change it. */
  readonly configuration: Record<string, unknown>
  readonly resources: Map<string, Resource>
  /** Answers writes, which are refused until a test says how. */
  onWrite: (request: Arrived) => Response
  /** The members of a token response beside the tokens; a test may change them. */
  readonly context: Record<string, unknown>
  /** Claims and header that replace the id_token's own. */
  idToken: IdTokenChanges
  /** Plays the person who logs in: the redirect that answers an authorize request. */
  readonly logIn: (authorize: string) => URL
  /** Every bearer and no-op token, assertion and id_token that was handed out or came in. */
  readonly secrets: string[]
  /** Makes all bearer tokens worthless. */
  readonly revokeBearers: () => void
}

/** Differences from a valid id_token; a claim that is undefined is left out. */
export interface IdTokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: { readonly alg?: string; readonly typ?: string; readonly kid?: string }
  readonly key?: CryptoKey | Uint8Array
}

interface OtherDomainOptions {
  readonly client: { readonly id: string; readonly keys: KeyRing; readonly redirectUri?: string }
  readonly now: () => number
}

const ORIGIN = 'https://ehr.example'
const ISSUER = 'https://login.ehr.example/realms/care'
const BEARER_LIFETIME_S = 300

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const pairs = new Map<string, ReturnType<typeof generateKeyPair>>()

/** A ring of one key, as an app, a portal or a server has it. The same `kid` gives the same key in one test file. */
export async function keyRing(kid: string, alg = 'RS384'): Promise<KeyRing> {
  const pair = pairs.get(kid) ?? generateKeyPair(alg)
  pairs.set(kid, pair)
  const { privateKey, publicKey } = await pair
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { active: async () => ({ kid, alg, privateKey }), publicJwks: async () => ({ keys: [jwk] }) }
}

export async function otherDomain({ client, now }: OtherDomainOptions): Promise<OtherDomain> {
  const signing = await keyRing('ehr-1', 'RS256')
  const iss = `${ORIGIN}/r4`
  const configuration: Record<string, unknown> = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/go`,
    token_endpoint: `${ISSUER}/tokens`,
    jwks_uri: `${ISSUER}/certs`,
    authorization_response_iss_parameter_supported: true,
    capabilities: ['launch-ehr'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
  }
  const resources = new Map<string, Resource>()
  const context: Record<string, unknown> = { task: 'Task/7' }
  const requests: Arrived[] = []
  const secrets: string[] = []
  const codes = new Map<string, URLSearchParams>()
  const bearers = new Set<string>()
  const jtis = new Set<string>()
  const secret = (value: string) => {
    secrets.push(value)
    return value
  }

  const assertClient = async (form: Readonly<Record<string, string>>) => {
    const { payload, protectedHeader } = await jwtVerify(
      secret(form['client_assertion'] ?? ''),
      createLocalJWKSet(await client.keys.publicJwks().then(({ keys }) => ({ keys: [...keys] }))),
      {
        algorithms: ['RS384'],
        typ: 'JWT',
        issuer: client.id,
        subject: client.id,
        audience: `${ISSUER}/tokens`,
        requiredClaims: ['exp', 'jti'],
        currentDate: new Date(now()),
      },
    )
    if (!protectedHeader.kid) throw new Error('no kid')
    const lifetime = (payload.exp ?? 0) - Math.floor(now() / 1000)
    if (lifetime < 60 || lifetime > 300) throw new Error('exp is too far or too near')
    if (jtis.has(payload.jti ?? '')) throw new Error('jti was used')
    jtis.add(payload.jti ?? '')
  }

  const token = async (form: Readonly<Record<string, string>>) => {
    try {
      await assertClient(form)
    } catch (error) {
      return json(401, { error: 'invalid_client', error_description: String(error) })
    }
    if (form['grant_type'] === 'client_credentials') {
      const access_token = secret(`bearer-${bearers.size}-${secrets.length}`)
      bearers.add(access_token)
      return json(200, { access_token, token_type: 'bearer', expires_in: BEARER_LIFETIME_S, scope: form['scope'] })
    }
    const asked = codes.get(form['code'] ?? '')
    codes.delete(form['code'] ?? '')
    const proven =
      asked?.get('code_challenge') === codeChallenge(form['code_verifier'] ?? '') &&
      asked.get('redirect_uri') === form['redirect_uri']
    if (!proven) return json(400, { error: 'invalid_grant', error_description: 'The code is not usable.' })
    return json(200, {
      access_token: secret(`noop-${secrets.length}`),
      token_type: 'Bearer',
      expires_in: 300,
      scope: asked.get('scope'),
      id_token: secret(await makeIdToken(asked.get('nonce') ?? '')),
      ...context,
    })
  }

  const makeIdToken = async (nonce: string) => {
    const iat = Math.floor(now() / 1000)
    const own = { iss: ISSUER, aud: client.id, sub: 'Patient/1', fhirUser: `${iss}/Patient/1`, role: 'patient' }
    const claims = { ...own, nonce, iat, exp: iat + 300, ...domain.idToken.claims }
    const { kid, alg, privateKey } = await signing.active()
    return new SignJWT(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)))
      .setProtectedHeader({ alg, kid, typ: 'JWT', ...domain.idToken.header })
      .sign(domain.idToken.key ?? privateKey)
  }

  const fhir = (url: URL, arrived: Arrived) => {
    const { method, headers } = arrived
    const bearer = headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    if (!bearers.has(bearer)) return json(401, { resourceType: 'OperationOutcome', issue: [{ code: 'login' }] })
    if (method !== 'GET') return domain.onWrite(arrived)
    const path = url.pathname.slice('/r4/'.length)
    if (!path.includes('/')) return json(200, searchset(path, url.searchParams))
    const resource = resources.get(path)
    return resource
      ? json(200, resource)
      : json(404, { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] })
  }

  /** Answers every parameter but `_count` and `_offset` with all of the type, as a server may that does not know them. */
  const searchset = (type: string, params: URLSearchParams) => {
    const all = [...resources.values()].filter((resource) => resource['resourceType'] === type)
    const count = Number(params.get('_count') ?? 10)
    const offset = Number(params.get('_offset') ?? 0)
    const next = `${iss}/${type}?_count=${count}&_offset=${offset + count}`
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      link: offset + count < all.length ? [{ relation: 'next', url: next }] : [],
      entry: all.slice(offset, offset + count).map((resource) => ({ resource, search: { mode: 'match' } })),
    }
  }

  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = request.body ? await request.text() : ''
    const form = request.method === 'POST' ? Object.fromEntries(new URLSearchParams(body)) : {}
    const arrived = { method: request.method, url: request.url, headers: request.headers, form, body }
    requests.push(arrived)
    if (request.url === `${iss}/.well-known/smart-configuration`) return json(200, configuration)
    if (request.url === `${ISSUER}/certs`) return json(200, await signing.publicJwks())
    if (request.url === `${ISSUER}/tokens`) return token(form)
    if (request.url.startsWith(`${iss}/`)) return fhir(url, arrived)
    throw new TypeError(`nobody answers at ${request.url}`)
  }

  const domain: OtherDomain = {
    iss,
    issuer: ISSUER,
    fetch,
    requests,
    requestsTo: (end) => requests.filter(({ url }) => new URL(url).pathname.endsWith(end)),
    configuration,
    resources,
    onWrite: () => json(403, { resourceType: 'OperationOutcome', issue: [{ code: 'forbidden' }] }),
    context,
    idToken: {},
    secrets,
    revokeBearers: () => bearers.clear(),
    logIn: (authorize) => {
      const asked = new URL(authorize).searchParams
      const code = `code-${codes.size}-${secrets.length}-${requests.length}`
      codes.set(code, asked)
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', secret(code))
      back.searchParams.set('state', asked.get('state') ?? '')
      back.searchParams.set('iss', ISSUER)
      return back
    },
  }
  return domain
}

// A programmable OpenID provider: correct by default, hostile where asked (conformance IDP-03 to IDP-06, IDP-18).
import { SignJWT } from 'jose'
import { type Clock, numericDate } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { type TestKey, testKey } from './keys.ts'

type Json = Record<string, unknown>

export interface IdpBehaviour {
  /** Members of the discovery document; undefined leaves one out. */
  metadata?: Json
  /** Claims of the id_token; undefined leaves one out. */
  claims?: Json
  /** Members of its header. */
  header?: Json
  /** Signs in place of the provider's key. */
  signWith?: TestKey
  /** Takes the place of the id_token that was made. */
  idToken?: (proper: string) => string | undefined
  /** Takes the place of an answer, by the last part of its path. */
  answer?: Record<string, (request: Request) => Response | Promise<Response>>
}

export interface TestIdp {
  readonly issuer: string
  behaviour: IdpBehaviour
  /** Claims of the person who opens the login page. */
  person: Json
  readonly handle: (request: Request) => Promise<Response>
  /** Paths that were asked for. */
  readonly requests: string[]
  /** Logs a person in at the login URL and returns where the browser goes from there. */
  readonly logIn: (loginUrl: string, claims?: Json) => string
  readonly lastTokenRequest: () => { readonly form: URLSearchParams; readonly authorization: string | null } | undefined
}

interface Login {
  readonly nonce: string | null
  readonly challenge: string | null
  readonly claims: Json
}

export async function testIdp(issuer: string, clock: Clock): Promise<TestIdp> {
  const key = await testKey('idp', 'ES256')
  const logins = new Map<string, Login>()
  const requests: string[] = []
  let codes = 0
  let lastTokenRequest: ReturnType<TestIdp['lastTokenRequest']>

  const metadata = (extra: Json = {}) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
    ...extra,
  })

  const idToken = async (login: Login, { claims, header, signWith, idToken: replace }: IdpBehaviour) => {
    const signer = signWith ?? key
    const now = numericDate(clock())
    const all: Json = {
      iss: issuer,
      sub: 'account-1',
      aud: 'slipway-as',
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: login.nonce ?? undefined,
      ...login.claims,
      ...claims,
    }
    const proper = await new SignJWT(JSON.parse(JSON.stringify(all)))
      .setProtectedHeader({ alg: signer.alg, kid: signer.kid, ...header })
      .sign(signer.privateKey, { crit: { x: true } }) // jose signs only a declared `crit`.
    return replace ? replace(proper) : proper
  }

  const token = async (request: Request, behaviour: IdpBehaviour): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    lastTokenRequest = { form, authorization: request.headers.get('authorization') }
    const login = logins.get(form.get('code') ?? '')
    if (!login || sha256(form.get('code_verifier') ?? '') !== login.challenge)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    logins.delete(form.get('code') ?? '')
    const id_token = await idToken(login, behaviour)
    return Response.json({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token })
  }

  const idp: TestIdp = {
    issuer,
    behaviour: {},
    person: {},
    requests,
    handle: async (request) => {
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      requests.push(name)
      const instead = idp.behaviour.answer?.[name]
      if (instead) return instead(request)
      if (name === 'openid-configuration') return Response.json(metadata(idp.behaviour.metadata))
      if (name === 'authorize')
        return new Response(null, { status: 303, headers: { location: idp.logIn(request.url, idp.person) } })
      if (name === 'jwks') return Response.json({ keys: [key.publicJwk] })
      return name === 'token' ? token(request, idp.behaviour) : new Response(null, { status: 404 })
    },
    logIn: (loginUrl, claims = {}) => {
      const asked = new URL(loginUrl).searchParams
      const code = `idp-code-${++codes}`
      logins.set(code, { nonce: asked.get('nonce'), challenge: asked.get('code_challenge'), claims })
      const answer = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
      return `${asked.get('redirect_uri')}?${answer}`
    },
    lastTokenRequest: () => lastTokenRequest,
  }
  return idp
}

import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { type RunningDomain, runningDomain } from '../running.ts'

const HTTP = { [oauth.allowInsecureRequests]: true }

const discover = async ({ url }: RunningDomain, algorithm: 'oidc' | 'oauth2') =>
  oauth.processDiscoveryResponse(new URL(url), await oauth.discoveryRequest(new URL(url), { ...HTTP, algorithm }))

const clientOf = (app: TestApp) => ({
  client: { client_id: app.clientId } satisfies oauth.Client,
  authentication: oauth.PrivateKeyJwt({ key: app.privateKey, kid: app.kid }),
})

/** Logs Marijke in where the authorize request leads; what comes back to the app. */
async function logIn(target: URL, app: TestApp): Promise<URL> {
  const browser = createUserAgent(fetch, (location) => location.startsWith(app.redirectUri))
  const form = formWith(await browser.get(target.href), 'username', 'password')
  if (!form) throw new Error('No login form')
  const done = await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  return new URL(done.visits.at(-1)?.location ?? '')
}

describe('oauth4webapi and jose against the running server', () => {
  it.each(['oidc', 'oauth2'] as const)('DIS-10 DIS-11 DIS-12 find the server by %s discovery', async (algorithm) => {
    const running = await runningDomain()
    expect(await discover(running, algorithm)).toMatchObject({
      issuer: running.url,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
  })

  it('AUZ-02 ACG-01 IDT-02 KEY-04 INT-01 accept the launch: PKCE, iss, private_key_jwt, id_token, introspection', async () => {
    const running = await runningDomain()
    const { domain, url } = running
    const app = await registerApp(domain)
    const server = await discover(running, 'oidc')
    const { client, authentication } = clientOf(app)
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ]
    const target = new URL(server.authorization_endpoint ?? '')
    target.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope: 'launch openid fhirUser',
      state,
      nonce,
      aud: `${url}/fhir/DEFAULT`,
      launch: await launchToken(domain, app),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    // Throws unless state and iss are those that were asked for (RFC 9207).
    const params = oauth.validateAuthResponse(server, client, await logIn(target, app), state)
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(server, client, authentication, params, app.redirectUri, verifier, HTTP)
    const answer = await exchange()
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, answer, HTTP)
    expect(tokens).toMatchObject({ task: 'Task/sleep-diary-week-1', sub: 'Patient/marijke-jansen' })
    const jwks = createRemoteJWKSet(new URL(server.jwks_uri ?? ''))
    const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', jwks, {
      issuer: url,
      audience: app.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'fhirUser'],
    })
    expect(protectedHeader.kid).toBeDefined()
    expect(payload['nonce']).toBe(nonce)

    const introspect = async () => {
      const asked = await oauth.introspectionRequest(server, client, authentication, tokens.access_token, HTTP)
      return oauth.processIntrospectionResponse(server, client, asked)
    }
    expect(await introspect()).toMatchObject({ active: true, iss: url, client_id: app.clientId })
    const again = oauth.processAuthorizationCodeResponse(server, client, await exchange())
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    // Another party has the code: the issued tokens are revoked (RFC 6749 §4.1.2).
    expect(await introspect()).toEqual({ active: false })
  })

  it('CCG-01 CCG-02 KEY-04 INT-01 accept a bearer token, a JWT for the FHIR API and nothing else (RFC 9068)', async () => {
    const running = await runningDomain()
    const { url } = running
    const app = await registerApp(running.domain)
    const server = await discover(running, 'oauth2')
    const { client, authentication } = clientOf(app)
    const parameters = { scope: 'system/*.rs' }
    const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, HTTP)
    const { access_token, expires_in } = await oauth.processClientCredentialsResponse(server, client, answer)
    expect(expires_in).toBe(300)
    const { payload } = await jwtVerify(access_token, createRemoteJWKSet(new URL(server.jwks_uri ?? '')), {
      issuer: url,
      audience: `${url}/fhir/DEFAULT`,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    })
    expect(payload['client_id']).toBe(app.clientId)
    const read = new URL(`${url}/fhir/DEFAULT/Patient/marijke-jansen`)
    expect((await oauth.protectedResourceRequest(access_token, 'GET', read, undefined, undefined, HTTP)).status).toBe(
      200,
    )
    const asked = await oauth.introspectionRequest(server, client, authentication, access_token, HTTP)
    expect((await oauth.processIntrospectionResponse(server, client, asked)).active).toBe(true)
  })

  it('TOK-08 AST-19 understand the refusal of a client that is not registered', async () => {
    const running = await runningDomain()
    const app = { ...(await registerApp(running.domain)), clientId: 'stranger' }
    const server = await discover(running, 'oauth2')
    const { client, authentication } = clientOf(app)
    const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, HTTP)
    expect(answer.status).toBe(401)
    const refused = await oauth
      .processClientCredentialsResponse(server, client, answer)
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    // This library shows the challenge, and leaves the body to the caller.
    expect((refused as oauth.WWWAuthenticateChallengeError).cause[0]?.parameters).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringMatching(/registered key of an approved client\.$/),
    })
  })
})

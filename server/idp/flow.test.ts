// The whole code flow with clients that others wrote: what the authorization server and the portal use (conformance IDP-19).
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import * as oidc from 'openid-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenerOf } from '#server/testing/listener.ts'
import { ANNA, BRAM, loginForm, PORTAL, SERVER, testProvider } from './testing/provider.ts'

const redirectUri = SERVER.redirectUris[0] ?? ''

describe('the identity provider with openid-client 6', () => {
  const discovered = async (authentication: oidc.ClientAuth) => {
    const provider = await testProvider()
    const config = await oidc.discovery(new URL(provider.issuer), SERVER.clientId, {}, authentication, {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
      [oidc.customFetch]: (url, init) => provider.fetch(url, init as RequestInit),
    })
    return { provider, config }
  }

  // openid-client reads the machine's clock.
  const inStep = ({ advance, now }: { advance: (ms: number) => void; now: () => number }) => advance(Date.now() - now())

  it.each([
    ['client_secret_basic', oidc.ClientSecretBasic(SERVER.clientSecret)],
    ['client_secret_post', oidc.ClientSecretPost(SERVER.clientSecret)],
  ])('IDP-19 gives a verified id_token by %s', async (_, authentication) => {
    const { provider, config } = await discovered(authentication)
    inStep(provider)
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const browser = provider.browser()
    const answer = await browser.submit(loginForm(await browser.get(url.href)), ANNA)
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks)
    expect(tokens.claims()).toMatchObject({
      iss: provider.issuer,
      sub: 'account-1',
      aud: SERVER.clientId,
      nonce: expectedNonce,
      preferred_username: ANNA.username,
      name: ANNA.name,
      role: 'patient',
      email: ANNA.username,
      email_verified: false,
    })
    await expect(oidc.authorizationCodeGrant(config, new URL(answer.url), checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('IDP-05 answers with an iss that the client checks', async () => {
    const { provider, config } = await discovered(oidc.ClientSecretPost(SERVER.clientSecret))
    const state = oidc.randomState()
    const answer = new URL(`${redirectUri}?code=x&state=${state}&iss=https://evil.example`)
    await expect(
      oidc.authorizationCodeGrant(config, answer, {
        expectedState: state,
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      }),
    ).rejects.toThrow()
    expect(config.serverMetadata().issuer).toBe(provider.issuer)
  })
})

interface Client5 {
  readonly authorizationUrl: (params: Readonly<Record<string, string>>) => string
  readonly callbackParams: (url: string) => Readonly<Record<string, string>>
  readonly callback: (
    redirectUri: string,
    params: Readonly<Record<string, string>>,
    checks: Readonly<Record<string, string>>,
  ) => Promise<{ readonly claims: () => Readonly<Record<string, unknown>> }>
}

interface OpenidClient5 {
  readonly Issuer: {
    readonly discover: (issuer: string) => Promise<{ readonly Client: new (metadata: unknown) => Client5 }>
  }
  readonly generators: {
    readonly codeVerifier: () => string
    readonly codeChallenge: (verifier: string) => string
    readonly state: () => string
    readonly nonce: () => string
  }
}

/** The version inside of next-auth. */
function openidClient5(): OpenidClient5 {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('next-auth'))('openid-client') as OpenidClient5
}

describe('the identity provider with the openid-client 5 of next-auth', () => {
  it('IDP-19 gives a verified id_token', async () => {
    const server = createServer()
    const publicUrl = await listening(server)
    const provider = await testProvider({ publicUrl })
    server.on('request', listenerOf(provider.handle, publicUrl))
    provider.advance(Date.now() - provider.now())
    const { Issuer, generators } = openidClient5()
    const { Client } = await Issuer.discover(provider.issuer)
    const [portalCallback = ''] = PORTAL.redirectUris
    const client = new Client({
      client_id: PORTAL.clientId,
      client_secret: PORTAL.clientSecret,
      redirect_uris: [portalCallback],
      response_types: ['code'],
    })
    const [code_verifier, state, nonce] = [generators.codeVerifier(), generators.state(), generators.nonce()]
    const code_challenge = generators.codeChallenge(code_verifier)
    const url = client.authorizationUrl({
      scope: 'openid',
      state,
      nonce,
      code_challenge,
      code_challenge_method: 'S256',
    })
    const browser = provider.browser()
    const answer = await browser.submit(loginForm(await browser.get(url)), BRAM)
    const checks = { code_verifier, state, nonce, response_type: 'code' }
    const tokens = await client.callback(portalCallback, client.callbackParams(answer.url), checks)
    expect(tokens.claims()).toMatchObject({ sub: 'account-2', preferred_username: BRAM.username, role: 'practitioner' })
  })
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen on a port')
  return `http://127.0.0.1:${address.port}`
}

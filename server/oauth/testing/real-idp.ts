// A real OpenID provider (oidc-provider) on a loopback port, in place of the embedded one, and a browser to log in with.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK } from 'jose'
import type { Context, default as Provider } from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { formsOf } from '#lib/http/user-agent.ts'
import { AS } from './authorization-server.ts'
import { testKey } from './keys.ts'

export interface RealIdp {
  readonly issuer: string
  /** How many sessions have ended there. */
  readonly ended: () => number
  /** A browser with a session of its own at the provider. */
  readonly browser: () => IdpBrowser
}

export interface IdpBrowser {
  /** Opens the login URL, logs in as the account if asked (`cancel` presses cancel), and returns the callback's URL. */
  readonly visit: (loginUrl: string, account: string) => Promise<{ readonly callback: string; readonly asked: boolean }>
}

interface RealIdpOptions {
  /** Claims of a scope at userinfo only, as oidc-provider comes; false puts them into the id_token, too. */
  readonly conformIdTokenClaims?: boolean
  /** Further registered redirect URIs. */
  readonly redirectUris?: readonly string[]
  /** Claims that the scope profile gives. */
  readonly profile?: readonly string[]
  /** The subject of userinfo, whoever logged in. */
  readonly userinfoSubject?: string
  /** Its issuer ends with a slash, as that of Auth0 and authentik does. */
  readonly slash?: boolean
}

export async function realIdp(options: RealIdpOptions = {}): Promise<RealIdp> {
  const server = createServer()
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}${options.slash ? '/' : ''}`
  // It says on the console that it keeps everything in memory and likes newer runtimes: that is meant for its operators.
  for (const method of ['warn', 'info'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  const { default: OpenIdProvider } = await import('oidc-provider')
  const provider = new OpenIdProvider(issuer, await configuration(options))
  const callback = provider.callback()
  let ended = 0
  provider.on('end_session.success', () => {
    ended += 1
  })
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interaction(provider, request, response)
    else callback(request, response)
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
    server.closeAllConnections()
    server.close()
  })
  return { issuer, ended: () => ended, browser: () => idpBrowser(issuer) }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const configuration = async ({
  conformIdTokenClaims = false,
  redirectUris = [],
  profile = ['preferred_username', 'name'],
  userinfoSubject,
}: RealIdpOptions) => ({
  clients: [
    {
      client_id: 'slipway-as',
      client_secret: 'a secret of the test',
      redirect_uris: [`${AS}/oauth2/callback`, ...redirectUris],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK((await testKey('real idp', 'RS256')).privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['a cookie key of the test'] },
  pkce: { required: () => true },
  conformIdTokenClaims,
  claims: { openid: ['sub'], profile, email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: (use: string) => ({
      sub: use === 'userinfo' ? (userinfoSubject ?? id) : id,
      preferred_username: id,
      name: `The person of ${id}`,
      email: id,
      email_verified: id.startsWith('anna'),
    }),
  }),
  loadExistingGrant: async ({ oidc }: Context) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

const LOGIN_PAGE = '<!doctype html><form><input name="username"><input name="password" type="password"></form>'

/** The login page of the provider, as far as a test needs one: the account is in the URL, or in its form. */
async function interaction(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost')
  const account = searchParams.get('account') ?? searchParams.get('username')
  if (account === null) return void response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE)
  const result = account === 'cancel' || !account ? { error: 'access_denied' } : { login: { accountId: account } }
  await provider.interactionFinished(request, response, result)
}

function idpBrowser(issuer: string): IdpBrowser {
  const jar = new Map<string, string>()
  const send = async (url: string, init: RequestInit = {}): Promise<string> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) return new URL(location, issuer).href
    // To log in as another person the provider first logs the current one out, by a form that browsers with script submit.
    const [form] = formsOf({ text: await response.text(), url })
    if (!form) throw new Error(`The provider leads nowhere from ${url}: ${response.status}`)
    return send(form.action, {
      method: 'POST',
      body: new URLSearchParams(form.fields),
      headers: { origin: new URL(issuer).origin },
    })
  }
  const open = (url: string) => send(url)
  return {
    visit: async (loginUrl, account) => {
      let [at, asked] = [await open(loginUrl), false]
      while (at.startsWith(issuer)) {
        const isLogin = at.includes('/interaction/')
        asked ||= isLogin
        at = await open(isLogin ? `${at}?account=${encodeURIComponent(account)}` : at)
      }
      return { callback: at, asked }
    },
  }
}

// A developer's app with a back-end: takes a launch, exchanges its code and shows a page. It can be built badly.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { requestToken } from '#lib/oauth/token-request.ts'
import type { Domain } from '../domain/domain.ts'

interface Built {
  /** Answers an error of the authorization server with a fault of its own, and so what comes of a mistake of its own. */
  readonly crashes?: boolean
  /** Breaks off when it is sent a code. */
  readonly breaksOff?: boolean
  /** Never exchanges a code. */
  readonly idle?: boolean
  /** Exchanges its code once it has answered, with the verifier of another request. */
  readonly mistakenLater?: boolean
  /** Begins with a page that a browser opens, and takes the answer only with the cookie of that launch, as modules in front do. */
  readonly careful?: boolean
}

/** Of these the callback is sent one: the others are for another path, another scheme, or over. */
const KEPT = 'state=kept'
const COOKIES = [
  `${KEPT}; Path=/callback; HttpOnly`,
  'launch=1; Path=/launch',
  'host=1; Domain=elsewhere.example; Path=/',
  'old=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/',
]
const VERIFIER = 'v'.repeat(43)

/** Starts the app and registers it; its private key is in a file. */
export async function ownApp(
  { registry, config }: Domain,
  { crashes = false, breaksOff = false, idle = false, mistakenLater = false, careful = false }: Built = {},
) {
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  const named = { kid: 'own-1', alg: 'ES384' }
  const clientId = `own-${crypto.randomUUID()}`
  const keys = { publicJwks: async () => ({ keys: [] }), active: async () => ({ ...named, privateKey }) }
  const deps = { clientId, keys, fetch, clock: systemClock, random: systemRandom }
  const refused = (grant: Readonly<Record<string, string>>) =>
    requestToken(deps, `${config.authUrl}/oauth2/token`, grant).catch(() => {})
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', base)
    if (careful && request.headers['sec-fetch-mode'] !== 'navigate') return response.writeHead(401).end()
    if (careful && pathname === '/callback' && request.headers.cookie !== KEPT) return response.writeHead(403).end()
    if (careful) response.setHeader('set-cookie', pathname === '/launch' ? COOKIES : [])
    if (pathname === '/launch') {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      return response.writeHead(303, { location: authorizeUrl(form.get('iss') ?? '', form.get('launch') ?? '') }).end()
    }
    const code = searchParams.get('code')
    if (code && breaksOff) return response.destroy()
    if (!code) return response.writeHead(crashes ? 500 : 200).end('It was not opened.')
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER }
    if (mistakenLater) response.once('close', () => void refused({ ...grant, code_verifier: 'w'.repeat(43) }))
    else if (!idle) await requestToken(deps, `${config.authUrl}/oauth2/token`, grant)
    return response.writeHead(mistakenLater && crashes ? 500 : 200).end('The task.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `${base}/callback`
  const authorizeUrl = (iss: string, launch: string) =>
    `${config.authUrl}/oauth2/authorize?${new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'launch openid fhirUser' },
      ...{ state: crypto.randomUUID(), aud: iss, launch },
      ...{ code_challenge: codeChallenge(VERIFIER), code_challenge_method: 'S256' },
    })}`
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-own-app-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const keyFile = path.join(directory, 'private.jwk')
  writeFileSync(keyFile, JSON.stringify({ ...(await exportJWK(privateKey)), ...named }))
  await registry.saveClient({
    ...{ clientId, name: 'Own app', kind: 'module', status: 'approved' },
    jwks: { keys: [{ ...(await exportJWK(publicKey)), ...named, use: 'sig' }] },
    jwksUrl: undefined,
    redirectUris: [redirectUri],
    launchUrl: `${base}/launch`,
    roleName: 'reader',
  })
  return { clientId, keyFile, redirectUri }
}

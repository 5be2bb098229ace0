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
  /** Answers an error of the authorization server with a fault of its own. */
  readonly crashes?: boolean
  /** Never exchanges a code. */
  readonly idle?: boolean
}

const VERIFIER = 'v'.repeat(43)

/** Starts the app and registers it; its private key is in a file. */
export async function ownApp({ registry, config }: Domain, { crashes = false, idle = false }: Built = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  const named = { kid: 'own-1', alg: 'ES384' }
  const clientId = `own-${crypto.randomUUID()}`
  const keys = { publicJwks: async () => ({ keys: [] }), active: async () => ({ ...named, privateKey }) }
  const deps = { clientId, keys, fetch, clock: systemClock, random: systemRandom }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', base)
    if (pathname === '/launch') {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      return response.writeHead(303, { location: authorizeUrl(form.get('iss') ?? '', form.get('launch') ?? '') }).end()
    }
    const code = searchParams.get('code')
    if (!code) return response.writeHead(crashes ? 500 : 200).end('It was not opened.')
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER }
    if (!idle) await requestToken(deps, `${config.authUrl}/oauth2/token`, grant)
    return response.end('The task.')
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

// A developer's app on a real port: it takes launches by form, by GET or as a token alone, and redirects to the server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SigningKey } from '#lib/crypto/key-ring.ts'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from '#lib/oauth/client-assertion.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'

interface ReceivingServerOptions {
  readonly clientId: string
  /** Of the authorization server. */
  readonly issuer: string
  readonly key: SigningKey
}

export interface ReceivingServer {
  /** Its own address has a query already. */
  readonly launchUrl: string
  readonly redirectUri: string
  /** The parameters of each launch, in order. */
  readonly received: readonly Readonly<Record<string, string>>[]
  /** Asks the server about the last token that came alone. */
  readonly introspect: () => Promise<unknown>
}

export async function receivingServer({ clientId, issuer, key }: ReceivingServerOptions): Promise<ReceivingServer> {
  const received: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.test')
    if (pathname !== '/launch') return response.end('the page of the app')
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const fields = Object.fromEntries(request.method === 'POST' ? form : searchParams)
    received.push(fields)
    if (fields['launch'] === undefined) return response.end('introspecting')
    return response.writeHead(303, { location: authorizeUrl(fields) }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `${base}/callback`

  const authorizeUrl = ({ iss = '', launch = '' }: Readonly<Record<string, string>>) =>
    `${issuer}/oauth2/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'launch openid fhirUser',
      state: crypto.randomUUID(),
      aud: iss,
      launch,
      code_challenge: codeChallenge('a'.repeat(43)),
      code_challenge_method: 'S256',
    })}`

  const introspect = async () => {
    const facts = { clientId, audience: `${issuer}/oauth2/introspect`, key, jti: crypto.randomUUID(), now: Date.now() }
    const body = new URLSearchParams({
      token: received.at(-1)?.['token'] ?? '',
      client_assertion_type: CLIENT_ASSERTION_TYPE,
      client_assertion: await signClientAssertion(facts),
    })
    return (await fetch(`${issuer}/oauth2/introspect`, { method: 'POST', body })).json()
  }

  return { launchUrl: `${base}/launch?tenant=7`, redirectUri, received, introspect }
}

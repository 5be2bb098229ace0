// Outbound fetches over TLS: a server has to prove the requested name, whatever address the name resolved to; the fetches for
// clients go this way (conformance AST-22, SEC-13).
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { signedForm, type TestApp } from '../testing/app.ts'
import { certificateAuthority, type TestCertificate } from '../testing/certificates.ts'
import { testDomain } from '../testing/domain.ts'
import type { Names } from './names.ts'
import { outsideFetch } from './outbound-fetch.ts'

const authority = certificateAuthority('An authority of the test')
const ALL_READ = [{ resourceType: '*', scope: 'all', operations: 'rs', grantedBy: [] }] as const
const HERE = { address: '127.0.0.1', family: 4 }

/** A TLS server on this machine; every name leads to it. */
async function tlsServer(
  certificate: TestCertificate,
  versions: { readonly maxVersion?: SecureVersion } = {},
  body = '{"keys":[]}',
) {
  const seen: string[] = []
  let connections = 0
  const server = createServer({ ...certificate, minVersion: 'TLSv1', ...versions }, (request, response) => {
    seen.push(request.headers.host ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, connections: () => connections, port: (server.address() as AddressInfo).port }
}

const read = (url: string, authorities: readonly string[] = [authority.certificate]) =>
  outsideFetch({ resolve: async () => [HERE], isInside: () => false, authorities })(url)

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it answered',
    (error: NodeJS.ErrnoException) => error.code,
  )

describe('outsideFetch over TLS', () => {
  it('AST-22 takes an answer from the server that proves the name', async () => {
    const { port, seen } = await tlsServer(authority.issue({ name: 'keys', hosts: ['keys.example', '*.deep.example'] }))
    expect(await (await read(`https://keys.example:${port}/jwks`)).json()).toEqual({ keys: [] })
    expect((await read(`https://a.deep.example:${port}/jwks`)).status).toBe(200)
    expect(seen).toEqual([`keys.example:${port}`, `a.deep.example:${port}`])
  })

  it.each<[string, Parameters<typeof authority.issue>[0], string]>([
    ['another name', { name: 'keys.example', hosts: ['other.example'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['the address it listens on', { name: 'keys.example', hosts: ['127.0.0.1'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['the domain above', { name: 'keys.example', hosts: ['example'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['another name below a wildcard', { name: 'x', hosts: ['*.keys.example'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['a day that is over', { name: 'x', hosts: ['keys.example'], valid: [-3, -1] }, 'CERT_HAS_EXPIRED'],
    ['a day to come', { name: 'x', hosts: ['keys.example'], valid: [1, 3] }, 'CERT_NOT_YET_VALID'],
  ])('AST-22 asks nothing of a server whose certificate is for %s', async (_, subject, code) => {
    const { port, seen } = await tlsServer(authority.issue(subject))
    expect(await codeOf(read(`https://keys.example:${port}/jwks`))).toBe(code)
    expect(seen).toEqual([])
  })

  it('AST-22 asks nothing of a server whose certificate an unknown authority signed', async () => {
    const { port, seen } = await tlsServer(
      certificateAuthority('Another authority').issue({ name: 'keys.example', hosts: ['keys.example'] }),
    )
    expect(await codeOf(read(`https://keys.example:${port}/`))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    const proper = await tlsServer(authority.issue({ name: 'x', hosts: ['keys.example'] }))
    const system = outsideFetch({ resolve: async () => [HERE], isInside: () => false })
    expect(await codeOf(system(`https://keys.example:${proper.port}/`))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    expect([...seen, ...proper.seen]).toEqual([])
  })

  it('SEC-13 speaks no TLS below 1.2', async () => {
    const certificate = authority.issue({ name: 'x', hosts: ['keys.example'] })
    const old = await tlsServer(certificate, { maxVersion: 'TLSv1.1' })
    expect(await codeOf(read(`https://keys.example:${old.port}/`))).not.toBe('it answered')
    const newer = await tlsServer(certificate, { maxVersion: 'TLSv1.2' })
    expect((await read(`https://keys.example:${newer.port}/`)).status).toBe(200)
    expect(old.seen).toEqual([])
  })
})

describe('the keys of clients, in a domain with a public name', () => {
  /** Asks for a token as an app whose keys lie behind a public name that leads to this machine. */
  async function tokenByKeysAt(jwksUrl: string, isInside: Names['isInside'], app: TestApp) {
    const names = { resolve: async () => [HERE], isInside, authorities: [authority.certificate] }
    const { domain, fetch, now } = await testDomain({ PUBLIC_URL: 'https://care.example' }, { names })
    const rest = { name: 'An app', kind: 'module', status: 'approved', redirectUris: [], launchUrl: undefined } as const
    await domain.registry.saveRole('reader', ALL_READ)
    await domain.registry.saveClient({ ...rest, clientId: app.clientId, jwks: undefined, jwksUrl, roleName: 'reader' })
    const endpoint = `${domain.config.authUrl}/oauth2/token`
    const body = await signedForm(app, endpoint, now(), { grant_type: 'client_credentials' })
    return fetch(endpoint, { method: 'POST', body })
  }

  /** An app, and a TLS server that proves keys.example and publishes the app's key. */
  async function publishedApp() {
    const { privateKey, publicKey } = await generateKeyPair('RS384')
    const app: TestApp = { clientId: 'an-app', redirectUri: '', kid: 'its-key', privateKey }
    const jwk = { ...(await exportJWK(publicKey)), kid: app.kid, alg: 'RS384', use: 'sig' }
    const certificate = authority.issue({ name: 'x', hosts: ['keys.example'] })
    return { app, ...(await tlsServer(certificate, {}, JSON.stringify({ keys: [jwk] }))) }
  }

  it('AST-20 AST-22 are fetched over TLS from the name that was registered', async () => {
    const { app, port, seen } = await publishedApp()
    const answer = await tokenByKeysAt(`https://keys.example:${port}/jwks`, () => false, app)
    expect(answer.status).toBe(200)
    expect(seen).toEqual([`keys.example:${port}`])
  })

  it('AST-22 are not fetched when that name leads to a private address: 401, and not even a connection', async () => {
    const { app, port, connections } = await publishedApp()
    const answer = await tokenByKeysAt(`https://keys.example:${port}/jwks`, isPrivateHost, app)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
    expect(connections()).toBe(0)
  })

  it.each(['https://127.0.0.1', 'https://localhost', 'https://[::1]', 'https://10.0.0.1', 'http://keys.example'])(
    'AST-22 are not fetched from %s, were it registered',
    async (origin) => {
      const { app, port, connections } = await publishedApp()
      const answer = await tokenByKeysAt(`${origin}:${port}/jwks`, () => false, app)
      expect(answer.status).toBe(401)
      expect(connections()).toBe(0)
    },
  )
})

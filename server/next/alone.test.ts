import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientAddress } from '#lib/http/client-address.ts'
import { domain as opened } from '../domain/shared-domain.ts'
import { placeAt } from '../testing/data-place.ts'
import { testDomain } from '../testing/domain.ts'
import { wireTo } from '../testing/fuzz/wire.ts'
import { serveAlone } from './alone.ts'
import { standBefore } from './front.ts'

/** A server of this process, as Next's is, and what it sees of the last request. */
async function serving(env: Readonly<Record<string, string>> = {}) {
  const { domain } = await testDomain(env)
  onTestFinished(standBefore(() => domain))
  let seen: Request | undefined
  const server = createServer((incoming, outgoing) => {
    seen = new Request('http://localhost:3000/', { headers: incoming.headers as Record<string, string> })
    if (incoming.url === '/icon.svg') outgoing.statusCode = incoming.headers.range === undefined ? 200 : 500
    outgoing.end('Next')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = wireTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => wire.close())
  const send = (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    wire.send({ method, target, headers })
  return { send, address: () => seen && clientAddress(seen) }
}

const CLAIMED = { 'x-slipway-address': '203.0.113.9', 'x-forwarded-for': '203.0.113.8' }

describe('a request to Next as the server', () => {
  it.each([
    ['of its connection, whatever it says', {}, '127.0.0.1'],
    ['that a trusted proxy says', { TRUST_PROXY: 'true' }, '203.0.113.8'],
  ])('SEC-13 comes from the address %s', async (_, env, address) => {
    const next = await serving(env)
    await next.send('/portal', CLAIMED)
    expect(next.address()).toBe(address)
  })

  it('SEC-13 has no client address without our server before it, rather than the one that a header claims', () => {
    expect(clientAddress(new Request('http://localhost:3000/', { headers: CLAIMED }))).toBe('unknown')
  })

  it.each([
    ['HOC-04', 'TRACE', '/livez', {}, 405],
    ['HOC-30', 'POST', '/oauth2/token', { 'transfer-encoding': 'gzip, chunked' }, 501],
    ['HOC-31', 'GET', '/portal#x', {}, 400],
    ['HOC-31', 'GET', 'http:///portal', {}, 400],
    ['HOC-32', 'GET', '/icon.svg', { range: 'bytes=5-1' }, 200],
    ['HOC-32', 'GET', '/icon.svg', { 'if-match': '"x"' }, 412],
    ['LIM-05', 'GET', `/portal?${'x'.repeat(9000)}`, {}, 414],
    ['a page', 'POST', '/portal', { 'content-length': '0' }, 405],
    ['ERR-01', 'GET', '/fhir/%ZZ', {}, 400],
  ])('%s is answered as by our own server: %s %s', async (_, method, target, headers, status) => {
    const { send } = await serving()
    const answer = await send(target, headers as Record<string, string>, method)
    expect(answer.status).toBe(status)
  })

  it('SEC-03 SEC-06 is answered with the headers of every answer, for a file too', async () => {
    const { send } = await serving()
    const { headers } = await send('/icon.svg', { 'x-request-id': 'mine' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': 'mine',
    })
  })
})

describe('Next as the server', () => {
  it('SRC-04 reindexes resources that were indexed by other search parameters, before the first request', async () => {
    const { domain } = await testDomain()
    const { sql } = domain
    const values = () => sql.value("SELECT count(*) FROM search_value WHERE param = 'family'")
    const before = await values()
    await sql.rows("DELETE FROM search_value WHERE param = 'family'; UPDATE search_table SET fingerprint = 'of others'")
    const env = { ...placeAt(domain.config.dataDir), LOG_LEVEL: 'silent' }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    Reflect.deleteProperty(globalThis, 'slipwayDomain')
    onTestFinished(() => void vi.unstubAllEnvs())
    const end = await serveAlone()
    onTestFinished(async () => {
      end()
      await (await opened()).close()
    })
    await expect.poll(values).toBe(before)
  })
})

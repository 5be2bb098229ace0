import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLIENT_ADDRESS_HEADER, clientAddress } from '#lib/http/client-address.ts'
import { domain as opened } from '../domain/shared-domain.ts'
import { testDomain } from '../testing/domain.ts'
import { serveAlone } from './alone.ts'
import { prepareRequests } from './requests.ts'

/** What a server of this process sees of a request, and answers. */
async function arrived(trustProxy: boolean, path: string, headers: Readonly<Record<string, string>>) {
  onTestFinished(prepareRequests({ publicUrl: 'https://care.test', trustProxy }))
  let seen: Readonly<Record<string, unknown>> = {}
  const server = createServer((request, response) => {
    seen = request.headers
    response.end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { seen, address: seen[CLIENT_ADDRESS_HEADER], answered: answer.headers }
}

const CLAIMED = { 'x-slipway-address': '203.0.113.9', 'x-forwarded-for': '203.0.113.8' }

describe('a request to Next as the server', () => {
  it('SEC-13 comes from the address of its connection, whatever it says', async () => {
    expect((await arrived(false, '/oauth2/token', CLAIMED)).address).toBe('127.0.0.1')
  })

  it('SEC-13 comes from the address that a trusted proxy says', async () => {
    expect((await arrived(true, '/oauth2/token', CLAIMED)).address).toBe('203.0.113.8')
  })

  it('SEC-13 has no address before it could be prepared, rather than the one that it says', () => {
    expect(clientAddress(new Request('http://localhost:3000/', { headers: CLAIMED }))).toBe('unknown')
  })

  it('SEC-03 SEC-05 SEC-06 is answered with the headers of every answer, for a file too', async () => {
    const { answered, seen } = await arrived(false, '/icon.svg', { 'x-request-id': 'mine' })
    expect(Object.fromEntries(answered)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-request-id': 'mine',
    })
    expect(seen['x-request-id']).toBe('mine')
  })

  it('HOC-32 asks for a whole file, which Next can answer, and leaves other ranges to peers', async () => {
    const odd = { range: 'bytes=5-1', 'if-match': '"x"' }
    expect((await arrived(false, '/icon.svg', odd)).seen).not.toHaveProperty('range')
    expect((await arrived(false, '/fhir/Binary/x', odd)).seen).toMatchObject(odd)
  })
})

describe('Next as the server', () => {
  it('SRC-04 makes search values anew that other parameters made, before anybody asks', async () => {
    const { domain } = await testDomain()
    const { sql } = domain.database
    const values = sql.prepare<[], number>("SELECT count(*) FROM search_value WHERE param = 'family'").pluck()
    const before = values.get()
    sql.exec("DELETE FROM search_value WHERE param = 'family'; UPDATE search_table SET fingerprint = 'of others'")
    vi.stubEnv('DATA_DIR', domain.config.dataDir)
    vi.stubEnv('LOG_LEVEL', 'silent')
    Reflect.deleteProperty(globalThis, 'slipwayDomain')
    onTestFinished(() => void vi.unstubAllEnvs())
    const end = await serveAlone()
    onTestFinished(async () => {
      end()
      await (await opened()).close()
    })
    await expect.poll(() => values.get()).toBe(before)
  })
})

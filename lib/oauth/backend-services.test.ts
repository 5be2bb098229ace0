import { describe, expect, it } from 'vitest'
import { keyRing, otherDomain } from '#server/testing/other-domain.ts'
import { systemRandom } from '../crypto/random.ts'
import { backendServices } from './backend-services.ts'

async function backend() {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const keys = await keyRing('backend-1')
  const domain = await otherDomain({ client: { id: 'backend', keys }, now: () => now })
  domain.resources.set('Patient/1', { resourceType: 'Patient', id: '1' })
  const deps = { clientId: 'backend', keys, fetch: domain.fetch, clock: () => now, random: systemRandom }
  const client = backendServices(deps)
  const change = { method: 'PUT', scope: 'system/Patient.ru', headers: { 'if-match': 'W/"1"' }, body: '{}' } as const
  return {
    domain,
    put: () => client.write(domain.iss, `${domain.iss}/Patient/1`, change, 'trace-1'),
    get: () => client.get(domain.iss, `${domain.iss}/Patient/1`),
    tokenCalls: () => domain.requestsTo('/tokens').length,
    advance: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('a Backend Services client (SMART App Launch 2.2)', () => {
  it('requests a token with a valid assertion, and reads with it', async () => {
    const { get, domain } = await backend()
    expect((await get()).status).toBe(200)
    expect(domain.requestsTo('/tokens')[0]?.form).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'system/*.rs',
    })
  })

  it('keeps the token until 30 s before its end', async () => {
    const { get, tokenCalls, advance } = await backend()
    await get()
    advance(269)
    await get()
    expect(tokenCalls()).toBe(1)
    advance(1)
    await get()
    expect(tokenCalls()).toBe(2)
  })

  it('requests another token after the clock was set back, because the old one may have expired', async () => {
    const { get, tokenCalls, advance } = await backend()
    await get()
    advance(-3600)
    await get()
    expect(tokenCalls()).toBe(2)
  })

  it('asks once for callers that come at the same time', async () => {
    const { get, tokenCalls, advance } = await backend()
    await Promise.all([get(), get(), get()])
    expect(tokenCalls()).toBe(1)
    advance(400)
    await Promise.all([get(), get(), get()])
    expect(tokenCalls()).toBe(2)
  })

  it('repeats a request once with a new token after a 401', async () => {
    const { get, domain, tokenCalls } = await backend()
    await get()
    domain.revokeBearers()
    expect((await get()).status).toBe(200)
    expect(tokenCalls()).toBe(2)
    domain.resources.clear()
    expect((await get()).status).toBe(404)
    expect(tokenCalls()).toBe(2)
  })

  it('does not remember a failure: the next call tries again', async () => {
    const { get, domain } = await backend()
    const good = domain.configuration['token_endpoint']
    domain.configuration['token_endpoint'] = 'nowhere'
    await expect(get()).rejects.toThrow(/token_endpoint/)
    domain.configuration['token_endpoint'] = good
    expect((await get()).status).toBe(200)
  })

  it('sends a change with its headers and a token for writing, and again with a new token after a 401', async () => {
    const { put, domain } = await backend()
    await put()
    expect(domain.requestsTo('/tokens')[0]?.form).toMatchObject({ scope: 'system/Patient.ru' })
    domain.revokeBearers()
    await put()
    const sent = domain.requestsTo('/Patient/1')
    expect(sent.map(({ method, headers }) => [method, headers.get('if-match'), headers.get('x-trace-id')])).toEqual([
      ['PUT', 'W/"1"', 'trace-1'],
      ['PUT', 'W/"1"', 'trace-1'],
      ['PUT', 'W/"1"', 'trace-1'],
    ])
    expect(domain.requestsTo('/tokens')).toHaveLength(2)
  })
})

// What a person is told when the storage cannot take what a step of the log-in writes.
import { describe, expect, it } from 'vitest'
import { NO_READ_AUDIT } from '#lib/audit/audit.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { testTracing } from '#server/testing/tracing.ts'
import { browserEndpoint } from './browser-endpoint.ts'

const silent = () => undefined
const deps = {
  random: systemRandom,
  log: { info: silent, warn: silent, error: silent },
  audit: { ...NO_READ_AUDIT, record: silent },
  tracing: testTracing,
  startPage: 'https://portal.example/portal',
}
const request = new Request('https://as.example/oauth2/callback', { headers: { 'accept-language': 'en' } })

const full = async () => {
  throw new StorageUnavailable('No space left on device', { isFull: true })
}
const locked = async () => {
  throw new StorageUnavailable('locked')
}
const kept = async () => undefined

describe('ERR-07 a step of the log-in that the storage does not take', () => {
  it.each([
    ['a step', full, kept],
    ['what the answer waits for', async () => new Response('answer'), full],
  ])('answers 503 and says so when the disk is full for %s', async (_, handler, durable) => {
    const answer = await browserEndpoint({ ...deps, stores: { durable } }, 'callback', ['GET'], handler)(request)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('The disk of the server is full: nothing was stored.')
  })

  it('answers 503 and says that it is busy while another process holds the database', async () => {
    const answer = await browserEndpoint({ ...deps, stores: { durable: kept } }, 'callback', ['GET'], locked)(request)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('Wait a few seconds and load this page again.')
  })
})

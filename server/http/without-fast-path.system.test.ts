// The service without server/fhir/cache/ and server/http/fast/: what it does is the same.
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { Connection, headerOf } from '../../bench/connection.ts'
import '../fhir/http/conditional.test.ts'
import '../fhir/interactions/read.test.ts'
import '../fhir/interactions/search.test.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { runningDomain } from '../testing/running.ts'

beforeAll(() => {
  process.env['SLIPWAY_TEST_FAST_PATH'] = 'off'
})
afterAll(() => {
  delete process.env['SLIPWAY_TEST_FAST_PATH']
})

const PATIENT = '/fhir/DEFAULT/Patient/marijke-jansen'

async function reading(env: Readonly<Record<string, string>> = {}) {
  const running = await runningDomain(env)
  const { domain, url } = running
  const bearer = await running.bearer(await registerApp(domain))
  const connection = new Connection(Number(new URL(url).port))
  onTestFinished(() => connection.close())
  const lookUps = vi.spyOn(domain.resources, 'readCurrent')
  const send = (line: string, ...headers: readonly string[]) =>
    connection.ask(`${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
  const get = (path: string, ...headers: readonly string[]) =>
    send(`GET ${path}`, `Authorization: Bearer ${bearer}`, ...headers)
  return { ...running, get, lookUps }
}

it('RDR-01 CND-01 reads, lists and answers 304, with a look-up for each request', async () => {
  const { get, lookUps, domain } = await reading()
  for (let count = 0; count < 3; count += 1) {
    const answer = await get(PATIENT, `X-Request-Id: read-${count}`)
    expect([answer.status, headerOf(answer, 'x-request-id')]).toEqual([200, `read-${count}`])
    expect(JSON.parse(answer.body.toString())).toMatchObject({ resourceType: 'Patient', id: 'marijke-jansen' })
    expect((await get(PATIENT, `If-None-Match: ${headerOf(answer, 'etag')}`)).status).toBe(304)
    expect(JSON.parse((await get('/fhir/DEFAULT/Patient?_count=2')).body.toString()).entry).toHaveLength(2)
  }
  expect(lookUps).toHaveBeenCalledTimes(6)
  await domain.audit.flush()
  const entities = (await eventsOf(domain)).flatMap((event) => (nameOf(event) === 'read' ? (event.entity ?? []) : []))
  const read = entities.find(({ what, detail }) => what !== undefined && detail !== undefined)
  expect(read?.detail?.[0]?.valueString).toMatch(/^read-0 \S+ read-1 \S+ read-2 \S+$/)
})

it('RDR-09 reads an address as it was sent', async () => {
  const { get } = await reading()
  for (const path of ['/fhir/DEFAULT/Patient/..', '/fhir/DEFAULT/Patient/%2e%2e/Patient/marijke-jansen'])
    expect((await get(path)).status).toBe(404)
})

it('LIM-02 counts each request once', async () => {
  const { get } = await reading({ RATE_LIMIT: 'on', RATE_LIMIT_FHIR: '3' })
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push((await get(PATIENT)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

// Reads that are answered again, over one connection as a client keeps it: what each request has of its own, and what ends it.

import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Storage } from '#server/storage/storage.ts'
import { anotherStorage } from '#server/testing/another-storage.ts'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { runningDomain } from '#server/testing/running.ts'
import { type Answer, Connection, headerOf } from '../../../bench/connection.ts'

const PATH = '/fhir/DEFAULT/Patient/marijke-jansen'

async function reading(env: Readonly<Record<string, string>> = {}) {
  let looks = 0
  const around = (storage: Storage): Storage => ({
    ...storage,
    state: (tick) => {
      looks += 1
      return storage.state(tick)
    },
  })
  const running = await runningDomain({ HOT_PATH: 'on', ...env }, undefined, { around })
  const { domain, url } = running
  const app = await registerApp(domain)
  const bearer = await running.bearer(app)
  const connection = new Connection(Number(new URL(url).port))
  onTestFinished(() => connection.close())
  const lookUps = vi.spyOn(domain.resources, 'readCurrent')
  const get = (headers: readonly string[] = [], path = PATH, token = bearer): Promise<Answer> =>
    connection.ask(
      `${[`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`, ...headers].join('\r\n')}\r\n\r\n`,
    )
  /** How often the state of the database was asked for, by which everything is remembered. */
  const looksFor = async (...asked: Parameters<typeof get>) => {
    looks = 0
    await get(...asked)
    return looks
  }
  const counted = async (...asked: Parameters<typeof get>) => {
    lookUps.mockClear()
    const answer = await get(...asked)
    return { answer, lookUps: lookUps.mock.calls.length }
  }
  const other = (await anotherStorage(domain)).resources
  const bearerOf = async (clientId: string) => running.bearer(await registerApp(domain, clientId))
  return { ...running, bearer, bearerOf, get, counted, looksFor, other }
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

/** Headers but for what is each answer's own. */
const sharedHead = ({ head }: Answer) => head.replace(/^(x-request-id|date): .*\r\n/gim, '')

describe('a read that was not answered before', () => {
  it('looks into the cache once, and reuses what the cache knows of its caller', async () => {
    const { get, looksFor } = await reading()
    await get()
    expect(await looksFor([], '/fhir/DEFAULT/Patient/bram-de-boer')).toBe(2)
    await get([], '/fhir/DEFAULT/Patient/bram-de-boer')
    expect(await looksFor([], '/fhir/DEFAULT/Patient/bram-de-boer')).toBe(1)
  })
})

describe('a read that was answered before', () => {
  it('RDR-01 is answered with the same bytes and headers, and with a request id of its own', async () => {
    const { counted } = await reading()
    const all = [await counted(), await counted(), await counted(), await counted()]
    expect(all.map(({ lookUps }) => lookUps)).toEqual([1, 1, 0, 0])
    const answers = all.map(({ answer }) => answer)
    expect(statuses(answers)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(
      new Set(answers.map((answer) => [...sharedHead(answer).toLowerCase().split('\r\n')].sort().join())).size,
    ).toBe(1)
    expect(new Set(answers.map((answer) => headerOf(answer, 'x-request-id'))).size).toBe(4)
  })

  it('ERR-05 repeats the id of each request, and each is in the audit log', async () => {
    const { get, domain } = await reading()
    for (const id of ['one', 'two', 'three', 'four'])
      expect(headerOf(await get([`X-Request-Id: ${id}`]), 'x-request-id')).toBe(id)
    expect(headerOf(await get(['X-Request-Id: not safe']), 'x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    await domain.audit.flush()
    const [event] = (await eventsOf(domain)).filter((one) => nameOf(one) === 'read')
    const [detail] = event?.entity?.[0]?.detail ?? []
    expect(detail?.valueString).toMatch(/^one two three four [0-9a-f-]{36}$/)
    expect(event?.agent[0]?.network?.address).toMatch(/127\.0\.0\.1|::1/)
  })

  it('CND-01 is reused only for a request with the same conditions', async () => {
    const { get, counted, domain, now } = await reading()
    const unchanged = [`If-None-Match: ${headerOf(await get(), 'etag')}`]
    for (let n = 0; n < 3; n += 1) {
      expect((await get(unchanged)).status).toBe(304)
      expect((await get(['Accept: application/json'])).body.length).toBeGreaterThan(0)
      expect((await get(['Accept: application/xml'])).status).toBe(406)
      expect((await get()).status).toBe(200)
    }
    expect(await counted(unchanged)).toMatchObject({ lookUps: 0, answer: { status: 304 } })
    const plain = await counted(['Accept: application/json'])
    expect([plain.lookUps, headerOf(plain.answer, 'content-type')]).toEqual([0, 'application/json; charset=utf-8'])
    const long = { resourceType: 'Patient', id: 'long', name: [{ family: 'Long'.repeat(1000) }] }
    await domain.resources.write([{ type: 'Patient', id: long.id, text: JSON.stringify(long), parsed: long }], now())
    for (let n = 0; n < 4; n += 1) {
      const packed = await get(['Accept-Encoding: gzip'], PATH.replace('marijke-jansen', 'long'))
      expect(headerOf(packed, 'content-encoding')).toBe('gzip')
      expect(JSON.parse(gunzipSync(packed.body).toString())).toMatchObject(long)
      expect(headerOf(await get([], PATH.replace('marijke-jansen', 'long')), 'content-encoding')).toBeUndefined()
    }
  })

  it('RBT-06 is refused when a header that says who asks is there twice, whatever the connection has sent before', async () => {
    const { get } = await reading()
    for (let n = 0; n < 3; n += 1) await get()
    expect((await get(['Authorization: Bearer other'])).status).toBe(400)
  })

  it('RBT-10 is for its own client alone, on the same connection too', async () => {
    const { get, counted, domain, bearer, bearerOf } = await reading()
    const narrow = await bearerOf('narrow')
    await domain.registry.saveRole('tasks', [{ resourceType: 'Task', operations: 'rs', scope: 'all', grantedBy: [] }])
    const client = await domain.registry.find('narrow')
    if (client) await domain.registry.saveClient({ ...client, roleName: 'tasks' })
    for (let n = 0; n < 3; n += 1) expect((await get()).status).toBe(200)
    expect((await get([], PATH, narrow)).status).toBe(403)
    expect((await get([], PATH, `${bearer}x`)).status).toBe(401)
    expect(await counted()).toMatchObject({ answer: { status: 200 }, lookUps: 0 })
  })

  it('RBT-17 ends with its token', async () => {
    const { get, counted, advance } = await reading()
    for (let n = 0; n < 3; n += 1) await get()
    expect(await counted()).toMatchObject({ answer: { status: 200 }, lookUps: 0 })
    advance(6 * 60_000)
    expect((await get()).status).toBe(401)
  })

  it('LIM-02 is counted as any other', async () => {
    const { get } = await reading({ RATE_LIMIT: 'on', RATE_LIMIT_FHIR: '5' })
    const answers: Answer[] = []
    for (let n = 0; n < 7; n += 1) answers.push(await get())
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(Number(headerOf(answers.at(-1) as Answer, 'retry-after'))).toBeGreaterThan(0)
  })

  it('is not reused once another program has changed the resource: the very next request sees it', async () => {
    const { get, domain, other: resources, now } = await reading()
    for (const family of ['One', 'Two', 'Three']) {
      const before = await get()
      for (let n = 0; n < 2; n += 1) expect((await get()).body).toEqual(before.body)
      const parsed = { resourceType: 'Patient', id: 'marijke-jansen', name: [{ family }] }
      await resources.write([{ type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed }], now())
      expect(JSON.parse((await get()).body.toString()).name).toEqual([{ family }])
    }
    await domain.sql.rows("UPDATE client SET status = 'disabled' WHERE clientId = 'test-app'")
    expect((await get()).status).toBe(401)
  })

  it('is answered in order among pipelined requests', async () => {
    const { get, url, bearer } = await reading()
    for (let n = 0; n < 3; n += 1) await get()
    const socket = connect(Number(new URL(url).port), 'localhost')
    onTestFinished(() => void socket.destroy())
    const request = (path: string, id: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\nX-Request-Id: ${id}\r\n${more}\r\n`
    const list = '/fhir/DEFAULT/Patient?_count=2'
    const last = request(PATH, 'five', 'Connection: close\r\n')
    socket.write(request(PATH, 'one') + request(list, 'two') + request(PATH, 'three') + request(PATH, 'four') + last)
    let text = ''
    for await (const chunk of socket) text += chunk
    expect([...text.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
    ])
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(Array(5).fill('200'))
  })
})

import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { CLIENT_ID_SYSTEM } from '#lib/fhir/koppeltaal.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, F, FD, idsOf, type Json, linkOf } from '../testing/fhir-server.ts'
import type { RuleProblem } from './rule-problem.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, JSON_PATCH, type Stored, type Writer, writeServer, writesBy } from './testing/writers.ts'

const INSTANCE = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'
const READ_ONLY = 'GET, HEAD, OPTIONS'

/** Replaces a resource, and gives what is stored then. Fails the test where that is refused. */
async function updated(writer: Writer, resource: Json, version: number | string): Promise<Stored> {
  const response = await writer.put(`/${resource['resourceType']}/${resource['id']}`, resource, ifMatch(version))
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  return JSON.parse(text) as Stored
}

const versionsOf = async (writer: Writer, id: string): Promise<readonly string[]> => {
  const { entry = [] } = (await (await writer.get(`/Patient/${id}/_history?_count=200`)).json()) as {
    readonly entry?: readonly { readonly response: { readonly etag: string } }[]
  }
  return entry.map(({ response }) => response.etag)
}

describe.each([F, FD])('update below %s', (base) => {
  it('UPD-01 UPD-02 UPD-06 makes the next version of what was read, and leaves the old one as it was', async () => {
    const { as, advance } = await writeServer()
    const a = await as('A', undefined, base)
    const { id } = await a.made(P0)
    const before = await a.get(`/Patient/${id}/_history/1`)
    const beforeText = await before.text()
    const read = JSON.parse(await (await a.get(`/Patient/${id}`)).text()) as Json
    advance(5000)
    const response = await a.put(`/Patient/${id}`, { ...read, birthDate: '1981-02-28' }, ifMatch(1))
    const text = await response.text()
    expect(`${response.status} ${text}`).toMatch(/^200 /)
    const { meta, birthDate } = JSON.parse(text) as Stored
    expect(birthDate).toBe('1981-02-28')
    expect(response.headers.get('etag')).toBe('W/"2"')
    expect(response.headers.get('last-modified')).toBe(new Date(String((meta as Json)['lastUpdated'])).toUTCString())
    const now = await a.get(`/Patient/${id}`)
    expect([await now.text(), now.headers.get('etag')]).toEqual([text, 'W/"2"'])
    expect(await (await a.get(`/Patient/${id}/_history/2`)).text()).toBe(text)
    const after = await a.get(`/Patient/${id}/_history/1`)
    expect([await after.text(), after.headers.get('etag')]).toEqual([beforeText, before.headers.get('etag')])
  })
})

describe('what an update is of', () => {
  it('UPD-03 requires the id in the body to be that of the address, exactly', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id, ...rest } = await a.made(P0)
    const other = await a.made(P0)
    await server.changesNothing(async () => {
      for (const wrong of [undefined, other.id, id.toUpperCase(), `${id} `, 5])
        await expectRefused(
          await a.put(`/Patient/${id}`, { ...rest, id: wrong }, ifMatch(1)),
          400,
          'invalid',
          'Patient.id',
        )
    })
  })

  it('UPD-04 requires the resource to be of the type of the address', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const { task } = await server.task()
    await server.changesNothing(async () =>
      expectRefused(await a.put(`/Patient/${id}`, { ...task, id }, ifMatch(1)), 400, 'invalid', 'resourceType'),
    )
  })

  it('UPD-05 ignores meta.versionId and meta.lastUpdated of the body, however stale', async () => {
    const { as, now, advance } = await writeServer()
    const a = await as('A')
    const first = await a.made(P0)
    let current = first
    for (const version of [1, 2, 3, 4])
      current = await updated(a, { ...current, birthDate: `198${version}-01-01` }, version)
    advance(1000)
    const { meta } = await updated(a, { ...first, birthDate: '1999-01-01' }, 5)
    expect(meta.versionId).toBe('6')
    expect(Date.parse(String((meta as Json)['lastUpdated']))).toBe(now())
  })

  it('UPD-07 makes no resource by an update: an unused id is 404 with If-Match, and 412 without, as for any id', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    await server.changesNothing(async () => {
      for (const id of ['abc', '0b5e8f4c-6bd2-4d38-9c3a-0a0b6e2f7f10']) {
        await expectRefused(await a.put(`/Patient/${id}`, { ...P0, id }, ifMatch(1)), 404, 'not-found')
        await expectRefused(await a.put(`/Patient/${id}`, { ...P0, id }), 412, 'required')
        expect((await a.get(`/Patient/${id}`)).status).toBe(404)
      }
    })
    const metadata = await (await server.ask(`${F}/metadata`)).text()
    expect(metadata).toContain('"updateCreate":false')
    expect(metadata).not.toContain('"updateCreate":true')
  })

  it.each([
    ['x'.repeat(65), 404],
    ['a_b', 404],
    ['%2e%2e', 404],
    ['a%00b', 400],
    ['a%zzb', 400],
  ])('UPD-08 answers the impossible id %s with %i', async (id, status) => {
    const server = await writeServer()
    const authorization = `Bearer ${await server.token('system/Patient.ruds', 'A')}`
    const url = `${F}/Patient/${id}`
    const bodies = { PUT: { ...P0, id: decoded(id) }, PATCH: [{ op: 'remove', path: '/name' }], DELETE: undefined }
    await server.changesNothing(async () => {
      for (const [method, body] of Object.entries(bodies)) {
        const headers = {
          authorization,
          ...ifMatch(1),
          'content-type': 'application/fhir+json',
          ...(method === 'PATCH' ? JSON_PATCH : {}),
        }
        const request = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        // As the server hands it on: the platform would resolve the dots.
        const response = await server.fhir.handle(Object.defineProperty(request, 'url', { value: url }))
        expect(`${method} ${response.status} ${await response.text()}`).toMatch(new RegExp(`^${method} ${status} `))
      }
    })
  })

  it('UPD-16 answers 405 to a change of a version', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const path = `/Patient/${made.id}/_history/1`
    await server.changesNothing(async () => {
      for (const response of [
        await a.put(path, made, ifMatch(1)),
        await a.patch(path, [], ifMatch(1)),
        await a.delete(path, ifMatch(1)),
        await a.post(path, made),
      ]) {
        expect(response.headers.get('allow')).toBe(READ_ONLY)
        await expectRefused(response, 405, 'not-supported')
      }
    })
  })
})

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

describe('what an update stores', () => {
  it('UPD-09 UPD-21 replaces all of it: what is gone is no longer found, what is new is found at once', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const telecom = [{ system: 'email', value: 'old@example.org' }]
    const made = await a.made({ ...P0, telecom, birthDate: '1980-01-31' })
    const { telecom: _, ...rest } = made
    const found = async (query: string) => idsOf(await bundleOf(await a.get(`/Patient?${query}`)))
    expect(await found('birthdate=1980-01-31')).toEqual([made.id])
    const read = `/Patient/${made.id}`
    expect((await a.get(read, { 'if-none-match': 'W/"1"' })).status).toBe(304)
    await updated(a, { ...rest, birthDate: '1999-09-09' }, 1)
    expect(await (await a.get(read)).json()).not.toHaveProperty('telecom')
    expect(await found('birthdate=1980-01-31')).toEqual([])
    expect(await found('birthdate=1999-09-09')).toEqual([made.id])
    expect((await a.get(read, { 'if-none-match': 'W/"1"' })).status).toBe(200)
    expect((await a.get(read, { 'if-none-match': 'W/"2"' })).status).toBe(304)
  })

  it('UPD-10 takes meta.tag, meta.security and meta.profile as they come, without those of before', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const labelled = (code: string) => ({
      tag: [{ system: 'urn:example:tags', code }],
      security: [{ system: 'urn:example:labels', code }],
      profile: [`http://example.org/profile/${code}`],
    })
    const made = await a.made({ ...P0, meta: labelled('a') })
    const second = await updated(a, { ...made, meta: labelled('b') }, 1)
    expect(second.meta).toEqual({ ...labelled('b'), versionId: '2', lastUpdated: expect.any(String) })
    const { meta: _, ...rest } = second
    const third = await updated(a, rest, 2)
    expect(third.meta).toEqual({ versionId: '3', lastUpdated: expect.any(String) })
  })

  it('UPD-11 makes no version where nothing changes', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const text = await (await a.get(`/Patient/${id}`)).text()
    server.advance(60_000)
    await server.changesNothing(async () => {
      for (const same of [
        JSON.stringify(JSON.parse(text), null, 4),
        text.replace('"versionId":"1"', '"versionId":"9"'),
        text.replace(/"meta":\{"versionId":"1","lastUpdated":"[^"]*",/, '"meta":{'),
        text,
      ]) {
        const response = await a.put(`/Patient/${id}`, same, ifMatch(1))
        const answer = await response.text()
        expect(`${response.status} ${answer}`).toBe(`200 ${text}`)
        expect(response.headers.get('etag')).toBe('W/"1"')
      }
    })
    expect(await versionsOf(a, id)).toEqual(['W/"1"'])
  })

  it('UPD-12 takes another lexeme of a number for a change: precision is meaning', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const decimal = (value: string) => `"extension":[{"url":"http://example.org/decimal","valueDecimal":${value}}]`
    const response = await a.post('/Patient', `{"resourceType":"Patient",${decimal('1.0')}}`)
    const { id } = (await response.json()) as Stored
    const other = await a.put(
      `/Patient/${id}`,
      `{"resourceType":"Patient","id":"${id}",${decimal('1.00')}}`,
      ifMatch(1),
    )
    expect(other.headers.get('etag')).toBe('W/"2"')
    expect(await (await a.get(`/Patient/${id}`)).text()).toContain('"valueDecimal":1.00}')
  })

  it('UPD-13 counts versions by one, never anew, and no version is older than the one before', async () => {
    const { as, advance } = await writeServer()
    const a = await as('A')
    let current = await a.made(P0)
    const { id } = current
    const times = [String((current.meta as Json)['lastUpdated'])]
    for (let version = 1; version <= 50; version += 1) {
      advance(version === 25 ? -HOUR : 1000)
      current = await updated(a, { ...current, birthDate: `19${String(version + 10)}-01-01` }, version)
      expect(current.meta.versionId).toBe(String(version + 1))
      times.push(String((current.meta as Json)['lastUpdated']))
    }
    advance(-HOUR)
    expect((await a.delete(`/Patient/${id}`)).headers.get('etag')).toBe('W/"52"')
    const revived = await a.put(`/Patient/${id}`, current, ifMatch(52))
    expect([revived.status, revived.headers.get('etag')]).toEqual([201, 'W/"53"'])
    times.push(String((((await revived.json()) as Stored).meta as Json)['lastUpdated']))
    const instants = times.map((time) => Date.parse(time))
    expect(instants).toEqual([...instants].sort((one, other) => one - other))
    expect(await versionsOf(a, id)).toEqual(Array.from({ length: 53 }, (_, n) => `W/"${53 - n}"`))
  })

  it('UPD-14 UPD-15 brings back what was deleted, to a writer who knows that it was, with its origin', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const { id, extension: _, ...rest } = made
    await a.delete(`/Patient/${id}`)
    await server.changesNothing(async () => {
      await expectRefused(await a.put(`/Patient/${id}`, made, ifMatch(1)), 412, 'conflict')
      await expectRefused(await a.put(`/Patient/${id}`, made), 412, 'required')
    })
    const response = await a.put(`/Patient/${id}`, { ...rest, id }, ifMatch(2))
    const text = await response.text()
    expect(`${response.status} ${text}`).toMatch(/^201 /)
    expect(response.headers.get('location')).toBe(`${F}/Patient/${id}/_history/3`)
    expect(response.headers.get('etag')).toBe('W/"3"')
    expect((JSON.parse(text) as Json)['extension']).toEqual(made['extension'])
    expect(await (await a.get(`/Patient/${id}`)).text()).toBe(text)
    expect((await a.get(`/Patient/${id}/_history/2`)).status).toBe(410)
  })

  it('UPD-14 does not bring back a resource that refers to one that was deleted meanwhile', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { patient, task } = await server.task()
    const stored = await a.made(task)
    expect((await a.delete(`/Task/${stored.id}`)).status).toBe(204)
    expect((await a.delete(`/Patient/${patient.id}`)).status).toBe(204)
    await server.changesNothing(async () => {
      await expectRefused(await a.put(`/Task/${stored.id}`, stored, ifMatch(2)), 422, 'not-found', 'Task.for.reference')
    })
  })

  it('SUB-05 switches a Subscription off, whatever has become of its endpoint', async () => {
    const server = await writeServer()
    const stored = await (await server.as('A')).made(SMALLEST['Subscription'] as Json)
    const gone: RuleProblem = {
      status: 422,
      code: 'business-rule',
      expression: 'Subscription.channel.endpoint',
      diagnostics: 'gone',
    }
    const writes = writesBy(server, server.writes.rules)
    const subscriptions = { ...writes.subscriptions, endpointProblem: async () => gone }
    const a = await (await writeServer({ writes: { ...writes, subscriptions } }, { beside: server })).as('A')
    const path = `/Subscription/${stored.id}`
    await expectRefused(await a.put(path, { ...stored, reason: 'other' }, ifMatch(1)), 422, 'business-rule')
    expect((await a.put(path, { ...stored, status: 'off' }, ifMatch(1))).status).toBe(200)
  })

  it('UPD-19 stores no resource that was read in part', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const part = await (await a.get(`/Patient/${id}?_elements=id,name`)).text()
    expect(part).toContain('SUBSETTED')
    await server.changesNothing(async () => {
      await expectRefused(await a.put(`/Patient/${id}`, part, ifMatch(1)), 422, 'business-rule', 'Patient.meta.tag')
      await expectRefused(await a.post('/Patient', part.replace(/"extension":\[.*?\}\}\],?/, '')), 422, 'business-rule')
    })
  })

  it('UPD-20 leaves a list that is being read as it was, and shows the change in the next one', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const made: Stored[] = []
    for (let n = 0; n < 4; n += 1) made.push(await a.made({ ...P0, birthDate: `198${n}-01-01` }))
    const first = await bundleOf(await a.get('/Patient?_count=2'))
    const next = linkOf(first, 'next') ?? ''
    const later = made.filter(({ id }) => !idsOf(first).includes(id))
    for (const one of later) await updated(a, { ...one, birthDate: '2020-02-02' }, 1)
    const second = await bundleOf(await a.get(next.slice(F.length)))
    const versionsIn = (bundle: typeof first) =>
      bundle.entry?.map(({ resource }) => (resource['meta'] as Json)['versionId'])
    expect(versionsIn(second)).toEqual(['1', '1'])
    const fresh = await bundleOf(await a.get('/Patient?birthdate=2020-02-02'))
    expect(versionsIn(fresh)).toEqual(['2', '2'])
  })
})

describe('what nobody changes by an update', () => {
  it('UPD-17 answers 405 to every change of an AuditEvent', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const { patient } = await server.task()
    const example = JSON.stringify(SMALLEST['AuditEvent'])
      .replaceAll('Device/d', 'Device/all')
      .replaceAll('Patient/p', `Patient/${patient.id}`)
    const event = await all.made({ ...JSON.parse(example), recorded: new Date(server.now()).toISOString() })
    await server.changesNothing(async () => {
      const everything = await server.as('all', 'system/*.cruds')
      for (const writer of [all, everything])
        for (const response of [
          await writer.put(`/AuditEvent/${event.id}`, event, ifMatch(1)),
          await writer.patch(`/AuditEvent/${event.id}`, [{ op: 'remove', path: '/entity' }], ifMatch(1)),
          await writer.delete(`/AuditEvent/${event.id}`, ifMatch(1)),
        ]) {
          expect(response.headers.get('allow')).toBe(READ_ONLY)
          await expectRefused(response, 405, 'not-supported')
        }
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const response = await all.send(
          method,
          '/AuditEvent?_id=x',
          method === 'DELETE' ? undefined : event,
          ifMatch(1),
        )
        expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
        await expectRefused(response, 405, 'not-supported')
      }
    })
    expect(await (await all.get(`/AuditEvent/${event.id}`)).json()).toEqual(event)
  })

  it.each(['A', 'slipway'])('UPD-18 keeps what the identity of Device/%s hangs on', async (id) => {
    const server = await writeServer()
    const all = await server.as('all')
    const { id: _, ...device } = { ...SMALLEST['Device'], id: '' } as Json
    await server.put({ ...device, id, identifier: [{ system: CLIENT_ID_SYSTEM, value: id }] })
    const read = (await (await all.get(`/Device/${id}`)).json()) as Stored
    const path = `/Device/${id}`
    const { identifier: __, ...without } = read
    await server.changesNothing(async () => {
      const other = { ...read, identifier: [{ system: CLIENT_ID_SYSTEM, value: 'other' }] }
      await expectRefused(await all.put(path, other, ifMatch(1)), 422, 'business-rule', 'Device.identifier')
      await expectRefused(
        await all.put(path, { ...read, status: 'inactive' }, ifMatch(1)),
        422,
        'business-rule',
        'Device.status',
      )
      const patch = [{ op: 'replace', path: '/status', value: 'inactive' }]
      await expectRefused(await all.patch(path, patch, ifMatch(1)), 422, 'business-rule', 'Device.status')
      expect((await all.put(path, without, ifMatch(1))).status).toBe(422)
      await expectRefused(await all.delete(path), 409, 'conflict')
    })
    const named = [{ name: 'Sleep better', type: 'user-friendly-name' }]
    const turned = [{ value: id, system: CLIENT_ID_SYSTEM }]
    expect((await updated(all, { ...read, deviceName: named, identifier: turned }, 1))['deviceName']).toEqual(named)
  })

  it('UPD-18 leaves other Devices to those who may write them', async () => {
    const { as } = await writeServer()
    const all = await as('all')
    const made = await all.made(SMALLEST['Device'] as Json)
    expect((await updated(all, { ...made, status: 'inactive' }, 1))['status']).toBe('inactive')
    expect((await all.delete(`/Device/${made.id}`)).status).toBe(204)
  })

  it('UPD-16 names the changes that an address takes', async () => {
    const { as, ask } = await writeServer()
    const { id } = await (await as('A')).made(P0)
    expect((await ask(`${F}/Patient/${id}`, { method: 'OPTIONS' })).headers.get('allow')).toBe(INSTANCE)
  })
})

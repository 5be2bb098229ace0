import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
import { addressOf, batch, type EntryJson, entriesOf, posting, requesting, transaction } from './testing/bundles.ts'
import { ifMatch, type Stored, type Writer, writeServer } from './testing/writers.ts'

const SYSTEM = 'https://portal.example/persons'

const person = (value: string, more: Json = {}): Json => ({ ...P0, identifier: [{ system: SYSTEM, value }], ...more })

const criteria = (value: string): string => `identifier=${SYSTEM}|${value}`
const ifNoneExist = (value: string) => ({ 'if-none-exist': criteria(value) })
const where = (value: string): string => `/Patient?${criteria(encodeURIComponent(value))}`

const jsonOf = async (response: Response, status: number): Promise<Stored> => {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `))
  return JSON.parse(text) as Stored
}

const found = async (writer: Writer, value: string) =>
  (await bundleOf(await writer.get(`${where(value)}&_total=accurate`))).total

/** Changes that are tried 20 at a time. */
const TWENTY = Array.from({ length: 20 }, (_, index) => index)

describe.each([F, FD])('conditional create below %s', (base) => {
  it('CON-01 CON-02 creates what no resource meets, and gives the one that does to whoever repeats it', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A', undefined, base)
    const first = await a.post('/Patient', person('v1'), ifNoneExist('v1'))
    const made = await jsonOf(first, 201)
    const location = `${base}/Patient/${made.id}/_history/1`
    expect(first.headers.get('location')).toBe(location)
    const again = await changesNothing(() =>
      a.post('/Patient', person('v1', { birthDate: '1999-01-01' }), ifNoneExist('v1')),
    )
    expect(await jsonOf(again, 200)).toEqual(made)
    expect([again.headers.get('location'), again.headers.get('etag')]).toEqual([location, 'W/"1"'])
    expect(again.headers.get('last-modified')).toBe(first.headers.get('last-modified'))
  })
})

describe('conditional create', () => {
  it('CON-02 HDR-01 shows the resource that is there as the client prefers', async () => {
    const a = await (await writeServer()).as('A')
    await a.made(person('v1'))
    const minimal = await a.post('/Patient', person('v1'), { ...ifNoneExist('v1'), prefer: 'return=minimal' })
    expect([minimal.status, await minimal.text(), minimal.headers.get('etag')]).toEqual([200, '', 'W/"1"'])
  })

  it('CON-03 refuses to choose between several', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('v1'))
    await a.made(person('v1'))
    const refused = await changesNothing(() => a.post('/Patient', person('v1'), ifNoneExist('v1')))
    await expectOutcome(refused, 412, 'multiple-matches')
  })

  it('CON-04 counts only what the client may search', async () => {
    const { as } = await writeServer()
    const [a, b, all] = [await as('A'), await as('B'), await as('all')]
    const ofB = await b.made(person('v1'))
    expect((await a.post('/Patient', person('v1'), ifNoneExist('v1'))).status).toBe(201)
    await b.made(person('v2'))
    expect((await all.post('/Patient', person('v2'), ifNoneExist('v2'))).status).toBe(200)
    expect((await all.post('/Patient', person('v1'), ifNoneExist('v1'))).status).toBe(412)
    expect((await jsonOf(await b.post('/Patient', person('v1'), ifNoneExist('v1')), 200)).id).toBe(ofB.id)
  })

  const NOT_SUPPORTED = [
    ...['foo=1', 'identifier=x&foo=1', 'identifier=x&_count=1', '_sort=_id', 'identifier=x&_include=Task:owner'],
    ...['identifier:exact=x', 'identifier:not=x', 'managing-organization.name=x', '_has:Task:patient:status=ready'],
    ...[`${FD}/Task?identifier=x`, `${F}x/Patient?identifier=x`, `${F}/Patient/1?identifier=x`],
    ...['https://evil.example/Patient?identifier=x', 'Task?identifier=x'],
    ...['/Patient?identifier=x', '_elements=id', '_total=none', '_summary=true', 'identifier=x&_format=json'],
    ...['_revinclude=Task:owner', '_contained=true', '_list=1', '_query=x'],
  ]
  it.each(NOT_SUPPORTED)('CON-05 takes no criteria that it does not understand to the end: %s', async (sent) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('x'))
    const refused = await changesNothing(() => a.post('/Patient', person('x'), { 'if-none-exist': sent }))
    await expectOutcome(refused, 400, 'not-supported')
  })

  it.each(['identifier:exact=x', '_has:Task:patient:status=ready', 'name:contains=http://x'])(
    'CON-05 says of %s what is not understood in it',
    async (sent) => {
      const a = await (await writeServer()).as('A')
      for (const answer of [
        await a.post('/Patient', P0, { 'if-none-exist': sent }),
        await a.delete(`/Patient?${sent}`),
      ]) {
        const { issue } = await expectOutcome(answer, 400, 'not-supported')
        expect((issue[0] as unknown as Json)['diagnostics']).toContain(sent.split(':')[0])
      }
    },
  )

  const EMPTY = ['', ' ', '?', 'Patient?', 'identifier=', 'identifier', '&', '=x', 'identifier=x&birthdate=', 'name=,']
  it.each(EMPTY)('CON-05 takes no empty criteria: "%s"', async (sent) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('x'))
    const refused = await changesNothing(() => a.post('/Patient', person('x'), { 'if-none-exist': sent }))
    await expectOutcome(refused, 400, sent === '=x' ? 'not-supported' : 'invalid')
  })

  it.each(['identifier=%FF', 'identifier=x%', 'identifier=x%2', 'identifier=%zz', 'identifier=x&name=%C3'])(
    'CON-05 takes no criteria whose percent-encoding cannot be undone: %s',
    async (sent) => {
      const { as, changesNothing } = await writeServer()
      const a = await as('A')
      await a.made(person('x'))
      await changesNothing(async () => {
        await expectOutcome(await a.post('/Patient', person('x'), { 'if-none-exist': sent }), 400, 'invalid')
        await expectOutcome(await a.put(`/Patient?${sent}`, person('x'), ifMatch(1)), 400, 'invalid')
        await expectOutcome(await a.patch(`/Patient?${sent}`, [], ifMatch(1)), 400, 'invalid')
        await expectOutcome(await a.delete(`/Patient?${sent}`), 400, 'invalid')
        for (const method of ['GET', 'DELETE']) {
          const entry = { request: { method, url: `Patient?${sent}` } }
          const refused = await a.post('', { resourceType: 'Bundle', type: 'transaction', entry: [entry] })
          await expectOutcome(refused, 400, 'invalid')
        }
      })
    },
  )

  it('CON-05 takes no criteria with octets of which nobody knows what they stand for', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const octets = (text: string) => Buffer.from(text).toString('latin1')
    for (const sent of [octets('identifier=ü'), 'identifier=ü']) {
      const refused = await changesNothing(() => a.post('/Patient', person('ü'), { 'if-none-exist': sent }))
      const { issue } = await expectOutcome(refused, 400, 'invalid')
      expect(issue[0]?.diagnostics).toContain('percent-encode what is not ASCII, in UTF-8')
    }
    for (const status of [201, 200])
      expect((await a.post('/Patient', person('ü'), { 'if-none-exist': 'identifier=%C3%BC' })).status).toBe(status)
  })

  const OWN = [
    '?identifier=x',
    'Patient?identifier=x',
    'identifier=x',
    ...[F, FD].map((base) => `${base}/Patient?identifier=x`),
  ]
  it.each(OWN)('CON-05 takes %s', async (sent) => {
    const a = await (await writeServer()).as('A')
    const { id } = await a.made(person('x'))
    expect((await a.post('/Patient', person('x'), { 'if-none-exist': sent })).status).toBe(200)
    for (const [type, make] of [
      ['transaction', transaction],
      ['batch', batch],
    ] as const) {
      const creating = posting(person('x'), undefined, { ifNoneExist: sent })
      const [entry] = await entriesOf(await a.post('', make(creating)), type)
      expect([type, addressOf(entry as EntryJson)]).toEqual([type, `Patient/${id}`])
    }
  })

  it('CON-05 takes the address of an entry with criteria, with a base of the server in front or without', async () => {
    const a = await (await writeServer()).as('A')
    await a.made(person('x'))
    for (const [version, base] of [F, FD].entries()) {
      const changed = person('x', { birthDate: `198${version}-01-01` })
      const url = `${base}/Patient?identifier=x`
      const putting = requesting('PUT', url, changed, { ifMatch: `W/"${version + 1}"` })
      const [entry] = await entriesOf(await a.post('', transaction(putting)), 'transaction')
      expect(entry?.response).toMatchObject({ status: '200 OK', etag: `W/"${version + 2}"` })
    }
    const elsewhere = requesting('DELETE', 'https://evil.example/fhir/Patient?identifier=x')
    await expectOutcome(await a.post('', transaction(elsewhere)), 400, 'invalid')
  })

  it('TXN-11 finds one condition in two entries, however it is written', async () => {
    const a = await (await writeServer()).as('A')
    const twice = ['identifier=x', `${FD}/Patient?identifier=x`].map((ifNoneExist) =>
      posting(person('x'), undefined, { ifNoneExist }),
    )
    const { issue } = await expectOutcome(await a.post('', transaction(...twice)), 400, 'invalid')
    expect(issue[0]?.diagnostics).toContain('are both about Patient?identifier=x')
  })

  it('CON-05 is as strict with the query of an update, a patch and a deletion', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('x'))
    for (const query of ['foo=1', 'identifier=x&foo=1', 'identifier=x&_count=1', 'identifier:not=y'])
      await changesNothing(async () => {
        await expectOutcome(await a.put(`/Patient?${query}`, person('x'), ifMatch(1)), 400, 'not-supported')
        await expectOutcome(await a.patch(`/Patient?${query}`, [], ifMatch(1)), 400, 'not-supported')
        await expectOutcome(await a.delete(`/Patient?${query}`), 400, 'not-supported')
      })
    for (const query of ['', '?', '?identifier=', '?identifier', '?name=,'])
      await changesNothing(async () => {
        await expectOutcome(await a.put(`/Patient${query}`, person('x'), ifMatch(1)), 400, 'invalid')
        await expectOutcome(await a.patch(`/Patient${query}`, [], ifMatch(1)), 400, 'invalid')
        await expectOutcome(await a.delete(`/Patient${query}`), 400, 'invalid')
      })
  })

  it('CON-06 refuses If-None-Exist where nothing is created by POST', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(person('x'))
    const headers = { ...ifMatch(1), ...ifNoneExist('y') }
    await changesNothing(async () => {
      for (const path of [`/Patient/${id}`, where('x')]) {
        await expectOutcome(await a.put(path, person('x', { id }), headers), 400, 'invalid')
        const patch = [{ op: 'replace', path: '/active', value: false }]
        await expectOutcome(await a.patch(path, patch, headers), 400, 'invalid')
        await expectOutcome(await a.delete(path, headers), 400, 'invalid')
      }
    })
  })

  it('CON-07 makes one resource for twenty who ask at the same time, of two processes', async () => {
    const server = await writeServer()
    const other = await writeServer({}, { beside: server })
    const writers = [await server.as('A'), await other.as('A')]
    const answers = await Promise.all(
      TWENTY.map((index) => (writers[index % 2] as Writer).post('/Patient', person('v1'), ifNoneExist('v1'))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await found(writers[0] as Writer, 'v1')).toBe(1)
  })
})

describe('conditional update', () => {
  it('CON-08 creates where nothing meets the criteria', async () => {
    const a = await (await writeServer()).as('A')
    const response = await a.put(where('v2'), person('v2'))
    const { id } = await jsonOf(response, 201)
    expect(response.headers.get('location')).toBe(`${F}/Patient/${id}/_history/1`)
    expect(response.headers.get('etag')).toBe('W/"1"')
    expect((await a.get(`/Patient/${id}`)).status).toBe(200)
  })

  it('CON-09 takes no id that the client has chosen', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const refused = await changesNothing(() => a.put(where('v2'), person('v2', { id: 'x' })))
    await expectOutcome(refused, 404, 'not-found')
  })

  it('creates nothing for a writer who has read what meets the criteria no more', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(person('v1'))
    expect((await a.delete(`/Patient/${id}`)).status).toBe(204)
    for (const version of [1, 2])
      await changesNothing(async () => {
        await expectOutcome(await a.put(where('v1'), person('v1'), ifMatch(version)), 412, 'conflict')
        const entry = {
          resource: person('v1'),
          request: { method: 'PUT', url: where('v1').slice(1), ifMatch: `W/"${version}"` },
        }
        const sent = { resourceType: 'Bundle', type: 'transaction', entry: [entry] }
        await expectOutcome(await a.post('', sent), 412, 'conflict')
      })
    expect(await found(a, 'v1')).toBe(0)
    expect((await a.put(where('v1'), person('v1'))).status).toBe(201)
  })

  it('CON-10 updates the one that does, on the version that was read', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(person('v1'))
    const body = (birthDate: string, more: Json = {}) => person('v1', { birthDate, ...more })
    const updated = await a.put(where('v1'), body('1981-01-01'), ifMatch(1))
    expect((await jsonOf(updated, 200)).id).toBe(id)
    expect(updated.headers.get('etag')).toBe('W/"2"')
    expect((await a.put(where('v1'), body('1982-01-01', { id }), ifMatch(2))).headers.get('etag')).toBe('W/"3"')
    await changesNothing(async () => {
      const other = await a.put(where('v1'), body('1983-01-01', { id: 'other' }), ifMatch(3))
      expect((await expectOutcome(other, 400, 'invalid')).issue[0]).toMatchObject({ expression: ['Patient.id'] })
      await expectOutcome(await a.put(where('v1'), body('1983-01-01')), 412, 'required')
      await expectOutcome(await a.put(where('v1'), body('1983-01-01'), ifMatch(2)), 412, 'conflict')
    })
  })

  it('CON-11 refuses to choose between several', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('v1'))
    await a.made(person('v1'))
    const refused = await changesNothing(() => a.put(where('v1'), person('v1'), ifMatch(1)))
    await expectOutcome(refused, 412, 'multiple-matches')
  })

  it('CON-12 stores nothing that does not meet its own criteria', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await a.made(person('v1'))
    await changesNothing(async () => {
      await expectOutcome(await a.post('/Patient', person('b'), ifNoneExist('a')), 422, 'business-rule')
      await expectOutcome(await a.put(where('a'), person('b')), 422, 'business-rule')
      await expectOutcome(await a.put(where('v1'), person('b'), ifMatch(1)), 422, 'business-rule')
      await expectOutcome(await a.put('/Patient?_id=chosen', person('b')), 422, 'business-rule')
      await expectOutcome(await a.put('/Patient?resource-origin=Device/B', person('b')), 422, 'business-rule')
    })
  })

  it('CON-04 UPD-07 leaves alone what can be searched but not changed, and makes no second one', async () => {
    const { as, changesNothing, clients } = await writeServer()
    clients.set('granted', [
      { type: 'Patient', operations: 's' },
      { type: 'Patient', operations: 'crud', origins: ['granted'] },
    ])
    const [b, other] = [await as('B'), await as('granted', 'system/Patient.cruds')]
    await b.made(person('v1'))
    const patch = [{ op: 'replace', path: '/active', value: false }]
    await changesNothing(async () => {
      await expectOutcome(await other.put(where('v1'), person('v1'), ifMatch(1)), 403, 'forbidden')
      await expectOutcome(await other.patch(where('v1'), patch, ifMatch(1)), 403, 'forbidden')
      await expectOutcome(await other.delete(where('v1')), 403, 'forbidden')
    })
  })
})

describe('conditional patch and delete', () => {
  it('CON-13 patches the one that meets the criteria, on the version that was read', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const patch = (birthDate: string) => [{ op: 'replace', path: '/birthDate', value: birthDate }]
    await expectOutcome(await a.patch(where('v1'), patch('1981-01-01'), ifMatch(1)), 404, 'not-found')
    const { id } = await a.made(person('v1'))
    const patched = await a.patch(where('v1'), patch('1981-01-01'), ifMatch(1))
    expect(await jsonOf(patched, 200)).toMatchObject({ id, birthDate: '1981-01-01', meta: { versionId: '2' } })
    await changesNothing(async () => {
      await expectOutcome(await a.patch(where('v1'), patch('1982-01-01')), 412, 'required')
      await expectOutcome(await a.patch(where('v1'), patch('1982-01-01'), ifMatch(1)), 412, 'conflict')
    })
    await a.made(person('v1'))
    const refused = await changesNothing(() => a.patch(where('v1'), patch('1983-01-01'), ifMatch(2)))
    await expectOutcome(refused, 412, 'multiple-matches')
  })

  it('CON-14 deletes one, or none, never several', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    expect((await changesNothing(() => a.delete(where('v1')))).status).toBe(204)
    const { id } = await a.made(person('v1'))
    const deleted = await a.delete(where('v1'))
    expect([deleted.status, deleted.headers.get('etag'), await deleted.text()]).toEqual([204, 'W/"2"', ''])
    expect((await a.get(`/Patient/${id}`)).status).toBe(410)
    await a.made(person('v1'))
    await a.made(person('v1'))
    await expectOutcome(await changesNothing(() => a.delete(where('v1'))), 412, 'multiple-matches')
    const metadata = (await (await a.get('/metadata')).json()) as { rest: { resource: Json[] }[] }
    const capability = metadata.rest[0]?.resource.find(({ type }) => type === 'Patient')
    expect(capability).toMatchObject({ conditionalDelete: 'single', conditionalCreate: true, conditionalUpdate: true })
  })
})

describe('conditional writes', () => {
  it('CON-15 need the permission to search as well', async () => {
    const { as, changesNothing, clients } = await writeServer()
    clients.set('granted', [{ type: 'Patient', operations: 'crud', origins: ['granted'] }])
    const writer = await as('granted', 'system/Patient.crud')
    await writer.made(person('v1'))
    const expectScope = async (response: Response, scope: string) => {
      expect(response.headers.get('www-authenticate')).toContain(`scope="system/Patient.${scope}"`)
      await expectOutcome(response, 403, 'forbidden')
    }
    await changesNothing(async () => {
      await expectScope(await writer.post('/Patient', person('v1'), ifNoneExist('v1')), 'cs')
      await expectScope(await writer.put(where('v1'), person('v1'), ifMatch(1)), 'us')
      await expectScope(await writer.patch(where('v1'), [], ifMatch(1)), 'rus')
      await expectScope(await writer.delete(where('v1')), 'ds')
    })
  })

  it('CON-15 a conditional update that would create needs the permission to create', async () => {
    const { as, changesNothing, clients } = await writeServer()
    clients.set('granted', [{ type: 'Patient', operations: 'rus', origins: ['granted'] }])
    const writer = await as('granted', 'system/Patient.cruds')
    await expectOutcome(await changesNothing(() => writer.put(where('v1'), person('v1'))), 403, 'forbidden')
  })

  it('CON-16 are decided where they are written: twenty updates and deletions at the same time never make two', async () => {
    const server = await writeServer()
    const other = await writeServer({}, { beside: server })
    const [one, two] = [await server.as('A'), await other.as('A')]
    for (let round = 0; round < 3; round += 1) {
      const value = `race-${round}`
      const answers = await Promise.all(
        TWENTY.map((index) => {
          const writer = index % 2 === 0 ? one : two
          return index % 5 === 4 ? writer.delete(where(value)) : writer.put(where(value), person(value))
        }),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => ![201, 204, 412].includes(status))).toEqual([])
      const created = statuses.filter((status) => status === 201).length
      const deleted = answers.filter(({ status, headers }) => status === 204 && headers.has('etag')).length
      expect(await found(one, value)).toBe(created - deleted)
      expect(created - deleted).toBeLessThanOrEqual(1)
    }
  })
})

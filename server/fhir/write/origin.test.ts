import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, expectOutcome, type Json, originOf } from '../testing/fhir-server.ts'
import {
  addressOf,
  batch,
  type EntryJson,
  entriesOf,
  posting,
  putting,
  requesting,
  transaction,
} from './testing/bundles.ts'
import { ifMatch, type Stored, type WriteServer, writeServer } from './testing/writers.ts'

const originsIn = (resource: Json): readonly Json[] =>
  ((resource['extension'] ?? []) as readonly Json[]).filter(({ url }) => url === RESOURCE_ORIGIN)

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The examples with references that are there, for whoever may read what A made. */
async function examples(server: WriteServer): Promise<readonly Json[]> {
  const all = await server.as('all')
  const [patient, practitioner, endpoint] = [
    await all.made(P0),
    await all.made(SMALLEST['Practitioner'] as Json),
    await all.made(SMALLEST['Endpoint'] as Json),
  ]
  const text = JSON.stringify(Object.values(SMALLEST))
    .replaceAll('Patient/p"', `Patient/${patient.id}"`)
    .replaceAll('Practitioner/q"', `Practitioner/${practitioner.id}"`)
    .replaceAll('Endpoint/e"', `Endpoint/${endpoint.id}"`)
    .replaceAll('Device/d"', 'Device/all"')
    .replaceAll('2026-11-22T12:00:00Z', '2026-04-01T12:00:00Z')
  return JSON.parse(text) as readonly Json[]
}

describe('the origin of a resource', () => {
  it('ORI-01 CRE-21 is written by the server, on every type', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    for (const example of await examples(server)) {
      const stored = await all.made(example)
      expect(originsIn(stored)).toEqual(originOf('all'))
      const found = await bundleOf(
        await all.get(`/${stored['resourceType']}?resource-origin=Device/all&_id=${stored.id}`),
      )
      expect(found.entry).toHaveLength(1)
    }
  })

  it('ORI-01 is written on every way of creating', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const created = await a.put('/Patient?identifier=new', { ...P0, identifier: [{ system: 'urn:x', value: 'new' }] })
    expect(originsIn((await created.json()) as Json)).toEqual(originOf('A'))
    const conditional = await a.post(
      '/Patient',
      { ...P0, identifier: [{ system: 'urn:x', value: 'other' }] },
      { 'if-none-exist': 'identifier=other' },
    )
    expect(originsIn((await conditional.json()) as Json)).toEqual(originOf('A'))
    for (const [type, make] of [
      ['transaction', transaction],
      ['batch', batch],
    ] as const) {
      const [entry] = await entriesOf(await a.post('', make(posting(P0))), type)
      const stored = (await (await a.get(`/${addressOf(entry as EntryJson)}`)).json()) as Json
      expect(originsIn(stored)).toEqual(originOf('A'))
    }
  })

  it('ORI-02 is not for the client to send, right or wrong, anywhere', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const [own] = originOf('A')
    const sent: readonly (readonly [string, Json])[] = [
      ['Patient.extension[0]', { extension: originOf('A') }],
      ['Patient.extension[0]', { extension: originOf('B') }],
      ['Patient.extension[0]', { extension: [...originOf('A'), ...originOf('B')] }],
      ['Patient.modifierExtension[0]', { modifierExtension: [own] }],
      ['Patient.birthDate.extension[0]', { _birthDate: { extension: [own] } }],
      ['Patient.extension[0].extension[0]', { extension: [{ url: 'http://example.org/x', extension: [own] }] }],
      [
        'Patient.contained[0].extension[0]',
        {
          contained: [{ resourceType: 'Organization', id: 'c', name: 'C', extension: [own] }],
          managingOrganization: { reference: '#c' },
        },
      ],
    ]
    for (const [path, more] of sent) {
      const refused = await server.changesNothing(() => a.post('/Patient', { ...P0, ...more }))
      const { issue } = await expectOutcome(refused, 400, 'extension')
      expect([path, (issue[0] as unknown as Json)['expression']]).toEqual([path, [path]])
    }
  })

  it('ORI-03 stays what it is: left out it is carried over, another one is refused', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const stored = await a.made(P0)
    const { extension: _, ...without } = stored
    const put = (body: Json, version: number) => a.put(`/Patient/${stored.id}`, body, ifMatch(version))
    const carried = await put({ ...without, birthDate: '1981-01-01' }, 1)
    expect(carried.status).toBe(200)
    expect(originsIn((await carried.json()) as Json)).toEqual(originOf('A'))
    expect((await put({ ...stored, birthDate: '1982-01-01' }, 2)).status).toBe(200)
    await server.changesNothing(async () => {
      await expectOutcome(await put({ ...stored, extension: originOf('B') }, 3), 403, 'forbidden')
      const two = [...originOf('A'), ...originOf('B')]
      await expectOutcome(await put({ ...stored, extension: two }, 3), 400, 'extension')
    })
  })

  it('ORI-04 a resource without one stays without, and can be written by whoever may write all', async () => {
    const server = await writeServer()
    const [a, all] = [await server.as('A'), await server.as('all')]
    await server.put({ ...P0, id: 'seeded' })
    await expectOutcome(await a.put('/Patient/seeded', { ...P0, id: 'seeded' }, ifMatch(1)), 404, 'not-found')
    const updated = await all.put('/Patient/seeded', { ...P0, id: 'seeded', active: false }, ifMatch(1))
    expect(updated.status).toBe(200)
    expect(originsIn((await updated.json()) as Json)).toEqual([])
    await expectOutcome(
      await all.put('/Patient/seeded', { ...P0, id: 'seeded', extension: originOf('all') }, ifMatch(2)),
      403,
      'forbidden',
    )
  })
})

/** What a refusal says but for its number. */
const said = async (response: Response) => [
  response.status,
  response.headers.get('www-authenticate'),
  await response.text(),
]

describe('the permission to write', () => {
  it('ORI-05 is refused by type before anything is looked up, and before the body', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const [mine, deleted] = [await a.made(P0), await a.made(P0)]
    const ofB = await (await server.as('B')).made(P0)
    expect((await a.delete(`/Patient/${deleted.id}`)).status).toBe(204)
    const ro = await server.as('ro')
    await server.changesNothing(async () => {
      for (const [method, letter] of [
        ['PUT', 'u'],
        ['PATCH', 'ru'],
        ['DELETE', 'd'],
      ] as const) {
        const answers = []
        for (const id of [mine.id, deleted.id, ofB.id, UNKNOWN])
          answers.push(await said(await ro.send(method, `/Patient/${id}`, '{ no JSON', ifMatch(1))))
        expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
        expect(answers[0]?.[0]).toBe(403)
        expect(answers[0]?.[1]).toMatch(/error="insufficient_scope", scope="system\/Patient\./)
        expect(answers[0]?.[1]).toContain(`scope="system/Patient.${letter}"`)
      }
      const created = await ro.post('/Patient', '{ no JSON')
      expect(created.headers.get('www-authenticate')).toContain('scope="system/Patient.c"')
      await expectOutcome(created, 403, 'forbidden')
    })
  })

  it('ORI-06 of one resource: 403 for what can be read, and 404 for what cannot', async () => {
    const server = await writeServer()
    const { patient, task } = await server.task()
    const [a, b] = [await server.as('A'), await server.as('B')]
    const practitioner = await a.made(SMALLEST['Practitioner'] as Json)
    const bPatient = await b.made(P0)
    const bTask = await b.made({
      ...task,
      meta: undefined,
      for: { reference: `Patient/${bPatient.id}` },
      owner: undefined,
    })
    server.clients.set('granted', [
      { type: 'Task', operations: 'ru', origins: ['A'] },
      { type: 'Patient', operations: 'r', origins: ['A'] },
      { type: 'Patient', operations: 'u', origins: ['granted'] },
    ])
    const granted = await server.as('granted', 'system/Task.ru system/Patient.ru')
    await server.changesNothing(async () => {
      const onlyRead = await granted.put(`/Patient/${patient.id}`, patient, ifMatch(1))
      const { issue } = await expectOutcome(onlyRead, 403, 'forbidden')
      expect(issue[0]?.diagnostics).toContain(
        'it needs system/Patient.u for what A made, both in its role and in its token.',
      )
      const path = `/Practitioner/${practitioner.id}`
      await expectOutcome(await granted.put(path, practitioner, ifMatch(1)), 403, 'forbidden')
      const invisible = await granted.put(`/Task/${bTask.id}`, bTask, ifMatch(1))
      const unknown = await granted.put(`/Task/${UNKNOWN}`, { ...bTask, id: UNKNOWN }, ifMatch(1))
      expect(await said(invisible)).toEqual(await said(unknown))
      expect(invisible.status).toBe(404)
    })
  })

  const REACHES: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['all', undefined],
    ['own', ['B']],
    ['granted=A', ['A']],
    ['granted=A+self', ['A', 'B']],
  ]
  it.each(REACHES)('ORI-07 with %s reaches the origins that it names', async (reach, origins) => {
    const server = await writeServer()
    const [a, all] = [await server.as('A'), await server.as('all')]
    await server.put({ ...P0, id: 'none' })
    server.clients.set('B', [{ type: 'Patient', operations: 'cud', ...(origins ? { origins } : {}) }])
    const b = await server.as('B', 'system/Patient.cud')
    const created = await b.post('/Patient', P0)
    expect([reach, created.status]).toEqual([reach, origins && !origins.includes('B') ? 403 : 201])
    const self = async (): Promise<Stored> => {
      server.clients.set('B', [{ type: 'Patient', operations: 'crud' }])
      const stored = await (await server.as('B', 'system/Patient.crud')).made(P0)
      server.clients.set('B', [{ type: 'Patient', operations: 'cud', ...(origins ? { origins } : {}) }])
      return stored
    }
    const stored: Readonly<Record<string, Json>> = {
      B: await self(),
      A: await a.made(P0),
      all: await all.made(P0),
      none: { ...P0, id: 'none' },
    }
    for (const [origin, resource] of Object.entries(stored)) {
      const mayWrite = origins === undefined || origins.includes(origin)
      const path = `/Patient/${resource['id']}`
      const put = await b.put(path, { ...resource, active: false }, ifMatch(1))
      expect([reach, origin, put.status]).toEqual([reach, origin, mayWrite ? 200 : 404])
      const deleted = await b.delete(path)
      expect([reach, origin, deleted.status]).toEqual([reach, origin, mayWrite ? 204 : 404])
    }
  })

  it('ORI-08 is what the token and the role of this moment both allow', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const stored = await a.made(task)
    const change = { ...stored, status: 'in-progress' }
    const narrow = await server.as('A', 'system/Task.r')
    await expectOutcome(await narrow.put(`/Task/${stored.id}`, change, ifMatch(1)), 403, 'forbidden')
    const ofOne = await server.as('all', 'system/Task.ru?resource-origin=Device/A')
    expect((await ofOne.put(`/Task/${stored.id}`, change, ifMatch(1))).status).toBe(200)
    await server.put({ ...task, id: 'none' })
    await expectOutcome(await ofOne.put('/Task/none', { ...task, id: 'none' }, ifMatch(1)), 404, 'not-found')
    server.clients.set('A', [{ type: 'Task', operations: 'crds', origins: ['A'] }])
    await expectOutcome(await a.put(`/Task/${stored.id}`, stored, ifMatch(2)), 403, 'forbidden')
  })

  it('ORI-09 of a v1 scope is to create, update and delete, and neither to read nor to search', async () => {
    const server = await writeServer()
    const writer = await server.as('A', 'system/Patient.write')
    const created = await writer.post('/Patient', P0)
    expect(created.status).toBe(201)
    const id = /Patient\/([^/]+)/.exec(created.headers.get('location') ?? '')?.[1] ?? ''
    await expectOutcome(await writer.get(`/Patient/${id}`), 403, 'forbidden')
    await expectOutcome(await writer.get('/Patient'), 403, 'forbidden')
    expect((await writer.put(`/Patient/${id}`, { ...P0, id, active: false }, ifMatch(1))).status).toBe(200)
    expect((await writer.delete(`/Patient/${id}`)).status).toBe(204)
  })

  it('ORI-11 shows nothing to a writer who may not read', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const there = await a.made(P0)
    const writer = await server.as('A', 'system/Patient.cus')
    const expectNothing = async (response: Response, status: number) => {
      expect([response.status, await response.text()]).toEqual([status, ''])
      expect(response.headers.get('preference-applied')).toBe('return=minimal')
      expect(response.headers.get('etag')).toMatch(/^W\/"\d+"$/)
    }
    const wanting = { prefer: 'return=representation' }
    await expectNothing(await writer.post('/Patient', P0, wanting), 201)
    await expectNothing(await writer.post('/Patient', P0, { 'if-none-exist': `_id=${there.id}` }), 200)
    const changed = { ...there, active: false }
    await expectNothing(await writer.put(`/Patient/${there.id}`, changed, { ...ifMatch(1), ...wanting }), 200)
    const [entry] = await entriesOf(await writer.post('', transaction(posting(P0)), wanting), 'transaction')
    expect(entry?.resource).toBeUndefined()
    await server.changesNothing(async () => {
      const stale = await writer.put(`/Patient/${there.id}`, changed, ifMatch(1))
      expect(stale.headers.get('etag')).toBeNull()
      const { issue } = await expectOutcome(stale, 412, 'conflict')
      expect(JSON.stringify(issue)).not.toMatch(/version [of ]*.*\d/)
      await expectOutcome(await writer.patch(`/Patient/${there.id}`, [], ifMatch(2)), 403, 'forbidden')
      const patch = requesting('PATCH', `Patient/${there.id}`, { resourceType: 'Parameters' }, { ifMatch: 'W/"2"' })
      await expectOutcome(await writer.post('', transaction(patch)), 403, 'forbidden')
    })
  })

  it.each([
    ['role and token', '*', 'system/*.cruds'],
    ['a role, whatever the token names', '*', undefined],
    ['a token, whatever the role names', undefined, 'system/*.cruds'],
  ])('ORI-12 of every type by * in %s is none for audit events, devices and subscriptions', async (_, star, scope) => {
    const server = await writeServer()
    const all = await examples(server)
    const named = all.map((example) => String(example['resourceType']))
    server.clients.set(
      'B',
      (star ? [star] : named).map((type) => ({ type, operations: 'cruds' })),
    )
    const b = await server.as('B', scope ?? named.map((type) => `system/${type}.cruds`).join(' '))
    for (const example of all) {
      const type = String(example['resourceType'])
      const { status } = await b.post(`/${type}`, example)
      expect([type, status]).toEqual([type, ['AuditEvent', 'Device', 'Subscription'].includes(type) ? 403 : 201])
    }
  })

  it('ORI-11 patches nothing that a writer may not read, where it may read other resources of the type', async () => {
    const server = await writeServer()
    const there = await (await server.as('A')).made(P0)
    server.clients.set('B', [
      { type: 'Patient', operations: 'u' },
      { type: 'Patient', operations: 'cr', origins: ['B'] },
    ])
    const b = await server.as('B', 'system/Patient.cru')
    const operations = [{ op: 'test', path: '/active', value: true }]
    await server.changesNothing(async () => {
      const refused = await b.patch(`/Patient/${there.id}`, operations, ifMatch(1))
      expect(refused.headers.get('www-authenticate')).toContain('scope="system/Patient.ru"')
      await expectOutcome(refused, 403, 'forbidden')
    })
    const own = await b.made(P0)
    expect((await b.patch(`/Patient/${own.id}`, operations, ifMatch(1))).status).toBe(200)
  })

  it('ORI-14 who may write every Endpoint looks after the addresses of all apps, and an old address may stay', async () => {
    const server = await writeServer()
    const [a, all] = [await server.as('A'), await server.as('all')]
    const stored = await a.made(SMALLEST['Endpoint'] as Json)
    const elsewhere = { ...stored, address: 'https://other.example/launch' }
    await expectOutcome(await a.put(`/Endpoint/${stored.id}`, elsewhere, ifMatch(1)), 422, 'business-rule')
    expect((await all.put(`/Endpoint/${stored.id}`, elsewhere, ifMatch(1))).status).toBe(200)
    expect((await a.put(`/Endpoint/${stored.id}`, { ...elsewhere, name: 'Kept' }, ifMatch(2))).status).toBe(200)
  })

  it('ORI-14 an address that people are sent to is one of the writer', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const endpoint = SMALLEST['Endpoint'] as Json
    const stored = await a.made(endpoint)
    await server.changesNothing(async () => {
      for (const address of [
        'https://evil.example/launch',
        'https://app.example.evil.example/',
        'https://app.example:8443/',
      ]) {
        for (const send of [
          () => a.post('/Endpoint', { ...endpoint, address }),
          () => a.put(`/Endpoint/${stored.id}`, { ...stored, address }, ifMatch(1)),
          () => a.post('', transaction(putting({ ...stored, address }))),
        ]) {
          const { issue } = await expectOutcome(await send(), 422, 'business-rule')
          expect(issue[0]).toMatchObject({ expression: [expect.stringMatching(/(Endpoint|resource)\.address$/)] })
        }
      }
    })
  })
})

import { describe, expect, it } from 'vitest'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
import {
  addressOf,
  deleting,
  type EntryJson,
  entriesOf,
  getting,
  patching,
  posting,
  putting,
  replacing,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { done, issueOf, permutations, person, Q0, read, SYSTEM, task, urn } from './testing/transactions.ts'
import { type Stored, type Writer, writeServer } from './testing/writers.ts'

describe.each([F, FD])('transaction at %s', (base) => {
  it('TXN-01 writes all of its entries, and answers each in the order of the request', async () => {
    const server = await writeServer()
    const a = await server.as('A', undefined, base)
    const { task: body } = await server.task()
    const stored = await a.made(body)
    const response = await a.post('', transaction(posting(P0), putting({ ...stored, status: 'in-progress' })))
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    const text = await response.text()
    const bundle = JSON.parse(text) as { type: string; entry: readonly EntryJson[] }
    expect(r4Problems(JSON.parse(text))).toEqual([])
    expect(bundle.type).toBe('transaction-response')
    expect(statusesOf(bundle.entry)).toEqual([201, 200])
    const [created, updated] = bundle.entry
    expect(created?.response.location).toMatch(new RegExp(`^${base}/Patient/[^/]+/_history/1$`))
    expect(created?.response).toMatchObject({ status: '201 Created', etag: 'W/"1"' })
    expect(updated?.response).toMatchObject({ etag: 'W/"2"', location: `${base}/Task/${stored.id}/_history/2` })
    const { meta } = await read(a, addressOf(created as EntryJson))
    expect(created?.response.lastModified).toBe((meta as Json)['lastUpdated'])
    expect([created?.resource, updated?.resource]).toEqual([undefined, undefined])
    expect(await read(a, `Task/${stored.id}`)).toMatchObject({ status: 'in-progress' })
  })
})

describe('transaction', () => {
  it('HDR-01 shows the resources when the client prefers that', async () => {
    const a = await (await writeServer()).as('A')
    const response = await a.post('', transaction(posting(P0)), { prefer: 'return=representation' })
    const [entry] = await entriesOf(response, 'transaction')
    expect(entry?.resource).toEqual(await read(a, addressOf(entry as EntryJson)))
  })

  it('TXN-02 undoes all ten entries when the seventh is refused', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const kept = await a.made(P0)
    const entries = Array.from({ length: 9 }, (_, index) => posting(person(`v${index}`)))
    const { name: _, ...nameless } = person('v9')
    const all = [...entries.slice(0, 6), posting(nameless), ...entries.slice(6), deleting(`Patient/${kept.id}`)]
    const refused = await changesNothing(() => a.post('', transaction(...all)))
    expect(await issueOf(refused, 422, 'required')).toMatchObject({
      expression: ['Bundle.entry[6].resource.name'],
    })
    expect((await a.get(`/Patient/${kept.id}`)).status).toBe(200)
  })

  it('TXN-03 is refused with the status that the failing entry has by itself', async () => {
    const server = await writeServer()
    const [a, all] = [await server.as('A'), await server.as('all')]
    const { patient, task: body } = await server.task()
    await a.made(body)
    const mine = await a.made(P0)
    const ofB = await (await server.as('B')).made(P0)
    const foreign = { reference: `Patient/${ofB.id}` }
    const failing: readonly (readonly [Writer, Json, number, string])[] = [
      [a, posting({ ...P0, gender: 'x' }), 400, 'code-invalid'],
      [a, posting(SMALLEST['Organization'] as Json), 403, 'forbidden'],
      [a, putting({ ...P0, id: 'nobody' }, { ifMatch: 'W/"1"' }), 404, 'not-found'],
      [a, putting({ ...P0, id: ofB.id }, { ifMatch: 'W/"1"' }), 404, 'not-found'],
      [a, deleting(`Patient/${patient.id}`), 409, 'conflict'],
      [a, putting({ ...mine, active: false }, { ifMatch: 'W/"7"' }), 412, 'conflict'],
      [a, posting({ ...body, for: foreign }), 422, 'not-found'],
      [all, requesting('PUT', 'AuditEvent/1', { resourceType: 'AuditEvent', id: '1' }), 405, 'not-supported'],
    ]
    for (const [writer, entry, status, code] of failing) {
      const refused = await server.changesNothing(() => writer.post('', transaction(posting(Q0), entry)))
      const { expression } = (await issueOf(refused, status, code)) ?? {}
      expect(expression).toEqual([expect.stringMatching(/^Bundle\.entry\[1\]/)])
    }
  })

  it('TXN-04 deletes, creates, updates and then reads, whatever the order in the Bundle', async () => {
    const a = await (await writeServer()).as('A')
    for (const [index, order] of permutations([0, 1, 2, 3, 4]).entries()) {
      const value = `one-${index}`
      const [old, changed, patched] = [await a.made(person(value)), await a.made(Q0), await a.made(Q0)]
      const entries = [
        getting(`Patient?identifier=${value}`),
        deleting(`Patient?identifier=${value}`),
        posting(person(value, { active: false }), undefined, { ifNoneExist: `identifier=${value}` }),
        putting({ ...changed, active: false }),
        patching(`Practitioner/${patched.id}`, replacing('/active', false), { ifMatch: 'W/"1"' }),
      ]
      const answers = await done(a, ...order.map((at) => entries[at] as Json))
      const byEntry = [0, 1, 2, 3, 4].map((at) => answers[order.indexOf(at)] as EntryJson)
      expect(statusesOf(byEntry)).toEqual([200, 204, 201, 200, 200])
      const [searched, , created] = byEntry as [EntryJson, EntryJson, EntryJson]
      const { entry, total } = searched.resource as { total: number; entry: readonly { resource: Stored }[] }
      expect(total).toBe(1)
      expect(`Patient/${entry[0]?.resource.id}`).toBe(addressOf(created))
      expect((await a.get(`/Patient/${old.id}`)).status).toBe(410)
      expect([await read(a, `Practitioner/${changed.id}`), await read(a, `Practitioner/${patched.id}`)]).toMatchObject(
        Array(2).fill({ active: false, meta: { versionId: '2' } }),
      )
    }
  })
})

describe('one identity, one entry', () => {
  it('TXN-10 refuses two entries about one resource, however they name it', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const stored = await a.made(person('one'))
    const address = `Patient/${stored.id}`
    const put = putting({ ...stored, active: false })
    const pairs: readonly (readonly [Json, Json])[] = [
      [put, putting({ ...stored, birthDate: '1981-01-01' })],
      [put, deleting(address)],
      [put, patching(address, replacing('/active', false), { ifMatch: 'W/"1"' })],
      [posting(P0, urn(1)), posting(Q0, urn(1))],
      [{ ...put, fullUrl: urn(1) }, posting(Q0, urn(1).toUpperCase())],
      [
        { ...put, fullUrl: 'https://elsewhere.example/'.concat(address) },
        posting(Q0, `https://elsewhere.example/${address}`),
      ],
      [put, requesting('PUT', `Patient?identifier=${SYSTEM}|one`, person('one'), { ifMatch: 'W/"1"' })],
      [deleting(address), requesting('DELETE', 'Patient?identifier=one')],
    ]
    for (const pair of pairs)
      for (const [one, other] of [pair, pair.toReversed()]) {
        const refused = await changesNothing(() => a.post('', transaction(posting(Q0), one as Json, other as Json)))
        const { issue } = await expectOutcome(refused, 400, 'invalid')
        const named = issue.flatMap((each) => (each as unknown as Json)['expression'])
        expect(named.toSorted()).toEqual(['Bundle.entry[1]', 'Bundle.entry[2]'])
      }
  })

  it('TXN-11 refuses two conditional creates with the same criteria', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const create = (criteria: string) => posting(person('one'), undefined, { ifNoneExist: criteria })
    const bundle = transaction(create('identifier=one'), create('?identifier=one'))
    const refused = await changesNothing(() => a.post('', bundle))
    const { issue } = await expectOutcome(refused, 400, 'invalid')
    expect(issue[0]).toMatchObject({ diagnostics: expect.stringMatching(/entry\[0\].*entry\[1\]/) })
  })
})

describe('the permission of a Bundle', () => {
  it('TXN-19 is that of each entry: one that may not be written undoes nine that may', async () => {
    const server = await writeServer()
    const b = await server.as('B')
    const bPatient = await b.made(P0)
    const bPractitioner = await b.made(Q0)
    const ofB = await b.made(task(`Patient/${bPatient.id}`, `Practitioner/${bPractitioner.id}`))
    const mine = server.clients.get('A') ?? []
    server.clients.set('A', [...mine, { type: 'Task', operations: 'r', origins: ['B'] }])
    const a = await server.as('A', 'system/Patient.cruds system/Task.cruds')
    const nine = Array.from({ length: 9 }, (_, index) => posting(person(`v${index}`)))
    const bundle = transaction(...nine, putting({ ...ofB, status: 'in-progress' }))
    const refused = await server.changesNothing(() => a.post('', bundle))
    expect(refused.headers.get('www-authenticate')).toContain('scope="system/Task.u"')
    expect(await issueOf(refused, 403, 'forbidden')).toMatchObject({ expression: ['Bundle.entry[9]'] })
  })

  it('TXN-19 a request without a token is refused before its body is read', async () => {
    const { ask } = await writeServer()
    let wasRead = false
    const body = new ReadableStream(
      {
        pull: (controller) => {
          wasRead = true
          controller.enqueue(new TextEncoder().encode('{'))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/fhir+json' } }
    await expectOutcome(await ask(F, init as RequestInit), 401, 'login')
    expect(wasRead).toBe(false)
  })

  it('TXN-20 needs none beyond those of its entries', async () => {
    const server = await writeServer()
    const { task: body } = await server.task()
    const { id } = await (await server.as('A')).made(body)
    const granted = await server.as('granted')
    const entry = patching(`Task/${id}`, replacing('/status', 'in-progress'), { ifMatch: 'W/"1"' })
    expect(statusesOf(await done(granted, entry))).toEqual([200])
  })
})

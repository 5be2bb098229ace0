import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { bundleOf, expectOutcome, type Json } from '../testing/fhir-server.ts'
import {
  batch,
  type EntryJson,
  entriesOf,
  getting,
  posting,
  putting,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { type Stored, type Writer, writeServer } from './testing/writers.ts'

const Q0 = SMALLEST['Practitioner'] as Json
const urn = 'urn:uuid:00000000-0000-4000-8000-000000000001'

const codesOf = (entries: readonly EntryJson[]) => entries.map(({ response }) => response.outcome?.issue[0]?.['code'])

describe('batch', () => {
  it('TXN-21 carries out each entry for itself and answers 200, whatever becomes of the others', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const mine = await a.made(P0)
    const response = await a.post(
      '',
      batch(
        posting(P0),
        posting({ ...P0, gender: 'x' }),
        posting(SMALLEST['Organization'] as Json),
        putting({ ...P0, id: 'nobody' }, { ifMatch: 'W/"1"' }),
        putting({ ...mine, active: false }, { ifMatch: 'W/"7"' }),
        requesting('PUT', '../Patient', P0),
        getting('Patient'),
        getting('Patient/nobody'),
      ),
    )
    const entries = await entriesOf(response.clone(), 'batch')
    expect(r4Problems(await response.json())).toEqual([])
    expect(statusesOf(entries)).toEqual([201, 400, 403, 404, 412, 400, 200, 404])
    expect(codesOf(entries)).toEqual([
      ...[undefined, 'code-invalid', 'forbidden', 'not-found', 'conflict', 'invalid', undefined, 'not-found'],
    ])
    expect(entries.map(({ resource }) => resource?.['resourceType'])).toEqual([
      ...Array(6).fill(undefined),
      'Bundle',
      undefined,
    ])
    const searched = entries[6]?.resource as { readonly total: number } | undefined
    expect(searched?.total).toBe(2)
  })

  it('TXN-22 VAL-20 has no references between entries, and none by criteria', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const of = (reference: string) => posting({ ...task, for: { reference } })
    const entries = await entriesOf(
      await a.post('', batch(posting(P0, urn), of(urn), of('Patient?active=true'), posting(Q0))),
      'batch',
    )
    expect(statusesOf(entries)).toEqual([201, 422, 422, 201])
    expect(codesOf(entries)).toEqual([undefined, 'not-found', 'not-supported', undefined])
    expect(entries[1]?.response.outcome?.issue[0]).toMatchObject({
      expression: ['Bundle.entry[1].resource.for.reference'],
    })
  })

  it('TXN-21 tells of an entry that the database could not take in its place', async () => {
    const server = await writeServer()
    let calls = 0
    const failing = await writeServer(
      {
        writes: {
          ...server.writes,
          transact: (work) => {
            calls += 1
            if (calls === 3) throw new StorageUnavailable('The database is held by others.')
            return server.resources.transact((tx) => work({ ...tx, registry: server.registry }))
          },
        },
      },
      { beside: server },
    )
    const a = await failing.as('A')
    const entries = await entriesOf(await a.post('', batch(posting(P0), posting(P0), posting(Q0))), 'batch')
    expect(statusesOf(entries)).toEqual([201, 503, 201])
    expect(codesOf(entries)).toEqual([undefined, 'transient', undefined])
  })
})

describe.each(['transaction', 'batch'] as const)('a %s', (type) => {
  const bundled = (...entry: readonly unknown[]) => ({ resourceType: 'Bundle', type, entry })

  it('TXN-24 without entries is answered without entries', async () => {
    const a = await (await writeServer()).as('A')
    for (const bundle of [{ resourceType: 'Bundle', type }, bundled()]) {
      const response = await a.post('', bundle)
      expect(await response.json()).toEqual({ resourceType: 'Bundle', type: `${type}-response` })
    }
  })
})

describe.each(['transaction', 'batch'] as const)('a %s with an entry that is no request', (type) => {
  const of = (...entry: readonly unknown[]) => ({ resourceType: 'Bundle', type, entry })
  const entry = [posting(P0)]
  const WRONG: readonly (readonly [string, unknown, number, string])[] = [
    ['has entries that are no list', { ...of(), entry: {} }, 400, 'structure'],
    ['has an entry that is no object', { ...of(), entry: ['x'] }, 400, 'structure'],
    ['has an entry that is null', { ...of(...entry), entry: [...entry, null] }, 400, 'structure'],
    ['has an entry without a request', of({ resource: P0 }), 400, 'required'],
    ['has an entry without a url', of({ resource: P0, request: { method: 'POST' } }), 400, 'required'],
    ['has an entry without a method', of({ resource: P0, request: { url: 'Patient' } }), 400, 'required'],
    ['has a POST without a resource', of(requesting('POST', 'Patient')), 400, 'required'],
    ['has a PUT without a resource', of(requesting('PUT', 'Patient/1')), 400, 'required'],
    ['has another method', of(requesting('TRACE', 'Patient', P0)), 400, 'value'],
    ['has a method of objects', of(requesting('constructor', 'Patient', P0)), 400, 'value'],
    ['has a total', { ...of(...entry), total: 1 }, 400, 'invariant'],
    ['has a link without url', { ...of(...entry), link: [{ relation: 'self' }] }, 400, 'required'],
    ['has an entry that was found', of({ ...posting(P0), search: { mode: 'match' } }), 400, 'invariant'],
    ['has an entry that is an answer', of({ ...posting(P0), response: { status: '200' } }), 400, 'invariant'],
    ['has the fullUrl of a version', of(posting(P0, 'urn:x/Patient/1/_history/1')), 400, 'invariant'],
  ]
  it.each(WRONG)('TXN-23 is refused as a whole where it %s', async (_, body, status, code) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await expectOutcome(await changesNothing(() => a.post('', body)), status, code)
  })
})

describe('a Bundle that is wrong itself', () => {
  const entry = [posting(P0)]
  const WRONG: readonly (readonly [string, unknown, number, string])[] = [
    ['has no type', { resourceType: 'Bundle', entry }, 400, 'required'],
    ...['history', 'collection', 'searchset', 'document', 'message', 'nope'].map(
      (type) => [`is of type ${type}`, { resourceType: 'Bundle', type, entry }, 400, 'not-supported'] as const,
    ),
    ['is another resource', P0, 400, 'invalid'],
    ['is Parameters', { resourceType: 'Parameters' }, 400, 'invalid'],
    ['is no JSON', '{"resourceType":"Bundle"', 400, 'structure'],
    ['is a list', [], 400, 'structure'],
    ['repeats a member', '{"resourceType":"Bundle","type":"batch","type":"transaction"}', 400, 'structure'],
    ['has a POST to a resource', transaction(requesting('POST', 'Patient/1', P0)), 405, 'not-supported'],
  ]
  it.each(WRONG)('TXN-23 is refused where it %s', async (_, body, status, code) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    await expectOutcome(await changesNothing(() => a.post('', body)), status, code)
  })

  it('TXN-23 must be JSON of FHIR', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const refused = await changesNothing(() => a.post('', transaction(...entry), { 'content-type': 'text/xml' }))
    await expectOutcome(refused, 415, 'not-supported')
  })

  it('TXN-23 a resource in an entry that reads is ignored', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const response = await changesNothing(() => a.post('', transaction(requesting('GET', 'Patient', P0))))
    expect(statusesOf(await entriesOf(response, 'transaction'))).toEqual([200])
  })
})

describe('transactions at the same time', () => {
  const tagged = (tag: string): Json => ({ meta: { tag: [{ system: 'https://portal.example/tags', code: tag }] } })

  it('TXN-25 come one after the other, each whole or not at all, over two processes', async () => {
    const server = await writeServer()
    const other = await writeServer({}, { beside: server })
    const { task } = await server.task()
    const writers = [await server.as('A'), await other.as('A')]
    const { id } = await (writers[0] as Writer).made(task)
    /** Counts one further on a Task, and makes another Task that is part of it. */
    const count = async (writer: Writer, name: string): Promise<number> => {
      const counter = (await (await writer.get(`/Task/${id}`)).json()) as Stored & { readonly description?: string }
      const description = String(Number(counter.description ?? 0) + 1)
      const child = { ...task, meta: undefined, description: name, partOf: [{ reference: `Task/${id}` }] }
      const response = await writer.post('', transaction(putting({ ...counter, description }), posting(child)))
      return response.status
    }
    const statuses: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        for (let turn = 0; turn < 10; turn += 1)
          statuses.push(await count(writers[client % 2] as Writer, `${client}-${turn}`))
      }),
    )
    const done = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => ![200, 412, 503].includes(status))).toEqual([])
    expect(done).toBeGreaterThan(0)
    const [a] = writers as [Writer]
    expect(await (await a.get(`/Task/${id}`)).json()).toMatchObject({
      description: String(done),
      meta: { versionId: String(done + 1) },
    })
    expect((await bundleOf(await a.get('/Task?_summary=count'))).total).toBe(done + 1)
  })

  it('TXN-26 are never seen half', async () => {
    const server = await writeServer()
    const [a, reader] = [await server.as('A'), await (await writeServer({}, { beside: server })).as('A')]
    const twenty = transaction(...Array.from({ length: 20 }, () => posting({ ...P0, ...tagged('half') })))
    const seen: number[] = []
    let writing = true
    const reading = (async () => {
      while (writing) {
        seen.push((await bundleOf(await reader.get('/Patient?_tag=half&_summary=count&_total=accurate'))).total ?? -1)
        await setImmediate()
      }
    })()
    for (let turn = 0; turn < 20; turn += 1) expect((await a.post('', twenty)).status).toBe(200)
    writing = false
    await reading
    expect(seen.filter((total) => total % 20 !== 0)).toEqual([])
    expect((await bundleOf(await a.get('/Patient?_tag=half&_summary=count'))).total).toBe(400)
  })
})

describe('a sub-task', () => {
  it('VAL-12 may refer to a Task of the same transaction', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    const view = { coding: [{ system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-task-code', code: 'view' }] }
    const child = { ...task, code: view, partOf: [{ reference: urn }] }
    const response = await a.post('', transaction(posting(child), posting(task, urn)))
    expect(statusesOf(await entriesOf(response, 'transaction'))).toEqual([201, 201])
  })
})

import { describe, expect, it } from 'vitest'
import { ENDPOINT, INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { K0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { bundleOf, expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
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
import { type Stored, type Writer, writeServer } from './testing/writers.ts'

const Q0 = SMALLEST['Practitioner'] as Json
const SYSTEM = 'https://portal.example/persons'
const person = (value: string, more: Json = {}): Json => ({ ...P0, identifier: [{ system: SYSTEM, value }], ...more })
const urn = (digit: number): string => `urn:uuid:00000000-0000-4000-8000-00000000000${digit}`
const ref = (reference: string) => ({ reference })

const task = (patient: string, practitioner: string, more: Json = {}): Json => ({
  ...K0,
  for: { reference: patient, type: 'Patient' },
  owner: { reference: practitioner, type: 'Practitioner' },
  ...more,
})

const done = async (writer: Writer, ...entries: readonly Json[]): Promise<readonly EntryJson[]> =>
  entriesOf(await writer.post('', transaction(...entries)), 'transaction')

const read = async (writer: Writer, address: string): Promise<Stored> => {
  const response = await writer.get(`/${address}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Stored
}

const issueOf = async (response: Response, status: number, code: string) =>
  (await expectOutcome(response, status, code)).issue[0] as Json | undefined

const permutations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((others) => [one, ...others]))

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

describe('references between the entries of a transaction', () => {
  it('TXN-05 become the addresses that the entries get, wherever a link may be, also of two that refer to each other', async () => {
    const a = await (await writeServer()).as('A')
    const link = (value: Json) => ({ url: 'http://example.org/link', ...value })
    const patient = person('p', {
      meta: undefined, // KT2Patient has no links to others.
      text: {
        status: 'generated',
        div: `<div xmlns="http://www.w3.org/1999/xhtml"><a href="${urn(3)}">task</a><img src="${urn(3)}" alt="x"/></div>`,
      },
      contained: [{ resourceType: 'Patient', id: 'c', link: [{ other: ref(urn(1)), type: 'refer' }] }],
      extension: [
        link({ valueReference: ref(urn(3).toUpperCase().replace('URN:UUID', 'urn:uuid')) }),
        ...['valueUri', 'valueUrl'].map((name) => link({ [name]: urn(2) })),
      ],
      link: [{ other: ref('#c'), type: 'seealso' }],
    })
    const answers = await done(
      a,
      posting(patient, urn(1)),
      posting(Q0, urn(2)),
      posting(task(urn(1), urn(2), { requester: ref(urn(2)) }), urn(3)),
    )
    const [one, two, three] = answers.map(addressOf) as [string, string, string]
    const stored = await read(a, one)
    expect(stored).toMatchObject({
      text: { div: expect.stringContaining(`<a href="${three}">task</a><img src="${three}" alt="x"/>`) },
      contained: [{ link: [{ other: { reference: one } }] }],
    })
    expect(stored['extension']).toEqual(
      expect.arrayContaining([link({ valueReference: ref(three) }), link({ valueUri: two }), link({ valueUrl: two })]),
    )
    expect(await read(a, three)).toMatchObject({ for: ref(one), owner: ref(two), requester: ref(two) })
    expect(JSON.stringify(stored)).not.toContain('urn:uuid')
    expect((await bundleOf(await a.get(`/Task?patient=${one}`))).entry).toHaveLength(1)
  })

  it('TXN-06 and nothing else does', async () => {
    const a = await (await writeServer()).as('A')
    const extension = [
      { url: 'http://example.org/canonical', valueCanonical: urn(1) },
      { url: 'http://example.org/string', valueString: urn(1) },
      { url: 'http://example.org/longer', valueUri: `${urn(1)}:more` },
    ]
    const external = 'https://elsewhere.example/fhir/Patient/1'
    const identifier = [{ system: 'urn:ietf:rfc:3986', value: urn(1) }]
    const link = [{ other: ref(`${external}/_history/2`), type: 'seealso' }]
    const [, other] = await done(
      a,
      posting(P0, urn(1)),
      posting({ ...P0, meta: undefined, identifier, extension, link }, external),
    )
    const stored = await read(a, addressOf(other as EntryJson))
    expect(stored).toMatchObject({ identifier, link })
    expect(stored['extension']).toEqual(expect.arrayContaining(extension))
  })

  it('TXN-07 to an address that no entry has are refused', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const bundle = transaction(posting(P0, urn(1)), posting(Q0, urn(2)), posting(task(urn(9), urn(2)), urn(3)))
    const refused = await changesNothing(() => a.post('', bundle))
    expect(await issueOf(refused, 422, 'not-found')).toMatchObject({
      expression: ['Bundle.entry[2].resource.for.reference'],
    })
  })

  it('TXN-08 by criteria become the address of the one resource that meets them', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const [patient, practitioner] = [await a.made(person('one')), await a.made(Q0)]
    await a.made(person('two'))
    await a.made(person('two'))
    const of = (value: string) =>
      posting(task(`Patient?identifier=${SYSTEM}|${value}`, `Practitioner/${practitioner.id}`))
    const [answer] = await done(a, of('one'))
    expect(await read(a, addressOf(answer as EntryJson))).toMatchObject({ for: ref(`Patient/${patient.id}`) })
    await changesNothing(async () => {
      const none = await issueOf(await a.post('', transaction(of('none'))), 412, 'not-found')
      expect(none).toMatchObject({ expression: ['Bundle.entry[0]'] })
      await expectOutcome(await a.post('', transaction(of('two'))), 412, 'multiple-matches')
    })
  })

  it('TXN-04 TXN-08 by criteria find what the Bundle makes, whatever the order of its entries', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(Q0)
    for (const [index, order] of permutations([0, 1]).entries()) {
      const value = `new-${index}`
      const entries = [posting(person(value)), posting(task(`Patient?identifier=${value}`, `Practitioner/${id}`))]
      const answers = await done(a, ...order.map((one) => entries[one] as Json))
      const [patient, made] = [0, 1].map((one) => addressOf(answers[order.indexOf(one)] as EntryJson))
      expect(await read(a, String(made))).toMatchObject({ for: ref(String(patient)) })
    }
  })

  it('TXN-09 by criteria are as strict as conditional writes, and find nothing that the client may not see', async () => {
    const { as, changesNothing } = await writeServer()
    const [a, b] = [await as('A'), await as('B')]
    const { id } = await a.made(Q0)
    await b.made(person('ofB'))
    const of = (criteria: string) => transaction(posting(task(`Patient?${criteria}`, `Practitioner/${id}`)))
    await changesNothing(async () => {
      await expectOutcome(await a.post('', of('identifier=ofB')), 412, 'not-found')
      await expectOutcome(await a.post('', of('identifier=ofB&foo=1')), 400, 'not-supported')
      await expectOutcome(await a.post('', of('identifier=')), 400, 'invalid')
      await expectOutcome(await a.post('', of('_count=1')), 400, 'not-supported')
    })
  })

  it('TXN-05 to a conditional create become the address of what was there', async () => {
    const a = await (await writeServer()).as('A')
    const there = await a.made(person('one'))
    const answers = await done(
      a,
      posting(task(urn(1), urn(2)), urn(3)),
      posting(person('one'), urn(1), { ifNoneExist: `identifier=${SYSTEM}|one` }),
      posting(Q0, urn(2)),
    )
    expect(statusesOf(answers)).toEqual([201, 200, 201])
    const stored = await read(a, addressOf(answers[0] as EntryJson))
    expect(stored).toMatchObject({ for: ref(`Patient/${there.id}`) })
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

describe('the request of an entry', () => {
  it('TXN-12 has the conditions that headers have', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const stored = await a.made(person('one'))
    const address = `Patient/${stored.id}`
    const lastModified = (await a.get(`/${address}`)).headers.get('last-modified') ?? ''
    const answers = await done(
      a,
      getting(address, { ifNoneMatch: 'W/"1"' }),
      getting(address, { ifNoneMatch: 'W/"2"' }),
      getting(address, { ifModifiedSince: lastModified }),
      getting(address, { ifModifiedSince: 'Thu, 01 Jan 1998 00:00:00 GMT' }),
      getting(address, { ifNoneMatch: 'no tag: \u20ac\n' }),
      posting(person('one'), undefined, { ifNoneExist: 'identifier=one' }),
    )
    expect(statusesOf(answers)).toEqual([304, 200, 304, 200, 200, 200])
    expect(answers[0]?.resource).toBeUndefined()
    expect(answers[1]?.resource).toEqual(stored)
    const changed = { ...stored, active: false }
    await changesNothing(async () => {
      for (const [entry, status, code] of [
        [putting(changed, { ifMatch: 'W/"9"' }), 412, 'conflict'],
        [putting(changed, { ifMatch: '*' }), 412, 'required'],
        [putting(changed, { ifMatch: '1' }), 400, 'invalid'],
        [putting(changed, { ifNoneMatch: '*' }), 412, 'conflict'],
        [putting(changed, { ifMatch: 'W/"1"', ifNoneExist: 'identifier=one' }), 400, 'invalid'],
        [deleting(address, { ifMatch: 'W/"9"' }), 412, 'conflict'],
        [posting(person('one'), undefined, { ifNoneExist: 'foo=1' }), 400, 'not-supported'],
      ] as const)
        await expectOutcome(await a.post('', transaction(entry)), status, code)
    })
    expect(statusesOf(await done(a, deleting(address, { ifMatch: 'W/"1"' })))).toEqual([204])
  })

  it('TXN-13 names the version that an update or a patch was made of', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const stored = await a.made(P0)
    const patch = patching(`Patient/${stored.id}`, replacing('/active', false), {})
    for (const entry of [putting({ ...stored, active: false }, {}), patch]) {
      const refused = await changesNothing(() => a.post('', transaction(posting(Q0), entry)))
      expect(await issueOf(refused, 412, 'required')).toMatchObject({
        expression: ['Bundle.entry[1].request.ifMatch'],
      })
    }
  })

  it.each([F, FD])('TXN-14 has a url below the base, which may be %s', async (base) => {
    const a = await (await writeServer()).as('A')
    const { id } = await a.made(P0)
    const urls = [`Patient/${id}`, `${base}/Patient/${id}`, `${base}/Patient?_id=${id}`]
    expect(statusesOf(await done(a, ...urls.map((url) => getting(url))))).toEqual([200, 200, 200])
  })

  const ELSEWHERE = [
    ...['', '/Patient/ID', '../Patient', 'Patient/../Patient/ID', 'https://evil.example/fhir/Patient/ID'],
    ...[
      'Patient/ID?_format=xml',
      'Patient/ID#x',
      `${FD}.evil.example/Patient/ID`,
      `${FD}/../Patient/ID`,
      `${F}//Patient`,
    ],
    ...['//evil.example/Patient', 'Patient%2fID', 'Patient/ID/', 'patient/ID', `${FD}/`, 'Patient\\ID', ' Patient/ID'],
  ]
  it.each(ELSEWHERE)('TXN-14 has no url elsewhere: "%s"', async (url) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(P0)
    const bundle = transaction(posting(Q0), getting(url.replace('ID', id)))
    const refused = await changesNothing(() => a.post('', bundle))
    expect(await issueOf(refused, 400, 'invalid')).toMatchObject({ expression: ['Bundle.entry[1].request.url'] })
  })

  it('TXN-15 names the resource that the entry holds', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const stored = await a.made(P0)
    const put = putting({ ...stored, active: false })
    await changesNothing(async () => {
      for (const [entry, at] of [
        [{ ...put, resource: { ...stored, id: 'other' } }, 'resource.id'],
        [{ ...put, resource: P0 }, 'resource.id'],
        [{ ...put, resource: { ...Q0, id: stored.id } }, 'resource'],
        [{ ...put, fullUrl: `${FD}/Patient/other` }, 'fullUrl'],
        [{ ...put, fullUrl: `${FD}/Practitioner/${stored.id}` }, 'fullUrl'],
        [requesting('POST', 'Patient', Q0), 'resource'],
      ] as const) {
        const refused = await issueOf(await a.post('', transaction(entry)), 400, 'invalid')
        expect(refused).toMatchObject({ expression: [`Bundle.entry[0].${at}`] })
      }
    })
    expect(statusesOf(await done(a, { ...put, fullUrl: `${FD}/Patient/${stored.id}` }))).toEqual([200])
  })

  it('TXN-16 carries a FHIRPath Patch as Parameters, and a JSON Patch as a Binary', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(P0)
    const part = [
      { name: 'type', valueCode: 'replace' },
      { name: 'path', valueString: 'Patient.active' },
      { name: 'value', valueBoolean: false },
    ]
    const parameters = { resourceType: 'Parameters', parameter: [{ name: 'operation', part }] }
    const url = `Patient/${id}`
    expect(statusesOf(await done(a, requesting('PATCH', url, parameters, { ifMatch: 'W/"1"' })))).toEqual([200])
    expect(await read(a, url)).toMatchObject({ active: false, meta: { versionId: '2' } })
    const patch = replacing('/birthDate', '1981-01-01')
    expect(statusesOf(await done(a, patching(url, patch, { ifMatch: 'W/"2"' })))).toEqual([200])
    expect(await read(a, url)).toMatchObject({ birthDate: '1981-01-01', meta: { versionId: '3' } })
    const other = transaction(patching(url, patch, { ifMatch: 'W/"3"' }, 'application/merge-patch+json'))
    await expectOutcome(await changesNothing(() => a.post('', other)), 400, 'not-supported')
  })

  it('TXN-17 reads with the permission of each entry, and sees what the Bundle writes', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { patient, practitioner, task: body } = await server.task()
    const foreign = await (await server.as('B')).made(P0)
    const changed = { ...patient, active: false }
    const answers = await done(
      a,
      getting(`Task?owner=Practitioner/${practitioner.id}`),
      getting(`Patient/${patient.id}`),
      getting(`Patient/${patient.id}/_history/1`),
      requesting('HEAD', `Patient/${patient.id}`),
      putting(changed),
      posting(body),
    )
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 201])
    const [found, now, before, head, , created] = answers as [
      EntryJson,
      EntryJson,
      EntryJson,
      EntryJson,
      unknown,
      EntryJson,
    ]
    expect(found.resource).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total: 1 })
    const { entry } = found.resource as { entry: readonly { resource: Stored }[] }
    expect(`Task/${entry[0]?.resource.id}`).toBe(addressOf(created))
    expect(now).toMatchObject({ resource: { active: false }, response: { etag: 'W/"2"' } })
    expect(before).toMatchObject({ resource: { active: true }, response: { etag: 'W/"1"' } })
    expect(head.resource).toBeUndefined()
    await server.changesNothing(async () => {
      const ofB = transaction(posting(Q0), getting(`Patient/${foreign.id}`))
      await expectOutcome(await a.post('', ofB), 404, 'not-found')
      await expectOutcome(await a.post('', transaction(posting(Q0), getting('Organization'))), 403, 'forbidden')
    })
  })

  it('TXN-17 the pages of a search in a Bundle are there afterwards', async () => {
    const a = await (await writeServer()).as('A')
    const [found] = await done(
      a,
      getting('Patient?_count=2'),
      ...['1', '2', '3'].map((value) => posting(person(value))),
    )
    const { link } = (found as EntryJson).resource as { link: readonly { relation: string; url: string }[] }
    const next = link.find(({ relation }) => relation === 'next')?.url ?? ''
    const page = await bundleOf(await a.get(next.replace(/^.*?\/fhir(\/DEFAULT)?/, '')))
    expect(page).toMatchObject({ total: 3, entry: [{}] })
  })

  const NOT_OFFERED: readonly (readonly [string, Json])[] = [
    ['an operation', requesting('POST', 'Patient/$validate', P0)],
    ['an operation of an instance', getting('Patient/1/$everything')],
    ['a history', getting('Patient/1/_history')],
    ['a history of a type', getting('Patient/_history')],
    ['a search by POST', requesting('POST', 'Patient/_search', P0)],
    ['a Bundle', requesting('POST', 'Bundle', transaction(posting(P0)))],
    ['a Bundle for the base', requesting('POST', 'Patient', transaction(posting(P0)))],
    ['Parameters', requesting('POST', 'Patient', { resourceType: 'Parameters', parameter: [] })],
    ['Parameters in a PUT', requesting('PUT', 'Patient/1', { resourceType: 'Parameters' }, { ifMatch: 'W/"1"' })],
    ['criteria in the url of a POST', requesting('POST', 'Patient?identifier=x', P0)],
  ]
  it.each(NOT_OFFERED)('TXN-18 is never %s', async (_, entry) => {
    const { as, changesNothing } = await writeServer()
    const all = await as('all')
    const refused = await changesNothing(() => all.post('', transaction(posting(Q0), entry)))
    await expectOutcome(refused, 400, 'not-supported')
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

  it('TXN-20 is nothing beside that of its entries', async () => {
    const server = await writeServer()
    const { task: body } = await server.task()
    const { id } = await (await server.as('A')).made(body)
    const granted = await server.as('granted')
    const entry = patching(`Task/${id}`, replacing('/status', 'in-progress'), { ifMatch: 'W/"1"' })
    expect(statusesOf(await done(granted, entry))).toEqual([200])
  })
})

describe('instances of an activity', () => {
  it('TXN-05 a Task, its ActivityDefinition and its people are made in one transaction', async () => {
    const a = await (await writeServer()).as('A')
    const endpoint = SMALLEST['Endpoint'] as Json
    const activity = SMALLEST['ActivityDefinition'] as Json
    const answers = await done(
      a,
      posting(endpoint, urn(1)),
      posting({ ...activity, extension: [{ url: ENDPOINT, valueReference: ref(urn(1)) }] }, urn(2)),
      posting(P0, urn(3)),
      posting(Q0, urn(4)),
      posting(task(urn(3), urn(4), { extension: [{ url: INSTANTIATES, valueReference: ref(urn(2)) }] }), urn(5)),
    )
    expect(statusesOf(answers)).toEqual(Array(5).fill(201))
    const made = await read(a, addressOf(answers[4] as EntryJson))
    expect(made['extension']).toContainEqual({
      url: INSTANTIATES,
      valueReference: ref(addressOf(answers[1] as EntryJson)),
    })
  })
})

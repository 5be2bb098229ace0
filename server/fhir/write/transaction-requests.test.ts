import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { bundleOf, expectOutcome, F, FD, type Json, originOf } from '../testing/fhir-server.ts'
import {
  addressOf,
  batch,
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
import { done, issueOf, person, Q0, read } from './testing/transactions.ts'
import { type Stored, writeServer } from './testing/writers.ts'

const COLLECTION = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: P0 }] }

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
      getting(address, { ifModifiedSince: (stored['meta'] as Json)['lastUpdated'] as string }),
      getting(address, { ifModifiedSince: '2016-12-31T23:59:60Z' }),
      getting(address, { ifNoneMatch: 'no tag: \u20ac\n' }),
      posting(person('one'), undefined, { ifNoneExist: 'identifier=one' }),
    )
    expect(statusesOf(answers)).toEqual([304, 200, 304, 200, 304, 200, 200, 200])
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
    ...['', 'metadata', '/Patient/ID', '../Patient', 'Patient/../Patient/ID', 'https://evil.example/fhir/Patient/ID'],
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

  it.each(['Patient/', 'Patient/a%2Db', '/Patient', 'Patient/a#b', 'Patient/../Task'])(
    'TXN-14 says of the url %s what it must not have',
    async (url) => {
      const a = await (await writeServer()).as('A')
      const issue = await issueOf(await a.post('', transaction(getting(url))), 400, 'invalid')
      expect(issue?.['diagnostics']).toContain(
        'without a slash at its start or end, a dot segment, a percent-encoding in its path',
      )
    },
  )

  it('CRE-13 has elements of FHIR alone: a condition that is misspelt would be none', async () => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const good = posting(person('one'))
    const request = { method: 'POST', url: 'Patient' }
    const odd = [
      [{ ...good, request: { ...request, ifNoneExists: 'identifier=one' } }, 'Bundle.entry[0].request.ifNoneExists'],
      [{ ...good, request: { ...request, IfMatch: 'W/"1"' } }, 'Bundle.entry[0].request.IfMatch'],
      [{ ...good, fullURL: 'urn:uuid:00000000-0000-4000-8000-000000000001' }, 'Bundle.entry[0].fullURL'],
    ] as const
    await changesNothing(async () => {
      for (const [entry, at] of odd) {
        const refused = await issueOf(await a.post('', transaction(entry)), 400, 'structure')
        expect(refused).toMatchObject({ expression: [at] })
      }
      const whole = { ...transaction(good), entries: [good] }
      const refused = await issueOf(await a.post('', whole), 400, 'structure')
      expect(refused).toMatchObject({ expression: ['Bundle.entries'] })
    })
    const response = await a.post('', batch(odd[0][0], good))
    expect(statusesOf(await entriesOf(response, 'batch'))).toEqual([400, 201])
    const full = { id: 'x', timestamp: '2026-04-01T12:00:00Z', ...transaction({ id: 'e', ...good }) }
    expect((await a.post('', full)).status).toBe(200)
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
    const named = patching(
      url,
      replacing('/active', true),
      { ifMatch: 'W/"3"' },
      'application/json-patch+json; charset=utf-8',
    )
    expect(statusesOf(await done(a, named))).toEqual([200])
  })

  it.each([
    ['no data', {}, 'required', 'data'],
    ['what is no base64', { data: '%%' }, 'value', 'data'],
    ['what is no element of it', { data: 'W10=', date: 'W10=' }, 'structure', 'date'],
  ])('TXN-16 takes no Binary with %s for a patch', async (_what, more, code, name) => {
    const { as, changesNothing } = await writeServer()
    const a = await as('A')
    const { id } = await a.made(P0)
    const binary = { resourceType: 'Binary', contentType: 'application/json-patch+json', ...more }
    const bundle = transaction(requesting('PATCH', `Patient/${id}`, binary, { ifMatch: 'W/"1"' }))
    const { issue } = await expectOutcome(await changesNothing(() => a.post('', bundle)), 400, code)
    expect(issue[0]).toMatchObject({ expression: [`Bundle.entry[0].resource.${name}`] })
  })

  it('TXN-17 refuses a parameter that is not known where the client prefers that, as a search of its own does', async () => {
    const a = await (await writeServer()).as('A')
    const sent = batch(getting('Patient?foo=1'), getting('Patient?active=true'))
    const statuses = async (headers = {}) => statusesOf(await entriesOf(await a.post('', sent, headers), 'batch'))
    expect(await statuses()).toEqual([200, 200])
    expect(await statuses({ prefer: 'handling=strict' })).toEqual([400, 200])
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
    ['a further page', getting('Patient?_getpages=1')],
    ['a search by POST', requesting('POST', 'Patient/_search', P0)],
    ['a Bundle', requesting('POST', 'Bundle', transaction(posting(P0)))],
    ['a Bundle for the base', requesting('POST', 'Patient', transaction(posting(P0)))],
    ['a batch for a type that is Bundle', requesting('POST', 'Bundle', batch(posting(P0)))],
    ['a Bundle of a type that is not served', requesting('POST', 'Bundle', COLLECTION)],
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

  it('TXN-18 is a Bundle that is stored where Bundle is served, and never one that would be carried out', async () => {
    const server = await writeServer({ resourceTypes: R4_TYPES })
    server.clients.set(
      'A',
      ['Bundle', 'Patient'].map((type) => ({ type, operations: 'cruds' })),
    )
    const a = await server.as('A', 'system/Bundle.cruds system/Patient.cruds')
    const [created] = await done(a, requesting('POST', 'Bundle', COLLECTION))
    const stored = await read(a, addressOf(created as EntryJson))
    expect(stored).toMatchObject({ ...COLLECTION, meta: { extension: originOf('A') } })
    const next = { ...stored, language: 'nl' }
    const [updated] = await entriesOf(await a.post('', batch(putting(next))), 'batch')
    expect(updated?.response.status).toBe('200 OK')
    await server.changesNothing(async () => {
      for (const entry of [transaction(posting(P0)), batch(posting(P0))]) {
        const refused = await a.post('', transaction(requesting('POST', 'Bundle', entry)))
        const { issue } = await expectOutcome(refused, 400, 'not-supported')
        expect(issue[0]?.diagnostics).toContain('A Bundle of type batch or transaction')
      }
      const mistaken = await a.post('', transaction(requesting('POST', 'Patient', COLLECTION)))
      await expectOutcome(mistaken, 400, 'invalid')
    })
  })

  it('TXN-18 is Parameters that are stored where Parameters are served, and nowhere else', async () => {
    const server = await writeServer({ resourceTypes: R4_TYPES })
    const types = ['Parameters', 'Patient']
    server.clients.set(
      'A',
      types.map((type) => ({ type, operations: 'cruds' })),
    )
    const a = await server.as('A', 'system/Parameters.cruds system/Patient.cruds')
    const settings = { resourceType: 'Parameters', parameter: [{ name: 'a', valueString: 'b' }] }
    const [created] = await done(a, requesting('POST', 'Parameters', settings))
    const stored = await read(a, addressOf(created as EntryJson))
    expect(stored).toMatchObject({ ...settings, meta: { extension: originOf('A') } })
    const [updated] = await entriesOf(await a.post('', batch(putting({ ...stored, language: 'nl' }))), 'batch')
    expect(updated?.response.status).toBe('200 OK')
    await server.changesNothing(async () => {
      const mistaken = await a.post('', transaction(requesting('POST', 'Patient', settings)))
      await expectOutcome(mistaken, 400, 'invalid')
    })
  })
})

import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { refusing } from '#server/testing/refusing.ts'
import { BASE_URL, F, FD, type FhirServer, fhirServer, START, TYPES } from '../testing/fhir-server.ts'
import { type ImportDeps, type ImportSource, importResources } from './import.ts'

const fixture = (name: string): string => path.join('server/fhir/fixtures', name)

const file = (name: string): ImportSource => ({
  // The Bundle is stored as .txt: a formatter would make 1.5 of its 1.50.
  name: name.replace(/\.txt$/, ''),
  content: createReadStream(fixture(name)) as AsyncIterable<Uint8Array>,
})

const text = (name: string, ...content: readonly (string | Uint8Array)[]): ImportSource => ({ name, content })

const importing = (server: FhirServer, sources: readonly ImportSource[], more: Partial<ImportDeps> = {}) =>
  importResources(sources, {
    imports: server.storage.imports,
    resourceTypes: TYPES,
    clock: server.now,
    ...more,
  })

/** A resource's text without its version, found without our own scanner: the fixtures have these members once, on top. */
const withoutVersion = (resource: string): string =>
  resource
    .replace(/^(\{(?:(?!"contained").)*?"meta":\{)(.*?)(\}(?:,"[a-z_]+":|\}))/i, (_, head, meta: string, tail) => {
      const rest = meta.replace(/"(versionId|lastUpdated)":"[^"]*",?/g, '').replace(/,$/, '')
      return head + rest + tail
    })
    .replace('"meta":{},', '')
    .replace(',"meta":{}}', '}')

describe('importing resources', () => {
  it('RDR-12 gives back the same text, but for the version, and says what it did', async () => {
    const server = await fhirServer()
    const report = await importing(server, [file('people.ndjson')])
    expect(report).toEqual({
      ...{ read: 13, created: 12, updated: 0, unchanged: 0, failed: 0 },
      ...{ skipped: { Observation: 1 }, errors: [], lostLogins: [] },
    })
    const lines = readFileSync(fixture('people.ndjson'), 'utf8').trim().split('\n')
    for (const line of lines) {
      const { resourceType, id } = JSON.parse(line) as Record<string, string>
      if (resourceType === 'Observation') continue
      for (const base of [F, FD]) {
        const got = await (await server.get(`${base}/${resourceType}/${id}`)).text()
        expect(got).toContain('"lastUpdated":"2026-04-01T12:00:00.250+00:00"')
        expect(withoutVersion(got)).toBe(withoutVersion(line))
        expect((JSON.parse(got) as { meta: object }).meta).toMatchObject({ versionId: '1' })
      }
    }
  })

  it('a second time changes nothing, whatever the whitespace', async () => {
    const server = await fhirServer()
    await importing(server, [file('people.ndjson'), file('versions.ndjson')])
    const seq = await server.resources.currentSeq()
    const again = await importing(server, [file('people.ndjson'), file('versions.ndjson')])
    expect(again).toMatchObject({ read: 16, created: 0, updated: 0, unchanged: 15 })
    const spaced = '{ "resourceType" : "Patient", "id":"constructor",\t"active": true }'
    expect(await importing(server, [text('x.ndjson', spaced)])).toMatchObject({ unchanged: 1 })
    expect(await server.resources.currentSeq()).toBe(seq)
  })

  it('VRD-02 makes a version of each line of the same id, in order', async () => {
    const server = await fhirServer()
    expect(await importing(server, [file('versions.ndjson')])).toMatchObject({ created: 1, updated: 2 })
    for (const [vid, given] of [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ] as const)
      expect(await (await server.get(`${BASE_URL}/fhir/Patient/versions/_history/${vid}`)).json()).toMatchObject({
        meta: { versionId: String(vid) },
        name: [{ given: [given] }],
      })
    expect((await server.get(`${FD}/Patient/versions/_history/4`)).status).toBe(404)
  })

  it('a bad line never stops the rest, and is reported with its number', async () => {
    const server = await fhirServer()
    const report = await importing(server, [file('bad.ndjson')])
    expect(report).toMatchObject({ read: 15, created: 2, failed: 13 })
    expect(report.errors.map(({ line, path: at, reason }) => [line, at, reason])).toEqual([
      [2, undefined, 'is not well-formed JSON'],
      [4, undefined, 'is not a JSON object'],
      [5, 'resourceType', 'is not a resource type of FHIR R4'],
      [6, 'resourceType', 'is not a resource type of FHIR R4'],
      [7, 'id', 'must be 1 to 64 letters, digits, dashes or dots'],
      [8, 'id', 'must be 1 to 64 letters, digits, dashes or dots'],
      [9, 'meta', 'is not an object'],
      [10, 'text.div', 'is not a string'],
      [11, 'text.div', 'is not well-formed XHTML'],
      [12, 'text.div', 'has the element script'],
      [13, 'id', 'repeats a member'],
      [14, 'extension', 'has more than one resource-origin'],
      [15, undefined, 'is not a JSON object'],
    ])
    expect(report.errors.every(({ source }) => source === 'bad.ndjson')).toBe(true)
    expect((await server.resources.readCurrent('Patient', 'good-2'))?.versionId).toBe(1)
  })

  it('takes the resources out of a Bundle, lexemes and strings as they stand', async () => {
    const server = await fhirServer()
    const report = await importing(server, [file('bundle.json.txt')])
    expect(report).toMatchObject({ read: 3, created: 2, failed: 1 })
    expect(report.errors).toEqual([
      {
        ...{ source: 'bundle.json', line: 17, path: 'Bundle.entry[2].resource.id' },
        reason: 'must be 1 to 64 letters, digits, dashes or dots',
      },
    ])
    const body = (await server.resources.readCurrent('Patient', 'from-bundle'))?.body ?? ''
    expect(body.replace(/"meta":\{[^}]*\},/, '')).toBe(
      '{"resourceType":"Patient","id":"from-bundle","extension":[{"url":"urn:d","valueDecimal":1.50}],"name":[{"text":"Mila  de \\"Groot\\" } ]"}]}',
    )
  })

  it('gives an entry without an id the UUID of its fullUrl, the same at each import', async () => {
    const server = await fhirServer()
    const uuid = '61ebe359-bfdc-4613-8bf2-c5e300945f0a'
    const bundle = `{"resourceType":"Bundle","type":"transaction","entry":[{"fullUrl":"urn:uuid:${uuid}","resource":{ "active":true,"resourceType":"Patient"},"request":{"method":"POST","url":"Patient"}}]}`
    expect(await importing(server, [text('b.json', bundle)])).toMatchObject({ created: 1, failed: 0 })
    expect(await importing(server, [text('b.json', bundle)])).toMatchObject({ unchanged: 1, failed: 0 })
    expect((await server.resources.readCurrent('Patient', uuid))?.body).toMatch(
      new RegExp(`^{"active":true,"resourceType":"Patient","id":"${uuid}","meta":`),
    )
  })

  it('names the people who lose the identifier with their user name, by the versions of the whole import', async () => {
    const server = await fhirServer()
    const loginSystem = 'https://idp.example'
    const person = (id: string, ...values: readonly string[]) =>
      JSON.stringify({
        ...{ resourceType: id.startsWith('org') ? 'Organization' : 'Patient', id },
        identifier: [{ system: 'urn:other', value: id }, ...values.map((value) => ({ system: loginSystem, value }))],
      })
    const ids = ['same', 'gone', 'renamed', 'back', 'late', 'org']
    await importing(server, [text('a', ids.map((id) => person(id, id)).join('\n'))], { loginSystem })
    const after = [
      ...[person('same', 'same', 'more'), person('gone'), person('renamed', 'other'), person('org'), person('new')],
      ...[person('back'), person('back', 'back', 'again'), person('late', 'late', 'b'), person('late')],
    ].join('\n')
    const lost = (id: string) => ({ resource: `Patient/${id}`, system: loginSystem, value: id })
    const all = [lost('gone'), lost('renamed'), lost('late')]
    for (const dryRun of [true, false]) {
      const { lostLogins } = await importing(server, [text('b', after)], { loginSystem, dryRun })
      expect(lostLogins.filter(({ value }) => value !== 'b')).toEqual(all)
    }
    expect((await importing(server, [text('b', after)], { loginSystem })).lostLogins).toEqual([])
    expect((await importing(server, [text('c', person('same'))])).lostLogins).toEqual([])
  })

  it('loads a generated record as it is: urns become addresses, and types that are not served are listed', async () => {
    const server = await fhirServer()
    const report = await importing(server, [file('generated-transaction.json.txt')])
    expect(report).toMatchObject({
      ...{ read: 8, created: 5, failed: 0, errors: [] },
      skipped: { Encounter: 1, Observation: 1, Condition: 1 },
    })
    const { entry } = JSON.parse(readFileSync(fixture('generated-transaction.json.txt'), 'utf8')) as {
      entry: readonly { resource: { resourceType: string; id: string } }[]
    }
    const id = (type: string) => entry.find(({ resource }) => resource.resourceType === type)?.resource.id ?? ''
    const patient = `Patient/${id('Patient')}`
    expect(await (await server.get(`${F}/Device/${id('Device')}`)).json()).toMatchObject({
      patient: { reference: patient },
    })
    const team = await (await server.get(`${F}/CareTeam/${id('CareTeam')}`)).json()
    expect(team).toMatchObject({
      subject: { reference: patient },
      encounter: { reference: `Encounter/${id('Encounter')}` },
      participant: [
        { member: { reference: patient } },
        { member: { reference: expect.stringMatching(/^Practitioner\?/) } },
      ],
      managingOrganization: [{ reference: `Organization/${id('Organization')}` }],
    })
    expect(JSON.stringify(team)).not.toContain('urn:uuid')
    expect(await importing(server, [file('generated-transaction.json.txt')])).toMatchObject({ unchanged: 5 })
  })

  it('leaves a urn of no entry, one within a text, and one that is no reference', async () => {
    const server = await fhirServer()
    const uuid = '61ebe359-bfdc-4613-8bf2-c5e300945f0a'
    const told = `it says \\"reference\\":\\"urn:uuid:${uuid}\\"`
    const resource = `{"resourceType":"Patient","id":"p","identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:${uuid}"}],"name":[{"text":"${told}"}],"generalPractitioner":[{"reference":"urn:uuid:00000000-bfdc-4613-8bf2-c5e300945f0a"},{"reference" : "urn:uuid:${uuid.toUpperCase()}"}]}`
    const other = `{"fullUrl":"urn:uuid:${uuid}","resource":{"resourceType":"Practitioner"}}`
    const bundle = `{"resourceType":"Bundle","type":"collection","entry":[{"resource":${resource}},${other}]}`
    expect(await importing(server, [text('b.json', bundle)])).toMatchObject({ created: 2, failed: 0 })
    const body = (await server.resources.readCurrent('Patient', 'p'))?.body ?? ''
    expect(body).toContain(`"value":"urn:uuid:${uuid}"`)
    expect(body).toContain(told)
    expect(body).toContain('"urn:uuid:00000000-bfdc-4613-8bf2-c5e300945f0a"')
    expect(body).toContain(`{"reference":"Practitioner/${uuid}"}`)
  })

  it('takes one resource on many lines, or on one, from a file or from standard input', async () => {
    const server = await fhirServer()
    const pretty = '\n{\n  "resourceType": "Patient",\n  "id": "pretty"\n}\n'
    expect(await importing(server, [text('one.json', pretty)])).toMatchObject({ created: 1, failed: 0 })
    expect(await importing(server, [text('-', pretty.replace('"pretty"', '"input"'))])).toMatchObject({ created: 1 })
    const bundle =
      '{"resourceType":"Bundle","type":"searchset","entry":[{"resource":{"resourceType":"Patient","id":"b"}}]}'
    expect(await importing(server, [text('-', `${bundle}\n{"resourceType":"Patient","id":"c"}\n`)])).toMatchObject({
      created: 2,
    })
    const broken = await importing(server, [text('-', '{"bad":\n{"resourceType":"Patient","id":"d"}\n')])
    expect(broken).toMatchObject({ created: 1, failed: 1, errors: [{ source: '-', line: 1 }] })
    expect(
      await importing(server, [text('x.json', '{"bad":\n'), text('empty.json', ''), text('e.ndjson', '\n\n')]),
    ).toMatchObject({
      read: 1,
      failed: 1,
    })
  })

  it('IMP-01 accounts for each row that is a Bundle: unwrapped, stored as it is, left out or refused', async () => {
    const patient = (id: string) => ({ resourceType: 'Patient', id })
    const bundle = (type: string, ...ids: readonly string[]) => ({
      ...{ resourceType: 'Bundle', id: type, type },
      ...(ids.length > 0 ? { entry: ids.map((id) => ({ resource: patient(id) })) } : {}),
    })
    const rows = [
      ...[patient('p'), bundle('batch', 'a'), bundle('transaction', 'b'), bundle('searchset', 'c', 'd')],
      ...[bundle('collection'), bundle('document'), bundle('message'), bundle('batch')],
    ]
    const source = () => text('x.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'))
    const server = await fhirServer()
    const errors = [{ source: 'x.ndjson', line: 8, path: 'Bundle.entry', reason: 'has no entry with a resource' }]
    const report = await importing(server, [source()])
    expect(report).toMatchObject({ read: 9, created: 5, skipped: { Bundle: 3 }, failed: 1, errors })
    const resourceTypes = [...TYPES, 'Bundle']
    const all = await importing(server, [source()], { resourceTypes })
    expect(all).toMatchObject({ read: 9, created: 3, unchanged: 5, skipped: {}, failed: 1, errors })
    const stored = (await server.resources.readCurrent('Bundle', 'collection'))?.body ?? ''
    expect(JSON.parse(stored)).toMatchObject(bundle('collection'))
    for (const name of ['x.json', '-']) {
      const { read, unchanged } = await importing(server, [text(name, JSON.stringify(bundle('collection', 'c', 'd')))])
      expect([name, read, unchanged]).toEqual([name, 2, 2])
      const two = [bundle('collection', 'c', 'd'), patient('p')].map((row) => JSON.stringify(row)).join('\n\n')
      const { skipped } = await importing(server, [text(name, two)])
      expect([name, skipped]).toEqual([name, { Bundle: 1 }])
    }
  })

  it('reads any division into chunks, and refuses what is not UTF-8 line by line', async () => {
    const server = await fhirServer()
    const bytes = Buffer.from(
      '{"resourceType":"Patient","id":"u","name":[{"family":"Zoë 👩"}]}\r\n{"resourceType":"Patient","id":"v"}',
    )
    const single = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(await importing(server, [text('x.ndjson', ...single)])).toMatchObject({ created: 2 })
    expect((await server.resources.readCurrent('Patient', 'u'))?.body).toContain('Zoë 👩')
    const latin1 = Buffer.concat([Buffer.from('{"resourceType":"Patient","id":"Zo\xeb"}\n', 'latin1'), bytes])
    expect(await importing(server, [text('y.ndjson', latin1)])).toMatchObject({
      unchanged: 2,
      errors: [{ line: 1, reason: 'is not UTF-8' }],
    })
  })

  it('gives resources without an origin the one that is told, and leaves the others theirs', async () => {
    const server = await fhirServer()
    await importing(server, [file('people.ndjson')], { origin: 'importer' })
    expect((await server.resources.readCurrent('Patient', 'given-null'))?.origin).toBe('ward')
    const decimals = await server.resources.readCurrent('Patient', 'decimals')
    expect(decimals?.origin).toBe('importer')
    expect(decimals?.body).toContain('"valueDecimal":1.00')
    expect((await importing(server, [file('people.ndjson')], { origin: 'importer' })).unchanged).toBe(12)
  })

  it('writes in small groups beside another process, and tells how far it is', async () => {
    const server = await fhirServer()
    await server.another()
    const lines = Array.from({ length: 1201 }, (_, n) => `{"resourceType":"Patient","id":"p${n}"}\n`)
    const seen: number[] = []
    await importing(server, [text('x.ndjson', ...lines)], { progress: ({ created }) => seen.push(created) })
    expect(seen).toEqual([500, 1000, 1201, 1201])
  })

  it('leaves the store as it was when the store fails within a group', async () => {
    const server = await fhirServer()
    await server.another()
    await refusing(server.sql, 'resource_version', 'broken', "NEW.id = 'p700'")
    const lines = Array.from({ length: 900 }, (_, n) => `{"resourceType":"Patient","id":"p${n}"}\n`)
    await expect(importing(server, [text('x.ndjson', ...lines)])).rejects.toThrow('broken')
    const all = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
    // Each transaction of the group before was whole, and so is each of this one.
    const { total: count = 0 } = await server.resources.search({ search: all, limit: 1, mostCounted: 1000 })
    expect(count).toBeGreaterThanOrEqual(500)
    expect(count).toBeLessThan(701)
    expect(await server.resources.readCurrent('Patient', `p${count - 1}`)).toBeDefined()
  })

  it('keeps what was there at the time of the import', async () => {
    const server = await fhirServer()
    await importing(server, [file('versions.ndjson')])
    expect((await server.resources.readCurrent('Patient', 'versions'))?.lastUpdated).toBe(START)
  })
})

describe('importing from a source that is compressed, or only to see', () => {
  it('takes gzip, with a name that says so and without one', async () => {
    const server = await fhirServer()
    const zipped = gzipSync(readFileSync(fixture('people.ndjson')))
    expect(await importing(server, [text('people.ndjson.gz', zipped)])).toMatchObject({ created: 12, failed: 0 })
    const halves = [zipped.subarray(0, 100), zipped.subarray(100)]
    expect(await importing(server, [text('-', ...halves)])).toMatchObject({ unchanged: 12, failed: 0 })
  })

  it('says so when the gzip breaks off, and goes on with the next source', async () => {
    const server = await fhirServer()
    const zipped = gzipSync(readFileSync(fixture('people.ndjson')))
    const report = await importing(server, [
      text('half.ndjson.gz', zipped.subarray(0, zipped.byteLength - 20)),
      text('x.ndjson', '{"resourceType":"Patient","id":"after"}'),
    ])
    expect(report.errors.at(-1)).toMatchObject({ source: 'half.ndjson.gz', reason: expect.stringContaining('gzip') })
    expect((await server.resources.readCurrent('Patient', 'after'))?.versionId).toBe(1)
  })

  it('reports and writes nothing in a dry run', async () => {
    const server = await fhirServer()
    await importing(server, [
      text('x.ndjson', '{"resourceType":"Patient","id":"a"}\n{"resourceType":"Patient","id":"b"}'),
    ])
    const seq = await server.resources.currentSeq()
    const lines = ['a"}', 'b","active":true}', 'c"}', 'd","gender":"x"}'].map(
      (end) => `{"resourceType":"Patient","id":"${end}`,
    )
    expect(await importing(server, [text('y.ndjson', lines.join('\n'))], { dryRun: true })).toMatchObject({
      ...{ read: 4, created: 1, updated: 1, unchanged: 1, failed: 1 },
      errors: [{ source: 'y.ndjson', line: 4, path: 'gender', reason: 'is not one of male, female, other, unknown' }],
    })
    expect(await server.resources.currentSeq()).toBe(seq)
  })

  it('stops after a group when it is told to, and can be run again', async () => {
    const server = await fhirServer()
    await server.another()
    const lines = Array.from({ length: 1200 }, (_, index) => `{"resourceType":"Patient","id":"p${index}"}`).join('\n')
    const controller = new AbortController()
    const progress = () => controller.abort()
    const report = await importing(server, [text('x.ndjson', lines)], { signal: controller.signal, progress })
    expect(report).toMatchObject({ read: 500, created: 500, stopped: true })
    expect(await importing(server, [text('x.ndjson', lines)])).toMatchObject({ created: 700, unchanged: 500 })
  })

  it('has checks for every resource that is served, by line and path', async () => {
    const server = await fhirServer()
    const bundle =
      '{"resourceType":"Bundle","type":"collection",\n"entry":[\n{"resource":{"resourceType":"Task","id":"t","status":"ready"}}]}'
    expect((await importing(server, [text('b.json', bundle)])).errors).toEqual([
      { source: 'b.json', line: 3, path: 'Bundle.entry[0].resource.intent', reason: 'is missing' },
    ])
  })
})

// A resource-origin in a form that the server does not write, sent or stored, and the origin of resources that R4 gives no extensions.
import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { type ImportReport, importResources } from '../import/import.ts'
import { bundleOf, expectOutcome, type Json, originOf, TYPES } from '../testing/fhir-server.ts'
import { batch, entriesOf, patching, putting, statusesOf, transaction } from './testing/bundles.ts'
import { ifMatch, type Stored, type Writer, type WriteServer, writeServer } from './testing/writers.ts'

const origin = (more: Json): Json => ({ url: RESOURCE_ORIGIN, ...more })
const reference = (text: string) => origin({ valueReference: { reference: text } })

const ODD: readonly (readonly [string, Json])[] = [
  ['a foreign reference', reference('https://evil.example/fhir/Device/A')],
  ['a reference to a version', reference('Device/A/_history/1')],
  ['a reference to another type', reference('Practitioner/A')],
  ['an identifier alone', origin({ valueReference: { identifier: { value: 'A' } } })],
  ['a string', origin({ valueString: 'Device/A' })],
  ['extensions', origin({ extension: [{ url: 'reference', valueString: 'Device/A' }] })],
]

const originsOf = (resource: unknown): readonly Json[] =>
  ((resource as Json)['extension'] as readonly Json[] | undefined)?.filter(({ url }) => url === RESOURCE_ORIGIN) ?? []

const current = async (writer: Writer, { resourceType, id }: Json): Promise<Stored> =>
  (await (await writer.get(`/${resourceType}/${id}`, { accept: 'application/fhir+json' })).json()) as Stored

describe.each(ODD)('a resource-origin with %s', (_, odd) => {
  it('ORI-03 is another one than the stored one, whichever way it comes', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const stored = await a.made({ ...P0, identifier: [{ system: 'urn:x', value: 'odd' }] })
    const changed = { ...stored, extension: [odd], active: false }
    const path = `/Patient/${stored.id}`
    await server.changesNothing(async () => {
      await expectOutcome(await a.put(path, changed, ifMatch(1)), 403, 'forbidden')
      await expectOutcome(await a.put('/Patient?identifier=odd', changed, ifMatch(1)), 403, 'forbidden')
      await expectOutcome(await a.post('', transaction(putting(changed))), 403, 'forbidden')
      expect(statusesOf(await entriesOf(await a.post('', batch(putting(changed))), 'batch'))).toEqual([403])
      const replacing = [{ op: 'replace', path: '/extension/0', value: odd }]
      await expectOutcome(await a.patch(path, replacing, ifMatch(1)), 403, 'forbidden')
      const entry = patching(path.slice(1), replacing, { ifMatch: 'W/"1"' })
      await expectOutcome(await a.post('', transaction(entry)), 403, 'forbidden')
      const adding = [{ op: 'add', path: '/extension/-', value: odd }]
      await expectOutcome(await a.patch(path, adding, ifMatch(1)), 400, 'extension')
      const both = { ...changed, extension: [...originOf('A'), odd] }
      await expectOutcome(await a.put(path, both, ifMatch(1)), 400, 'extension')
      const validated = await (await a.post(`${path}/$validate?mode=update`, changed)).json()
      expect(validated).toMatchObject({ issue: [{ severity: 'error', code: 'forbidden' }] })
    })
  })

  it('ORI-04 is none that a resource without origin may get', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    await server.put({ ...P0, id: 'seeded' })
    await server.changesNothing(async () => {
      const changed = { ...P0, id: 'seeded', extension: [odd] }
      await expectOutcome(await all.put('/Patient/seeded', changed, ifMatch(1)), 403, 'forbidden')
      const adding = [{ op: 'add', path: '/extension', value: [odd] }]
      await expectOutcome(await all.patch('/Patient/seeded', adding, ifMatch(1)), 403, 'forbidden')
    })
  })

  it('ORI-03 stored by an earlier release is not shown, found or in the way', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    await store(server, { ...made, extension: [odd, ...originOf('A')] })
    const read = await current(a, made)
    expect(originsOf(read)).toEqual(originOf('A'))
    expect(originsOf(await (await a.get(`/Patient/${made.id}/_history/1`)).json())).toEqual(originOf('A'))
    const { entry = [] } = await bundleOf(await a.get(`/Patient?_id=${made.id}`))
    expect(originsOf(entry[0]?.resource)).toEqual(originOf('A'))
    expect((await a.put(`/Patient/${made.id}`, read, ifMatch(1))).status).toBe(200)
    const patch = [{ op: 'add', path: '/active', value: false }]
    expect((await a.patch(`/Patient/${made.id}`, patch, ifMatch(1))).status).toBe(200)
    expect(await stored(server, made)).toMatchObject({ active: false, extension: originOf('A') })
  })

  it('ORI-04 stored by an earlier release where there is no origin is not shown', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    await server.put({ ...P0, id: 'seeded' })
    await store(server, { ...P0, id: 'seeded', extension: [odd], meta: { versionId: '1' } })
    const read = await current(all, { resourceType: 'Patient', id: 'seeded' })
    expect(originsOf(read)).toEqual([])
    expect((await all.put('/Patient/seeded', { ...read, active: false }, ifMatch(1))).status).toBe(200)
  })

  it('ORI-01 is not imported', async () => {
    const report = await imported(await writeServer(), TYPES, { ...P0, id: 'a', extension: [odd] })
    expect(report).toMatchObject({ failed: 1, errors: [{ path: 'extension' }] })
    expect(report.errors[0]?.reason).toContain('not Device/[id]')
  })
})

describe('the stored resource-origin', () => {
  it.each([
    ['another display', { reference: 'Device/A', display: 'Somebody else' }],
    ['another identifier', { reference: 'Device/A', type: 'Device', identifier: { value: 'B' } }],
  ])('ORI-03 stays word for word, with %s beside the right reference', async (_, valueReference) => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const changed = {
      ...made,
      active: false,
      extension: [{ url: 'urn:x', valueString: 'x' }, origin({ valueReference })],
    }
    for (const [version, send] of [
      [1, () => a.put(`/Patient/${made.id}`, changed, ifMatch(1))],
      [2, () => a.post('', transaction(putting({ ...changed, active: true }, { ifMatch: 'W/"2"' })))],
    ] as const) {
      expect([version, (await send()).status]).toEqual([version, 200])
      expect(originsOf(await current(a, made))).toEqual(originOf('A'))
    }
  })
})

/** As an earlier release stored a version: with other content, and nothing else changed. */
async function store({ sql }: WriteServer, resource: Json): Promise<void> {
  const changed = await sql.rows(
    'UPDATE resource_body SET body = ? WHERE seq = (SELECT max(seq) FROM resource_version WHERE type = ? AND id = ?) RETURNING seq',
    JSON.stringify(resource),
    String(resource['resourceType']),
    String(resource['id']),
  )
  expect(changed).toHaveLength(1)
}

const stored = async ({ sql }: WriteServer, { resourceType, id }: Json): Promise<unknown> =>
  JSON.parse(
    (await sql.value<string>(
      'SELECT body FROM resource_body NATURAL JOIN resource_version WHERE type = ? AND id = ? ORDER BY seq DESC',
      String(resourceType),
      String(id),
    )) ?? '',
  )

const imported = (
  server: WriteServer,
  resourceTypes: readonly string[],
  ...rows: readonly Json[]
): Promise<ImportReport> =>
  importResources([{ name: 'x.ndjson', content: [rows.map((row) => JSON.stringify(row)).join('\n')] }], {
    ...{ imports: server.storage.imports, clock: server.now, resourceTypes, origin: 'A' },
  })

const NO_DOMAIN_RESOURCES: readonly Json[] = [
  { resourceType: 'Binary', contentType: 'text/plain', data: 'AAAA' },
  { resourceType: 'Bundle', type: 'collection' },
  { resourceType: 'Bundle', type: 'collection', entry: [{ resource: { resourceType: 'Basic', code: { text: 'x' } } }] },
  { resourceType: 'Parameters', parameter: [{ name: 'a', valueString: 'b' }] },
]

describe.each(NO_DOMAIN_RESOURCES)('a $resourceType, which has extensions in its meta alone', (resource) => {
  const type = String(resource['resourceType'])
  const expectOrigin = (one: Json) => {
    expect(one).not.toHaveProperty('extension')
    expect(one).toMatchObject({ meta: { extension: originOf('A') } })
  }
  const server = async () => {
    const open = await writeServer({ resourceTypes: R4_TYPES })
    open.clients.set('A', [{ type, operations: 'cruds', origins: ['A'] }])
    return { server: open, a: await open.as('A', `system/${type}.cruds`) }
  }
  /** What holds for each stored one: it is found, and valid, and can be written as it was read. */
  const expectUsable = async (a: Writer, made: Stored) => {
    expectOrigin(made)
    const found = await bundleOf(await a.get(`/${type}?resource-origin=Device/A&_id=${made.id}`))
    expect(found.entry).toHaveLength(1)
    const path = `/${type}/${made.id}`
    const version = made.meta.versionId
    const told = await (await a.get(`${path}/$validate`)).json()
    expect(told).toMatchObject({ issue: [{ severity: 'information' }] })
    expect((await a.put(path, made, ifMatch(version))).status).toBe(200)
    const { meta: _, ...without } = made
    expect((await a.put(path, { ...without, language: 'nl' }, ifMatch(version))).status).toBe(200)
    const patch = [{ op: 'replace', path: '/language', value: 'en' }]
    const patched = await a.patch(path, patch, ifMatch(Number(version) + 1))
    expect(patched.status).toBe(200)
    expectOrigin((await patched.json()) as Json)
  }

  it('ORI-15 is created with its origin there, and written as it was read', async () => {
    const { a } = await server()
    await expectUsable(a, await a.made(resource))
  })

  it('ORI-15 is imported with its origin there', async () => {
    const { server: open, a } = await server()
    expect(await imported(open, R4_TYPES, { ...resource, id: 'i' })).toMatchObject({ read: 1, created: 1 })
    await expectUsable(a, await current(a, { resourceType: type, id: 'i' }))
  })

  it('ORI-15 that was stored with one at its root is read and written as it should be', async () => {
    const { server: open, a } = await server()
    const made = await a.made(resource)
    const { extension: _, ...meta } = made.meta as Json
    await store(open, { resourceType: type, id: made.id, meta, extension: originOf('A'), ...resource })
    await expectUsable(a, await current(a, made))
  })

  it('ORI-02 ORI-03 takes no other origin', async () => {
    const { server: open, a } = await server()
    const made = await a.made(resource)
    await open.changesNothing(async () => {
      const sent = { ...resource, meta: { extension: originOf('A') } }
      await expectOutcome(await a.post(`/${type}`, sent), 400, 'extension')
      for (const extension of [originOf('B'), [reference('https://evil.example/Device/A')]]) {
        const changed = { ...made, meta: { extension }, language: 'nl' }
        await expectOutcome(await a.put(`/${type}/${made.id}`, changed, ifMatch(1)), 403, 'forbidden')
        const patch = [{ op: 'replace', path: '/meta/extension', value: extension }]
        await expectOutcome(await a.patch(`/${type}/${made.id}`, patch, ifMatch(1)), 403, 'forbidden')
      }
    })
  })
})

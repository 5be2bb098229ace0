import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { F, FD, type Json, originOf, patient } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, type Writer, type WriteServer, writeServer } from './testing/writers.ts'

const FHIR_JSON = { 'content-type': 'application/fhir+json' }
const ACCEPT_PATCH = 'application/json-patch+json, application/fhir+json'

/** A FHIRPath Patch of one operation. */
const parameters = (...part: readonly Json[]) => ({
  resourceType: 'Parameters',
  parameter: [{ name: 'operation', part }],
})

const status = (value: string) => [{ op: 'replace', path: '/status', value }]

/** The answer to a patch that was carried out, as text. */
async function patched(response: Response): Promise<string> {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  return text
}

const madeTask = async (server: WriteServer, more: Json = {}): Promise<Stored> => {
  const { task } = await server.task(more)
  return (await server.as('A')).made(task)
}

describe.each([F, FD])('patch below %s', (base) => {
  it('PAT-01 carries out a JSON Patch, and gives what is there then', async () => {
    const server = await writeServer()
    const a = await server.as('A', undefined, base)
    const { id } = await madeTask(server)
    const response = await a.patch(`/Task/${id}`, status('in-progress'), ifMatch(1))
    const text = await patched(response)
    const { meta, status: now } = JSON.parse(text)
    expect([now, meta.versionId]).toEqual(['in-progress', '2'])
    expect(response.headers.get('etag')).toBe('W/"2"')
    expect(response.headers.get('last-modified')).toBe(new Date(meta.lastUpdated).toUTCString())
    expect(await (await a.get(`/Task/${id}`)).text()).toBe(text)
  })

  it('PAT-02 carries out a FHIRPath Patch', async () => {
    const server = await writeServer()
    const a = await server.as('A', undefined, base)
    const { id } = await madeTask(server)
    const patch = parameters(
      { name: 'type', valueCode: 'replace' },
      { name: 'path', valueString: 'Task.status' },
      { name: 'value', valueCode: 'in-progress' },
    )
    const response = await a.patch(`/Task/${id}`, patch, { ...FHIR_JSON, ...ifMatch(1) })
    expect(JSON.parse(await patched(response))).toMatchObject({ status: 'in-progress', meta: { versionId: '2' } })
    expect(response.headers.get('etag')).toBe('W/"2"')
  })
})

describe('what a patch is', () => {
  it.each(['application/xml-patch+xml', 'application/merge-patch+json', 'text/plain', 'application/json', ''])(
    'PAT-03 refuses a patch of the type "%s", and names those that it takes',
    async (type) => {
      const server = await writeServer()
      const a = await server.as('A')
      const { id } = await a.made(P0)
      const response = await server.changesNothing(() =>
        a.patch(`/Patient/${id}`, status('x'), { 'content-type': type, ...ifMatch(1) }),
      )
      expect(response.headers.get('accept-patch')).toBe(ACCEPT_PATCH)
      await expectRefused(response, 415, 'not-supported')
    },
  )

  it('PAT-04 leaves every lexeme as it is but those that it names', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const decimal = '"extension":[{"valueDecimal":1.00,"url":"http://example.org/decimal"}]'
    const sent = String.raw`{"birthDate":"1980-01-31",${decimal},"name":[{"family":"Andr\u00e9 \/"}],"resourceType":"Patient","gender":"female"}`
    const { id } = (await (await a.post('/Patient', sent)).json()) as Stored
    const before = await (await a.get(`/Patient/${id}`)).text()
    server.advance(1000)
    await patched(await a.patch(`/Patient/${id}`, [{ op: 'replace', path: '/gender', value: 'other' }], ifMatch(1)))
    const after = await (await a.get(`/Patient/${id}`)).text()
    const bare = (text: string) => text.replace(/"versionId":"\d","lastUpdated":"[^"]*"/, '')
    expect(bare(after)).toBe(bare(before).replace('"gender":"female"', '"gender":"other"'))
    expect(after).toContain('"valueDecimal":1.00')
  })

  it('PAT-07 carries out all of it or nothing', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const operations = [
      { op: 'replace', path: '/gender', value: 'other' },
      { op: 'remove', path: '/birthDate' },
      { op: 'add', path: '/active', value: false },
      { op: 'remove', path: '/deceasedBoolean' },
    ]
    const [issue] = await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, operations, ifMatch(1)), 422, 'processing'),
    )
    expect(issue?.diagnostics).toMatch(/\b3\b|fourth|\[3\]/)
    expect(await (await a.get(`/Patient/${id}`)).json()).toMatchObject({ gender: 'female', active: true })
  })

  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['text that is no JSON', '[{', {}],
    ['an object', {}, {}],
    ['an unknown operation', [{ op: 'delete', path: '/name' }], {}],
    ['no path', [{ op: 'remove' }], {}],
    ['a path that is no pointer', [{ op: 'remove', path: 'status' }], {}],
    ['an add without a value', [{ op: 'add', path: '/active' }], {}],
    ['a FHIRPath Patch without a type', parameters({ name: 'path', valueString: 'Patient.name' }), FHIR_JSON],
    ['a resource that is no Parameters', P0, FHIR_JSON],
  ])('PAT-08 refuses %s as malformed', async (_, body, headers) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, body, { ...headers, ...ifMatch(1) }), 400, 'structure'),
    )
  })

  it.each<[string, unknown]>([
    ['a path to nothing', [{ op: 'remove', path: '/deceasedBoolean' }]],
    ['an index beyond the end', [{ op: 'replace', path: '/name/7', value: {} }]],
    ['a test that does not hold', [{ op: 'test', path: '/gender', value: 'male' }]],
  ])('PAT-09 refuses what cannot be applied: %s', async (_, body) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, body, ifMatch(1)), 422, 'processing'),
    )
  })

  it('PAT-10 PAT-11 makes no version where nothing changes', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await madeTask(server)
    const before = await (await a.get(`/Task/${id}`)).text()
    const nothing = parameters({ name: 'type', valueCode: 'delete' }, { name: 'path', valueString: 'Task.code' })
    await server.changesNothing(async () => {
      for (const response of [
        await a.patch(`/Task/${id}`, [{ op: 'test', path: '/status', value: 'ready' }], ifMatch(1)),
        await a.patch(`/Task/${id}`, status('ready'), ifMatch(1)),
        await a.patch(`/Task/${id}`, [], ifMatch(1)),
        await a.patch(`/Task/${id}`, nothing, { ...FHIR_JSON, ...ifMatch(1) }),
      ]) {
        expect(response.headers.get('etag')).toBe('W/"1"')
        expect(await patched(response)).toBe(before)
      }
    })
  })

  it('PAT-11 does not validate the stored resource again when nothing changes', async () => {
    const server = await writeServer()
    await server.put({ resourceType: 'Patient', id: 'old', gender: 'of-old' })
    const all = await server.as('all')
    const held = [{ op: 'test', path: '/gender', value: 'of-old' }]
    const changing = [...held, { op: 'add', path: '/active', value: true }]
    await server.changesNothing(async () => {
      expect((await all.patch('/Patient/old', held, ifMatch(1))).status).toBe(200)
      await expectRefused(await all.patch('/Patient/old', changing, ifMatch(1)), 400, 'code-invalid')
    })
  })

  it('PAT-12 requires If-Match, and the current version in it', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await madeTask(server)
    await server.changesNothing(async () => {
      const [missing] = await expectRefused(await a.patch(`/Task/${id}`, status('in-progress')), 412, 'required')
      expect(missing?.diagnostics).toContain('If-Match')
      await expectRefused(await a.patch(`/Task/${id}`, status('in-progress'), ifMatch(2)), 412, 'conflict')
    })
    expect((await a.patch(`/Task/${id}`, status('in-progress'), ifMatch(1))).status).toBe(200)
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Task/${id}`, status('completed'), ifMatch(1)), 412, 'conflict'),
    )
  })
})

describe('what a patch comes to', () => {
  it.each<[string, readonly Json[], number, string]>([
    ['a status that no Task has', status('zzz'), 400, 'code-invalid'],
    ['no status', [{ op: 'remove', path: '/status' }], 400, 'required'],
    [
      'a reference to what is not there',
      [{ op: 'replace', path: '/owner', value: { reference: 'Practitioner/none', type: 'Practitioner' } }],
      422,
      'not-found',
    ],
    ['no owner, which the profile asks for', [{ op: 'remove', path: '/owner' }], 422, 'required'],
    ['a step that no Task takes', status('draft'), 422, 'business-rule'],
  ])('PAT-13 is judged as the body of an update: %s', async (_, body, code, issue) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await madeTask(server)
    const { task: _task } = await server.task()
    await server.changesNothing(async () => {
      const response = await a.patch(`/Task/${id}`, body, ifMatch(1))
      const answer = await response.clone().text()
      expect(`${response.status} ${answer}`).toMatch(new RegExp(`^${code} `))
      const put = await a.put(`/Task/${id}`, await asUpdate(a, id, body), ifMatch(1))
      expect(`${put.status} ${await put.text()}`).toBe(`${code} ${answer}`)
      await expectRefused(response, code, issue)
    })
  })

  it('PAT-13 says of what was wrong before the patch that the patch has to mend it', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const meta = { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2Patient'] }
    await server.put(patient('bare', { extension: originOf('A'), contact: [{ gender: 'male' }] }))
    await server.put(patient('poor', { extension: originOf('A'), meta }))
    const patchOf = (id: string, ...more: readonly Json[]) =>
      a.patch(`/Patient/${id}`, [{ op: 'replace', path: '/active', value: false }, ...more], ifMatch(1))
    const [bare] = await expectRefused(await patchOf('bare'), 400, 'invariant', 'Patient.contact[0]')
    expect(bare?.diagnostics).toMatch(/pat-1\. This problem existed before the patch: fix it in the same patch\.$/)
    const issues = await expectRefused(await patchOf('poor'), 422, 'required')
    for (const { diagnostics } of issues) expect(diagnostics).toMatch(/before the patch/)
    const [, own] = await expectRefused(
      await patchOf('bare', { op: 'add', path: '/gender', value: 'x' }),
      400,
      'invariant',
    )
    expect(own?.code).toBe('code-invalid')
    expect(own?.diagnostics).not.toMatch(/before the patch/)
    await patched(
      await patchOf('bare', { op: 'remove', path: '/contact/0/gender' }, { op: 'remove', path: '/contact' }),
    )
  })

  it.each<[string, readonly Json[], string]>([
    ['another type', [{ op: 'replace', path: '/resourceType', value: 'Task' }], 'Patient.resourceType'],
    ['no type', [{ op: 'remove', path: '/resourceType' }], 'Patient.resourceType'],
    ['another id', [{ op: 'replace', path: '/id', value: 'x' }], 'Patient.id'],
    ['no id', [{ op: 'remove', path: '/id' }], 'Patient.id'],
    ['an id that is moved away', [{ op: 'move', from: '/id', path: '/language' }], 'Patient.id'],
    ['an id that is copied onto', [{ op: 'copy', from: '/gender', path: '/id' }], 'Patient.id'],
    ['another version', [{ op: 'replace', path: '/meta/versionId', value: '9' }], 'Patient.meta.versionId'],
    ['no time', [{ op: 'remove', path: '/meta/lastUpdated' }], 'Patient.meta.lastUpdated'],
    ['no meta', [{ op: 'remove', path: '/meta' }], 'Patient.meta.versionId'],
    ['another resource', [{ op: 'replace', path: '', value: { resourceType: 'Patient', id: 'x' } }], 'Patient.id'],
  ])('PAT-14 leaves what is the server’s own: %s', async (_, body, expression) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, body, ifMatch(1)), 400, 'invalid', expression),
    )
  })

  it('PAT-14 takes another root that keeps what is the server’s own', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { language: _, ...rest } = await a.made({ ...P0, language: 'nl' })
    const body = [{ op: 'replace', path: '', value: { ...rest, gender: 'other' } }]
    const text = await patched(await a.patch(`/Patient/${rest.id}`, body, ifMatch(1)))
    expect(JSON.parse(text)).toEqual({
      ...rest,
      gender: 'other',
      meta: { ...rest.meta, versionId: '2', lastUpdated: expect.any(String) },
    })
  })

  const second = {
    url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
    valueReference: { reference: 'Device/B', type: 'Device' },
  }
  it.each<[string, readonly Json[], number, string]>([
    [
      'another Device',
      [{ op: 'replace', path: '/extension/0/valueReference/reference', value: 'Device/B' }],
      403,
      'forbidden',
    ],
    ['none', [{ op: 'remove', path: '/extension/0' }], 403, 'forbidden'],
    ['no extension at all', [{ op: 'remove', path: '/extension' }], 403, 'forbidden'],
    ['a move', [{ op: 'move', from: '/extension/0', path: '/name/0/extension' }], 403, 'forbidden'],
    ['a second one', [{ op: 'add', path: '/extension/-', value: second }], 400, 'extension'],
  ])('PAT-15 leaves the resource-origin: %s', async (_, body, code, issue) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, body, ifMatch(1)), code, issue),
    )
  })

  it('PAT-15 lets a patch test the resource-origin', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const of = (device: string) => [
      { op: 'test', path: '/extension/0/valueReference/reference', value: `Device/${device}` },
      { op: 'replace', path: '/gender', value: 'other' },
    ]
    await expectRefused(await a.patch(`/Patient/${id}`, of('B'), ifMatch(1)), 422, 'processing')
    await patched(await a.patch(`/Patient/${id}`, of('A'), ifMatch(1)))
  })

  const text = (of: string) => ({ status: of, div: '<div xmlns="http://www.w3.org/1999/xhtml">born in 1980</div>' })
  const birthDate = { op: 'replace', path: '/birthDate', value: '1999-01-01' }

  it('PAT-16 leaves out a narrative that was generated from what is changed, and says so', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made({ ...P0, text: text('generated') })
    const prefer = { prefer: 'return=OperationOutcome' }
    const response = await a.patch(`/Patient/${id}`, [birthDate], { ...ifMatch(1), ...prefer })
    const { issue } = JSON.parse(await patched(response)) as { readonly issue: readonly Json[] }
    expect(issue.map(({ severity }) => severity)).toEqual(['information', 'warning'])
    const now = (await (await a.get(`/Patient/${id}`)).json()) as Json
    expect(now).toMatchObject({ birthDate: '1999-01-01', meta: { versionId: '2' } })
    expect(now).not.toHaveProperty('text')
  })

  it('PAT-17 throws away no narrative that somebody wrote', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made({ ...P0, text: text('additional') })
    await server.changesNothing(async () =>
      expectRefused(await a.patch(`/Patient/${id}`, [birthDate], ifMatch(1)), 422, 'business-rule', 'Patient.text'),
    )
    const both = [birthDate, { op: 'replace', path: '/text/div', value: text('').div.replace('1980', '1999') }]
    expect(JSON.parse(await patched(await a.patch(`/Patient/${id}`, both, ifMatch(1))))).toMatchObject({
      text: { div: expect.stringContaining('1999') },
    })
  })

  it('PAT-18 answers 410 for what was deleted, 404 for what is not there or not to be seen', async () => {
    const server = await writeServer()
    const [a, b] = [await server.as('A'), await server.as('B')]
    const { id } = await a.made(P0)
    const gone = await a.made(P0)
    await a.delete(`/Patient/${gone.id}`)
    await server.changesNothing(async () => {
      const deleted = await a.patch(`/Patient/${gone.id}`, [birthDate], ifMatch(2))
      expect(deleted.headers.get('etag')).toBe('W/"2"')
      await expectRefused(deleted, 410, 'deleted')
      const [unknown] = await expectRefused(await a.patch('/Patient/none', [birthDate], ifMatch(1)), 404, 'not-found')
      const [invisible] = await expectRefused(
        await b.patch(`/Patient/${id}`, [birthDate], ifMatch(1)),
        404,
        'not-found',
      )
      expect(invisible).toEqual(unknown)
      await expectRefused(await b.patch(`/Patient/${gone.id}`, [birthDate], ifMatch(2)), 404, 'not-found')
    })
  })

  it.each([
    'resolve()',
    '%context.repeat(name)',
    'trace("x")',
    `${'iif(true,'.repeat(500)}name`,
    `name${'.a'.repeat(5000)}`,
  ])('PAT-19 neither leaves the resource nor runs long for a path such as %.20s', async (path) => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const body = parameters(
      { name: 'type', valueCode: 'delete' },
      { name: 'path', valueString: `Patient.managingOrganization.${path}` },
    )
    const response = await server.changesNothing(() => a.patch(`/Patient/${id}`, body, { ...FHIR_JSON, ...ifMatch(1) }))
    expect([400, 422]).toContain(response.status)
    await expectRefused(response, response.status, response.status === 400 ? 'not-supported' : 'processing')
  })

  it('PAT-20 stores no empty array or object where a patch removes the last element', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made({ resourceType: 'Patient', name: [{ family: 'Jansen', given: ['Marijke'] }] })
    const now = JSON.parse(
      await patched(await a.patch(`/Patient/${id}`, [{ op: 'remove', path: '/name/0/given/0' }], ifMatch(1))),
    )
    expect(now.name).toEqual([{ family: 'Jansen' }])
  })

  it('PAT-21 keeps `_given` in step with `given`', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const note = { extension: [{ url: 'http://example.org/x', valueCode: 'y' }] }
    const name = [{ family: 'Jansen', given: ['Marijke', 'Anna'], _given: [null, note] }]
    const { id } = await a.made({ resourceType: 'Patient', name })
    const body = parameters(
      { name: 'type', valueCode: 'delete' },
      { name: 'path', valueString: 'Patient.name[0].given[0]' },
    )
    const now = JSON.parse(await patched(await a.patch(`/Patient/${id}`, body, { ...FHIR_JSON, ...ifMatch(1) })))
    expect(now.name).toEqual([{ family: 'Jansen', given: ['Anna'], _given: [note] }])
  })
})

/** The resource that a patch of one operation on a member of the root comes to. */
async function asUpdate(writer: Writer, id: string, [operation]: readonly Json[]): Promise<Json> {
  const current = (await (await writer.get(`/Task/${id}`)).json()) as Record<string, unknown>
  const name = String(operation?.['path']).slice(1)
  const { [name]: _, ...rest } = current
  return operation?.['op'] === 'remove' ? rest : { ...current, [name]: operation?.['value'] }
}

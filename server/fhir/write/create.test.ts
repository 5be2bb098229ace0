import { describe, expect, it } from 'vitest'
import { formatInstant } from '#lib/fhir/instant.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { registerApp } from '../../testing/app.ts'
import { testDomain } from '../../testing/domain.ts'
import { F, FD, type Json, START } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, type Writer, writeServer } from './testing/writers.ts'

describe.each([F, FD])('create below %s', (base) => {
  it('CRE-01 CRE-06 answers 201 with the resource, its version and its address, which GET gives again', async () => {
    const { as } = await writeServer()
    const a = await as('A', undefined, base)
    const response = await a.post('/Patient', P0)
    const text = await response.text()
    expect(`${response.status} ${text}`).toMatch(/^201 /)
    const { id } = JSON.parse(text)
    expect(response.headers.get('location')).toBe(`${base}/Patient/${id}/_history/1`)
    expect(response.headers.get('etag')).toBe('W/"1"')
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    const read = await a.get(`/Patient/${id}`)
    expect([await read.text(), read.headers.get('etag')]).toEqual([text, 'W/"1"'])
    expect(response.headers.get('last-modified')).toBe(read.headers.get('last-modified'))
  })
})

const totalOf = async (writer: Writer, path: string): Promise<number> =>
  ((await (await writer.get(path)).json()) as { readonly total: number }).total

describe('what a create stores', () => {
  it('CRE-02 chooses the id itself: a UUID v4 in lower case, another one each time', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const ids = new Set<string>()
    for (let n = 0; n < 1000; n += 1) {
      const { id } = await a.made({ resourceType: 'Patient' })
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      ids.add(id)
    }
    expect(ids.size).toBe(1000)
  })

  it('CRE-02 gives what one transaction creates ids that begin alike, where a file holds them', async () => {
    const { domain, bearer, fetch } = await testDomain()
    await domain.registry.saveRole('makes', [
      { resourceType: 'Patient', scope: 'all', operations: 'cruds', grantedBy: [] },
    ])
    const authorization = `Bearer ${await bearer(await registerApp(domain, 'maker', 'makes'), 'system/Patient.cruds')}`
    const entry = { resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } }
    const response = await fetch(`${domain.config.publicUrl}/fhir`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: Array(50).fill(entry) }),
    })
    const made = (await response.json()) as {
      readonly entry: readonly { readonly response: { readonly location: string } }[]
    }
    const beginnings = new Set(made.entry.map(({ response: { location } }) => /Patient\/(.{5})/.exec(location)?.[1]))
    if (domain.database) expect(beginnings.size).toBeLessThan(25)
    else expect(beginnings.size).toBeGreaterThan(45)
  })

  it('CRE-03 ignores an id in the body, also that of a resource that exists', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const first = await a.made({ ...P0, id: 'marijke-jansen' })
    expect(first.id).not.toBe('marijke-jansen')
    expect((await a.get('/Patient/marijke-jansen')).status).toBe(404)
    const second = await a.made({ ...P0, id: first.id, birthDate: '2001-01-01' })
    expect(second.id).not.toBe(first.id)
    expect(await (await a.get(`/Patient/${first.id}`)).json()).toEqual(first)
  })

  it('CRE-04 ignores meta.versionId and meta.lastUpdated in the body', async () => {
    const { as } = await writeServer()
    const meta = { versionId: '77', lastUpdated: '1990-01-01T00:00:00Z', source: 'urn:example:source' }
    const stored = await (await as('A')).made({ resourceType: 'Patient', meta })
    const { versionId, lastUpdated, source } = stored.meta as Json
    expect([versionId, source]).toEqual(['1', 'urn:example:source'])
    expect(Date.parse(String(lastUpdated))).toBe(START)
  })

  it('CRE-05 gives back what was sent lexeme for lexeme, but for what the server sets', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const extension = (value: string) => `{"valueDecimal":${value},"url":"http://example.org/decimal"}`
    const name = '"name":[{"given":[null],"_given":[{"extension":[{"url":"http://example.org/x","valueCode":"y"}]}]}]'
    const family = String.raw`{"family":"Andr\u00e9 é \/ \"x\""}`
    const rest = `"birthDate":"1980-01-31",${name},"active":true,"contact":[{"name":${family}}]`
    const sent = `{${rest}, "extension" : [${extension('1.00')}, ${extension('1.0E+2')}], "resourceType":"Patient"}`
    const response = await a.post('/Patient', sent)
    const text = await response.text()
    expect(response.status, text).toBe(201)
    const { id } = JSON.parse(text) as Stored
    const origin =
      '{"url":"http://koppeltaal.nl/fhir/StructureDefinition/resource-origin","valueReference":{"reference":"Device/A","type":"Device"}}'
    const meta = `"meta":{"versionId":"1","lastUpdated":"${formatInstant(START)}"}`
    const own = `"resourceType":"Patient","id":"${id}",${meta}`
    const expected = `{${rest},"extension":[${origin},${extension('1.00')},${extension('1.0E+2')}],${own}}`
    expect(await (await a.get(`/Patient/${id}`)).text()).toBe(expected)
    expect(text).toBe(expected)
  })

  it('CRE-08 makes two resources of two equal POSTs', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const [one, other] = [await a.made(P0), await a.made(P0)]
    expect(one.id).not.toBe(other.id)
    expect(await totalOf(a, '/Patient')).toBe(2)
  })

  it('CRE-19 keeps contained resources, which have no address of their own, and judges their structure', async () => {
    const server = await writeServer()
    const a = await server.as('all')
    const organization = (more: Json = {}) => ({ resourceType: 'Organization', id: 'o', name: 'Practice', ...more })
    const containing = (...contained: readonly Json[]) => ({
      resourceType: 'Patient',
      contained,
      managingOrganization: { reference: '#o' },
    })
    const stored = await a.made(containing(organization()))
    expect(stored['contained']).toEqual([organization()])
    expect((await a.get('/Organization/o')).status).toBe(404)
    await server.changesNothing(async () => {
      const nested = containing(organization({ contained: [organization({ id: 'p' })] }))
      await expectRefused(await a.post('/Patient', nested), 400, 'structure')
      await expectRefused(await a.post('/Patient', containing(organization(), organization())), 400, 'structure')
    })
  })

  it('CRE-21 creates each of the served types for a client that has `c` on it by name, as /metadata claims', async () => {
    const server = await writeServer()
    const all = await server.as('all')
    const { patient, practitioner } = await server.task()
    const endpoint = await all.made(SMALLEST['Endpoint'] as Json)
    const linked = (resource: unknown) =>
      JSON.parse(
        JSON.stringify(resource)
          .replaceAll('"Patient/p"', `"Patient/${patient.id}"`)
          .replaceAll('"Practitioner/q"', `"Practitioner/${practitioner.id}"`)
          .replaceAll('"Endpoint/e"', `"Endpoint/${endpoint.id}"`)
          .replaceAll('"Device/d"', '"Device/all"'),
      ) as Json
    for (const [type, example] of Object.entries(SMALLEST)) {
      const resource =
        type === 'AuditEvent' ? { ...linked(example), recorded: new Date(START).toISOString() } : linked(example)
      const response = await all.post(`/${type}`, resource)
      expect(`${type} ${response.status} ${await response.text()}`).toMatch(/^[A-Za-z]+ 201 /)
    }
    const metadata = (await (await server.ask(`${F}/metadata`)).json()) as {
      readonly rest: readonly [
        { readonly resource: readonly { readonly type: string; readonly interaction: readonly Json[] }[] },
      ]
    }
    const claimed = metadata.rest[0].resource.filter(({ interaction }) =>
      interaction.some(({ code }) => code === 'create'),
    )
    expect(claimed.map(({ type }) => type).sort()).toEqual(Object.keys(SMALLEST).sort())
  })
})

/** A body that never ends; a server that reads it to its end never answers. */
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode('{"resourceType":')) })

describe('what a create refuses', () => {
  it('CRE-09 refuses a resource of another type than the URL, whose types are written as FHIR writes them', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { task } = await server.task()
    await server.changesNothing(async () => {
      await expectRefused(await a.post('/Patient', task), 400, 'invalid', 'resourceType')
      for (const type of ['patient', 'PATIENT']) await expectRefused(await a.post(`/${type}`, P0), 404, 'not-supported')
    })
  })

  const { buffer } = new Uint8Array([...Buffer.from('{"resourceType":"Patient","birthDate":"'), 0xc3, 0x28, 0x22, 0x7d])
  it.each<[string, string | ArrayBuffer]>([
    ['nothing', ''],
    ['a beginning', '{'],
    ['text behind it', '{"resourceType":"Patient"} x'],
    ['NaN', '{"resourceType":"Patient","multipleBirthInteger":NaN}'],
    ['single quotes', "{'resourceType':'Patient'}"],
    ['two documents', '{"resourceType":"Patient"}{"resourceType":"Patient"}'],
    ['a byte order mark', '\ufeff{"resourceType":"Patient"}'],
    ['bytes that are no UTF-8', buffer as ArrayBuffer],
    ['half of a surrogate pair', String.raw`{"resourceType":"Patient","language":"\ud800"}`],
    ['an escaped NUL', String.raw`{"resourceType":"Patient","language":"\u0000"}`],
    ['a NUL', '{"resourceType":"Patient","language":"\0"}'],
    ['a trailing comma', '{"resourceType":"Patient",}'],
    ['a comment', '{"resourceType":"Patient"/* x */}'],
  ])('CRE-10 refuses %s, which is no JSON, and says where', async (_, body) => {
    const server = await writeServer()
    const authorization = `Bearer ${await server.token('system/Patient.c', 'A')}`
    const [issue] = await server.changesNothing(async () =>
      expectRefused(
        await server.ask(`${F}/Patient`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/fhir+json' },
          body,
        }),
        400,
        'structure',
      ),
    )
    if (typeof body === 'string') expect(issue?.diagnostics).toMatch(/line \d+, column \d+/)
    else expect(issue?.diagnostics).toContain('UTF-8')
  })

  it.each(['[]', '"x"', 'null', '1', '{}', '{"resourceType":5}', '{"resourceType":"Nope"}'])(
    'CRE-11 refuses %s, which is JSON and no resource',
    async (body) => {
      const server = await writeServer()
      const a = await server.as('A')
      await server.changesNothing(async () => expectRefused(await a.post('/Patient', body), 400, 'structure'))
    },
  )

  it.each([
    ['{"resourceType":"Patient","name":[{"family":"A","family":"B"}]}', 'Patient.name[0].family'],
    ['{"resourceType":"Patient","active":true,"active":false}', 'Patient.active'],
    ['{"resourceType":"Patient","__proto__":{"x":1}}', 'Patient.__proto__'],
    ['{"resourceType":"Patient","fhir_comments":["x"]}', 'Patient.fhir_comments'],
    [String.raw`{"resourceType":"Patient","active":true,"\u0061ctive":false}`, 'Patient.active'],
  ])('CRE-12 refuses a member that is there twice or is none of FHIR: %s', async (body, expression) => {
    const server = await writeServer()
    const a = await server.as('A')
    await server.changesNothing(async () => expectRefused(await a.post('/Patient', body), 400, 'structure', expression))
  })

  it.each<[string, Json, string, string]>([
    ['an unknown element', { foo: 1 }, 'structure', 'Patient.foo'],
    ['a code of another list', { gender: 'x' }, 'code-invalid', 'Patient.gender'],
    ['a date of another form', { birthDate: '1-1-1980' }, 'value', 'Patient.birthDate'],
    ['an empty object', { name: {} }, 'structure', 'Patient.name'],
    ['an empty array', { name: [] }, 'structure', 'Patient.name'],
    ['a string for a boolean', { active: 'true' }, 'value', 'Patient.active'],
  ])('CRE-13 refuses %s, and says where', async (_, more, code, expression) => {
    const server = await writeServer()
    const a = await server.as('A')
    await server.changesNothing(async () =>
      expectRefused(await a.post('/Patient', { ...P0, ...more }), 400, code, expression),
    )
  })

  it('CRE-13 lists all that is wrong, each with its element, up to twenty', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { status: _, ...without } = (await server.task()).task
    await server.changesNothing(async () => {
      await expectRefused(await a.post('/Task', without), 400, 'required', 'Task.status')
      const three = await expectRefused(
        await a.post('/Patient', { ...P0, foo: 1, gender: 'x', active: 'true' }),
        400,
        'value',
      )
      expect(three.map(({ expression }) => expression?.[0]).sort()).toEqual([
        'Patient.active',
        'Patient.foo',
        'Patient.gender',
      ])
      const odd = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`foo${n}`, n]))
      expect(await expectRefused(await a.post('/Patient', { ...P0, ...odd }), 400, 'structure')).toHaveLength(20)
    })
  })

  it.each([
    'application/fhir+json',
    'application/json',
    'application/fhir+json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/fhir+json; fhirVersion=4.0',
    'Application/FHIR+JSON',
  ])('CRE-14 takes a body of the type %s', async (type) => {
    const { as } = await writeServer()
    const response = await (await as('A')).post('/Patient', P0, { 'content-type': type })
    expect(response.status).toBe(201)
  })

  it.each([
    ...['', 'text/plain', 'application/fhir+xml', 'application/json-patch+json', 'application/x-www-form-urlencoded'],
    ...[
      'application/fhir+json; charset=latin1',
      'application/json; fhirVersion=5.0',
      'application/fhir+json, text/plain',
    ],
  ])('CRE-14 refuses a body of the type "%s"', async (type) => {
    const server = await writeServer()
    const a = await server.as('A')
    await server.changesNothing(async () =>
      expectRefused(await a.post('/Patient', P0, { 'content-type': type }), 415, 'not-supported'),
    )
  })

  it('CRE-14 refuses a body without a type', async () => {
    const server = await writeServer()
    const authorization = `Bearer ${await server.token('system/Patient.c', 'A')}`
    const body = new TextEncoder().encode(JSON.stringify(P0))
    await server.changesNothing(async () =>
      expectRefused(
        await server.ask(`${F}/Patient`, { method: 'POST', headers: { authorization }, body }),
        415,
        'not-supported',
      ),
    )
  })

  it.each(['Observation', 'Resource', 'DomainResource', 'Bundle', 'Nope'])(
    'CRE-15 has no %s to create: 404',
    async (type) => {
      const server = await writeServer()
      const all = await server.as('all')
      await server.changesNothing(async () =>
        expectRefused(await all.post(`/${type}`, { resourceType: type }), 404, 'not-supported'),
      )
    },
  )

  it('CRE-16 answers 405 with Allow to a POST at the address of a resource', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const response = await server.changesNothing(() => a.post(`/Patient/${id}`, P0))
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS')
    const issue = await expectRefused(response, 405, 'not-supported')
    expect(issue[0]?.diagnostics).toContain('This address accepts GET, HEAD, PUT, PATCH, DELETE, OPTIONS.')
  })

  it('CRE-17 looks at the token, the permission and the type of the body before it reads the body', async () => {
    const server = await writeServer()
    const send = (headers: Readonly<Record<string, string>>) =>
      server.ask(`${F}/Patient`, { method: 'POST', headers, body: endless(), duplex: 'half' } as RequestInit)
    const json = { 'content-type': 'application/fhir+json' }
    const bearer = async (scope: string, client: string) => ({
      authorization: `Bearer ${await server.token(scope, client)}`,
    })
    await server.changesNothing(async () => {
      await expectRefused(await send(json), 401, 'login')
      await expectRefused(await send({ ...json, ...(await bearer('system/*.rs', 'ro')) }), 403, 'forbidden')
      const own = await bearer('system/Patient.cruds', 'A')
      await expectRefused(await send({ ...own, 'content-type': 'application/fhir+xml' }), 415, 'not-supported')
      // What is allowed is read, up to its limit.
      await expectRefused(await send({ ...json, ...own }), 413, 'too-long')
    })
  })

  it('CRE-18 takes no parameters but those of the answer: somebody meant If-None-Exist', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    await server.changesNothing(async () => {
      const [issue] = await expectRefused(await a.post('/Patient?identifier=s|v', P0), 400, 'not-supported')
      expect(issue?.diagnostics).toContain('If-None-Exist')
    })
    const shaped = await a.post('/Patient?_format=json&_pretty=true', P0)
    expect(shaped.status).toBe(201)
    expect(await shaped.text()).toContain('\n  "resourceType": "Patient"')
  })

  it('CRE-18 UPD-01 PAT-01 DEL-01 does not speak of a conditional create where nothing is created', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const at = `/Patient/${id}?headers=x`
    await server.changesNothing(async () => {
      for (const response of [
        await a.put(at, { ...P0, id }, ifMatch(1)),
        await a.patch(at, [], ifMatch(1)),
        await a.delete(at),
        await a.post('?x=1', { resourceType: 'Bundle', type: 'batch' }),
      ]) {
        const [issue] = await expectRefused(response, 400, 'not-supported')
        expect(issue?.diagnostics).toMatch(
          /^This address has no parameter "(headers|x)" for this method\. Leave it out\./,
        )
      }
    })
  })
})

import { describe, expect, it } from 'vitest'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { F, FD, type Json } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, type Writer, type WriteServer, writeServer } from './testing/writers.ts'

/** A create, an update and a patch that change something, each with these headers and this query. */
async function changes(server: WriteServer, headers: Json = {}, query = ''): Promise<readonly Response[]> {
  const a = await server.as('A')
  const { id } = await a.made(P0)
  const all = headers as Readonly<Record<string, string>>
  return [
    await a.post(`/Patient${query}`, P0, all),
    await a.put(`/Patient/${id}${query}`, { ...P0, id, gender: 'other' }, { ...all, ...ifMatch(1) }),
    await a.patch(`/Patient/${id}${query}`, [{ op: 'replace', path: '/gender', value: 'male' }], {
      ...all,
      ...ifMatch(2),
    }),
  ]
}

const STATUSES = [201, 200, 200]

const bundleOf = (type: string, ...entry: readonly Json[]) => ({ resourceType: 'Bundle', type, entry })
const creating = { resource: P0, request: { method: 'POST', url: 'Patient' } }

describe('what a writer wants back (Prefer)', () => {
  it.each<[string | undefined, 'resource' | 'nothing' | 'outcome', string | null]>([
    [undefined, 'resource', null],
    ['return=minimal', 'nothing', 'return=minimal'],
    ['return=representation', 'resource', 'return=representation'],
    ['return=OperationOutcome', 'outcome', 'return=OperationOutcome'],
    ['return="minimal"', 'nothing', 'return=minimal'],
    ['handling=strict, return=minimal', 'nothing', 'return=minimal'],
    ['respond-async, return=minimal; foo=bar', 'nothing', 'return=minimal'],
    ['Return=MINIMAL', 'nothing', 'return=minimal'],
    ['return=operationoutcome', 'outcome', 'return=OperationOutcome'],
    ['return=nope', 'resource', null],
    ['return=minimal, return=representation', 'nothing', 'return=minimal'],
    ['return=representation, return=minimal', 'resource', 'return=representation'],
  ])('HDR-01 HDR-02 gives back what Prefer: %s asks for: %s', async (prefer, body, applied) => {
    const server = await writeServer()
    const responses = await changes(server, prefer === undefined ? {} : { prefer })
    expect(responses.map(({ status }) => status)).toEqual(STATUSES)
    for (const response of responses) {
      expect(response.headers.get('preference-applied')).toBe(applied)
      expect(response.headers.get('etag')).toMatch(/^W\/"\d"$/)
      const text = await response.text()
      if (body === 'nothing') expect([text, response.headers.get('content-type')]).toEqual(['', null])
      else expect(JSON.parse(text).resourceType).toBe(body === 'resource' ? 'Patient' : 'OperationOutcome')
      if (body === 'outcome') expect(JSON.parse(text).issue[0].severity).toBe('information')
    }
    expect(responses[0]?.headers.get('location')).toMatch(/\/Patient\/[^/]+\/_history\/1$/)
  })

  it.each([F, FD])('HDR-11 says below %s which version is there now, whatever it gives back', async (base) => {
    const server = await writeServer()
    const a = await server.as('A', undefined, base)
    const { id } = await a.made({ ...P0, identifier: [{ system: 'urn:x', value: 'v' }] })
    const expectLocated = async (response: Response, version: number) => {
      const location = `${base}/Patient/${id}/_history/${version}`
      const { headers } = response
      expect([response.status, headers.get('location'), headers.get('content-location')]).toEqual([
        200,
        location,
        location,
      ])
    }
    const where = '/Patient?identifier=v'
    const content = { ...P0, identifier: [{ system: 'urn:x', value: 'v' }] }
    const minimal = { prefer: 'return=minimal' }
    const setting = (gender: string) => [{ op: 'add', path: '/gender', value: gender }]
    await expectLocated(
      await a.put(`/Patient/${id}`, { ...content, id, active: true }, { ...minimal, ...ifMatch(1) }),
      2,
    )
    await expectLocated(await a.put(where, { ...content, active: false }, { ...minimal, ...ifMatch(2) }), 3)
    await expectLocated(await a.put(where, { ...content, active: false }, ifMatch(3)), 3)
    await expectLocated(
      await a.patch(`/Patient/${id}`, setting('other'), { prefer: 'return=OperationOutcome', ...ifMatch(3) }),
      4,
    )
    await expectLocated(await a.patch(where, setting('male'), { ...minimal, ...ifMatch(4) }), 5)
    await expectLocated(await a.post('/Patient', content, { ...minimal, 'if-none-exist': 'identifier=v' }), 5)
    for (const type of ['transaction', 'batch']) {
      const request = { method: 'POST', url: 'Patient', ifNoneExist: 'identifier=v' }
      const response = await a.post('', bundleOf(type, { resource: content, request }))
      expect(await response.json()).toMatchObject({
        entry: [{ response: { status: '200 OK', location: `${base}/Patient/${id}/_history/5` } }],
      })
    }
    const deleted = await a.delete(`/Patient/${id}`, { prefer: 'return=OperationOutcome' })
    expect([deleted.status, deleted.headers.get('location'), deleted.headers.get('content-location')]).toEqual([
      200,
      null,
      null,
    ])
  })

  it('HDR-02 names what was done of a deletion, and nothing where nothing was asked for', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    for (const [prefer, applied] of [
      [undefined, null],
      ['return=minimal', 'return=minimal'],
      ['return=representation', null],
      ['return=OperationOutcome', 'return=OperationOutcome'],
    ] as const) {
      const { id } = await a.made(P0)
      const response = await a.delete(`/Patient/${id}`, prefer === undefined ? {} : { prefer })
      expect([prefer, response.headers.get('preference-applied')]).toEqual([prefer, applied])
    }
  })

  it('HDR-03 tells every error as an OperationOutcome, whatever is preferred', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    for (const prefer of ['return=minimal', 'return=representation']) {
      await expectRefused(await a.post('/Patient', '{', { prefer }), 400, 'structure')
      await expectRefused(await a.put('/Patient/x', { ...P0, id: 'x' }, { prefer }), 412, 'required')
      await expectRefused(await a.delete('/Patient/x', { prefer }), 404, 'not-found')
    }
  })
})

describe('the format of the answer', () => {
  it('HDR-04 refuses before the write what could not be answered', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    await server.changesNothing(async () => {
      for (const [headers, query] of [
        [{ accept: 'application/fhir+xml' }, ''],
        [{}, '?_format=xml'],
        [{ accept: 'application/fhir+json' }, '?_format=application/fhir%2Bxml'],
      ] as const)
        for (const response of [
          await a.post(`/Patient${query}`, P0, headers),
          await a.put(`/Patient/${id}${query}`, { ...P0, id }, { ...headers, ...ifMatch(1) }),
          await a.patch(`/Patient/${id}${query}`, [], { ...headers, ...ifMatch(1) }),
          await a.delete(`/Patient/${id}${query}`, headers),
          await a.post(query, bundleOf('transaction', creating), headers),
        ])
          await expectRefused(response, 406, 'not-supported')
    })
  })

  it('HDR-10 lets _pretty and _format shape the answer', async () => {
    const server = await writeServer()
    const responses = await changes(server, {}, '?_pretty=true&_format=application/json')
    expect(responses.map(({ status }) => status)).toEqual(STATUSES)
    for (const response of responses) {
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.text()).toContain('\n  "resourceType": "Patient"')
    }
    const a = await server.as('A')
    const bundle = await a.post('?_pretty=true', bundleOf('batch', creating))
    expect(await bundle.text()).toContain('\n  "type": "batch-response"')
    const { id } = await a.made(P0)
    expect((await a.delete(`/Patient/${id}?_pretty=true`)).status).toBe(204)
  })

  it.each(['_summary=true', '_elements=id', '_summary=false', '_count=1'])(
    'HDR-10 refuses %s: an answer to a write is whole',
    async (parameter) => {
      const server = await writeServer()
      const a = await server.as('A')
      const { id } = await a.made(P0)
      await server.changesNothing(async () => {
        for (const response of [
          await a.post(`/Patient?${parameter}`, P0),
          await a.put(`/Patient/${id}?${parameter}`, { ...P0, id }, ifMatch(1)),
          await a.patch(`/Patient/${id}?${parameter}`, [], ifMatch(1)),
          await a.delete(`/Patient/${id}?${parameter}`),
          await a.put(`/Patient?identifier=p0&${parameter}`, P0, ifMatch(1)),
          await a.post(`?${parameter}`, bundleOf('transaction', creating)),
        ])
          await expectRefused(response, 400, 'not-supported')
      })
    },
  )

  it.each(['_pretty=maybe', '_pretty=true&_pretty=false', '_format=json&_format=json'])(
    'HDR-10 refuses %s before the write',
    async (parameter) => {
      const server = await writeServer()
      const a = await server.as('A')
      await server.changesNothing(async () => expectRefused(await a.post(`/Patient?${parameter}`, P0), 400, 'invalid'))
    },
  )
})

describe('the numbers of a request', () => {
  it('HDR-05 repeats those that it came with, makes those that it lacks, and takes none that are unsafe', async () => {
    const { as } = await writeServer()
    const a = await as('A')
    const numbers = ({ headers }: Response) =>
      ['x-request-id', 'x-correlation-id', 'x-trace-id'].map((name) => headers.get(name))
    const sent = { 'x-request-id': 'r-1', 'x-correlation-id': 'c-1', 'x-trace-id': 't-1' }
    for (const response of [
      await a.post('/Patient', P0, sent),
      await a.post('/Patient', '{', sent),
      await a.delete('/Patient/unknown', sent),
    ])
      expect(numbers(response)).toEqual(['r-1', 'c-1', 't-1'])
    const [requestId, correlationId, traceId] = numbers(await a.post('/Patient', P0))
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect([requestId, correlationId, traceId]).toEqual([uuid, null, uuid])
    const long = 'x'.repeat(1000)
    for (const odd of [long, 'a b', '<script>', 'a\u00e9']) {
      const bad = { 'x-request-id': odd, 'x-correlation-id': odd, 'x-trace-id': odd }
      expect(numbers(await a.post('/Patient', P0, bad))).toEqual([uuid, null, uuid])
    }
  })
})

describe('addresses in answers', () => {
  it.each([F, FD])('HDR-06 takes those below %s from the configuration and the base asked', async (base) => {
    const { as } = await writeServer()
    const a = await as('A', undefined, base)
    const evil = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    const response = await a.post('/Patient', P0, evil)
    expect(response.headers.get('location')).toMatch(new RegExp(`^${base}/Patient/[^/]+/_history/1$`))
    const bundle = await a.post('', bundleOf('transaction', creating), { ...evil, prefer: 'return=representation' })
    const text = await bundle.text()
    const { entry } = JSON.parse(text) as {
      readonly entry: readonly { readonly response: { readonly location: string } }[]
    }
    expect(entry[0]?.response.location).toMatch(new RegExp(`^${base}/Patient/[^/]+/_history/1$`))
    expect(text).not.toContain('evil')
  })
})

const INSTANCE = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'
const TYPE = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const READ_ONLY = 'GET, HEAD, OPTIONS'
const ACCEPT_PATCH = 'application/json-patch+json, application/fhir+json'

describe('what an address takes', () => {
  it.each<[string, string, string | null]>([
    ['/Patient', TYPE, ACCEPT_PATCH],
    ['/Patient/x', INSTANCE, ACCEPT_PATCH],
    ['', 'POST, OPTIONS', null],
    ['/Patient/x/_history', READ_ONLY, null],
    ['/Patient/x/_history/1', READ_ONLY, null],
    ['/Patient/_history', READ_ONLY, null],
    ['/AuditEvent', 'GET, HEAD, POST, OPTIONS', null],
    ['/AuditEvent/x', READ_ONLY, null],
    ['/metadata', READ_ONLY, null],
    ['/Patient/_search', 'GET, HEAD, POST, OPTIONS', null],
  ])('HDR-07 is told for %s: %s', async (path, allow, acceptPatch) => {
    const { as, ask } = await writeServer()
    const all = await as('all')
    for (const base of [F, FD]) {
      const options = await ask(`${base}${path}`, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
      expect(options.headers.get('accept-patch')).toBe(acceptPatch)
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allow.includes(one))) {
      const response = await all.send(method, path, method === 'DELETE' ? undefined : P0, ifMatch(1))
      expect(response.headers.get('allow'), method).toBe(allow)
      await expectRefused(response, 405, 'not-supported')
    }
  })
})

describe('how long an answer may be kept', () => {
  it('HDR-08 is never: no answer to a write is stored', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    for (const response of [
      ...(await changes(server)),
      await a.post('', bundleOf('batch', creating)),
      await a.delete(`/Patient/${id}`),
      await a.post('/Patient', '{'),
      await a.put(`/Patient/${id}`, { ...P0, id }, ifMatch(1)),
    ]) {
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      for (const name of ['Accept', 'Authorization', 'Prefer']) expect(response.headers.get('vary')).toContain(name)
    }
  })
})

interface Claimed {
  readonly type: string
  readonly interaction: readonly { readonly code: string }[]
  readonly [member: string]: unknown
}

describe('the CapabilityStatement', () => {
  it('HDR-09 says what can be written, and how', async () => {
    const { ask } = await writeServer()
    const { patchFormat, rest } = (await (await ask(`${F}/metadata`)).json()) as {
      readonly patchFormat: readonly string[]
      readonly rest: readonly [
        { readonly resource: readonly Claimed[]; readonly interaction: readonly { readonly code: string }[] },
      ]
    }
    expect(patchFormat).toEqual(ACCEPT_PATCH.split(', '))
    expect(rest[0].interaction.map(({ code }) => code).sort()).toEqual(['batch', 'transaction'])
    const reading = ['history-instance', 'history-type', 'read', 'search-type', 'vread']
    for (const { type, interaction, ...claimed } of rest[0].resource) {
      const isLog = type === 'AuditEvent'
      const writing = isLog ? ['create'] : ['create', 'delete', 'patch', 'update']
      expect([type, interaction.map(({ code }) => code).sort()]).toEqual([type, [...reading, ...writing].sort()])
      expect(claimed, type).toMatchObject({
        versioning: 'versioned-update',
        readHistory: true,
        updateCreate: false,
        conditionalCreate: true,
        conditionalRead: 'full-support',
        ...(isLog ? {} : { conditionalUpdate: true, conditionalDelete: 'single' }),
        referencePolicy: ['literal', 'logical', 'enforced', 'local'],
        operation: [{ name: 'validate', definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate' }],
        supportedProfile: [`http://koppeltaal.nl/fhir/StructureDefinition/KT2${type}`],
      })
      if (isLog) expect([claimed['conditionalUpdate'], claimed['conditionalDelete']]).toEqual([false, 'not-supported'])
    }
    expect(rest[0].resource.map(({ type }) => type).sort()).toEqual(Object.keys(SMALLEST).sort())
  })

  it('HDR-09 declares only what the server does', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const criteria = 'identifier=urn:example:identifiers|p0'
    const query = `/Patient?${criteria}`
    const answered = async (response: Promise<Response>) => (await response).status
    expect(await answered(a.post('/Patient', P0, { 'if-none-exist': criteria }))).toBe(200)
    expect(await answered(a.put(query, { ...P0, gender: 'other' }, ifMatch(1)))).toBe(200)
    expect(await answered(a.patch(query, [{ op: 'replace', path: '/gender', value: 'male' }], ifMatch(2)))).toBe(200)
    expect(await answered(read(a, made, { 'if-none-match': 'W/"3"' }))).toBe(304)
    expect(await answered(a.get(`/Patient/${made.id}/_history`))).toBe(200)
    expect(await answered(a.get('/Patient/_history'))).toBe(200)
    expect(await answered(a.delete(query))).toBe(204)
    expect(await answered(read(a, made))).toBe(410)
  })
})

const read = (writer: Writer, { id }: Stored, headers = {}) => writer.get(`/Patient/${id}`, headers)

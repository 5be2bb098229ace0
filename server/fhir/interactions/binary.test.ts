// A Binary read and written as what it is (FHIR R4 binary.html#rest).
import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, FD, type Json } from '../testing/fhir-server.ts'
import { type Headers, ifMatch, type Stored, writeServer } from '../write/testing/writers.ts'

const PDF = Buffer.from('%PDF-1.4 \xff\x00\x01', 'latin1')

async function opened(limits?: { readonly resource: number }, base = F) {
  const server = await writeServer({ resourceTypes: R4_TYPES })
  if (limits) Object.assign(server.writes.limits, limits)
  const types = ['Binary', 'Patient']
  server.clients.set(
    'A',
    types.map((type) => ({ type, operations: 'cruds' })),
  )
  const scope = types.map((type) => `system/${type}.cruds`).join(' ')
  const a = await server.as('A', scope, base)
  const authorization = `Bearer ${await server.token(scope, 'A')}`
  const raw = (method: string, path: string, body: Uint8Array | string, headers: Headers) =>
    server.ask(`${base}${path}`, { method, headers: { authorization, ...headers }, body: body as BodyInit })
  const binary = (contentType: string, more: Json = {}) =>
    a.made({ resourceType: 'Binary', contentType, data: PDF.toString('base64'), ...more })
  return { server, a, raw, binary }
}

const typeOf = ({ headers }: Response) => headers.get('content-type')

describe.each([F, FD])('a Binary below %s', (base) => {
  it('P5 BIN-01 is read as its bytes, unless a format of FHIR is asked for', async () => {
    const { a, binary } = await opened(undefined, base)
    const { id } = await binary('application/pdf')
    for (const accept of [
      'application/pdf',
      'application/*',
      '*/*',
      'image/png;q=0.5, application/pdf',
      'text/html,*/*;q=0.8',
    ])
      for (const path of [`/Binary/${id}`, `/Binary/${id}/_history/1`]) {
        const read = await a.get(path, { accept })
        expect([accept, read.status, typeOf(read)]).toEqual([accept, 200, 'application/pdf'])
        expect(Buffer.from(await read.arrayBuffer())).toEqual(PDF)
        expect(read.headers.get('content-security-policy')).toBe('sandbox')
        expect(read.headers.get('x-content-type-options')).toBe('nosniff')
        expect([read.headers.get('etag'), read.headers.get('vary')]).toEqual([
          'W/"1"',
          expect.stringContaining('Accept'),
        ])
      }
    const fhir = [
      ...[
        'application/fhir+json',
        'application/json',
        'application/fhir+json, */*',
        'application/pdf;q=0.5, text/json',
      ],
      'application/fhir+json;q=0.5, application/*;q=0.9',
    ]
    for (const accept of fhir) {
      const read = await a.get(`/Binary/${id}`, { accept })
      expect([accept, read.status, typeOf(read)]).toEqual([accept, 200, expect.stringContaining('json; charset=utf-8')])
      expect([await read.json(), read.headers.get('content-security-policy')]).toEqual([
        expect.objectContaining({ resourceType: 'Binary', contentType: 'application/pdf' }),
        null,
      ])
    }
    for (const query of ['_format=json', '_elements=contentType', '_summary=true', '_pretty=true'])
      expect(await (await a.get(`/Binary/${id}?${query}`)).json()).toMatchObject({ resourceType: 'Binary' })
    const better = await a.get(`/Binary/${id}`, { accept: 'application/fhir+json;q=0.5, application/pdf' })
    expect(typeOf(better)).toBe('application/pdf')
  })

  it('BIN-01 has no other representation, and HEAD and conditions as any resource', async () => {
    const { a, binary } = await opened(undefined, base)
    const { id } = await binary('application/pdf')
    await expectOutcome(await a.get(`/Binary/${id}`, { accept: 'image/png' }), 406, 'not-supported')
    await expectOutcome(await a.get(`/Binary/${id}`, { accept: 'application/fhir+xml' }), 406, 'not-supported')
    await expectOutcome(await a.get('/Binary/unknown', { accept: 'application/pdf' }), 404, 'not-found')
    const head = await a.send('HEAD', `/Binary/${id}`, undefined, { accept: 'application/pdf' })
    expect([head.status, typeOf(head), head.headers.get('content-length'), await head.text()]).toEqual([
      ...[200, 'application/pdf', String(PDF.byteLength), ''],
    ])
    const known = await a.get(`/Binary/${id}`, { accept: 'application/pdf', 'if-none-match': 'W/"1"' })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })
})

describe('the bytes of a Binary', () => {
  it.each([
    ['text/html; charset=utf-8', 'text/html; charset=utf-8', 'text/html'],
    ['no media type', 'application/octet-stream', 'application/octet-stream'],
    ['text/ü', 'application/octet-stream', '*/*'],
    ['text/*', 'application/octet-stream', '*/*'],
  ])('BIN-01 of contentType %s come as %s', async (contentType, sent, accept) => {
    const { server, a } = await opened()
    // By an earlier release, or an import: not all of these are written any more.
    await server.put({ resourceType: 'Binary', id: 'b', contentType, data: PDF.toString('base64') })
    const read = await a.get('/Binary/b', { accept })
    expect([typeOf(read), read.headers.get('content-security-policy')]).toEqual([sent, 'sandbox'])
    expect(Buffer.from(await read.arrayBuffer())).toEqual(PDF)
  })

  it('BIN-01 may be none', async () => {
    const { a } = await opened()
    const { id } = await a.made({ resourceType: 'Binary', contentType: 'application/pdf' })
    const read = await a.get(`/Binary/${id}`, { accept: 'application/pdf' })
    expect([read.status, (await read.arrayBuffer()).byteLength]).toEqual([200, 0])
  })

  it('P5 BIN-02 are created and replaced as they are, with the context of their security', async () => {
    const { a, raw } = await opened()
    const patient = await a.made(P0)
    const context = { 'x-security-context': `Patient/${patient.id}` }
    const created = await raw('POST', '/Binary', PDF, { 'content-type': 'application/pdf', ...context })
    expect(created.status).toBe(201)
    const made = (await created.json()) as Stored
    expect(made).toMatchObject({
      ...{ resourceType: 'Binary', contentType: 'application/pdf', data: PDF.toString('base64') },
      securityContext: { reference: `Patient/${patient.id}` },
    })
    const read = await a.get(`/Binary/${made.id}`, { accept: 'application/pdf' })
    expect(read.headers.get('x-security-context')).toBe(`Patient/${patient.id}`)
    const text = { 'content-type': 'text/plain; charset=iso-8859-1' }
    const path = `/Binary/${made.id}`
    await expectOutcome(await raw('PUT', path, 'x', text), 412, 'required')
    const put = await raw('PUT', path, Buffer.from([0xe9]), { ...text, ...ifMatch(1) })
    expect([put.status, await put.json()]).toEqual([
      200,
      expect.objectContaining({ id: made.id, contentType: text['content-type'], data: '6Q==' }),
    ])
    expect(Buffer.from(await (await a.get(path)).arrayBuffer())).toEqual(Buffer.from([0xe9]))
  })

  it('BIN-02 are refused beyond the bounds of a resource, in a coding, and where they are none', async () => {
    const { server, raw } = await opened({ resource: 10_000 })
    const pdf = { 'content-type': 'application/pdf' }
    await server.changesNothing(async () => {
      await expectOutcome(await raw('POST', '/Binary', Buffer.alloc(7500), pdf), 413, 'too-long')
      await expectOutcome(await raw('POST', '/Binary', '', pdf), 400, 'required')
      await expectOutcome(
        await raw('POST', '/Binary', PDF, { ...pdf, 'content-encoding': 'gzip' }),
        415,
        'not-supported',
      )
      await expectOutcome(
        await raw('POST', '/Binary', '<Binary/>', { 'content-type': 'application/fhir+xml' }),
        415,
        'not-supported',
      )
      await expectOutcome(await raw('POST', '/Binary', PDF, { 'content-type': 'pdf' }), 415, 'not-supported')
      await expectOutcome(await raw('POST', '/Patient', PDF, pdf), 415, 'not-supported')
      const nobody = { ...pdf, 'x-security-context': 'Patient/nobody' }
      await expectOutcome(await raw('POST', '/Binary', PDF, nobody), 422, 'not-found')
    })
    expect((await raw('POST', '/Binary', Buffer.alloc(5900), pdf)).status).toBe(201)
  })

  it('BIN-02 /metadata says so', async () => {
    const { server } = await opened()
    const { rest } = (await (await server.ask(`${F}/metadata`)).json()) as {
      readonly rest: readonly [{ readonly resource: readonly Json[] }]
    }
    const documented = rest[0].resource.filter((one) => one['documentation'] !== undefined)
    expect(documented).toMatchObject([{ type: 'Binary', documentation: expect.stringContaining('X-Security-Context') }])
  })
})

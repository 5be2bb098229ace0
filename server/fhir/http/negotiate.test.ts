import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { expectOutcome, F, FD, fhirServer, patient } from '../testing/fhir-server.ts'

const FHIR_JSON = 'application/fhir+json; charset=utf-8'

describe.each([F, FD])('representations below %s', (base) => {
  const asking = async () => {
    const server = await fhirServer()
    await server.put(patient('p', { name: [{ family: 'Zoë' }] }))
    return (headers: Readonly<Record<string, string>> = {}, query = '') =>
      server.get(`${base}/Patient/p${query}`, headers)
  }

  it.each([
    [undefined, FHIR_JSON],
    ['', FHIR_JSON],
    ['*/*', FHIR_JSON],
    ['application/fhir+json', FHIR_JSON],
    ['application/json', 'application/json; charset=utf-8'],
    ['text/json', 'text/json; charset=utf-8'],
    ['application/*', FHIR_JSON],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', FHIR_JSON], // HttpURLConnection of Java 8 to 17.
    ['image/gif, *; q=.2', FHIR_JSON],
    ['application/json;q=.30, application/fhir+json;q=0.2999', 'application/json; charset=utf-8'],
    ['application/fhir+xml;q=1, application/fhir+json;q=0.1', FHIR_JSON],
    ['application/json, */*;q=0.5', 'application/json; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', FHIR_JSON],
    ['application/fhir+json; fhirVersion=4.0', FHIR_JSON],
    ['Application/FHIR+JSON ; FhirVersion="4.0"', FHIR_JSON],
    ['application/fhir+json;charset=iso-8859-1', FHIR_JSON],
  ])('NEG-01 NEG-02 NEG-04 NEG-05 NEG-08 NEG-09 Accept %s gives %s', async (accept, type) => {
    const response = await (await asking())(accept === undefined ? {} : { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 1).toString()).toBe('{')
    expect(bytes.toString('utf8')).toContain('Zoë')
  })

  it.each([
    'application/fhir+xml',
    'text/turtle',
    'application/foobar',
    'application/json;q=0',
    'application/json;q=.0',
    'application/json;q=.',
    'application/json;q=2',
    'application/fhir+json;q=0, application/json;q=0, text/json;q=0, */*;q=1',
    'application/fhir+json; fhirVersion=3.0',
    'application/fhir+json; fhirVersion=5.0',
    'text/html',
  ])('NEG-03 NEG-08 NEG-13 Accept %s cannot be met', async (accept) => {
    await expectOutcome(await (await asking())({ accept }), 406, 'not-supported')
  })

  it.each(['json', 'application/json', 'application/fhir%2Bjson', 'application/fhir+json', 'text/json', ''])(
    'NEG-06 _format=%s overrides Accept',
    async (format) => {
      const accept = format === '' ? '*/*' : 'application/xml'
      expect((await (await asking())({ accept }, `?_format=${format}`)).status).toBe(200)
    },
  )

  it.each(['xml', 'ttl', 'html', 'application/foobar', 'application/fhir+xml', 'constructor'])(
    'NEG-07 _format=%s cannot be met',
    async (format) => {
      await expectOutcome(await (await asking())({}, `?_format=${format}`), 406, 'not-supported')
    },
  )

  it('NEG-10 compresses what is worth it, when asked', async () => {
    const { get, put } = await fhirServer()
    await put(...Array.from({ length: 50 }, (_, n) => patient(`p${n}`, { name: [{ family: 'Jansen' }] })))
    const url = `${base}/Patient`
    const plain = await get(url)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    const text = (await plain.text()).replace(/"(id|url)":"[^"]*[0-9a-f-]{36}[^"]*"/g, '')
    for (const [asked, coding, decompress] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, br;q=1.0', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['br;q=0.2, gzip;q=0.8', 'gzip', gunzipSync],
      ['gzip, br', 'br', brotliDecompressSync],
      ['*', 'br', brotliDecompressSync],
      ['br;q=0, *;q=0.1', 'gzip', gunzipSync],
      ['X-GZIP', 'gzip', gunzipSync],
      ['identity;q=0.5, gzip', 'gzip', gunzipSync],
    ] as const) {
      const response = await get(url, { 'accept-encoding': asked })
      expect(response.headers.get('content-encoding')).toBe(coding)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength)
      expect(
        decompress(bytes)
          .toString()
          .replace(/"(id|url)":"[^"]*[0-9a-f-]{36}[^"]*"/g, ''),
      ).toBe(text)
    }
    for (const asked of ['', 'identity', 'gzip;q=0, br;q=0', '*;q=0', 'identity, gzip;q=0.5', 'deflate', 'gzip;q=x'])
      expect((await get(url, { 'accept-encoding': asked })).headers.get('content-encoding')).toBeNull()
    expect((await get(`${base}/Patient/p1`, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
  })

  it.each(['/metadata', '/Patient/long'])(
    'NEG-10 HOC-01 CND-01 HEAD and 304 of %s say what GET of the coding says',
    async (path) => {
      const { ask, put, token } = await fhirServer()
      await put(patient('long', { name: Array.from({ length: 99 }, () => ({ family: 'Jansen' })) }))
      const headers = { authorization: `Bearer ${await token()}`, 'x-request-id': 'same' }
      for (const coding of ['br', 'gzip']) {
        const asked = { ...headers, 'accept-encoding': coding }
        const got = await ask(base + path, { headers: asked })
        expect(got.headers.get('content-encoding')).toBe(coding)
        const head = await ask(base + path, { method: 'HEAD', headers: asked })
        expect([head.status, [...head.headers], await head.text()]).toEqual([200, [...got.headers], ''])
        const etag = got.headers.get('etag') ?? ''
        const known = await ask(base + path, { headers: { ...asked, 'if-none-match': etag } })
        expect([known.status, await known.text()]).toEqual([304, ''])
        for (const name of ['etag', 'vary', 'cache-control', 'last-modified', 'content-location'])
          expect(known.headers.get(name), name).toBe(got.headers.get(name))
        for (const name of ['content-type', 'content-encoding', 'content-length'])
          expect(known.headers.get(name), name).toBeNull()
      }
    },
  )

  it('NEG-12 searches by POST take a form, and no more than 64 KB of it', async () => {
    const { ask, token } = await fhirServer()
    const post = async (body: string, type: string) =>
      ask(`${base}/Patient/_search`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, authorization: `Bearer ${await token()}` },
      })
    await expectOutcome(await post('{}', 'application/json'), 415, 'not-supported')
    await expectOutcome(await post(`_id=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded'), 413, 'too-long')
  })
})

import { describe, expect, it } from 'vitest'
import { expectOutcome, F, FD, fhirServer, type Json, patient, START, TYPES } from '../testing/fhir-server.ts'

const BASES = [F, FD]

/** Asks for a path exactly as it is written, as a client with a raw socket would. */
const raw = (base: string, path: string): Request => {
  const request = new Request(base)
  Object.defineProperty(request, 'url', { value: base + path })
  return request
}

describe.each(BASES)('read below %s', (base) => {
  it('RDR-01 RDR-02 RDR-03 gives the resource as it was stored, nulls and number lexemes included', async () => {
    const { get, resources } = await fhirServer()
    const text =
      '{"resourceType":"Patient","id":"p","meta":{"versionId":"9","lastUpdated":"2020-01-01T00:00:00Z","source":"#s","profile":["http://koppeltaal.nl/fhir/StructureDefinition/KT2Patient"]},"extension":[{"url":"urn:x","valueDecimal":1.00}],"name":[{"family":"J\\u00f6rg","given":["A",null],"_given":[null,{"extension":[{"url":"urn:q","valueCode":"IN"}]}]}],"birthDate":"1970-12-31"}'
    await resources.write([{ type: 'Patient', id: 'p', text, parsed: JSON.parse(text) as Json }], START)
    const response = await get(`${base}/Patient/p`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(
      text.replace('"9"', '"1"').replace('2020-01-01T00:00:00Z', '2026-04-01T12:00:00.250+00:00'),
    )
  })

  it('RDR-04 RDR-05 CND-10 NEG-11 says which version it is and that it is private', async () => {
    const { get, put } = await fhirServer()
    await put(patient('p'))
    const { headers } = await get(`${base}/Patient/p`)
    expect(headers.get('etag')).toBe('W/"1"')
    expect(headers.get('last-modified')).toBe('Wed, 01 Apr 2026 12:00:00 GMT')
    expect(headers.get('content-location')).toBe(`${FD}/Patient/p/_history/1`)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toMatch(/\bAccept\b.*\bAuthorization\b/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('accept-ranges')).toBeNull()
  })

  it('RDR-06 RDR-10 knows no other id', async () => {
    const { get, put } = await fhirServer()
    await put(patient('Abc'), patient('constructor'))
    for (const id of ['unknown', 'abc', 'Abc%20', 'Ab', 'toString', '__proto__', 'hasOwnProperty'])
      await expectOutcome(await get(`${base}/Patient/${id}`), 404, 'not-found')
    expect((await get(`${base}/Patient/constructor`)).status).toBe(200)
  })

  it('RDR-07 says that a resource is deleted', async () => {
    const { get, put, resources, now } = await fhirServer()
    await put(patient('p'))
    await resources.delete('Patient', 'p', now())
    const response = await get(`${base}/Patient/p`)
    expect(response.headers.get('etag')).toBe('W/"2"')
    await expectOutcome(response, 410, 'deleted')
  })

  it.each(['Patients/1', 'patient/1', 'Observation/1', 'constructor/1', '__proto__/1'])(
    'RDR-08 serves no type %s',
    async (path) => {
      const { get } = await fhirServer()
      await expectOutcome(await get(`${base}/${path}`), 404, 'not-supported')
    },
  )

  it.each(['a_b', '!@$', 'a'.repeat(65), '%00', 'a%2Fb', '%C3%A9', '_histories'])(
    'RDR-09 has nothing under the impossible id %s',
    async (id) => {
      const { get } = await fhirServer()
      const { status } = await get(`${base}/Patient/${id}`)
      expect(status).toBe(404)
    },
  )

  it('RDR-09 reads the path as it was sent: dots are an id, a broken escape is an error', async () => {
    const { fhir, token } = await fhirServer()
    const asked = async (path: string) => {
      const request = raw(base, path)
      request.headers.set('authorization', `Bearer ${await token()}`)
      return fhir.handle(request)
    }
    await expectOutcome(await asked('/Patient/%2e%2e'), 404, 'not-found')
    await expectOutcome(await asked('/Patient/..'), 404, 'not-found')
    await expectOutcome(await asked('/Patient/%ZZ'), 400, 'invalid')
  })

  it('RDR-11 reads every served type', async () => {
    const { get, put } = await fhirServer()
    await put(...TYPES.map((resourceType) => ({ resourceType, id: 'x' })))
    for (const type of TYPES)
      expect(await (await get(`${base}/${type}/x`)).json()).toMatchObject({ resourceType: type })
  })

  const FULL = {
    meta: { source: '#s' },
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' },
    identifier: [{ value: 'i' }],
    deceasedBoolean: false,
    _birthDate: { extension: [{ url: 'urn:x', valueCode: 'y' }] },
    photo: [{ url: 'x' }],
  }

  it.each([
    ['_summary=true', ['resourceType', 'id', 'meta', 'identifier', 'active', 'deceasedBoolean', '_birthDate']],
    ['_summary=text', ['resourceType', 'id', 'meta', 'text']],
    ['_summary=data', ['resourceType', 'id', 'meta', 'identifier', 'active', 'deceasedBoolean', '_birthDate', 'photo']],
    ['_elements=photo,birthDate', ['resourceType', 'id', 'meta', '_birthDate', 'photo']],
    ['_elements=deceased', ['resourceType', 'id', 'meta', 'deceasedBoolean']],
  ])('RDR-13 gives a part with %s and says so', async (query, members) => {
    const { get, put } = await fhirServer()
    await put(patient('p', FULL))
    const before = await (await get(`${base}/Patient/p`)).text()
    const part = (await (await get(`${base}/Patient/p?${query}`)).json()) as Json
    expect(Object.keys(part).sort()).toEqual([...members].sort())
    expect(part['meta']).toMatchObject({ versionId: '1', source: '#s', tag: [{ code: 'SUBSETTED' }] })
    expect(await (await get(`${base}/Patient/p`)).text()).toBe(before)
  })

  it('RDR-13 keeps mandatory elements, and gives everything with _summary=false', async () => {
    const { get, put } = await fhirServer()
    await put({
      resourceType: 'Task',
      id: 't',
      status: 'ready',
      intent: 'order',
      description: 'd',
      note: [{ text: 'n' }],
    })
    const part = (await (await get(`${base}/Task/t?_elements=note`)).json()) as Json
    expect(Object.keys(part)).toEqual(['resourceType', 'id', 'meta', 'status', 'intent', 'note'])
    const whole = (await (await get(`${base}/Task/t?_summary=false`)).json()) as Json
    expect(whole).toMatchObject({ description: 'd' })
    expect(JSON.stringify(whole)).not.toContain('SUBSETTED')
  })

  it.each([
    '_count=1',
    '_sort=_id',
    '_include=x',
    '_total=none',
    '_contained=true',
    '_summary=count',
    '_summary=zzz',
    '_elements=a.b',
    '_pretty=maybe',
  ])('RDR-14 refuses %s', async (query) => {
    const { get, put } = await fhirServer()
    await put(patient('p'))
    const outcome = await expectOutcome(await get(`${base}/Patient/p?${query}`), 400, 'invalid')
    expect(outcome.issue[0]).toMatchObject({ expression: [`http.${query.split('=')[0]}`] })
  })

  it('RDR-15 lays out with _pretty, changing whitespace only', async () => {
    const { get, put } = await fhirServer()
    await put(patient('p', { extension: [{ url: 'a : b', valueString: '{ "x": [1, 2] }' }] }))
    const plain = await (await get(`${base}/Patient/p?_pretty=false`)).text()
    const pretty = await (await get(`${base}/Patient/p?_pretty=true`)).text()
    expect(pretty).toBe(JSON.stringify(JSON.parse(plain), null, 2))
  })

  it('RDR-16 takes one trailing slash, and nothing behind the id', async () => {
    const { get, put } = await fhirServer()
    await put(patient('p'))
    expect((await get(`${base}/Patient/p/`)).status).toBe(200)
    for (const path of ['Patient/p/x', 'Patient//p', 'Patient/p//', 'Patient/p/_history/1/x'])
      await expectOutcome(await get(`${base}/${path}`), 404, 'not-found')
  })

  it('RDR-16 has no compartments, and says how to search in place of that', async () => {
    const { get, put } = await fhirServer()
    await put(patient('p'))
    for (const path of ['Patient/p/Task', 'Patient/p/*', 'Patient/none/Observation', 'Patient/p/Task/_search']) {
      const { issue } = await expectOutcome(await get(`${base}/${path}`), 404, 'not-supported')
      expect(issue[0]?.diagnostics).toMatch(/search the type by a reference, such as Task\?patient=Patient\/1\.$/)
    }
  })

  it('RDR-17 says when it was last updated, with milliseconds and offset, the same each time', async () => {
    const { advance, get, put } = await fhirServer()
    await put(patient('p'))
    const one = await (await get(`${base}/Patient/p`)).text()
    advance(1000)
    expect(await (await get(`${base}/Patient/p`)).text()).toBe(one)
    expect(one).toContain('"lastUpdated":"2026-04-01T12:00:00.250+00:00"')
  })
})

describe.each(BASES)('vread below %s', (base) => {
  const versions = async () => {
    const server = await fhirServer()
    for (const gender of ['male', 'female', 'other']) {
      await server.put(patient('p', { gender }))
      server.advance(1000)
    }
    return server
  }

  it('VRD-01 VRD-02 VRD-03 VRD-10 gives each version, for ever', async () => {
    const { get } = await versions()
    expect(await (await get(`${base}/Patient/p/_history/3`)).text()).toBe(await (await get(`${base}/Patient/p`)).text())
    const first = await get(`${base}/Patient/p/_history/1`)
    expect(first.headers.get('etag')).toBe('W/"1"')
    expect(first.headers.get('last-modified')).toBe('Wed, 01 Apr 2026 12:00:00 GMT')
    expect(first.headers.get('cache-control')).toMatch(/^private, max-age=\d{4,}, immutable$/)
    expect(first.headers.get('vary')).toMatch(/\bAccept\b.*\bAuthorization\b/)
    expect(await first.json()).toMatchObject({ id: 'p', gender: 'male', meta: { versionId: '1' } })
  })

  it.each(['0', '4', '99', '9223372036854775808', 'abc', '1.0', '01', '+1', '-1', '1e0', '%31%20', "1'"])(
    'VRD-04 VRD-05 knows no version %s',
    async (vid) => {
      const { get } = await versions()
      await expectOutcome(await get(`${base}/Patient/p/_history/${vid}`), 404, 'not-found')
    },
  )

  it('VRD-06 VRD-09 knows no version of what is not there', async () => {
    const { get } = await versions()
    await expectOutcome(await get(`${base}/Patient/q/_history/1`), 404, 'not-found')
    await expectOutcome(await get(`${base}/Task/p/_history/1`), 404, 'not-found')
  })

  it('VRD-07 VRD-08 tells the deletion from the versions before it', async () => {
    const { get, resources, now } = await versions()
    await resources.delete('Patient', 'p', now())
    await expectOutcome(await get(`${base}/Patient/p/_history/4`), 410, 'deleted')
    expect((await get(`${base}/Patient/p/_history/1`)).status).toBe(200)
  })

  it('VRD-11 HIS-04 offers no history of the whole system', async () => {
    const { get } = await versions()
    await expectOutcome(await get(`${base}/_history`), 404, 'not-supported')
  })
})

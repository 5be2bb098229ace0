import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { F, FD } from '../testing/fhir-server.ts'
import { writeServer } from './testing/writers.ts'

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

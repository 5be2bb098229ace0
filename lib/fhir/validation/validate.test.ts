import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import type { ParsedResource } from './problem.ts'
import { COMMON_TASK, K0, P0, SMALLEST } from './testing/examples.ts'
import { validate, validating } from './validate.ts'

const judge = (parsed: ParsedResource, type = parsed.resourceType, mode: 'create' | 'update' = 'create') =>
  validate({ type, parsed }, { mode, profiles: 'declared' })

const origin = { url: RESOURCE_ORIGIN, valueReference: { reference: 'Device/a' } }

describe('validation of a write', () => {
  it.each(Object.values(SMALLEST))('VAL-08 accepts the smallest valid $resourceType', (resource) => {
    expect(judge(resource)).toEqual([])
    expect(judge(COMMON_TASK)).toEqual([])
  })

  it('CRE-09 refuses a resource of another type than the URL, and reports nothing else', () => {
    expect(judge({ ...K0, foo: 1 }, 'Patient')).toMatchObject([
      { status: 400, code: 'invalid', expression: 'resourceType' },
    ])
  })

  it('VAL-02 reports profiles and business rules only when the resource is valid R4', () => {
    const beyond = { ...P0, photo: [{ url: 'urn:x' }], meta: { ...(P0['meta'] as object), tag: [SUBSETTED] } }
    expect(judge(beyond).map(({ status }) => status)).toEqual([422, 422])
    expect(judge({ ...beyond, gender: 'M' })).toMatchObject([{ status: 400, expression: 'Patient.gender' }])
  })

  it('ORI-02 refuses resource-origin on create, and accepts it on update', () => {
    const resource = { ...P0, extension: [origin] }
    expect(judge(resource)).toMatchObject([{ status: 400, code: 'extension', expression: 'Patient.extension[0]' }])
    expect(judge(resource, 'Patient', 'update')).toEqual([])
  })

  it('CRE-13 lists at most twenty problems, of all kinds together', () => {
    const extension = Array.from({ length: 15 }, () => origin)
    const name = Array.from({ length: 15 }, () => ({ family: 5 }))
    expect(judge({ ...P0, extension, name })).toHaveLength(20)
  })
})

describe('validation of a long resource', () => {
  const steps = (resource: ParsedResource, text: string): number =>
    [...validating({ parsed: resource, text }, { mode: 'update', profiles: 'declared' })].length

  it('FBO-08 looks in steps at the numbers of its text', () => {
    const extension = Array.from({ length: 20_000 }, () => ({ url: 'urn:a', valueDecimal: 1 }))
    const long = { ...P0, extension }
    const text = JSON.stringify(long).replaceAll('"valueDecimal":1', '"valueDecimal":1.0')
    expect(steps(long, text)).toBeGreaterThan(10)
  })

  it('FBO-08 takes the seconds of an instant for no number', () => {
    const short = { ...P0, meta: { ...(P0['meta'] as object), lastUpdated: '2026-04-01T12:00:00.250Z' } }
    const long = { ...short, identifier: Array.from({ length: 20_000 }, () => ({ value: '1' })) }
    expect(steps(long, JSON.stringify(long))).toBe(steps(short, JSON.stringify(short)))
  })
})

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

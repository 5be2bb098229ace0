import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import type { ParsedResource } from './problem.ts'
import { COMMON_TASK, K0, P0, SMALLEST } from './testing/examples.ts'
import { validate } from './validate.ts'

const judge = (parsed: ParsedResource, type = parsed.resourceType, mode: 'create' | 'update' = 'create') =>
  validate({ type, parsed }, { mode, profiles: 'declared', lookup: () => undefined })

const origin = { url: RESOURCE_ORIGIN, valueReference: { reference: 'Device/a' } }

describe('the one judge of what is written', () => {
  it.each(Object.values(SMALLEST))('VAL-08 has nothing against the smallest good $resourceType', (resource) => {
    expect(judge(resource)).toEqual([])
    expect(judge(COMMON_TASK)).toEqual([])
  })

  it('CRE-09 refuses a resource of another type than the URL says, and says no more', () => {
    expect(judge({ ...K0, foo: 1 }, 'Patient')).toMatchObject([
      { status: 400, code: 'invalid', expression: 'resourceType' },
    ])
  })

  it('VAL-02 tells of profiles and rules only what keeps FHIR R4', () => {
    const beyond = { ...P0, photo: [{ url: 'urn:x' }], meta: { ...(P0['meta'] as object), tag: [SUBSETTED] } }
    expect(judge(beyond).map(({ status }) => status)).toEqual([422, 422])
    expect(judge({ ...beyond, gender: 'M' })).toMatchObject([{ status: 400, expression: 'Patient.gender' }])
  })

  it('ORI-02 judges the origin by whether the resource is created or updated', () => {
    const resource = { ...P0, extension: [origin] }
    expect(judge(resource)).toMatchObject([{ status: 400, code: 'extension', expression: 'Patient.extension[0]' }])
    expect(judge(resource, 'Patient', 'update')).toEqual([])
  })

  it('CRE-13 lists twenty problems at most, of all kinds together', () => {
    const extension = Array.from({ length: 15 }, () => origin)
    const name = Array.from({ length: 15 }, () => ({ family: 5 }))
    expect(judge({ ...P0, extension, name })).toHaveLength(20)
  })
})

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

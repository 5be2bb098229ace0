import { describe, expect, it } from 'vitest'
import { allSteps } from '#lib/async/steps.ts'
import { indexedValues } from '#lib/fhir/search/parameters.ts'
import { renewing } from './renewed-values.ts'

const identifier = Array.from({ length: 20_000 }, (_, n) => ({ value: `n${n}` }))
const parsed = { resourceType: 'Patient', id: 'a', identifier }
const stored = { type: 'Patient', origin: null, body: JSON.stringify(parsed) }

describe('index values of a stored resource by the parameters of now', () => {
  it('FBO-08 are compared with those that are there in steps', () => {
    const there = indexedValues('Patient', parsed)
    const other = { param: 'identifier', system: 'urn:a', value: 'gone' }
    expect([...renewing(stored, there)].length).toBeGreaterThan(10)
    expect(allSteps(renewing(stored, [...there.slice(1), other]))).toEqual({ stale: [other], missing: [there[0]] })
  })
})

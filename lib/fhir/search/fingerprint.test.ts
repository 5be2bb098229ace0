import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '../types.ts'
import { SAMPLE, samplesOf, searchFingerprint } from './fingerprint.ts'
import { indexedValues, RESOURCE_ORIGIN_PARAMETER, searchParameters } from './parameters.ts'

const TYPES = [
  ...['ActivityDefinition', 'CareTeam', 'Device', 'Endpoint', 'Organization', 'Patient', 'Practitioner'],
  ...['RelatedPerson', 'Subscription', 'Task', 'AuditEvent'],
]

describe('the fingerprint of search parameters', () => {
  it.each(TYPES)('sees what each parameter of %s finds', (type) => {
    const found = new Set(indexedValues(type, { resourceType: type, ...SAMPLE }).map(({ param }) => param))
    for (const { name, index } of searchParameters(type))
      if (name !== RESOURCE_ORIGIN_PARAMETER) expect([name, found.has(index)]).toEqual([name, true])
  })

  it.each(R4_TYPES.filter((type) => !TYPES.includes(type)))(
    'sees what each parameter of %s finds, as R4 defines it',
    (type) => {
      const found = new Set(
        [{ resourceType: type, ...SAMPLE }, ...samplesOf(type)].flatMap((sample) =>
          indexedValues(type, sample).map(({ param }) => param),
        ),
      )
      for (const { name, index } of searchParameters(type))
        if (name !== RESOURCE_ORIGIN_PARAMETER) expect([name, found.has(index)]).toEqual([name, true])
    },
  )

  it('is the same each time, and another one where the parameters are others', () => {
    for (const type of TYPES) expect(searchFingerprint(type)).toBe(searchFingerprint(type))
    expect(searchFingerprint('Patient')).toBe(searchFingerprint('Practitioner'))
    expect(new Set(['Patient', 'Task', 'Device', 'Organization', 'AuditEvent'].map(searchFingerprint)).size).toBe(5)
  })
})

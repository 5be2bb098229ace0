import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '../types.ts'
import { SAMPLE, samplesOf, searchFingerprint } from './fingerprint.ts'
import { indexedValues, RESOURCE_ORIGIN_PARAMETER, searchParameters } from './parameters.ts'

describe('the fingerprint of search parameters', () => {
  it.each(R4_TYPES)('covers every search parameter of %s with a sample', (type) => {
    const samples = [{ resourceType: type, ...SAMPLE }, ...(type === 'AuditEvent' ? [] : samplesOf(type))]
    const found = new Set(samples.flatMap((sample) => indexedValues(type, sample).map(({ param }) => param)))
    for (const { name, index } of searchParameters(type))
      if (name !== RESOURCE_ORIGIN_PARAMETER) expect([name, found.has(index)]).toEqual([name, true])
  })

  it('is the same at each call, and differs between types', () => {
    for (const type of R4_TYPES) expect(searchFingerprint(type)).toBe(searchFingerprint(type))
    const types = ['Patient', 'Practitioner', 'Task', 'Device', 'Organization', 'AuditEvent']
    expect(new Set(types.map(searchFingerprint)).size).toBe(types.length)
  })
})

describe('the indexed values of a resource', () => {
  const valuesUnder = (type: string, resource: object, ...names: readonly string[]) =>
    indexedValues(type, { resourceType: type, ...resource })
      .filter(({ param }) => names.includes(param))
      .map(({ param, value }) => `${param} ${value}`)

  it('FIX-04 do not repeat a value under several parameters of one kind', () => {
    const address = [{ text: 'Kade 1, Delft', line: ['Kade 1'], city: 'Delft', country: 'NL' }]
    const telecom = [
      { system: 'phone', value: '1' },
      { system: 'email', value: 'a@b' },
      { system: 'fax', value: '2' },
    ]
    for (const type of ['Patient', 'Organization', 'Person', 'Location'])
      expect(valuesUnder(type, { address }, 'address', 'address-city', 'address-country').sort()).toEqual([
        ...['address kade 1', 'address kade 1, delft', 'address-city delft', 'address-country nl'],
      ])
    for (const type of ['Patient', 'Person', 'PractitionerRole'])
      expect(valuesUnder(type, { telecom }, 'telecom', 'phone', 'email')).toEqual(['email a@b', 'phone 1', 'telecom 2'])
  })

  it('FTY-01 of an audit event are only those of its list of parameters', () => {
    const event = { meta: { tag: [{ code: 't' }] }, source: { site: 's' }, agent: [{ name: 'n', policy: ['urn:p'] }] }
    expect(indexedValues('AuditEvent', { resourceType: 'AuditEvent', ...event })).toEqual([
      { param: '_tag', system: '', value: 't' },
    ])
  })
})

// A hash of a type's search parameters and what they extract. When it changes, the index was made by other rules.
import { sha256 } from '#lib/crypto/hash.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { INSTANTIATES, RESOURCE_ORIGIN, TRACE_ID } from '../koppeltaal.ts'
import { AUDITED } from './domain-parameters.ts'
import { indexedValues, searchParameters } from './parameters.ts'
import { r4Parameters } from './r4-parameters.ts'

const reference = (type: string) => ({ reference: `${type}/a/_history/2`, type })
const extension = (url: string, type: string) => ({ url, valueReference: reference(type) })

/** A resource with a value in every element that a parameter of the domain reads, in every form that it can take. */
export const SAMPLE = {
  id: 'a',
  meta: {
    tag: [{ system: 'urn:s', code: 'a' }],
    security: [{ code: 'b' }],
    profile: ['https://a.example/b|1'],
    source: 'https://a.example/c#d',
  },
  extension: [
    extension(RESOURCE_ORIGIN, 'Device'),
    extension(INSTANTIATES, 'ActivityDefinition'),
    { url: TRACE_ID, valueId: 'c' },
  ],
  identifier: [{ system: 'urn:s', value: 'Ab 1' }, { value: 'b' }, { system: 'urn:t' }],
  active: true,
  name: [{ family: 'de Groß', given: [' Zoë', 'B'], text: 'Zoë' }, { text: 'İ' }, { text: 'ab'.repeat(600) }],
  gender: 'female',
  birthDate: '1970-02',
  status: 'active',
  url: 'https://a.example/b|1',
  for: reference('Patient'),
  owner: reference('Practitioner'),
  subject: reference('Patient'),
  recorded: '2026-11-21T23:30:00-02:00',
  type: { system: 'urn:s', code: 'a' },
  subtype: [{ system: 'urn:s', code: 'b' }, { code: 'c' }],
  action: 'R',
  outcome: '4',
  agent: [{ who: reference('Device'), network: { address: '192.0.2.1' } }, { who: { identifier: { value: 'b' } } }],
  entity: [{ what: reference('Patient') }, { what: { identifier: { value: 'c' } } }],
  patient: { reference: 'https://other.example/fhir/Patient/1/_history/2' },
}

/** A value of each data type that a parameter of R4 reads, in every form that it can take. */
const VALUES: Readonly<Record<string, unknown>> = {
  CodeableConcept: { coding: [{ system: 'urn:s', code: 'A b' }, { code: 'c' }, { system: 'urn:t' }], text: 'd' },
  Coding: { system: 'urn:s', code: 'A b' },
  code: 'a',
  Identifier: { system: 'urn:s', value: 'Ab 1' },
  ContactPoint: { value: 'Ab@a.example' },
  boolean: true,
  ...Object.fromEntries(['string', 'markdown', 'id'].map((type) => [type, ' Groß Zoë'])),
  ...Object.fromEntries(['uri', 'url', 'oid', 'canonical'].map((type) => [type, 'https://a.example/b|1'])),
  HumanName: { text: 'A', family: 'B', given: ['C', 'D'], prefix: ['E'], suffix: ['F'] },
  Address: { text: 'A', line: ['B'], city: 'C', district: 'D', state: 'E', postalCode: 'F', country: 'G' },
  Reference: reference('Patient'),
  date: '1970-02',
  dateTime: '1970-02-03T04:05:06.7+01:00',
  instant: '1970-02-03T04:05:06Z',
  Period: [{ start: '1970', end: '1971-02' }, { start: '1972' }, { end: '1973' }, { end: '9999' }],
  Timing: { event: ['1970'], repeat: { boundsPeriod: { start: '1971' } } },
}

/** Resources with a value at the end of each path that the parameters of R4 take, or the one of a name. */
export const samplesOf = (type: string, name?: string): readonly JsonObject[] =>
  r4Parameters(type)
    .filter((one) => name === undefined || one.name === name)
    .flatMap(({ paths }) => paths)
    .map(({ steps, type: of }) => ({
      resourceType: type,
      ...steps.reduceRight<JsonObject>(
        (value, { element, where }, at) => ({
          [element]: [at === steps.length - 1 ? VALUES[of] : value]
            .flat()
            .map((one) => (where && isObject(one) ? { ...one, [where.element]: where.value } : one)),
        }),
        {},
      ),
    }))

/** Changes with the names of the parameters, and with the values that they find in the samples. */
export const searchFingerprint = (type: string): string =>
  sha256(
    JSON.stringify([
      searchParameters(type).map(({ name, type: kind, index }) => [name, kind, index]),
      indexedValues(type, { resourceType: type, ...SAMPLE }),
      ...(type === AUDITED ? [] : samplesOf(type).map((sample) => indexedValues(type, sample))),
    ]),
  )

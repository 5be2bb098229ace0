// A hash of a type's search parameters and what they extract. When it changes, the index was made by other rules.
import { sha256 } from '#lib/crypto/hash.ts'
import { INSTANTIATES, RESOURCE_ORIGIN, TRACE_ID } from './koppeltaal.ts'
import { indexedValues, searchParameters } from './search-parameters.ts'

const reference = (type: string) => ({ reference: `${type}/a/_history/2`, type })
const extension = (url: string, type: string) => ({ url, valueReference: reference(type) })

/** A resource with a value in every element that a parameter reads, in every form that it can take. */
export const SAMPLE = {
  id: 'a',
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

/** Changes with the names of the parameters, and with the values that they find in a sample. */
export const searchFingerprint = (type: string): string =>
  sha256(
    JSON.stringify([
      searchParameters(type).map(({ name, type: kind, index }) => [name, kind, index]),
      indexedValues(type, { resourceType: type, ...SAMPLE }),
    ]),
  )

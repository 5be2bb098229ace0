// What the search parameters of a type find, as a hash: when it changes, what is in the index was made by other rules.
import { sha256 } from '#lib/crypto/hash.ts'
import { INSTANTIATES, RESOURCE_ORIGIN, TRACE_ID } from './koppeltaal.ts'
import { indexedValues, searchParameters } from './search-parameters.ts'

const reference = (type: string) => ({ reference: `${type}/a/_history/2`, type })
const extension = (url: string, type: string) => ({ url, valueReference: reference(type) })

/** A resource that has something in every element that a parameter looks at, in every form that it can take there. */
export const SAMPLE = {
  id: 'a',
  extension: [
    extension(RESOURCE_ORIGIN, 'Device'),
    extension(INSTANTIATES, 'ActivityDefinition'),
    { url: TRACE_ID, valueId: 'c' },
  ],
  identifier: [{ system: 'urn:s', value: 'Ab 1' }, { value: 'b' }, { system: 'urn:t' }],
  active: true,
  name: [{ family: 'de Groß', given: [' Zoë', 'B'], text: 'Zoë' }, { text: 'İ' }],
  gender: 'female',
  birthDate: '1970-02',
  status: 'active',
  url: 'https://a.example/b|1',
  for: reference('Patient'),
  owner: reference('Practitioner'),
  subject: reference('Patient'),
  patient: { reference: 'https://other.example/fhir/Patient/1' },
}

/** Changes with the names of the parameters, and with the values that they find in a sample. */
export const searchFingerprint = (type: string): string =>
  sha256(
    JSON.stringify([
      searchParameters(type).map(({ name, type: kind, index }) => [name, kind, index]),
      indexedValues(type, { resourceType: type, ...SAMPLE }),
    ]),
  )

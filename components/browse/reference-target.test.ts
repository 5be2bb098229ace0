import { describe, expect, it } from 'vitest'
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import { referenceHref, referencesIn } from './reference-target.ts'

const BASE = 'https://ehr.example/fhir/DEFAULT'

describe('where a reference leads', () => {
  it.each([
    ['Patient/1', '/browse/Patient/1'],
    ['Patient/1/_history/3', '/browse/Patient/1?version=3'],
    [`${BASE}/Patient/1`, '/browse/Patient/1'],
    [`${BASE}/Patient/1/_history/3`, '/browse/Patient/1?version=3'],
  ])('%s leads to %s', (reference, href) => {
    expect(referenceHref(reference, BASE)).toBe(href)
  })

  it.each([
    '#contained',
    'urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7',
    'https://evil.example/fhir/DEFAULT/Patient/1',
    `${BASE}evil/Patient/1`,
    'javascript:alert(1)',
    '//evil.example/Patient/1',
    'Patient/../1/2',
    'Patient/1/_history/0',
    'Patient/1?x=1',
    '',
  ])('%s leads nowhere', (reference) => {
    expect(referenceHref(reference, BASE)).toBeUndefined()
  })

  it('is found wherever it stands in a resource', () => {
    const text = '{"for":{"reference":"Patient/1","display":"Ann"},"note":[{"authorReference":{"reference":"#me"}}]}'
    expect(referencesIn(parseJsonTree(text))).toEqual([
      { path: 'for', reference: 'Patient/1', display: 'Ann' },
      { path: 'note[0].authorReference', reference: '#me', display: undefined },
    ])
  })
})

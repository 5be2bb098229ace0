import { describe, expect, it } from 'vitest'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { jsonParts } from './json-text.ts'

const kinds = (text: string) =>
  jsonParts(text).flatMap(({ kind, text: part }) => (kind === 'other' ? [] : [[kind, part]]))

describe('JSON in parts', () => {
  it('RDR-15 loses no character', () => {
    const text = '{"a":[1.00,-2e-3,true,null],"b\\"":"\\u00e9 \\\\","c":{},"d":"x: \\"y\\", 5 true"}'
    for (const one of [text, pretty(minify(text)), '', '"', '{'])
      expect(
        jsonParts(one)
          .map((part) => part.text)
          .join(''),
      ).toBe(one)
  })

  it('tells names from strings, numbers and literals', () => {
    expect(kinds('{"a": "b", "c": [1.50, false]}')).toEqual([
      ['name', '"a"'],
      ['string', '"b"'],
      ['name', '"c"'],
      ['number', '1.50'],
      ['literal', 'false'],
    ])
  })

  it('knows the string of a reference, and no other', () => {
    expect(kinds('{"reference": "Patient/1", "display": "reference", "references": ["Patient/2"]}')).toEqual([
      ['name', '"reference"'],
      ['reference', '"Patient/1"'],
      ['name', '"display"'],
      ['string', '"reference"'],
      ['name', '"references"'],
      ['string', '"Patient/2"'],
    ])
  })
})

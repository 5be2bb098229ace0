// Strict parsing of JSON objects (conformance LTK-16, LIM-11).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictObject } from './strict-json.ts'

describe('strict JSON', () => {
  it.each([
    '{}',
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
    ' {"a":"{\\"a\\":1,\\"a\\":2}"} ',
    '{"a":["a","a"],"":""}',
    '{"a":"\\\\","b":1}',
  ])('reads %s', (text) => {
    expect(parseStrictObject(text)).toEqual(JSON.parse(text))
  })

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":1}',
    '{"x":{"a":1,"b":[1,{"c":2}],"a":2}}',
    '[{"a":1,"a":2}]',
    '{"x":[{"a":1,"a":2}]}',
    '{"a":{},"a":[]}',
    'null',
    '1',
    '"x"',
    '[]',
    '',
    '{',
    '{"a":1}x',
    "{'a':1}",
    `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`,
  ])('refuses %s', (text) => {
    expect(parseStrictObject(text)).toBeUndefined()
  })

  it('reads every object that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const text = JSON.stringify(value)
        expect(parseStrictObject(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses every object with a repeated member', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (name, a, b) => {
        const member = JSON.stringify(name)
        expect(parseStrictObject(`{${member}:${JSON.stringify(a)},${member}:${JSON.stringify(b)}}`)).toBeUndefined()
      }),
    )
  })
})

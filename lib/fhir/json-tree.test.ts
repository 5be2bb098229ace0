import { describe, expect, it } from 'vitest'
import { minify, pretty } from './json-text.ts'
import { type JsonNode, minifiedJson, parseJsonTree, sameText, writeJsonTree } from './json-tree.ts'

describe('the tree of a JSON text', () => {
  it('keeps numbers as they are written and the order of members', () => {
    expect(parseJsonTree(' {"b": 1.00, "2": -3e2, "a": [true, null, "\\u00e9"]} ')).toEqual({
      kind: 'object',
      members: [
        { name: 'b', node: { kind: 'number', text: '1.00' } },
        { name: '2', node: { kind: 'number', text: '-3e2' } },
        {
          name: 'a',
          node: {
            kind: 'array',
            items: [
              { kind: 'literal', text: 'true' },
              { kind: 'literal', text: 'null' },
              { kind: 'string', text: 'é', written: '"\\u00e9"' },
            ],
          },
        },
      ],
    })
  })

  it('has empty objects and arrays', () => {
    expect(parseJsonTree('{"a":{},"b":[ ]}')).toEqual({
      kind: 'object',
      members: [
        { name: 'a', node: { kind: 'object', members: [] } },
        { name: 'b', node: { kind: 'array', items: [] } },
      ],
    })
  })

  it('throws on what is not JSON', () => {
    expect(() => parseJsonTree('{"a":}')).toThrow(SyntaxError)
  })

  it('is written with its lexemes, indented', () => {
    expect(writeJsonTree(parseJsonTree('{"a":[1.00,{}],"b":"x\\n"}'))).toBe(
      '{\n  "a": [\n    1.00,\n    {}\n  ],\n  "b": "x\\n"\n}',
    )
  })

  it('PAT-04 is minified with its numbers, escapes and order of members', () => {
    const minified = '{"b":1.00,"2":-3E+2,"a\\u00e9":[true,null,"\\u00e9é\\/\\"",{},[]],"a":"\u2028","":0.10,"a":1}'
    expect(minifiedJson(parseJsonTree(minified))).toBe(minified)
    expect(minifiedJson(parseJsonTree(pretty(minified)))).toBe(minified)
    for (const one of ['"x"', '1.0', 'null', '[]', '{}', ' [ 1 , { "a" : [ ] } ] '])
      expect(minifiedJson(parseJsonTree(one))).toBe(minify(one))
  })

  it('has the same text as another one when all is written alike, without a look at what they share', () => {
    const texts = [
      '{"a":1.0,"b":["x"]}',
      '{"a":1,"b":["x"]}',
      '{"b":["x"],"a":1.0}',
      '{"a":1.0,"b":["\\u0078"]}',
      '[]',
      '{}',
    ]
    for (const one of texts)
      for (const other of texts) expect(sameText(parseJsonTree(one), parseJsonTree(other))).toBe(one === other)
    const shared: JsonNode = {
      kind: 'object',
      get members(): never {
        throw new Error('looked at')
      },
    }
    const beside = (text: string): JsonNode => ({ kind: 'array', items: [shared, parseJsonTree(text)] })
    expect(sameText(beside('1'), beside('1'))).toBe(true)
    expect(sameText(beside('1'), beside('2'))).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { items, layingOut, members, minify, minifying, pretty, valueEnd } from './json-text.ts'

const names = (text: string) => [...members(text)].map(({ name }) => name)
const values = (text: string) => [...members(text)].map(({ valueStart, end }) => text.slice(valueStart, end))

describe('JSON as text', () => {
  it('FBO-08 is laid out, and brought together, in steps where it is long', () => {
    const text = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => ({ n: `${n}` })))
    expect([...layingOut(text)].length).toBeGreaterThan(10)
    expect([...minifying(pretty(text))].length).toBeGreaterThan(10)
    expect(minify(pretty(text))).toBe(text)
  })

  it('drops whitespace outside of strings and nothing else', () => {
    expect(minify(' {\r\n\t"a b" : [ 1.00 , "x  y\\" z" ] , "c": 1e3 }\n')).toBe('{"a b":[1.00,"x  y\\" z"],"c":1e3}')
  })

  it('keeps number lexemes, escapes and nulls', () => {
    const text =
      '{"n":[1.00,0.10,1.5e-7,123456789012345678.123456789,-0],"s":"\\u00e9\\/\\ud83d\\ude00","g":[null,"J"]}'
    expect(minify(text)).toBe(text)
    expect(minify(pretty(text))).toBe(text)
  })

  it('is not misled by quotes, braces and backslashes inside of strings', () => {
    const text = '{"a":"}{][,:\\\\\\"","b\\\\":"\\\\","c":{"d":"]"}}'
    expect(names(text)).toEqual(['a', 'b\\', 'c'])
    expect(values(text)).toEqual(['"}{][,:\\\\\\""', '"\\\\"', '{"d":"]"}'])
  })

  it('reads names that are written with escapes', () => {
    expect(names('{"\\u006deta":1,"__proto__":2,"constructor":3}')).toEqual(['meta', '__proto__', 'constructor'])
  })

  it('lists a repeated member as often as it occurs', () => {
    expect(names('{"a":1,"a":2}')).toEqual(['a', 'a'])
  })

  it('finds members and items through any whitespace', () => {
    const text = ' {\n "a" :\t[ 1 , {"x" : 2} ,\n"]" ] ,\r\n"b":{ } }'
    expect(values(text)).toEqual(['[ 1 , {"x" : 2} ,\n"]" ]', '{ }'])
    const list = text.indexOf('[')
    expect([...items(text, list)].map(({ start, end }) => text.slice(start, end))).toEqual(['1', '{"x" : 2}', '"]"'])
    expect([...items('[ ]', 0)]).toEqual([])
  })

  it('ends a literal at the character after it', () => {
    for (const literal of ['true', 'null', '-1.5E+10', '"x"'])
      for (const after of [',', '}', ']', ' ', '\n', '']) expect(valueEnd(literal + after, 0)).toBe(literal.length)
  })

  it('minifies and indents any JSON as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(minify(JSON.stringify(value, null, 3))).toBe(text)
        expect(pretty(text)).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it('finds the same members of any object as JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1, 2), (object, indent) => {
        const text = JSON.stringify(object, null, indent)
        expect(names(text)).toEqual(Object.keys(JSON.parse(text) as object))
        expect(values(text).map((value) => JSON.parse(value) as unknown)).toEqual(
          Object.values(JSON.parse(text) as object),
        )
      }),
    )
  })
})

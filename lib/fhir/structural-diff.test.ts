import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonTree } from './json-tree.ts'
import { structuralDiff } from './structural-diff.ts'

const diff = (was: string, now: string) => structuralDiff(parseJsonTree(was), parseJsonTree(now))
const string = (text: string) => ({ kind: 'string', text })

describe('the structural diff', () => {
  it('lists what was added, removed and changed, each with its path', () => {
    const was = '{"name":[{"family":"Jansen","given":["Ann"]}],"gender":"female"}'
    const now = '{"name":[{"family":"de Wit","given":["Ann","Bea"]}],"birthDate":"1990"}'
    expect(diff(was, now)).toEqual([
      { kind: 'changed', path: 'name[0].family', was: string('Jansen'), now: string('de Wit') },
      { kind: 'added', path: 'name[0].given[1]', now: string('Bea') },
      { kind: 'added', path: 'birthDate', now: string('1990') },
      { kind: 'removed', path: 'gender', was: string('female') },
    ])
  })

  it('finds 1.0 and 1.00 different, and an escape equal to its character', () => {
    expect(diff('{"a":1.0}', '{"a":1.00}')).toHaveLength(1)
    expect(diff('{"a":"\\u00e9"}', '{"a":"é"}')).toEqual([])
  })

  it('lists an element of another JSON type as one change', () => {
    expect(diff('{"a":{"b":1}}', '{"a":[1]}')).toMatchObject([{ kind: 'changed', path: 'a' }])
    expect(diff('{"a":"1"}', '{"a":1}')).toMatchObject([{ kind: 'changed', path: 'a' }])
  })

  it('ignores the order of members and white space', () => {
    expect(diff('{"a":1,"b":[2]}', '{ "b": [2],\n "a": 1 }')).toEqual([])
  })

  it('finds no difference between a text and itself, and as many in either direction', () => {
    const shape = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        const [was, now] = [JSON.stringify(one), JSON.stringify(other)]
        expect(diff(was, was)).toEqual([])
        expect(diff(was, now).length).toBe(diff(now, was).length)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { parseJsonTree } from './json-tree.ts'
import { sideBySide } from './side-by-side.ts'

const lines = (was: object, now: object) =>
  sideBySide(parseJsonTree(JSON.stringify(was)), parseJsonTree(JSON.stringify(now))).map(
    (line) => `${line.kind} ${line.depth} ${line.path}: ${line.was} | ${line.now}`,
  )

describe('two versions side by side', () => {
  it('have equal lines next to each other', () => {
    expect(lines({ id: 'p', name: ['a'] }, { id: 'p', name: ['a'] })).toEqual([
      'same 0 : { | {',
      'same 1 id: "id": "p" | "id": "p"',
      'same 1 name: "name": [ | "name": [',
      'same 2 name[0]: "a" | "a"',
      'same 1 name: ] | ]',
      'same 0 : } | }',
    ])
  })

  it('show added, changed and removed elements, a removed one at its old place', () => {
    expect(lines({ a: 1, gone: { deep: true }, b: 2 }, { a: 1, b: 3, come: 'x' })).toEqual([
      'same 0 : { | {',
      'same 1 a: "a": 1 | "a": 1',
      'removed 1 gone: "gone": {\n  "deep": true\n} | undefined',
      'changed 1 b: "b": 2 | "b": 3',
      'added 1 come: undefined | "come": "x"',
      'same 0 : } | }',
    ])
  })

  it('show an element of another JSON type as one change', () => {
    expect(lines({ a: [1] }, { a: { b: 1 } })[1]).toMatch(/^changed 1 a: /)
  })

  it('keep numbers as they were written', () => {
    const [was, now] = ['{"x":1.0}', '{"x":1.00}'].map(parseJsonTree)
    expect(was && now && sideBySide(was, now)[1]).toMatchObject({ kind: 'changed', was: '"x": 1.0', now: '"x": 1.00' })
  })
})

import { describe, expect, it } from 'vitest'
import { minifiedJson, parseJsonTree } from './json-tree.ts'
import { divergences, merged, type Side } from './three-way-merge.ts'

const versions = (base: string, yours: string, theirs: string) => ({
  base: parseJsonTree(base),
  yours: parseJsonTree(yours),
  theirs: parseJsonTree(theirs),
})

const BASE =
  '{"resourceType":"Patient","meta":{"versionId":"1"},"gender":"male","name":[{"family":"A","given":["X"]}],"n":1.00}'

describe('merging two changes of one version', () => {
  it('combines changes of different elements, and keeps every lexeme', () => {
    const three = versions(
      BASE,
      BASE.replace('"A"', '"\\u0042"'),
      BASE.replace('"versionId":"1"', '"versionId":"2"').replace('"male"', '"female"'),
    )
    expect(divergences(three).map(({ path, changedBy }) => [path, changedBy])).toEqual([
      ['gender', 'theirs'],
      ['name[0].family', 'yours'],
    ])
    expect(minifiedJson(merged(three, new Map()))).toBe(
      '{"resourceType":"Patient","meta":{"versionId":"2"},"gender":"female","name":[{"family":"\\u0042","given":["X"]}],"n":1.00}',
    )
  })

  it.each([
    ['yours', 'B'],
    ['theirs', 'C'],
    ['base', 'A'],
  ] as const)('requires a choice when both changed the same element: %s', (side, family) => {
    const three = versions(BASE, BASE.replace('"A"', '"B"'), BASE.replace('"A"', '"C"'))
    expect(divergences(three)).toMatchObject([{ path: 'name[0].family', changedBy: undefined }])
    expect(() => merged(three, new Map())).toThrow(/name\[0\]\.family/)
    const tree = merged(three, new Map<string, Side>([['name[0].family', side]]))
    expect(JSON.parse(minifiedJson(tree)).name[0].family).toBe(family)
  })

  it('can remove an element that one side removed, and add one that the other added', () => {
    const three = versions('{"a":1,"b":2}', '{"b":2}', '{"a":1,"b":2,"c":3}')
    expect(minifiedJson(merged(three, new Map()))).toBe('{"b":2,"c":3}')
    expect(minifiedJson(merged(three, new Map<string, Side>([['a', 'theirs']])))).toBe('{"b":2,"a":1,"c":3}')
  })

  it('compares arrays of different length and narratives as a whole', () => {
    const three = versions(
      '{"text":{"status":"generated","div":"a"},"given":["X"]}',
      '{"text":{"status":"generated","div":"b"},"given":["Y"]}',
      '{"text":{"status":"additional","div":"c"},"given":["X","Z"]}',
    )
    expect(divergences(three).map(({ path, changedBy }) => [path, changedBy])).toEqual([
      ['text', undefined],
      ['given', undefined],
    ])
  })

  it.each([
    ['yours', '{"status":"generated","div":"c"}', undefined],
    ['theirs', undefined, '{"status":"generated","div":"b"}'],
  ] as const)('drops a generated narrative that one side dropped: %s', (side, theirs, yours) => {
    const withText = (text: string | undefined) => (text === undefined ? '{"a":1}' : `{"a":1,"text":${text}}`)
    const base = withText('{"status":"generated","div":"a"}')
    const three = versions(base, withText(yours), withText(theirs))
    expect(divergences(three)).toMatchObject([{ path: 'text', changedBy: side, isOutdated: true }])
    expect(minifiedJson(merged(three, new Map()))).toBe('{"a":1}')
    const own = versions(base, withText(undefined), withText('{"status":"additional","div":"in own words"}'))
    expect(divergences(own)).toMatchObject([{ path: 'text', changedBy: undefined, isOutdated: false }])
  })

  it('keeps values and their extensions together when one side has more of them', () => {
    const three = versions(
      '{"given":["A","B"],"family":"F"}',
      '{"given":["B"],"family":"F"}',
      '{"given":["A","B"],"_given":[{"id":"a"}],"family":"G"}',
    )
    expect(divergences(three).map(({ path, changedBy }) => [path, changedBy])).toEqual([
      ['given', undefined],
      ['family', 'theirs'],
    ])
    const take = (side: Side) => minifiedJson(merged(three, new Map<string, Side>([['given', side]])))
    expect(take('yours')).toBe('{"given":["B"],"family":"G"}')
    expect(take('theirs')).toBe('{"given":["A","B"],"_given":[{"id":"a"}],"family":"G"}')
    const moved = versions(
      '{"given":["A"],"_given":[{"id":"a"}]}',
      '{"given":["Z","A"],"_given":[null,{"id":"a"}],"n":1}',
      '{"given":["A"],"_given":[{"id":"a"}]}',
    )
    expect(minifiedJson(merged(moved, new Map()))).toBe('{"given":["Z","A"],"_given":[null,{"id":"a"}],"n":1}')
  })

  it('leaves nothing to choose when both changes are the same', () => {
    const both = BASE.replace('"A"', '"B"')
    expect(divergences(versions(BASE, both, both))).toEqual([])
  })
})

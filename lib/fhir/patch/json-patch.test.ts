// JSON Patch as RFC 6902 says it, on any JSON document: the rules of resources are tested beside patch.ts.
import specTests from 'json-patch-test-suite/spec_tests.json' with { type: 'json' }
import tests from 'json-patch-test-suite/tests.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { allSteps } from '../../async/steps.ts'
import { minifiedJson, parseJsonTree } from '../json-tree.ts'
import { applyingJsonPatch, parseJsonPatch } from './json-patch.ts'
import { PatchProblem } from './patch-problem.ts'

interface SuiteCase {
  readonly comment?: string
  readonly doc: unknown
  readonly patch: unknown
  readonly expected?: unknown
  readonly error?: string
  readonly disabled?: boolean
}

const suite: readonly SuiteCase[] = [...tests, ...specTests]
const runnable = suite.filter(({ disabled }) => disabled !== true)

/** The text of a document after a patch. */
const patched = (document: string, patch: string): string =>
  minifiedJson(allSteps(applyingJsonPatch(parseJsonTree(document), parseJsonPatch(parseJsonTree(patch)))))

const refusal = (document: string, patch: string): PatchProblem => {
  try {
    patched(document, patch)
  } catch (error) {
    if (error instanceof PatchProblem) return error
    throw error
  }
  throw new Error('The patch was applied.')
}

describe('JSON Patch (RFC 6902)', () => {
  it('PAT-05 runs 91 cases of the official suite', () => expect(runnable).toHaveLength(91))

  it.each(runnable.map((one, index) => [one.comment ?? one.error ?? `case ${index}`, one] as const))(
    'PAT-05 %s',
    (_, one) => {
      const { doc, patch, expected, error } = one
      const [document, operations] = [JSON.stringify(doc), JSON.stringify(patch)]
      if (error === undefined)
        expect(JSON.parse(patched(document, operations))).toEqual('expected' in one ? expected : doc)
      else expect(refusal(document, operations).message).toMatch(/^Operation \d/)
    },
  )

  it('PAT-04 keeps the numbers, escapes and order of all that an operation does not touch', () => {
    const rest = '"\\u0062":[1.00,{"z":1E+2,"a":"\\u00e9é"}],"0":-0.0'
    expect(patched(`{${rest},"a":1}`, '[{"op":"replace","path":"/a","value":{"x":2.50}}]')).toBe(
      `{${rest},"a":{"x":2.50}}`,
    )
    expect(patched(`{"a":[1.0,2.0],${rest}}`, '[{"op":"move","from":"/a/0","path":"/a/1"}]')).toBe(
      `{"a":[2.0,1.0],${rest}}`,
    )
    expect(patched(`{"a":1,${rest}}`, '[{"op":"copy","from":"/b/0","path":"/a"}]')).toBe(`{"a":1.00,${rest}}`)
  })

  it.each([
    ['1.0', '1'],
    ['1e2', '100'],
    ['-0', '0.00'],
    ['0.1000000000000000055', '0.10000000000000000550'],
    ['10e-1', '0.01E+2'],
    ['"\\u00e9"', '"é"'],
    ['{"a":1,"b":[2.0]}', '{"b":[2],"a":1.0}'],
  ])('PAT-05 test finds %s equal to %s (§4.6)', (one, other) => {
    for (const [there, value] of [
      [one, other],
      [other, one],
    ])
      expect(patched(`{"a":${there}}`, `[{"op":"test","path":"/a","value":${value}}]`)).toBe(`{"a":${there}}`)
  })

  it.each([
    ['1', '"1"'],
    ['1', '1.0000000000000000001'],
    ['0', 'null'],
    ['0', 'false'],
    ['1', '-1'],
    ['1e1', '1e2'],
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,1]'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1}', '{"b":1}'],
    ['{}', '[]'],
  ])('PAT-05 test finds %s different from %s (§4.6)', (one, other) => {
    for (const [there, value] of [
      [one, other],
      [other, one],
    ])
      expect(refusal(`{"a":${there}}`, `[{"op":"test","path":"/a","value":${value}}]`)).toMatchObject({
        status: 422,
        code: 'processing',
      })
  })

  it.each([
    ['{}', /array of operations.*received a JSON object/],
    ['"x"', /received a JSON string/],
    ['[1]', /^Operation 0: an operation must be an object.*received a JSON number/],
    [
      '[{"op":"test","path":"","value":{}},{"op":"delete","path":"/a"}]',
      /^Operation 1: "op" must be one of.*received "delete"/,
    ],
    ['[{"path":"/a"}]', /^Operation 0: "op" is required/],
    ['[{"op":"remove"}]', /"path" is required/],
    ['[{"op":"remove","path":null}]', /"path" is required and must be a string/],
    ['[{"op":"remove","path":"status"}]', /must begin with "\/".*received "status"/],
    ['[{"op":"remove","path":"/a~2"}]', /"~" is written "~0"/],
    ['[{"op":"add","path":"/a"}]', /"add" needs a "value"/],
    ['[{"op":"copy","path":"/a"}]', /"from" is required/],
    [`[{"op":"remove","path":"/${'a'.repeat(1024)}"}]`, /at most 1024 characters; received 1025/],
  ])('PAT-08 refuses %s as no patch, and says which operation it is', (patch, message) => {
    expect(refusal('{}', patch)).toMatchObject({
      status: 400,
      code: 'structure',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['{"op":"remove","path":"/b"}', /^Operation 0 \(remove "\/b"\): there is no member "b"/],
    ['{"op":"replace","path":"/b","value":1}', /there is no member "b"/],
    ['{"op":"move","from":"/b","path":"/c"}', /there is no member "b"/],
    ['{"op":"move","from":"/a","path":"/a/0"}', /into itself/],
    ['{"op":"move","from":"","path":"/b"}', /into itself/],
    ['{"op":"add","path":"/a/3","value":1}', /last index here is 2; received "3"/],
    ['{"op":"replace","path":"/a/2","value":1}', /last index here is 1; received "2"/],
    ['{"op":"replace","path":"/a/-","value":1}', /by its index.*received "-"/],
    ['{"op":"remove","path":"/a/01"}', /without leading zeros/],
    ['{"op":"remove","path":"/n/0"}', /the array is empty/],
    ['{"op":"test","path":"/n/0","value":1}', /the array is empty/],
    ['{"op":"add","path":"/a/0/x","value":1}', /a number has no members/],
    ['{"op":"remove","path":""}', /as a whole cannot be removed/],
    ['{"op":"test","path":"/a/0","value":2}', /the value differs/],
  ])('PAT-09 refuses %s, which cannot be applied, and says why', (operation, message) => {
    expect(refusal('{"a":[1,2],"n":[]}', `[${operation}]`)).toMatchObject({
      status: 422,
      code: 'processing',
      message: expect.stringMatching(message),
    })
  })

  it('PAT-07 names the operation that fails, counted from 0', () => {
    const good = '{"op":"add","path":"/b","value":1}'
    expect(refusal('{}', `[${good},${good},${good},{"op":"remove","path":"/c"}]`).message).toMatch(/^Operation 3 /)
  })

  it('LIM-16 compares 20000 numbers of different notation in one patch, and refuses more', () => {
    const list = (lexeme: string, length: number) => `[${Array(length).fill(lexeme).join(',')}]`
    const tests = (times: number) =>
      `[${Array(times)
        .fill(`{"op":"test","path":"/a","value":${list('1', 2000)}}`)
        .join(',')}]`
    const document = `{"a":${list('1.0', 2000)}}`
    expect(patched(document, tests(10))).toBe(document)
    expect(refusal(document, tests(11))).toMatchObject({
      status: 422,
      code: 'too-costly',
      message: expect.stringMatching(/^Operation 10 .*compare 20000 numbers/),
    })
    expect(patched(document.replaceAll('1.0', '1'), tests(50))).toBe(document.replaceAll('1.0', '1'))
  })

  it('uses the last of members with the same name, and removes all of them', () => {
    expect(
      patched('{"a":1,"a":2}', '[{"op":"test","path":"/a","value":2},{"op":"replace","path":"/a","value":3}]'),
    ).toBe('{"a":1,"a":3}')
    expect(patched('{"a":1,"b":0,"a":2}', '[{"op":"remove","path":"/a"}]')).toBe('{"b":0}')
  })

  it('treats __proto__ and constructor as ordinary member names', () => {
    expect(patched('{}', '[{"op":"add","path":"/__proto__","value":{"x":1}}]')).toBe('{"__proto__":{"x":1}}')
    expect(refusal('{}', '[{"op":"test","path":"/constructor","value":1}]')).toMatchObject({ status: 422 })
  })
})

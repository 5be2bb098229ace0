// The rules for a patch of a resource, whichever kind of patch it is.
import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import { PATCH_TYPES, type PatchType } from './media-types.ts'
import { applying, applyPatch, parsePatch, parsingPatch } from './patch.ts'
import { PatchProblem } from './patch-problem.ts'

interface Operation {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

const apply = (resource: object | string, ...operations: readonly Operation[]) =>
  applyPatch({
    text: typeof resource === 'string' ? resource : JSON.stringify(resource),
    patch: parsePatch('application/json-patch+json', JSON.stringify(operations)),
  })

const patched = (resource: object, ...operations: readonly Operation[]): unknown =>
  JSON.parse(apply(resource, ...operations).text)

const refusal = (run: () => unknown): PatchProblem => {
  try {
    run()
  } catch (error) {
    if (error instanceof PatchProblem) return error
    throw error
  }
  throw new Error('The patch was applied.')
}

const origin = { url: RESOURCE_ORIGIN, valueReference: { reference: 'Device/A' } }

const task = {
  resourceType: 'Task',
  id: 't',
  meta: { versionId: '3', lastUpdated: '2026-01-01T00:00:00.000Z', tag: [{ code: 'a' }] },
  extension: [origin, { url: 'urn:x', valueString: 'y' }],
  status: 'ready',
  note: [{ text: 'a' }],
}

describe('a patch without a change or with a failure', () => {
  it('PAT-11 returns the same text when its tests pass or it writes what is already there', () => {
    const text =
      '{"resourceType":"Task","\\u0069d":"t","status":"ready","x":1.00,"text":{"status":"generated","div":"\\u003cdiv/>"}}'
    const same = { text, narrativeDropped: false }
    expect(apply(text, { op: 'test', path: '/status', value: 'ready' })).toEqual(same)
    expect(apply(text, { op: 'replace', path: '/status', value: 'ready' })).toEqual(same)
    expect(apply(text, { op: 'add', path: '/a', value: 1 }, { op: 'remove', path: '/a' })).toEqual(same)
    expect(apply(text)).toEqual(same)
  })

  it('PAT-07 changes nothing when the last of four operations fails', () => {
    const good = { op: 'replace', path: '/status', value: 'accepted' }
    const failing = { op: 'test', path: '/status', value: 'ready' }
    expect(refusal(() => apply(task, good, good, good, failing))).toMatchObject({
      status: 422,
      code: 'processing',
      message: expect.stringMatching(/^Operation 3 /),
    })
  })

  it.each(['', '{', 'null x', "{'a':1}", '[NaN]', '\uFEFF[]'])('PAT-08 refuses %j, which is not JSON', (text) => {
    for (const type of PATCH_TYPES)
      expect(refusal(() => parsePatch(type, text))).toMatchObject({ status: 400, code: 'structure' })
  })

  it.each([
    ['[{"op":"remove","path":"/a","op":"test"}]', /member "\[0\]\.op" of the patch is repeated/],
    [
      '[{"op":"add","path":"/a","value":{"b":[{"\\u0063":1,"c":2}]}}]',
      /member "\[0\]\.value\.b\[0\]\.c" of the patch is repeated/,
    ],
    ['[{"op":"add","path":"/a","value":{"__proto__":{}}}]', /"\[0\]\.value\.__proto__" of the patch is not an element/],
  ])('PAT-08 refuses %s, which has a repeated member or __proto__', (text, message) => {
    expect(refusal(() => parsePatch('application/json-patch+json', text))).toMatchObject({
      status: 400,
      code: 'structure',
      message: expect.stringMatching(message),
    })
  })
})

describe('members that the server sets', () => {
  it.each<[string, Operation, string]>([
    ['replaces resourceType', { op: 'replace', path: '/resourceType', value: 'Patient' }, 'Task.resourceType'],
    ['replaces id', { op: 'replace', path: '/id', value: 'u' }, 'Task.id'],
    ['removes id', { op: 'remove', path: '/id' }, 'Task.id'],
    ['moves id away', { op: 'move', from: '/id', path: '/description' }, 'Task.id'],
    ['copies onto id', { op: 'copy', from: '/status', path: '/id' }, 'Task.id'],
    ['replaces versionId', { op: 'replace', path: '/meta/versionId', value: '4' }, 'Task.meta.versionId'],
    ['replaces lastUpdated', { op: 'add', path: '/meta/lastUpdated', value: '2027' }, 'Task.meta.lastUpdated'],
    ['removes meta', { op: 'remove', path: '/meta' }, 'Task.meta.versionId'],
    ['replaces meta', { op: 'replace', path: '/meta', value: { versionId: '3' } }, 'Task.meta.lastUpdated'],
    ['replaces all with another id', { op: 'replace', path: '', value: { ...task, id: 'u' } }, 'Task.id'],
    ['makes id a number', { op: 'replace', path: '/id', value: 1 }, 'Task.id'],
  ])('PAT-14 refuses a patch that %s', (_, operation, expression) => {
    expect(refusal(() => apply(task, operation))).toMatchObject({ status: 400, code: 'invalid', expression })
  })

  it('PAT-14 refuses a patch that leaves no resource behind', () => {
    for (const value of [5, null, [task]])
      expect(refusal(() => apply(task, { op: 'replace', path: '', value }))).toMatchObject({
        status: 400,
        code: 'invalid',
      })
  })

  it('PAT-14 accepts a replacement of meta or of the whole resource that keeps them, and a test of them', () => {
    const meta = { tag: [{ code: 'b' }], lastUpdated: task.meta.lastUpdated, versionId: '3' }
    expect(patched(task, { op: 'replace', path: '/meta', value: meta })).toEqual({ ...task, meta })
    expect(patched(task, { op: 'add', path: '', value: { ...task, status: 'accepted' } })).toEqual({
      ...task,
      status: 'accepted',
    })
    expect(patched(task, { op: 'test', path: '/meta/versionId', value: '3' })).toEqual(task)
    expect(patched(task, { op: 'remove', path: '/meta/tag' })).toEqual({
      ...task,
      meta: { versionId: '3', lastUpdated: task.meta.lastUpdated },
    })
  })
})

describe('the resource-origin', () => {
  const reference = '/extension/0/valueReference/reference'
  it.each<[string, Operation]>([
    ['replaces its reference', { op: 'replace', path: reference, value: 'Device/B' }],
    ['removes its reference', { op: 'remove', path: reference }],
    ['adds to it', { op: 'add', path: '/extension/0/id', value: 'x' }],
    ['removes it', { op: 'remove', path: '/extension/0' }],
    ['renames it', { op: 'replace', path: '/extension/0/url', value: 'urn:z' }],
    ['removes all extensions', { op: 'remove', path: '/extension' }],
    ['moves it behind another extension', { op: 'move', from: '/extension/0', path: '/extension/1' }],
    ['moves it away', { op: 'move', from: '/extension/0', path: '/note/0/extension' }],
    [
      'replaces another extension by another origin in its place',
      { op: 'replace', path: '/extension', value: [{ ...origin, id: 'x' }] },
    ],
  ])('PAT-15 refuses a patch that %s', (_, operation) => {
    expect(refusal(() => apply(task, operation))).toMatchObject({
      status: 403,
      code: 'forbidden',
      expression: 'Task.extension',
    })
  })

  it('PAT-15 refuses adding a second one, or a first one', () => {
    const second = { op: 'add', path: '/extension/-', value: { ...origin, valueReference: { reference: 'Device/B' } } }
    expect(refusal(() => apply(task, second))).toMatchObject({ status: 400, code: 'extension' })
    expect(refusal(() => apply(task, { op: 'copy', from: '/extension/0', path: '/extension/1' }))).toMatchObject({
      status: 400,
      code: 'extension',
    })
    const first = { op: 'add', path: '/extension', value: [origin] }
    expect(refusal(() => apply({ ...task, extension: undefined }, first))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('PAT-15 accepts a test of it, and changes of other extensions', () => {
    expect(patched(task, { op: 'test', path: reference, value: 'Device/A' })).toEqual(task)
    expect(patched(task, { op: 'add', path: '/extension/0', value: { url: 'urn:a' } })).toEqual({
      ...task,
      extension: [{ url: 'urn:a' }, ...task.extension],
    })
    expect(patched(task, { op: 'remove', path: '/extension/1' })).toEqual({ ...task, extension: [origin] })
    const last = { ...task, extension: [{ url: 'urn:a' }, { url: 'urn:b' }, origin] }
    expect(patched(last, { op: 'remove', path: '/extension/0' })).toEqual({
      ...task,
      extension: [{ url: 'urn:b' }, origin],
    })
    expect(patched(last, { op: 'move', from: '/extension/1', path: '/extension/0' })).toEqual({
      ...task,
      extension: [{ url: 'urn:b' }, { url: 'urn:a' }, origin],
    })
  })
})

describe('the narrative', () => {
  const withText = (status: string) => ({
    ...task,
    text: { status, div: '<div xmlns="http://www.w3.org/1999/xhtml">a</div>' },
  })
  const change = { op: 'replace', path: '/status', value: 'accepted' }

  it.each(['generated', 'extensions', 'empty'])(
    'PAT-16 with status %s is dropped when anything else changes',
    (status) => {
      const { text, narrativeDropped } = apply(withText(status), change)
      expect(JSON.parse(text)).toEqual({ ...task, status: 'accepted' })
      expect(narrativeDropped).toBe(true)
    },
  )

  it('PAT-16 is dropped in a FHIRPath Patch too, unless one of its paths begins with text', () => {
    const replace = (path: string) => ({
      name: 'operation',
      part: [
        { name: 'type', valueCode: 'replace' },
        { name: 'path', valueString: path },
        { name: 'value', valueCode: 'accepted' },
      ],
    })
    const run = (...paths: readonly string[]) =>
      applyPatch({
        text: JSON.stringify(withText('generated')),
        patch: parsePatch(
          'application/fhir+json',
          JSON.stringify({ resourceType: 'Parameters', parameter: paths.map(replace) }),
        ),
      })
    expect(run('Task.status').narrativeDropped).toBe(true)
    for (const path of ['Task.text.div', 'text.div']) {
      expect(run('status', path).narrativeDropped).toBe(false)
      expect(JSON.parse(run('Task.status', path).text)).toMatchObject({ status: 'accepted', text: { div: 'accepted' } })
    }
  })

  it('PAT-16 is kept when nothing else changes', () => {
    const { text, narrativeDropped } = apply(withText('generated'), {
      op: 'replace',
      path: '/text/div',
      value: '<div>b</div>',
    })
    expect(JSON.parse(text)).toMatchObject({ text: { status: 'generated', div: '<div>b</div>' } })
    expect(narrativeDropped).toBe(false)
  })

  it('PAT-17 with status additional requires an operation on it when anything else changes', () => {
    const additional = withText('additional')
    const refused = { status: 422, code: 'business-rule', expression: 'Task.text' }
    expect(refusal(() => apply(additional, change))).toMatchObject(refused)
    const looks = { op: 'test', path: '/text/status', value: 'additional' }
    expect(refusal(() => apply(additional, looks, change))).toMatchObject(refused)
    const says = { op: 'replace', path: '/text/div', value: '<div>b</div>' }
    expect(patched(additional, change, says)).toMatchObject({
      status: 'accepted',
      text: { status: 'additional', div: '<div>b</div>' },
    })
    expect(patched(additional, change, { op: 'remove', path: '/text' })).toEqual({ ...task, status: 'accepted' })
    expect(patched(additional, { op: 'test', path: '/status', value: 'ready' })).toEqual(additional)
  })
})

describe('JSON Patch of values that have extensions (FHIR R4 json.html §2.6.2.3)', () => {
  const of = (value: string) => ({ extension: [{ url: 'urn:x', valueString: value }] })
  const named = (given: readonly unknown[], companions?: readonly unknown[]) => ({
    resourceType: 'Patient',
    id: 'p',
    name: [{ family: 'F', given, ...(companions ? { _given: companions } : {}) }],
  })
  const before = named(['A', 'B', 'C'], [null, of('B'), null])
  const given = (index: number | string) => `/name/0/given/${index}`
  const companion = (index: number | string) => `/name/0/_given/${index}`

  it.each<[string, readonly Operation[]]>([
    ['put before it', [{ op: 'add', path: given(0), value: 'Z' }]],
    ['taken away before it', [{ op: 'remove', path: given(0) }]],
    ['taken away itself', [{ op: 'remove', path: given(1) }]],
    ['moved before it', [{ op: 'move', from: given(2), path: given(0) }]],
    ['copied before it', [{ op: 'copy', from: given(2), path: given(0) }]],
    ['put in a list of another length', [{ op: 'replace', path: '/name/0/given', value: ['Q'] }]],
    ['left when its list is gone', [{ op: 'remove', path: '/name/0/given' }]],
    ['left when a place of the extensions is gone', [{ op: 'remove', path: companion(0) }]],
  ])('PAT-21 refuses a patch that would give the extensions of one value to another: %s', (_, operations) => {
    const refused = refusal(() => apply(before, ...operations))
    expect(refused).toMatchObject({ status: 422, code: 'processing' })
    expect(refused.message).toContain('patch "_given" too')
  })

  it.each<[string, readonly Operation[], object]>([
    [
      'both lists are patched',
      [
        { op: 'remove', path: given(0) },
        { op: 'remove', path: companion(0) },
      ],
      named(['B', 'C'], [of('B'), null]),
    ],
    ['behind it', [{ op: 'add', path: given('-'), value: 'D' }], named(['A', 'B', 'C', 'D'], [null, of('B'), null])],
    ['the last place, which says nothing', [{ op: 'remove', path: given(2) }], named(['A', 'B'], [null, of('B')])],
    ['in its place', [{ op: 'replace', path: given(1), value: 'b' }], named(['A', 'b', 'C'], [null, of('B'), null])],
    ['its extension alone', [{ op: 'remove', path: companion(1) }], named(['A', 'B', 'C'])],
    [
      'an extension more',
      [{ op: 'replace', path: companion(0), value: of('A') }],
      named(['A', 'B', 'C'], [of('A'), of('B'), null]),
    ],
  ])('PAT-21 accepts a patch that keeps each value with its extensions: %s', (_, operations, after) => {
    expect(patched(before, ...operations)).toEqual(after)
  })

  it('PAT-21 moves and copies a name with all that it contains', () => {
    const [name] = before.name
    const two = { ...before, name: [{ family: 'X' }, name] }
    expect(patched(two, { op: 'remove', path: '/name/0' })).toEqual(before)
    expect(patched(before, { op: 'copy', from: '/name/0', path: '/name/-' })).toEqual({ ...before, name: [name, name] })
  })
})

describe('elements that a removal leaves empty', () => {
  const patient = (members: object) => ({ resourceType: 'Patient', id: 'p', ...members })

  it.each<[string, object, readonly Operation[], object]>([
    [
      'the array, the object and the array around it',
      { name: [{ given: ['A'] }] },
      [{ op: 'remove', path: '/name/0/given/0' }],
      {},
    ],
    [
      'an object among others, which move up',
      { name: [{ given: ['A'] }, { given: ['B'] }] },
      [{ op: 'remove', path: '/name/0/given' }],
      { name: [{ given: ['B'] }] },
    ],
    [
      'the companion of a single value',
      { birthDate: '1980', _birthDate: { extension: [{ url: 'u' }] } },
      [{ op: 'remove', path: '/_birthDate/extension/0' }],
      { birthDate: '1980' },
    ],
    [
      'values and companions, with all around them',
      { name: [{ given: ['A'], _given: [{ id: 'x' }] }] },
      [
        { op: 'remove', path: '/name/0/given/0' },
        { op: 'remove', path: '/name/0/_given/0' },
      ],
      {},
    ],
    [
      'companions of which nulls are left',
      { name: [{ given: ['A', 'B'], _given: [null, { id: 'x' }], family: 'F' }] },
      [{ op: 'remove', path: '/name/0/_given/1/id' }],
      { name: [{ given: ['A', 'B'], family: 'F' }] },
    ],
    [
      'the values of which nulls are left, when their companions are gone',
      { name: [{ given: [null], _given: [{ id: 'x' }], family: 'F' }] },
      [{ op: 'remove', path: '/name/0/_given/0/id' }],
      { name: [{ family: 'F' }] },
    ],
    [
      'the source of a move',
      { name: [{ given: ['A'] }] },
      [{ op: 'move', from: '/name/0/given/0', path: '/gender' }],
      { gender: 'A' },
    ],
  ])('PAT-20 are removed: %s', (_, before, operations, after) => {
    expect(patched(patient(before), ...operations)).toEqual(patient(after))
  })

  it('PAT-20 become null in _given when another item of it remains', () => {
    const name = [{ given: ['A', 'B'], _given: [{ id: 'x' }, { id: 'y' }] }]
    expect(patched(patient({ name }), { op: 'remove', path: '/name/0/_given/0/id' })).toEqual(
      patient({ name: [{ given: ['A', 'B'], _given: [null, { id: 'y' }] }] }),
    )
  })

  it('PAT-20 do not include a null value that has an extension', () => {
    const name = [{ given: [null], _given: [{ id: 'x' }], prefix: ['P'] }]
    expect(patched(patient({ name }), { op: 'remove', path: '/name/0/prefix/0' })).toEqual(
      patient({ name: [{ given: [null], _given: [{ id: 'x' }] }] }),
    )
  })

  it('PAT-20 can be filled again by a later operation (RFC 6902 §5)', () => {
    expect(
      patched(
        patient({ name: [{ given: ['A'] }] }),
        { op: 'remove', path: '/name/0/given/0' },
        { op: 'add', path: '/name/0/given/-', value: 'B' },
      ),
    ).toEqual(patient({ name: [{ given: ['B'] }] }))
  })

  it('PAT-20 do not include an empty array that the patch itself adds, which validation refuses', () => {
    expect(
      patched(patient({ active: true }), { op: 'remove', path: '/active' }, { op: 'add', path: '/name', value: [] }),
    ).toEqual(patient({ name: [] }))
  })
})

describe('the limits of a patch', () => {
  const tests = (count: number) =>
    Array.from({ length: count }, () => ({ op: 'test', path: '/status', value: 'ready' }))

  it('LIM-16 takes 100 operations and refuses 101', () => {
    expect(patched(task, ...tests(100))).toEqual(task)
    expect(refusal(() => apply(task, ...tests(101)))).toMatchObject({
      status: 422,
      code: 'too-costly',
      message: 'A patch may have at most 100 operations; received 101.',
    })
  })

  it('LIM-16 lets others go on between operations that each look at a long list', () => {
    const input = Array.from({ length: 1000 }, (_, n) => ({ valueString: `n${n}` }))
    const looks = [...tests(50), ...Array.from({ length: 50 }, () => ({ op: 'test', path: '/input', value: input }))]
    const replaced = looks.map(() => ({
      name: 'operation',
      part: [
        { name: 'type', valueCode: 'replace' },
        { name: 'path', valueString: 'Task.input[999].value' },
        { name: 'value', valueString: 'n999' },
      ],
    }))
    const [json, fhirPath] = PATCH_TYPES
    for (const patch of [
      parsePatch(json, JSON.stringify(looks)),
      parsePatch(fhirPath, JSON.stringify({ resourceType: 'Parameters', parameter: replaced })),
    ])
      expect([...applying({ text: JSON.stringify({ ...task, input }), patch })].length, patch.kind).toBeGreaterThan(100)
  })

  it('FBO-08 reads, searches and writes a long list in steps, of which each looks at some thousands of values', () => {
    const counted = (count: number, patch: ReturnType<typeof parsePatch>) => {
      const input = Array.from({ length: count }, (_, n) => ({ type: { text: `t${n}` }, valueString: `n${n}` }))
      return [...applying({ text: JSON.stringify({ ...task, text: { status: 'generated' }, input }), patch })].length
    }
    const [json, fhirPath] = PATCH_TYPES
    const alternating = Array.from({ length: 100 }, (_, n) =>
      n % 2 === 0 ? { op: 'add', path: '/input/0', value: {} } : { op: 'remove', path: '/input/0' },
    )
    const part = [
      { name: 'type', valueCode: 'replace' },
      { name: 'path', valueString: "Task.input.where(value = 'n1').value" },
      { name: 'value', valueString: 'new' },
    ]
    const more = (type: PatchType, document: unknown) => {
      const patch = parsePatch(type, JSON.stringify(document))
      return counted(9000, patch) - counted(2, patch)
    }
    // Of 36,000 values, 4096 at once: eight more steps to read them, to measure them, to look for extensions, and to write them.
    const read = 8
    const measured = (times: number) => Math.floor((36_000 + times * 9000) / 4096)
    expect(more(json, [{ op: 'remove', path: '/text' }])).toBe(3 * read + measured(0))
    expect(more(json, alternating)).toBe(3 * read + measured(100))
    const searched = Math.floor(9000 / 256)
    expect(more(fhirPath, { resourceType: 'Parameters', parameter: [{ name: 'operation', part }] })).toBe(
      2 * read + measured(1) + searched,
    )
  })

  it('FBO-08 reads the document of a patch in steps, and no more of it than a hundred operations', () => {
    const [json, fhirPath] = PATCH_TYPES
    const long = `[${'0,'.repeat(50_000)}0]`
    const value = `{"name":"value","part":[${'{"name":"given","valueString":"b"},'.repeat(9000)}{"name":"use","valueCode":"usual"}]}`
    // Each value is looked at twice: is it JSON, and what does it say?
    for (const [type, text] of [
      [json, `[{"op":"add","path":"/x","value":${long}}]`],
      [
        fhirPath,
        `{"resourceType":"Parameters","parameter":[{"name":"operation","part":[{"name":"type","valueCode":"add"},{"name":"path","valueString":"Patient"},{"name":"name","valueString":"name"},${value}]}]}`,
      ],
    ] as const)
      expect([...parsingPatch(type, text)].length, type).toBeGreaterThan(10)
    expect(refusal(() => parsePatch(json, long))).toMatchObject({ status: 422, code: 'too-costly' })
  })

  const doubling = Array.from({ length: 30 }, (_, index) => ({ op: 'copy', from: '/note', path: `/note/${index + 1}` }))

  it('LIM-16 stops copies that double a text before they are written', () => {
    expect(refusal(() => apply({ ...task, note: ['x'.repeat(100)] }, ...doubling))).toMatchObject({
      status: 422,
      code: 'too-costly',
      message: expect.stringMatching(/^Operation 1[0-4] \(copy .* longer than 1048576 bytes\.$/),
    })
  })

  it('LIM-16 stops repeated copies of the whole into itself by their depth', () => {
    const deeper = Array.from({ length: 70 }, () => ({ op: 'copy', from: '/input', path: '/input/0/a' }))
    expect(refusal(() => apply({ ...task, input: [{}] }, ...deeper))).toMatchObject({ status: 422, code: 'too-costly' })
    const all = Array.from({ length: 70 }, () => ({ op: 'copy', from: '', path: '/input' }))
    expect(refusal(() => apply(task, ...all))).toMatchObject({
      status: 422,
      code: 'too-costly',
      message: expect.stringMatching(/^Operation \d+ \(copy .* nested at most 60 levels deep; it would be 61\.$/),
    })
  })

  it('LIM-16 counts bytes, and lets a resource over the limit become shorter', () => {
    const long = { ...task, note: [{ text: 'é'.repeat(520_000) }, { text: 'b' }] }
    const add = { op: 'add', path: '/description', value: 'é'.repeat(10_000) }
    expect(refusal(() => apply(long, add))).toMatchObject({ status: 422, code: 'too-costly' })
    const longer = { ...task, note: [{ text: 'a'.repeat(1_100_000) }, { text: 'b' }] }
    expect(patched(longer, { op: 'remove', path: '/note/1' })).toMatchObject({ note: [{ text: longer.note[0]?.text }] })
    expect(refusal(() => apply(longer, add))).toMatchObject({ status: 422, code: 'too-costly' })
  })

  it('LIM-16 stops many operations that each shift a list of a hundred thousand items', () => {
    const long = { op: 'add', path: '/input', value: Array.from({ length: 100_000 }, () => 0) }
    const more = Array.from({ length: 99 }, () => ({ op: 'add', path: '/input/0', value: 0 }))
    expect(refusal(() => apply(task, long, ...more))).toMatchObject({
      status: 422,
      code: 'too-costly',
      message: expect.stringMatching(/too many changes to long lists/),
    })
  })

  it('PAT-08 says of an empty patch that JSON was expected and nothing came', () => {
    for (const type of PATCH_TYPES)
      expect(refusal(() => parsePatch(type, ''))).toMatchObject({
        code: 'structure',
        message: 'The patch is not JSON, line 1, column 1: expected JSON, found nothing.',
      })
  })

  it('LIM-15 refuses a patch that is nested too deeply or has too long a number', () => {
    for (const type of PATCH_TYPES)
      for (const text of ['['.repeat(1_000_000), `[${'9'.repeat(1_000_000)}]`])
        expect(refusal(() => parsePatch(type, text))).toMatchObject({
          status: 400,
          code: 'structure',
          message: expect.stringMatching(
            /^The patch is not JSON, line 1, column (61: more than 60 nested levels|2: a number has more than 100)/,
          ),
        })
  })

  it('PAT-19 stops paths that search a large resource many times', () => {
    const large = JSON.stringify({
      resourceType: 'Patient',
      name: Array.from({ length: 20_000 }, () => ({ use: 'old' })),
    })
    const path = `Patient.name${".where(use = 'old')".repeat(50)}.where(use = 'x')`
    const part = [
      { name: 'type', valueCode: 'delete' },
      { name: 'path', valueString: path },
    ]
    const parameter = Array.from({ length: 100 }, () => ({ name: 'operation', part }))
    const patch = parsePatch('application/fhir+json', JSON.stringify({ resourceType: 'Parameters', parameter }))
    expect(refusal(() => applyPatch({ text: large, patch }))).toMatchObject({ status: 422, code: 'too-costly' })
  })
})

// Patches of any shape: they are applied, or refused with a reason; what they do not touch stays as it was written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import { parseFhirPath } from '#lib/fhir/patch/fhirpath.ts'
import { PATCH_TYPES, type PatchType } from '#lib/fhir/patch/media-types.ts'
import { applyPatch, parsePatch } from '#lib/fhir/patch/patch.ts'
import { PatchProblem } from '#lib/fhir/patch/patch-problem.ts'
import { budget, limit } from './budget.ts'
import { nasty, nastyJson } from './nasty.ts'

const RUNS = 300

/** The text after the patch; undefined when it is refused, as it should be: with a status, and in words. */
function patched(text: string, type: PatchType, patch: string): string | undefined {
  try {
    return applyPatch({ text, patch: parsePatch(type, patch) }).text
  } catch (error) {
    if (!(error instanceof PatchProblem)) throw error
    expect([400, 403, 422]).toContain(error.status)
    expect(error.message).toMatch(/\.$/)
    return undefined
  }
}

const HEAD = '{"resourceType":"Patient","id":"p","\\u006deta":{"versionId":"1"}'
/** Members that only FHIRPath Patch names here. */
const KEPT = '"extension":[{"url":"urn:\\u00e9","valueDecimal":1.00},{"url":"\\/","valueDecimal":-1E+2}]'

const token = fc.oneof(
  fc.constantFrom('name', 'given', '_given', 'contact', 'text', 'period', '0', '1', '-', '~0', '__proto__', ''),
  nasty.map((one) => one.replaceAll('~', '~0').replaceAll('/', '~1')),
)
const pointer = fc.array(token, { minLength: 1, maxLength: 4 }).map((tokens) => `/${tokens.join('/')}`)
const jsonOperation = fc.record({
  op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
  path: pointer,
  from: pointer,
  value: nastyJson,
})

const step = fc.constantFrom(
  ...['name', 'given', 'contact', 'period', 'birthDate', 'deceased', 'extension', 'text', 'nope', '[0]', '[1]'],
  ...["where(use = 'official')", 'where(given.exists())', 'where(period.exists().not())', 'first()', 'last()'],
  ...["extension('urn:x')", 'ofType(HumanName)', 'resolve()', 'exists()'],
)
const fhirPath = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(step, { maxLength: 4 }).map((steps) => ['Patient', ...steps].join('.').replaceAll('.[', '[')),
  },
  { weight: 1, arbitrary: nasty },
)
const patchValue = fc.oneof(
  fc.constantFrom<object>(
    { valueString: 'x' },
    { valueHumanName: { given: ['x'] } },
    { valueBoolean: true },
    { resource: {} },
  ),
  fc.constantFrom<object>({ part: [{ name: 'gender', valueCode: 'male' }] }, { _valueCode: { id: 'x' } }, {}),
  nastyJson.map((value) => ({ valueString: value })),
)
const fhirPathOperation = fc
  .record({
    type: fc.constantFrom('add', 'insert', 'delete', 'replace', 'move'),
    path: fhirPath,
    name: fc.constantFrom('name', 'given', 'extension', 'deceased', 'contact', 'nope'),
    value: patchValue,
    index: fc.integer({ min: -1, max: 3 }),
  })
  .map(({ type, path, name, value, index }) => ({
    name: 'operation',
    part: [
      { name: 'type', valueCode: type },
      { name: 'path', valueString: path },
      { name: 'name', valueString: name },
      { name: 'value', ...value },
      { name: 'index', valueInteger: index },
      { name: 'source', valueInteger: index },
      { name: 'destination', valueInteger: 0 },
    ],
  }))

const patient = fc
  .record(
    {
      name: fc.array(
        fc.record(
          {
            use: fc.constant('official'),
            given: fc.array(fc.constantFrom('A', null)),
            _given: fc.array(fc.constant({ id: 'x' })),
          },
          { requiredKeys: [] },
        ),
      ),
      birthDate: nasty,
      _birthDate: fc.constant({ id: 'b' }),
      contact: fc.array(fc.constant({ gender: 'male' })),
      text: fc.constant({ status: 'generated', div: '<div/>' }),
      deceasedBoolean: fc.boolean(),
      given: nastyJson,
    },
    { requiredKeys: [] },
  )
  .map((members) => {
    const inner = JSON.stringify(members).slice(1, -1)
    return `${HEAD},${KEPT}${inner === '' ? '' : `,${inner}`}}`
  })

/** Patches of one type, among them some that are applied: they leave `kept` as it was written, and write JSON. */
function check(type: PatchType, operations: fc.Arbitrary<string>, kept: string): void {
  let applied = 0
  fc.assert(
    fc.property(patient, operations, (text, patch) => {
      const after = patched(text, type, patch)
      if (after === undefined) return
      expect(after.startsWith(kept)).toBe(true)
      expect(parseJsonTree(after).kind).toBe('object')
      applied += 1
    }),
    budget(RUNS, 0.25),
  )
  expect(applied).toBeGreaterThan(0)
}

const upTo3 = <Operation>(operation: fc.Arbitrary<Operation>) => fc.array(operation, { minLength: 1, maxLength: 3 })

describe('a patch of any shape', () => {
  it(
    'PAT-04 PAT-05 PAT-09 is applied as JSON Patch, or refused with a reason',
    () => {
      const patches = upTo3(jsonOperation).map((operations) => JSON.stringify(operations))
      check('application/json-patch+json', patches, `${HEAD},${KEPT}`)
    },
    limit(),
  )

  it(
    'PAT-04 PAT-09 PAT-19 is applied as FHIRPath Patch, or refused with a reason',
    () => {
      const patches = upTo3(fhirPathOperation).map((parameter) =>
        JSON.stringify({ resourceType: 'Parameters', parameter }),
      )
      check('application/fhir+json', patches, HEAD)
    },
    limit(),
  )

  it(
    'PAT-08 PAT-19 is refused with a reason when it is no patch, and no path',
    () => {
      const anything = fc.oneof(
        nasty,
        nastyJson.map((value) => JSON.stringify(value)),
      )
      fc.assert(
        fc.property(anything, (text) => {
          for (const type of PATCH_TYPES) expect(patched(`${HEAD}}`, type, text) ?? `${HEAD}}`).toBe(`${HEAD}}`)
          try {
            expect(parseFhirPath(text).length).toBeGreaterThan(0)
          } catch (error) {
            expect(error).toMatchObject({ name: 'PatchProblem', status: 400, code: 'not-supported' })
          }
        }),
        budget(RUNS, 0.25),
      )
    },
    limit(),
  )
})

// FHIRPath Patch as FHIR R4 fhirpatch.html says it.
import { describe, expect, it } from 'vitest'
import { applyPatch, parsePatch } from './patch.ts'
import { PatchProblem } from './patch-problem.ts'
import suite from './testing/fhirpath-patch-cases.json' with { type: 'json' }

type Part = Readonly<Record<string, unknown>>

/** The text of a FHIRPath Patch with these operations, each given as the parts of its parameter. */
const fhirPathPatch = (...operations: readonly (readonly Part[])[]): string =>
  JSON.stringify({
    resourceType: 'Parameters',
    parameter: operations.map((part) => ({ name: 'operation', part })),
  })

const part = (name: string, value: string | number | Part): Part => {
  if (typeof value === 'object') return { name, ...value }
  return typeof value === 'number' ? { name, valueInteger: value } : { name, valueString: value }
}

/** The parts of an operation: `{ type: 'delete', path: 'Patient.name' }`. */
const operation = (parts: Readonly<Record<string, string | number | Part>>): readonly Part[] =>
  Object.entries(parts).map(([name, value]) => part(name, value))

const patchText = (resource: string, patch: string): string =>
  applyPatch({ text: resource, patch: parsePatch('application/fhir+json', patch) }).text

const patched = (
  resource: object,
  ...operations: readonly Readonly<Record<string, string | number | Part>>[]
): unknown => JSON.parse(patchText(JSON.stringify(resource), fhirPathPatch(...operations.map(operation))))

const refusal = (run: () => unknown): PatchProblem => {
  try {
    run()
  } catch (error) {
    if (error instanceof PatchProblem) return error
    throw error
  }
  throw new Error('The patch was applied.')
}

const patient = {
  resourceType: 'Patient',
  id: 'p',
  identifier: [
    { use: 'official', system: 'urn:a', value: '1' },
    { use: 'usual', system: 'urn:b', value: '2', period: { start: '2020-01-01' } },
  ],
  active: true,
  name: [
    { use: 'official', family: 'Jansen', given: ['Anna', 'Maria'], _given: [null, { id: 'second' }] },
    { use: 'nickname', given: ['An'] },
  ],
  birthDate: '1980-01-01',
  _birthDate: { extension: [{ url: 'urn:time', valueDateTime: '1980-01-01T12:00:00Z' }] },
  multipleBirthInteger: 2,
  contained: [
    { resourceType: 'Organization', id: 'o', name: 'Org' },
    { resourceType: 'Practitioner', id: 'd', active: true },
  ],
  extension: [
    { url: 'urn:x', valueDecimal: 1.5 },
    { url: 'urn:y', valueQuantity: { value: 3, unit: 'kg' } },
  ],
}

/** What is left of the patient after the deletion of what a path leads to. */
const without = (path: string) => patched(patient, { type: 'delete', path })

describe('FHIRPath Patch (R4 fhirpatch.html)', () => {
  it('PAT-06 runs 33 cases of the official suite', () => expect(suite.cases).toHaveLength(33))

  it.each(suite.cases.map((one, index) => [`${index} ${one.name}`, one] as const))(
    'PAT-06 %s',
    (_, { resource, patch, expected, refused }) => {
      const [text, document] = [JSON.stringify(resource), JSON.stringify(patch)]
      if (refused !== true) expect(JSON.parse(patchText(text, document))).toEqual(expected)
      else expect(refusal(() => patchText(text, document))).toMatchObject({ status: 422, code: 'processing' })
    },
  )

  it('PAT-04 keeps the numbers, escapes and order of all that an operation does not touch', () => {
    const rest = '"resourceType":"Patient","\\u0069d":"p","extension":[{"url":"urn:\\u00e9","valueDecimal":1.00}]'
    const replace = fhirPathPatch(
      operation({ type: 'replace', path: 'Patient.gender', value: { valueCode: 'female' } }),
    )
    expect(patchText(`{${rest},"gender":"male","active":true}`, replace)).toBe(
      `{${rest},"gender":"female","active":true}`,
    )
    const decimal = `{"resourceType":"Parameters","parameter":[{"name":"operation","part":[{"name":"type","valueCode":"replace"},
      {"name":"path","valueString":"Patient.extension[0].value"},{"name":"value","valueDecimal":2.50}]}]}`
    expect(patchText(`{${rest}}`, decimal)).toBe(`{${rest.replace('1.00', '2.50')}}`)
  })

  it.each([
    ["Patient.identifier.where(use = 'official')", { identifier: [patient.identifier[1]] }],
    ["identifier.where(system='urn:b' and value = '2')", { identifier: [patient.identifier[0]] }],
    ['Patient.identifier.where(period.exists())', { identifier: [patient.identifier[0]] }],
    ['Patient.identifier.where(period.start.exists().not())', { identifier: [patient.identifier[1]] }],
    ['Patient.identifier.where(period.start = @2020-01-01)', { identifier: [patient.identifier[0]] }],
    ["Patient.identifier.where(use = 'old').period", {}],
    ['Patient.identifier.first()', { identifier: [patient.identifier[1]] }],
    ['Patient.identifier.last()', { identifier: [patient.identifier[0]] }],
    [
      'Patient.identifier[ 1 ] . period',
      { identifier: [patient.identifier[0], { use: 'usual', system: 'urn:b', value: '2' }] },
    ],
    ['DomainResource.active', { active: undefined }],
    ['`Patient`.`active`', { active: undefined }],
    ['Patient.multipleBirth', { multipleBirthInteger: undefined }],
    ['Patient.multipleBirth.ofType(integer)', { multipleBirthInteger: undefined }],
    ['Patient.multipleBirth.ofType(boolean)', {}],
    ["Patient.extension('urn:x')", { extension: [patient.extension[1]] }],
    ['Patient.extension.where(value = 1.50)', { extension: [patient.extension[1]] }],
    [
      "Patient.extension.where(url = 'urn:y').value.unit",
      { extension: [patient.extension[0], { url: 'urn:y', valueQuantity: { value: 3 } }] },
    ],
    ["Patient.birthDate.extension('urn:time')", { _birthDate: undefined }],
    ['Patient.birthDate', { birthDate: undefined, _birthDate: undefined }],
    ["Patient.name.where(given[0] = 'An')", { name: [patient.name[0]] }],
    ['Patient.contained.ofType(Practitioner)', { contained: [patient.contained[0]] }],
    ['Patient.contained.where(active = true)', { contained: [patient.contained[0]] }],
    [
      "Patient.contained.where(id = 'o').name",
      { contained: [{ resourceType: 'Organization', id: 'o' }, patient.contained[1]] },
    ],
    ['Patient.photo', {}],
    ['Patient.name[7].period', {}],
  ])('PAT-10 delete removes what %s selects, and selecting nothing is no error', (path, changed) => {
    expect(without(path)).toEqual(JSON.parse(JSON.stringify({ ...patient, ...changed })))
  })

  it('PAT-10 delete of nothing returns the same text', () => {
    const text = '{"resourceType":"Task","id":"t","text":{"status":"generated"}}'
    const nothing = parsePatch('application/fhir+json', fhirPathPatch(operation({ type: 'delete', path: 'Task.code' })))
    expect(applyPatch({ text, patch: nothing })).toEqual({ text, narrativeDropped: false })
  })

  it('PAT-21 keeps given and _given aligned when an item is deleted, inserted, moved or replaced', () => {
    const nameAfter = (...operations: Parameters<typeof patched>[1][]) =>
      (patched(patient, ...operations) as typeof patient).name[0]
    const [name] = patient.name
    const path = 'Patient.name[0].given'
    expect(nameAfter({ type: 'delete', path: `${path}[0]` })).toEqual({
      ...name,
      given: ['Maria'],
      _given: [{ id: 'second' }],
    })
    const { _given, ...plain } = name as typeof name & { _given: unknown }
    expect(nameAfter({ type: 'delete', path: `${path}[1]` })).toEqual({ ...plain, given: ['Anna'] })
    expect(nameAfter({ type: 'insert', path, index: 1, value: { valueString: 'Bo' } })).toEqual({
      ...name,
      given: ['Anna', 'Bo', 'Maria'],
      _given: [null, null, { id: 'second' }],
    })
    expect(nameAfter({ type: 'move', path, source: 1, destination: 0 })).toEqual({
      ...name,
      given: ['Maria', 'Anna'],
      _given: [{ id: 'second' }, null],
    })
    expect(
      nameAfter({ type: 'replace', path: `${path}[0]`, value: { valueString: 'Ann', _valueString: { id: 'first' } } }),
    ).toEqual({ ...name, given: ['Ann', 'Maria'], _given: [{ id: 'first' }, { id: 'second' }] })
    expect(nameAfter({ type: 'replace', path: `${path}[1]`, value: { valueString: 'Mia' } })).toEqual({
      ...plain,
      given: ['Anna', 'Mia'],
    })
  })

  it('PAT-21 adds an extension to a primitive that has a value only', () => {
    const extension = { url: 'urn:e', valueString: 'x' }
    const add = {
      type: 'add',
      name: 'extension',
      value: {
        part: [
          { name: 'url', valueUri: 'urn:e' },
          { name: 'value', valueString: 'x' },
        ],
      },
    }
    expect(patched({ resourceType: 'Patient', gender: 'male' }, { ...add, path: 'Patient.gender' })).toEqual({
      resourceType: 'Patient',
      gender: 'male',
      _gender: { extension: [extension] },
    })
    expect(
      patched({ resourceType: 'Patient', name: [{ given: ['A', 'B'] }] }, { ...add, path: 'Patient.name.given[1]' }),
    ).toEqual({ resourceType: 'Patient', name: [{ given: ['A', 'B'], _given: [null, { extension: [extension] }] }] })
  })

  it('PAT-02 replaces a choice element by one of another type, in its place', () => {
    const observation = '{"resourceType":"Observation","valueQuantity":{"value":1.0},"status":"final"}'
    const replace = (value: Part) => fhirPathPatch(operation({ type: 'replace', path: 'Observation.value', value }))
    expect(patchText(observation, replace({ valueString: 'high' }))).toBe(
      '{"resourceType":"Observation","valueString":"high","status":"final"}',
    )
    expect(patchText(observation, replace({ valueQuantity: { value: 2 } }))).toBe(
      '{"resourceType":"Observation","valueQuantity":{"value":2},"status":"final"}',
    )
    expect(refusal(() => patchText(observation, replace({ valueAddress: { city: 'x' } })))).toMatchObject({
      status: 422,
      code: 'processing',
      message: expect.stringMatching(
        /^Operation 0 \(replace "Observation.value"\): "value" may be Quantity, .*; received Address\.$/,
      ),
    })
  })

  it('PAT-02 adds a backbone element from parts, at any depth, and a contained resource', () => {
    const contact = {
      part: [
        { name: 'relationship', valueCodeableConcept: { text: 'mother' } },
        { name: 'telecom', valueContactPoint: { value: '1' } },
        { name: 'telecom', valueContactPoint: { value: '2' } },
        { name: 'gender', valueCode: 'female', _valueCode: { id: 'g' } },
      ],
    }
    expect(
      patched({ resourceType: 'Patient' }, { type: 'add', path: 'Patient', name: 'contact', value: contact }),
    ).toEqual({
      resourceType: 'Patient',
      contact: [
        {
          relationship: [{ text: 'mother' }],
          telecom: [{ value: '1' }, { value: '2' }],
          gender: 'female',
          _gender: { id: 'g' },
        },
      ],
    })
    const prism = (amount: number) => ({
      name: 'prism',
      part: [
        { name: 'amount', valueDecimal: amount },
        { name: 'base', valueCode: 'up' },
      ],
    })
    expect(
      patched(
        { resourceType: 'VisionPrescription' },
        { type: 'add', path: 'VisionPrescription', name: 'lensSpecification', value: { part: [prism(0.5), prism(1)] } },
      ),
    ).toEqual({
      resourceType: 'VisionPrescription',
      lensSpecification: [
        {
          prism: [
            { amount: 0.5, base: 'up' },
            { amount: 1, base: 'up' },
          ],
        },
      ],
    })
    const organization = { resourceType: 'Organization', id: 'o' }
    expect(
      patched(
        { resourceType: 'Patient' },
        { type: 'add', path: 'Patient', name: 'contained', value: { resource: organization } },
      ),
    ).toEqual({ resourceType: 'Patient', contained: [organization] })
  })

  it.each([
    [{ type: 'replace', path: 'Patient.gender', value: 'x' }, /leads to none/],
    [{ type: 'add', path: 'Patient.maritalStatus', name: 'text', value: 'x' }, /leads to none/],
    [{ type: 'insert', path: 'Patient.telecom', index: 0, value: { valueContactPoint: {} } }, /leads to nothing/],
    [{ type: 'move', path: 'Patient.telecom', source: 0, destination: 0 }, /leads to nothing/],
    [{ type: 'delete', path: 'Patient.identifier' }, /must lead to one element; it leads to 2/],
    [{ type: 'replace', path: 'Patient.name.given', value: 'x' }, /must lead to one element; it leads to 3/],
    [{ type: 'insert', path: 'Patient.name.given', index: 0, value: 'x' }, /must lead to one element; it leads to 2/],
    [{ type: 'insert', path: 'Patient.name[0]', index: 0, value: { valueHumanName: {} } }, /a whole list/],
    [{ type: 'insert', path: 'Patient', index: 0, value: { valueHumanName: {} } }, /a whole list/],
    [{ type: 'insert', path: 'Patient.active', index: 0, value: { valueBoolean: true } }, /"active" is not a list/],
    [
      { type: 'insert', path: 'Patient.name', index: 3, value: { valueHumanName: {} } },
      /"index" must be at most 2; received 3/,
    ],
    [{ type: 'move', path: 'Patient.name', source: 2, destination: 0 }, /has 2 elements.*received 2 and 0/],
    [{ type: 'move', path: 'Patient.name', source: 0, destination: 2 }, /has 2 elements.*received 0 and 2/],
    [{ type: 'move', path: 'Patient.nope', source: 0, destination: 0 }, /"nope" is not an element of Patient/],
    [
      { type: 'add', path: 'Patient', name: 'birthDate', value: { valueDate: '1990' } },
      /there is already a "birthDate"/,
    ],
    [
      { type: 'add', path: 'Patient', name: 'multipleBirth', value: { valueBoolean: true } },
      /already a "multipleBirth"/,
    ],
    [
      { type: 'add', path: 'Patient', name: 'multipleBirthBoolean', value: { valueBoolean: true } },
      /not an element of Patient/,
    ],
    [
      { type: 'add', path: 'Patient', name: 'deceased', value: { part: [{ name: 'x', valueCode: 'y' }] } },
      /a choice of types/,
    ],
    [
      { type: 'add', path: 'Patient', name: 'contact', value: { part: [{ name: 'x', valueCode: 'y' }] } },
      /"x" is not an element of Patient.contact/,
    ],
    [
      {
        type: 'add',
        path: 'Patient',
        name: 'contact',
        value: {
          part: [
            { name: 'gender', valueCode: 'y' },
            { name: 'gender', valueCode: 'y' },
          ],
        },
      },
      /already a "gender"/,
    ],
    [{ type: 'delete', path: 'Patient.nope' }, /"nope" is not an element of Patient/],
    [{ type: 'delete', path: 'Patient.multipleBirthInteger' }, /"multipleBirthInteger" is not an element of Patient/],
    [{ type: 'delete', path: 'Task.status' }, /"Task" is not an element of Patient/],
    [{ type: 'delete', path: 'Patient' }, /as a whole cannot be deleted/],
    [{ type: 'replace', path: 'Patient', value: { valueHumanName: {} } }, /must have a "resource"/],
  ])('PAT-09 refuses %j, which cannot be applied, and says why', (one, message) => {
    expect(refusal(() => patched(patient, { type: 'delete', path: 'Patient.photo' }, one))).toMatchObject({
      status: 422,
      code: 'processing',
      message: expect.stringMatching(message),
    })
    expect(refusal(() => patched(patient, { type: 'delete', path: 'Patient.photo' }, one)).message).toMatch(
      /^Operation 1 \(/,
    )
  })

  it.each([
    ['[]', /Parameters resource; received a JSON array/],
    ['{}', /Parameters resource; received no resource/],
    [JSON.stringify(patient), /Parameters resource; received "Patient"/],
    ['{"resourceType":"Parameters","parameter":{}}', /"parameter" must be an array/],
    ['{"resourceType":"Parameters","parameter":[1]}', /^Operation 0: each parameter/],
    ['{"resourceType":"Parameters","parameter":[{"name":"op"}]}', /^Operation 0: each parameter/],
    ['{"resourceType":"Parameters","parameter":[{"name":"operation"}]}', /"part" must be an array/],
    ['{"resourceType":"Parameters","parameter":[{"name":"operation","part":[]}]}', /"part" must be an array/],
    ['{"resourceType":"Parameters","parameter":[{"name":"operation","part":[{"valueCode":"x"}]}]}', /with a "name"/],
    [fhirPathPatch(operation({ path: 'Patient.name' })), /"type" is required/],
    [fhirPathPatch(operation({ type: 'delete' })), /"path" is required/],
    [fhirPathPatch(operation({ type: 'remove', path: 'Patient.name' })), /"type" must be one of.*received "remove"/],
    [fhirPathPatch(operation({ type: 'delete', path: 5 })), /"path" must have a string/],
    [fhirPathPatch(operation({ type: 'replace', path: 'Patient.name' })), /"value" is required/],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: {} })),
      /one of value\[x\], resource and part/,
    ],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { valueX: 1 } })),
      /"valueX" is not a value of/,
    ],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { valueCode: 'a', valueId: 'b' } })),
      /one value/,
    ],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { valueCode: 'a', resource: {} } })),
      /one of/,
    ],
    [fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { resource: 5 } })), /must be an object/],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { _valueHumanName: {} } })),
      /is only for a primitive type/,
    ],
    [
      fhirPathPatch(operation({ type: 'replace', path: 'Patient.name', value: { part: 'x' } })),
      /"part" must be an array/,
    ],
    [fhirPathPatch(operation({ type: 'add', path: 'Patient', value: 'x' })), /"name" is required/],
    [fhirPathPatch(operation({ type: 'insert', path: 'Patient.name', value: 'x' })), /"index" is required/],
    [
      fhirPathPatch(operation({ type: 'insert', path: 'Patient.name', index: -1, value: 'x' })),
      /valueInteger of 0 or more/,
    ],
    [
      fhirPathPatch(operation({ type: 'move', path: 'Patient.name', source: 1.5, destination: 0 })),
      /valueInteger of 0/,
    ],
    [fhirPathPatch(operation({ type: 'move', path: 'Patient.name', source: 1 })), /"destination" is required/],
    [
      fhirPathPatch(operation({ type: 'delete', path: 'Patient.name', note: 'x' })),
      /operation may have the parts.*received "note"/,
    ],
    [
      fhirPathPatch([...operation({ type: 'delete', path: 'Patient.name' }), part('path', 'x')]),
      /"path" was sent twice/,
    ],
  ])('PAT-08 refuses %s as no FHIRPath Patch, and says which operation it is', (patch, message) => {
    expect(refusal(() => patchText(JSON.stringify(patient), patch))).toMatchObject({
      status: 400,
      code: 'structure',
      message: expect.stringMatching(message),
    })
  })
})

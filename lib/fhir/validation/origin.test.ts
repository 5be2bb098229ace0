import { describe, expect, it } from 'vitest'
import { RESOURCE_ORIGIN } from '../koppeltaal.ts'
import { originProblems } from './origin.ts'
import type { ParsedResource } from './problem.ts'
import { reservedLabels } from './reserved-labels.ts'

const origin = (id = 'a') => ({ url: RESOURCE_ORIGIN, valueReference: { reference: `Device/${id}` } })
const patient = (more: object): ParsedResource => ({ resourceType: 'Patient', ...more })
const elsewhere: readonly (readonly [string, object])[] = [
  ['Patient.contained[0].extension[0]', { contained: [{ resourceType: 'Organization', extension: [origin()] }] }],
  ['Patient.modifierExtension[0]', { modifierExtension: [origin()] }],
  ['Patient.birthDate.extension[0]', { _birthDate: { extension: [origin()] } }],
  ['Patient.extension[0].extension[1]', { extension: [{ url: 'urn:x', extension: [{ url: 'urn:y' }, origin()] }] }],
]

describe('the extension resource-origin in what a client sends', () => {
  it.each<readonly [string, readonly string[], object]>([
    ['one', ['Patient.extension[0]'], { extension: [origin()] }],
    ['two', ['Patient.extension[0]', 'Patient.extension[2]'], { extension: [origin(), { url: 'urn:x' }, origin('b')] }],
    ...elsewhere.map(([expression, more]) => [`one at ${expression}`, [expression], more] as const),
  ])('ORI-02 refuses %s on create, and names it', (_, expressions, more) => {
    const problems = originProblems(patient(more), 'create')
    expect(problems.map(({ expression }) => expression)).toEqual(expressions)
    for (const problem of problems) expect(problem).toMatchObject({ status: 400, code: 'extension' })
  })

  it('ORI-03 accepts one at the root on update, and none', () => {
    expect(originProblems(patient({ extension: [{ url: 'urn:x' }, origin()] }), 'update')).toEqual([])
    expect(originProblems(patient({}), 'update')).toEqual([])
  })

  it('ORI-03 refuses a second one on update', () => {
    expect(originProblems(patient({ extension: [origin(), origin()] }), 'update')).toMatchObject([
      { status: 400, code: 'extension', expression: 'Patient.extension[1]' },
    ])
  })

  it.each(elsewhere)('ORI-02 refuses one at %s on update, too', (expression, more) => {
    expect(originProblems(patient(more), 'update')).toMatchObject([{ status: 400, code: 'extension', expression }])
  })
})

describe('reserved tags and security labels', () => {
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue'

  it('UPD-19 include SUBSETTED: the resource is only a part', () => {
    expect(reservedLabels(patient({ meta: { tag: [{ code: 'x' }, { system, code: 'SUBSETTED' }] } }))).toMatchObject([
      { status: 422, code: 'business-rule', expression: 'Patient.meta.tag' },
    ])
  })

  it('VAL-21 include kt2-delete-flow, which marks the removal of a patient', () => {
    const security = [{ system: 'https://koppeltaal.nl/fhir/CodeSystem/security-label', code: 'kt2-delete-flow' }]
    expect(reservedLabels(patient({ meta: { security } }))).toMatchObject([
      { status: 422, code: 'business-rule', expression: 'Patient.meta.security' },
    ])
  })

  it('do not include the same codes of other systems', () => {
    const meta = { tag: [{ code: 'SUBSETTED' }], security: [{ system: 'urn:x', code: 'kt2-delete-flow' }, null] }
    expect(reservedLabels(patient({ meta }))).toEqual([])
    expect(reservedLabels(patient({ meta: 'x' }))).toEqual([])
  })
})

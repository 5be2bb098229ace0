import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { INSTANTIATES, PUBLISHER_ID } from '../koppeltaal.ts'
import { information } from './information.ts'
import { type ProfileValidation, profileProblems } from './koppeltaal.ts'
import { PROFILED_TYPES, profileOf, profileRows } from './koppeltaal-profiles.ts'
import type { ParsedResource } from './problem.ts'
import { structureProblems } from './structure.ts'
import type { Lookup } from './sub-task.ts'
import { COMMON_TASK, D0, K0, P0, S0, SMALLEST } from './testing/examples.ts'

const nothing: Lookup = () => undefined
const problems = (resource: ParsedResource, profiles: ProfileValidation = 'declared', lookup = nothing) =>
  profileProblems(resource, { profiles, lookup })
const written = (resource: ParsedResource) => problems(resource).map(({ code, expression }) => `${code} ${expression}`)
const without = (resource: ParsedResource, name: string): ParsedResource => {
  const { [name]: _, ...rest } = resource
  return { ...rest, resourceType: resource.resourceType }
}
const example = (type: string): ParsedResource => SMALLEST[type] ?? { resourceType: type }

describe('the profiles of Koppeltaal 2.0', () => {
  it('VAL-08 exist for eleven types, each with an example', () => {
    expect([...PROFILED_TYPES].sort()).toEqual(Object.keys(SMALLEST).sort())
    expect(PROFILED_TYPES).toHaveLength(11)
  })

  it.each(PROFILED_TYPES)('VAL-08 accept the smallest valid %s', (type) => {
    expect(structureProblems(example(type))).toEqual([])
    expect(problems(example(type))).toEqual([])
    expect(problems(example(type), 'koppeltaal')).toEqual([])
  })

  it('VAL-08 accept a task with all that a portal usually sends', () => {
    expect([...structureProblems(COMMON_TASK), ...problems(COMMON_TASK)]).toEqual([])
  })

  const required = PROFILED_TYPES.flatMap((type) =>
    (profileRows(type) ?? []).flatMap(({ member, required }) => required.map((name) => [type, member, name] as const)),
  )
  it.each(required)('VAL-08 refuse a %s without its %s %s', (type, member, name) => {
    const good = example(type)
    const broken = member === undefined ? without(good, name) : inFirst(good, member, (owner) => omit(owner, name))
    const path = member === undefined ? name : `${member}${Array.isArray(good[member]) ? '[0]' : ''}.${name}`
    expect(problems(broken)[0]).toMatchObject({ status: 422, code: 'required', expression: `${type}.${path}` })
  })

  const banned = PROFILED_TYPES.flatMap((type) =>
    (profileRows(type) ?? []).flatMap(({ member, banned }) => [...banned].map((name) => [type, member, name] as const)),
  )
  it.each(banned)('VAL-08 refuse a %s with its %s %s', (type, member, name) => {
    const good = example(type)
    const present = name.replace('[x]', CHOICES[name] ?? '')
    const broken: ParsedResource =
      member === undefined
        ? { ...good, [present]: 'x' }
        : inFirst(good, member, (owner) => ({ ...owner, [present]: 'x' }))
    const path = member === undefined ? name : `${member}${Array.isArray(good[member]) ? '[0]' : ''}.${name}`
    expect(written(broken)).toEqual([`structure ${type}.${path.replace('[x]', '')}`])
  })

  it.each([
    [{ ...K0, priority: 'urgent' }, 'value Task.priority'],
    [
      inFirst(example('Device'), 'identifier', () => ({ system: 'urn:x', value: 'd' })),
      'value Device.identifier[0].system',
    ],
    [inFirst(example('Device'), 'deviceName', () => ({ name: 'x', type: 'other' })), 'value Device.deviceName[0].type'],
    [{ ...S0, channel: { type: 'websocket', endpoint: 'https://x' } }, 'not-supported Subscription.channel.type'],
    [{ ...example('Endpoint'), connectionType: { system: 'urn:x', code: 'y' } }, 'value Endpoint.connectionType'],
    [{ ...example('Endpoint'), payloadType: [{ text: 'x' }] }, 'value Endpoint.payloadType[0]'],
  ])('VAL-08 refuse any other value than a fixed one: %#', (resource, problem) => {
    expect(written(resource)).toEqual([problem])
  })

  const targets = PROFILED_TYPES.flatMap((type) =>
    (profileRows(type) ?? []).flatMap(({ member, targets }) =>
      [...targets.keys()].map((name) => [type, member, name] as const),
    ),
  )
  it.each(targets)(
    'VAL-16 refuse a %s whose %s %s refers to a type that the profile does not allow',
    (type, member, name) => {
      const wrong = { reference: 'https://fhir.example/Appointment/7' }
      const value = name === 'partOf' && type === 'Task' ? [wrong] : wrong
      const good = example(type)
      const broken: ParsedResource =
        member === undefined
          ? { ...good, [name]: value }
          : inFirst(good, member, (owner) => ({ ...owner, [name]: value }))
      expect(problems(broken)).toMatchObject([{ status: 422, code: 'value' }])
      expect(problems(broken)[0]?.expression).toMatch(/\.reference$/)
    },
  )

  it('VAL-16 check the type of a logical reference', () => {
    expect(written({ ...K0, for: { type: 'Device', identifier: { value: 'x' } } })).toEqual(['value Task.for.type'])
    expect(written({ ...K0, for: { display: 'x' } })).toEqual([])
  })

  it.each([
    [{ ...P0, name: [{ family: 'Jansen' }] }, ['required Patient.name[0].use']],
    [{ ...P0, name: [{ use: 'official', family: 'x' }] }, ['required Patient.name[0].given']],
    [{ ...P0, name: [{ use: 'usual', text: 'x' }] }, []],
    [{ ...P0, name: [{ use: 'official', family: 'x', _given: [{ extension: [] }] }] }, []],
    [{ ...example('Practitioner'), name: [{ text: 'x' }] }, ['required Practitioner.name[0].use']],
    [{ ...example('Practitioner'), telecom: [{ system: 'phone', value: '1' }] }, ['required Practitioner.telecom']],
    [without(example('Practitioner'), 'telecom'), ['required Practitioner.telecom']],
    [
      { ...P0, extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-nationality' }] },
      ['structure Patient.extension[0]'],
    ],
  ])('VAL-13 have rules for names and addresses: %#', (resource, expected) => {
    expect(written(resource)).toEqual(expected)
  })

  const related = (...coding: object[]): ParsedResource => ({
    ...example('RelatedPerson'),
    relationship: [{ coding }],
  })
  const VEKTIS = 'urn:oid:2.16.840.1.113883.2.4.3.11.22.472'
  it.each([
    [related({ system: VEKTIS, code: '23', display: 'Contactpersoon' }), []],
    [
      related({ system: VEKTIS, code: '23', display: 'Contact' }),
      ['value RelatedPerson.relationship[0].coding[0].display'],
    ],
    [related({ system: VEKTIS, code: '24' }), ['value RelatedPerson.relationship[0].coding[0].display']],
    [related({ system: VEKTIS, code: '21', display: 'x' }), []],
    [related({ system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'OTH' }), []],
    [related({ system: 'urn:x', code: '1' }), ['code-invalid RelatedPerson.relationship[0]']],
  ])('VAL-13 have rules for relationships: %#', (resource, expected) => {
    expect(written(resource)).toEqual(expected)
  })

  const team = (reference: string): ParsedResource => ({
    ...example('CareTeam'),
    participant: [{ member: { reference } }],
  })
  it.each([
    [without(example('CareTeam'), 'subject'), ['required CareTeam.subject']],
    [{ ...example('CareTeam'), subject: { reference: 'Group/g' } }, ['value CareTeam.subject.reference']],
    [team('Patient/p'), ['value CareTeam.participant[0].member.reference']],
    [team('Practitioner/q'), []],
    [
      { ...example('CareTeam'), managingOrganization: [{ display: 'a' }, { display: 'b' }] },
      ['structure CareTeam.managingOrganization'],
    ],
    [team('RelatedPerson/r'), []],
  ])('VAL-14 have rules for care teams: %#', (resource, expected) => {
    expect(written(resource)).toEqual(expected)
  })

  const context = (code: object, more: object): ParsedResource => ({ ...D0, useContext: [{ code, ...more }] })
  const USAGE = 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-usage-context-type'
  const EXPANSION = 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-expansion'
  const expansion = (code: string) => ({ valueCodeableConcept: { coding: [{ system: EXPANSION, code }] } })
  const withExtension = (url: string, more: object): ParsedResource => ({
    ...D0,
    extension: [...(D0['extension'] as readonly object[]), { url, ...more }],
  })
  it.each([
    [{ ...D0, extension: [] }, ['required ActivityDefinition.extension']],
    [withExtension(PUBLISHER_ID, { valueId: 'x' }), []],
    [withExtension(PUBLISHER_ID, { valueString: 'x' }), ['required ActivityDefinition.extension[1].value']],
    [
      { ...D0, extension: [{ ...(D0['extension'] as readonly object[])[0], valueReference: { reference: 'Task/7' } }] },
      ['value ActivityDefinition.extension[0].value.reference'],
    ],
    [context({ system: USAGE, code: 'koppeltaal-expansion' }, expansion('026-RolvdNaaste')), []],
    [
      context({ system: USAGE, code: 'koppeltaal-expansion' }, expansion('x')),
      ['code-invalid ActivityDefinition.useContext[0].value.coding[0].code'],
    ],
    [
      context({ system: USAGE, code: 'koppeltaal-expansion' }, { valueCodeableConcept: { text: 'x' } }),
      ['code-invalid ActivityDefinition.useContext[0].value'],
    ],
    [context({ system: 'urn:x', code: 'y' }, {}), ['code-invalid ActivityDefinition.useContext[0].code']],
    [
      {
        ...D0,
        topic: [{ coding: [{ system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-definition-topic', code: 'x' }] }],
      },
      ['code-invalid ActivityDefinition.topic[0].coding[0].code'],
    ],
    [{ ...K0, extension: [{ url: INSTANTIATES }] }, ['required Task.extension[0].value']],
    [
      { ...K0, code: { coding: [{ system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-task-code', code: 'x' }] } },
      ['code-invalid Task.code.coding[0].code'],
    ],
  ])('VAL-08 have rules for the extensions and codes of Koppeltaal: %#', (resource, expected) => {
    expect(written(resource)).toEqual(expected)
  })

  it('VAL-15 accept codes of systems that the server does not have, which $validate reports once for each system', () => {
    const snomed = { system: 'http://snomed.info/sct', code: '1' }
    const task = { ...K0, code: { coding: [snomed, { ...snomed, code: '2' }] } }
    expect(problems(task)).toEqual([])
    expect(information(task, 'declared')).toMatchObject([
      {
        severity: 'information',
        expression: 'Task.code.coding[0]',
        diagnostics: 'Codes of "http://snomed.info/sct" were not checked: that code system is not held here.',
      },
    ])
  })
})

describe('the claim of a profile', () => {
  const bare = { ...P0, meta: {}, name: [] }

  it('VAL-09 of an unknown profile is not checked, which $validate reports', () => {
    const profile = ['http://example.org/x', 'http://nictiz.nl/fhir/StructureDefinition/nl-core-Patient']
    const patient: ParsedResource = { resourceType: 'Patient', meta: { profile } }
    expect(problems(patient)).toEqual([])
    expect(information(patient, 'declared').map(({ expression }) => expression)).toEqual([
      'Patient.meta.profile[0]',
      'Patient.meta.profile[1]',
    ])
    expect(information(P0, 'declared')).toEqual([])
    expect(information(P0, 'off')).toHaveLength(1)
  })

  it('VAL-10 is required when the domain requires profiles', () => {
    expect(problems(bare, 'declared')).toEqual([])
    expect(problems(bare, 'koppeltaal')).toMatchObject([
      { status: 422, code: 'required', expression: 'Patient.meta.profile' },
    ])
    expect(problems({ resourceType: 'Observation' }, 'koppeltaal')).toEqual([])
  })

  it('VAL-10 may have a version', () => {
    const patient = { ...P0, meta: { profile: [`${profileOf('Patient')}|0.16.3`] } }
    expect(problems(patient, 'koppeltaal')).toEqual([])
    expect(written({ ...patient, active: undefined, photo: [] })).toContain('structure Patient.photo')
  })

  it('VAL-11 is not checked when profiles are off', () => {
    expect(problems({ ...P0, photo: [] }, 'off')).toEqual([])
  })

  it('VAL-08 is refused when the profile is of another type', () => {
    expect(written({ ...P0, meta: { profile: [profileOf('Task')] } })).toEqual(['value Patient.meta.profile'])
  })
})

describe('a task with the code view, which lets somebody see another task', () => {
  const view = { coding: [{ system: 'http://vzvz.nl/fhir/CodeSystem/koppeltaal-task-code', code: 'view' }] }
  const part: ParsedResource = { ...K0, code: view, partOf: [{ reference: 'Task/main' }] }
  const found = (task: ParsedResource, main: JsonObject | undefined) =>
    problems(task, 'declared', (reference) => (reference === 'Task/main' ? main : undefined)).map(
      ({ status, code, expression }) => `${status} ${code} ${expression}`,
    )

  it('VAL-12 is refused without partOf', () => {
    expect(found({ ...K0, code: view }, undefined)).toEqual(['422 business-rule Task.partOf'])
  })

  it('VAL-12 is accepted as part of a task for the same patient', () => {
    expect(found(part, K0)).toEqual([])
    expect(found(part, { ...K0, for: { reference: 'https://fhir.example/Patient/p/_history/3' } })).toEqual([])
    expect(found(part, { ...K0, for: { identifier: { value: 'x' } } })).toEqual([])
  })

  it('VAL-12 is refused as part of a task with that code, or for another patient', () => {
    expect(found(part, { ...K0, code: view })).toEqual(['422 business-rule Task.partOf[0].reference'])
    expect(found(part, { ...K0, for: { reference: 'Patient/other' } })).toEqual(['422 business-rule Task.for'])
  })

  it('VAL-12 as part of a task that does not exist is left to the reference check', () => {
    expect(found(part, undefined)).toEqual([])
  })

  it('VAL-12 is any task when the code has no system', () => {
    expect(found({ ...K0, code: { coding: [{ code: 'view' }] } }, undefined)).toEqual([])
  })
})

const CHOICES: Readonly<Record<string, string>> = {
  'deceased[x]': 'Boolean',
  'multipleBirth[x]': 'Integer',
  'subject[x]': 'Reference',
  'timing[x]': 'Timing',
  'product[x]': 'CodeableConcept',
}

const omit = (owner: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = owner
  return rest
}

/** The resource with what is made of a member, or of the first item of it. */
function inFirst(resource: ParsedResource, member: string, change: (owner: JsonObject) => JsonObject): ParsedResource {
  const value = resource[member]
  return Array.isArray(value)
    ? { ...resource, [member]: [change(value[0] as JsonObject), ...value.slice(1)] }
    : { ...resource, [member]: change(value as JsonObject) }
}

import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { R4_STRUCTURE } from '../r4-structure.ts'
import { referredType } from '../reference.ts'
import { R4_TYPES } from '../types.ts'
import { expressionOf } from './finding.ts'
import type { ParsedResource } from './problem.ts'
import { referencesOf } from './references.ts'
import { COMMON_TASK } from './testing/examples.ts'

const require = createRequire(import.meta.url)

const pathsIn = (resource: ParsedResource) =>
  referencesOf(resource).map(({ place, ...found }) => ({ ...found, path: expressionOf(resource, place) }))

describe('the references within a resource (FHIR R4 references.html)', () => {
  it('DEL-07 are found in its own elements and in extensions, with the types that R4 allows', () => {
    expect(pathsIn(COMMON_TASK)).toMatchObject([
      { path: 'Task.for.reference', reference: 'Patient/p', targets: undefined },
      {
        path: 'Task.owner.reference',
        reference: 'Practitioner/q',
        targets: [
          'Practitioner',
          'PractitionerRole',
          'Organization',
          'CareTeam',
          'HealthcareService',
          'Patient',
          'Device',
          'RelatedPerson',
        ],
      },
      {
        path: 'Task.extension[0].value.reference',
        reference: 'ActivityDefinition/a',
        targets: undefined,
      },
      {
        path: 'Task.requester.reference',
        reference: 'Practitioner/q',
        targets: ['Device', 'Organization', 'Patient', 'Practitioner', 'PractitionerRole', 'RelatedPerson'],
      },
    ])
  })

  it('DEL-07 are found in datatypes, contained resources, companions and references, in every form', () => {
    const extension = [{ url: 'urn:x', extension: [{ url: 'urn:y', valueReference: { reference: 'urn:uuid:7' } }] }]
    const paths = pathsIn({
      resourceType: 'Patient',
      identifier: [{ assigner: { reference: 'https://fhir.example/Organization/o' } }],
      name: [{ given: [null], _given: [{ extension }] }],
      contained: [
        { resourceType: 'RelatedPerson', id: 'r', patient: { reference: '#' } },
        { resourceType: 'Organization', partOf: { reference: 'Organization/2/_history/3' } },
      ],
      generalPractitioner: [
        { identifier: { assigner: { reference: 'Organization?identifier=x' } } },
        { reference: '#r', display: 'x' },
        { display: 'nobody' },
      ],
    }).map(({ path, reference, targets }) => [path, reference, targets?.join(' ')])
    expect(paths).toEqual([
      ['Patient.identifier[0].assigner.reference', 'https://fhir.example/Organization/o', 'Organization'],
      ['Patient.name[0].given[0].extension[0].extension[0].value.reference', 'urn:uuid:7', undefined],
      ['Patient.contained[0].patient.reference', '#', 'Patient'],
      ['Patient.contained[1].partOf.reference', 'Organization/2/_history/3', 'Organization'],
      ['Patient.generalPractitioner[0].identifier.assigner.reference', 'Organization?identifier=x', 'Organization'],
      ['Patient.generalPractitioner[1].reference', '#r', 'Organization Practitioner PractitionerRole'],
    ])
  })

  it.each([
    ['Patient/7', 'Patient'],
    ['Patient/7/_history/2', 'Patient'],
    ['https://fhir.example/base/Patient/7', 'Patient'],
    ['https://fhir.example/Patient/7/_history/2', 'Patient'],
    ['urn:uuid:7', undefined],
    ['#p', undefined],
    ['Patient?identifier=7', undefined],
    ['https://fhir.example/other', undefined],
    ['https://fhir.example/Documents/7', undefined],
  ])('give the type that %s points to: %s', (reference, type) => {
    expect(referredType(reference)).toBe(type)
  })
})

describe('the table of target types', () => {
  /** `Task.owner` -> its target types. */
  const ours = new Map(
    R4_STRUCTURE.trim()
      .split('\n')
      .map((line) => line.split(' '))
      .flatMap(([head = '', ...words]) =>
        words.flatMap((word) => {
          const [, name = '', choice, targets] = /^!?\+?(\w+)(\[x\])?\*?:.*\bReference\(([^)]*)\)/.exec(word) ?? []
          const member = `${head.split('<')[0]}.${name}${choice ? 'Reference' : ''}`
          return targets === undefined ? [] : [[member, targets.split(',')] as const]
        }),
      ),
  )

  it('names only resource types of R4', () => {
    const types = new Set(R4_TYPES)
    expect(ours.size).toBeGreaterThan(600)
    for (const [element, targets] of ours)
      expect(
        targets.filter((target) => !types.has(target)),
        element,
      ).toEqual([])
  })

  it('agrees with another package made from the R4 definitions', () => {
    const definitions = require('fhir/profiles/types.json') as Readonly<Record<string, Definition>>
    let compared = 0
    for (const [type, { _properties = [] }] of Object.entries(definitions))
      for (const { _name, _type, _targetProfiles = [] } of _properties) {
        const targets = _targetProfiles.map((profile) => profile.slice(profile.lastIndexOf('/') + 1))
        if (_type !== 'Reference' || targets.length === 0 || targets.includes('Resource')) continue
        expect([...(ours.get(`${type}.${_name}`) ?? [])].sort(), `${type}.${_name}`).toEqual(targets.sort())
        compared += 1
      }
    expect(compared).toBeGreaterThan(400)
  })
})

interface Definition {
  readonly _properties?: readonly {
    readonly _name: string
    readonly _type: string
    readonly _targetProfiles?: readonly string[]
  }[]
}

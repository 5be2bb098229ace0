import { evalFhirPath } from '@medplum/core'
import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '../types.ts'
import { expressionOf } from './finding.ts'
import type { ParsedResource } from './problem.ts'
import { ANY_TYPES, ruleOf, wordsOf } from './r4-rules.ts'
import { NotAResource, readResource } from './read-resource.ts'
import { structureProblems } from './structure.ts'
import { BROKEN } from './testing/corpus.ts'

const expressions = (resource: ParsedResource) => structureProblems(resource).map(({ expression }) => expression)

describe('the place of a problem as FHIRPath (FHIR R4 operationoutcome.html, fhirpath.html#types)', () => {
  it.each<readonly [ParsedResource, string, string]>([
    [
      { resourceType: 'Observation', status: 'final', code: { text: 'x' }, valueQuantity: { value: 'abc' } },
      'Observation.value.value',
      'Observation.valueQuantity.value is',
    ],
    [{ resourceType: 'Patient', deceasedDateTime: 'x' }, 'Patient.deceased', 'Patient.deceasedDateTime is'],
    [
      { resourceType: 'Patient', extension: [{ url: 'urn:x', valueInteger: 'q' }] },
      'Patient.extension[0].value',
      'Patient.extension[0].valueInteger is',
    ],
    [
      { resourceType: 'Patient', _deceasedBoolean: { extension: [{ url: 'urn:x', valueCode: ' ' }] } },
      'Patient.deceased.extension[0].value',
      'Patient.deceasedBoolean.extension[0].valueCode is',
    ],
    [
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [
          { resource: { resourceType: 'Patient', contained: [{ resourceType: 'Patient', deceasedBoolean: 'x' }] } },
        ],
      },
      'Bundle.entry[0].resource.contained[0].deceased',
      'Bundle.entry[0].resource.contained[0].deceasedBoolean is',
    ],
  ])(
    'P3 names a choice without its type, and the sentence uses its JSON name: %j',
    (resource, expression, diagnostics) => {
      const [problem] = structureProblems(resource)
      expect(problem).toMatchObject({ expression, diagnostics: expect.stringContaining(diagnostics) })
    },
  )

  it('P3 names every choice of every R4 type without its type', () => {
    const choices = R4_TYPES.flatMap((type) =>
      wordsOf(type).flatMap((word) => {
        const [, name, of = ''] = /^!?\+?(\w+)\[x\]\*?:(.*)$/.exec(word) ?? []
        const types = of === 'Any' ? ANY_TYPES : of.replace(/\(.*?\)|=.*$/g, '').split('|')
        return name === undefined ? [] : types.map((one) => ({ type, name, one }))
      }),
    )
    expect(choices.length).toBeGreaterThan(150)
    for (const { type, name, one } of choices) {
      const member = `${name}${one.charAt(0).toUpperCase()}${one.slice(1)}`
      expect(ruleOf(type).elements.has(member), `${type}.${member}`).toBe(true)
      expect(expressionOf({ resourceType: type }, [member])).toBe(`${type}.${name}`)
    }
  })

  it('P3 names a repeated member within a choice without the type too', () => {
    const text =
      '{"resourceType":"Patient","extension":[{"url":"urn:x","valuePeriod":{"start":"2020","start":"2020"}}]}'
    expect(() => readResource(text)).toThrow(NotAResource)
    try {
      readResource(text)
    } catch (error) {
      expect(error instanceof NotAResource && error.problems[0]?.expression).toBe('Patient.extension[0].value.start')
    }
  })

  it('P3 selects an element of the resource, except where that is missing, empty or unknown', () => {
    const found = BROKEN.flatMap(([what, resource]) =>
      /unknown|no element|without|missing|of no type|no mandatory|empty|null/.test(what)
        ? []
        : expressions(resource).map((expression) => ({ what, resource, expression })),
    )
    expect(found.length).toBeGreaterThan(150)
    for (const { what, resource, expression } of found)
      expect(evalFhirPath(expression, resource).length, `${what}: ${expression}`).toBeGreaterThan(0)
  })
})

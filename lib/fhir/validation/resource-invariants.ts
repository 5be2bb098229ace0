// The invariants of the FHIR R4 resource types, except those of definitions (StructureDefinition, ValueSet, TestScript,
// …), which are outside of this server's scope. Those about contained resources are in contained.ts.

import { isObject, type JsonObject } from '../../json.ts'
import {
  type Holds,
  has,
  type Invariants,
  invariant,
  isCoded,
  isDistinct,
  isInOrder,
  needs,
  notWhere,
  objectsIn,
  one,
  oneAtMost,
  onlyWhere,
  some,
  together,
} from './invariant.ts'
import { itemsOf } from './problem.ts'
import { typeOf } from './profile-rule.ts'

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem'
const WRONG = ['entered-in-error']
const wrongAllergy = ({ verificationStatus }: JsonObject) =>
  isCoded(verificationStatus, `${TERMINOLOGY}/allergyintolerance-verification`, WRONG)
const wrongCondition = ({ verificationStatus }: JsonObject) =>
  isCoded(verificationStatus, `${TERMINOLOGY}/condition-ver-status`, WRONG)
const isOver = ({ clinicalStatus }: JsonObject) =>
  isCoded(clinicalStatus, `${TERMINOLOGY}/condition-clinical`, ['resolved', 'remission', 'inactive'])

/** True when all entries have the element, in a Bundle of one of these types, or none of them in any other Bundle. */
const inEntriesOf =
  (name: string, ...types: readonly string[]): Holds =>
  (bundle) =>
    objectsIn(bundle, 'entry').every((entry) => has(entry, name) === types.includes(String(bundle['type'])))

const isDocument = ({ type }: JsonObject) => type === 'document'

const beginsWith = (resourceType: string, { entry }: JsonObject): boolean => {
  const [first] = itemsOf(entry)
  return isObject(first) && isObject(first['resource']) && first['resource']['resourceType'] === resourceType
}

const fullUrls = (bundle: JsonObject) =>
  objectsIn(bundle, 'entry').flatMap(({ fullUrl, resource }) => {
    const meta = isObject(resource) ? resource['meta'] : undefined
    return typeof fullUrl === 'string' ? [`${fullUrl} ${isObject(meta) ? String(meta['versionId'] ?? '') : ''}`] : []
  })

const isHome = ({ use }: JsonObject) => use === 'home'

/** A coding to be looked up: there may be ten thousand in either place. */
const keyOf = ({ system, code }: JsonObject): string => JSON.stringify([system, code])

/** True when a component has the code of the whole observation, and the whole also has a value. */
function isSaidTwice(observation: JsonObject): boolean {
  const { code } = observation
  if (!has(observation, 'value[x]') || !isObject(code)) return false
  const codings = new Set(objectsIn(code, 'coding').map(keyOf))
  return objectsIn(observation, 'component').some(
    (component) =>
      isObject(component['code']) &&
      objectsIn(component['code'], 'coding').some((coding) => codings.has(keyOf(coding))),
  )
}

const linkIds = (value: JsonObject): readonly unknown[] =>
  objectsIn(value, 'item').flatMap((item) => [item['linkId'], ...linkIds(item)])

const isPercentage = (quantity: unknown): boolean =>
  !isObject(quantity) || (quantity['code'] === '%' && quantity['system'] === 'http://unitsofmeasure.org')

const DISPLAY = ['display']
const CHOICES = ['choice', 'open-choice', 'decimal', 'integer', 'date', 'dateTime', 'time', 'string', 'quantity']
const WITH_LENGTH = ['boolean', 'decimal', 'integer', 'string', 'text', 'url', 'open-choice']
const NO_DATE_YET = ['proposed', 'cancelled', 'waitlist']

export const RESOURCE_INVARIANTS: Invariants = {
  AllergyIntolerance: [
    invariant(
      'ait-1',
      'needs a clinicalStatus, unless it was entered in error',
      (value) => has(value, 'clinicalStatus') || wrongAllergy(value),
    ),
    invariant(
      'ait-2',
      'was entered in error, and has a clinicalStatus',
      (value) => !has(value, 'clinicalStatus') || !wrongAllergy(value),
    ),
  ],
  Appointment: [
    invariant('app-2', 'needs both a start and an end, or neither', together('start', 'end')),
    invariant(
      'app-3',
      'needs a start and an end, unless it is proposed, cancelled or on the waitlist',
      (value) => (has(value, 'start') && has(value, 'end')) || NO_DATE_YET.includes(String(value['status'])),
    ),
    invariant(
      'app-4',
      'has a cancelationReason, and is neither cancelled nor noshow',
      onlyWhere('cancelationReason', 'status', ['noshow', 'cancelled']),
    ),
  ],
  'Appointment.participant': [invariant('app-1', 'needs a type or an actor', some('type', 'actor'))],
  AppointmentResponse: [invariant('apr-1', 'needs a participantType or an actor', some('participantType', 'actor'))],
  'AuditEvent.entity': [invariant('sev-1', 'has both a name and a query', oneAtMost('name', 'query'))],
  Bundle: [
    invariant(
      'bdl-1',
      'has a total, which is only for searches and histories',
      onlyWhere('total', 'type', ['searchset', 'history']),
    ),
    invariant(
      'bdl-2',
      'has an entry with search, which is only for a searchset',
      (value) => value['type'] === 'searchset' || !objectsIn(value, 'entry').some((entry) => has(entry, 'search')),
    ),
    invariant(
      'bdl-3',
      'needs a request in each entry of a batch, transaction or history, and in none of another Bundle',
      inEntriesOf('request', 'batch', 'transaction', 'history'),
    ),
    invariant(
      'bdl-4',
      'needs a response in each entry of an answer or a history, and in none of another Bundle',
      inEntriesOf('response', 'batch-response', 'transaction-response', 'history'),
    ),
    invariant('bdl-7', 'repeats a fullUrl', (value) => value['type'] === 'history' || isDistinct(fullUrls(value))),
    invariant('bdl-9', 'is a document, which needs an identifier with system and value', (value) => {
      const { identifier } = value
      return !isDocument(value) || (isObject(identifier) && has(identifier, 'system') && has(identifier, 'value'))
    }),
    invariant(
      'bdl-10',
      'is a document, which needs a timestamp',
      (value) => !isDocument(value) || 'timestamp' in value,
    ),
    invariant(
      'bdl-11',
      'is a document, which begins with a Composition',
      (value) => !isDocument(value) || beginsWith('Composition', value),
    ),
    invariant(
      'bdl-12',
      'is a message, which begins with a MessageHeader',
      (value) => value['type'] !== 'message' || beginsWith('MessageHeader', value),
    ),
  ],
  'Bundle.entry': [
    invariant('bdl-5', 'needs a resource, a request or a response', some('resource', 'request', 'response')),
    invariant(
      'bdl-8',
      'has a version-specific fullUrl',
      ({ fullUrl }) => typeof fullUrl !== 'string' || !fullUrl.includes('/_history/'),
    ),
  ],
  'CarePlan.activity': [invariant('cpl-3', 'has both a detail and a reference', oneAtMost('detail', 'reference'))],
  'CareTeam.participant': [
    invariant('ctm-1', 'has onBehalfOf, which is for a member that is a Practitioner', (value) => {
      const { member } = value
      const type = isObject(member) ? typeOf(member) : undefined
      return !has(value, 'onBehalfOf') || type === undefined || type === 'Practitioner'
    }),
  ],
  'Composition.section': [
    invariant('cmp-1', 'needs a text, entries or sections', some('text', 'entry', 'section')),
    invariant('cmp-2', 'has an emptyReason, and is not empty', oneAtMost('emptyReason', 'entry')),
  ],
  Condition: [
    invariant(
      'con-4',
      'has abated, which needs a clinicalStatus of inactive, resolved or remission',
      (value) => !has(value, 'abatement[x]') || isOver(value),
    ),
    invariant(
      'con-5',
      'was entered in error, and has a clinicalStatus',
      (value) => !has(value, 'clinicalStatus') || !wrongCondition(value),
    ),
  ],
  'Condition.stage': [invariant('con-1', 'needs a summary or an assessment', some('summary', 'assessment'))],
  'Condition.evidence': [invariant('con-2', 'needs a code or a detail', some('code', 'detail'))],
  Consent: [invariant('ppc-1', 'needs a policy or a policyRule', some('policy', 'policyRule'))],
  'CoverageEligibilityResponse.insurance.item': [
    invariant(
      'ces-1',
      'needs either a category or a productOrService, and not both',
      one('category', 'productOrService'),
    ),
  ],
  FamilyMemberHistory: [
    invariant('fhs-1', 'has both an age and a birth', oneAtMost('age[x]', 'born[x]')),
    invariant('fhs-2', 'has estimatedAge, but no age', needs('estimatedAge', 'age[x]')),
  ],
  'Goal.target': [invariant('gol-1', 'has a detail, but no measure', needs('detail[x]', 'measure'))],
  Group: [invariant('grp-1', 'has members, and is not actual', onlyWhere('member', 'actual', [true]))],
  'Immunization.education': [
    invariant('imm-1', 'needs a documentType or a reference', some('documentType', 'reference')),
  ],
  'ImmunizationRecommendation.recommendation': [
    invariant('imr-1', 'needs a vaccineCode or a targetDisease', some('vaccineCode', 'targetDisease')),
  ],
  InsurancePlan: [invariant('ipn-1', 'needs a name or an identifier', some('identifier', 'name'))],
  Linkage: [invariant('lnk-1', 'needs two items', ({ item }) => itemsOf(item).length > 1)],
  List: [
    invariant('lst-1', 'has an emptyReason, and is not empty', oneAtMost('emptyReason', 'entry')),
    invariant(
      'lst-2',
      'has deleted entries, which are only for a list of mode changes',
      (value) => value['mode'] === 'changes' || !objectsIn(value, 'entry').some((entry) => has(entry, 'deleted')),
    ),
    invariant(
      'lst-3',
      'has entries with a date, which is only for a list of mode working',
      (value) => value['mode'] === 'working' || !objectsIn(value, 'entry').some((entry) => has(entry, 'date')),
    ),
  ],
  MeasureReport: [invariant('mrp-1', 'collects data, and has groups', notWhere('group', 'type', ['data-collection']))],
  'MeasureReport.group.stratifier.stratum': [
    invariant('mrp-2', 'needs either a value or components, and not both', one('value', 'component')),
  ],
  'MedicationAdministration.dosage': [invariant('mad-1', 'needs a dose or a rate', some('dose', 'rate[x]'))],
  MedicationDispense: [
    invariant('mdd-1', 'was handed over before it was prepared', ({ whenPrepared, whenHandedOver }) =>
      isInOrder(whenPrepared, whenHandedOver),
    ),
  ],
  MolecularSequence: [
    invariant(
      'msq-3',
      'has a coordinateSystem other than 0 and 1',
      ({ coordinateSystem }) => coordinateSystem === 0 || coordinateSystem === 1,
    ),
  ],
  'MolecularSequence.referenceSeq': [
    invariant('msq-5', 'needs both a chromosome and a genomeBuild, or neither', together('chromosome', 'genomeBuild')),
    invariant(
      'msq-6',
      'needs one of genomeBuild, referenceSeqId, referenceSeqPointer and referenceSeqString',
      one('genomeBuild', 'referenceSeqId', 'referenceSeqPointer', 'referenceSeqString'),
    ),
  ],
  Observation: [
    invariant('obs-6', 'has both a value and a dataAbsentReason', oneAtMost('dataAbsentReason', 'value[x]')),
    invariant('obs-7', 'has a value, and a component with its own code', (value) => !isSaidTwice(value)),
  ],
  'Observation.referenceRange': [invariant('obs-3', 'needs a low, a high or a text', some('low', 'high', 'text'))],
  Organization: [
    invariant('org-1', 'needs a name or an identifier', some('identifier', 'name')),
    invariant('org-2', 'has an address of use "home"', (value) => !objectsIn(value, 'address').some(isHome)),
    invariant('org-3', 'has a telecom of use "home"', (value) => !objectsIn(value, 'telecom').some(isHome)),
  ],
  'Parameters.parameter': [
    invariant('inv-1', 'needs one of a value, a resource and parts', one('value[x]', 'resource', 'part')),
  ],
  'Patient.contact': [
    invariant(
      'pat-1',
      'needs a name, telecom, address or organization',
      some('name', 'telecom', 'address', 'organization'),
    ),
  ],
  Questionnaire: [invariant('que-2', 'repeats a linkId', (value) => isDistinct(linkIds(value)))],
  'Questionnaire.item': [
    invariant('que-1', 'is a group without items, or a display with some', (value) =>
      value['type'] === 'group' ? has(value, 'item') : value['type'] !== 'display' || !has(value, 'item'),
    ),
    invariant('que-3', 'is a display with a code', notWhere('code', 'type', DISPLAY)),
    invariant('que-4', 'has both answerOption and answerValueSet', oneAtMost('answerOption', 'answerValueSet')),
    invariant(
      'que-5',
      'has answers to choose from, but a type without choices',
      // As the sentence has it: the expression of R4 lets all of these types have a value set.
      (value) =>
        onlyWhere('answerValueSet', 'type', ['choice', 'open-choice'])(value) &&
        onlyWhere('answerOption', 'type', CHOICES)(value),
    ),
    invariant(
      'que-6',
      'is a display with required or repeats',
      (value) => notWhere('required', 'type', DISPLAY)(value) && notWhere('repeats', 'type', DISPLAY)(value),
    ),
    invariant(
      'que-8',
      'is a group or a display with an initial value',
      notWhere('initial', 'type', ['group', 'display']),
    ),
    invariant('que-9', 'is a display with readOnly', notWhere('readOnly', 'type', DISPLAY)),
    invariant('que-10', 'has a maxLength, and a type without one', onlyWhere('maxLength', 'type', WITH_LENGTH)),
    invariant('que-11', 'has both answerOption and initial', oneAtMost('answerOption', 'initial')),
    invariant(
      'que-12',
      'has several enableWhen, but no enableBehavior',
      // As the sentence has it, "more than one": the expression of R4 says more than two.
      (value) => itemsOf(value['enableWhen']).length <= 1 || has(value, 'enableBehavior'),
    ),
    invariant(
      'que-13',
      'has several initial values, and does not repeat',
      ({ repeats, initial }) => repeats === true || itemsOf(initial).length <= 1,
    ),
  ],
  'Questionnaire.item.enableWhen': [
    invariant(
      'que-7',
      'asks whether an answer exists, so its answer must be true or false',
      (value) => value['operator'] !== 'exists' || has(value, 'answerBoolean'),
    ),
  ],
  'QuestionnaireResponse.item': [invariant('qrs-1', 'has items of its own and answers', oneAtMost('answer', 'item'))],
  'RequestGroup.action': [
    invariant('rqg-1', 'needs either a resource or actions, and not both', one('resource', 'action')),
  ],
  'RiskAssessment.prediction': [
    invariant('ras-1', 'has a probability that is not a percentage', ({ probabilityRange: range }) =>
      isObject(range) ? isPercentage(range['low']) && isPercentage(range['high']) : true,
    ),
    invariant(
      'ras-2',
      'has a probability above 100',
      ({ probabilityDecimal: decimal }) => typeof decimal !== 'number' || decimal <= 100,
    ),
  ],
  ServiceRequest: [invariant('prr-1', 'has an orderDetail, but no code', needs('orderDetail', 'code'))],
  Task: [
    invariant('inv-1', 'has a lastModified before its authoredOn', ({ authoredOn, lastModified }) =>
      isInOrder(authoredOn, lastModified),
    ),
  ],
}

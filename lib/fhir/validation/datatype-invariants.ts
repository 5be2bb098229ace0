// The invariants of the datatypes of FHIR R4 (datatypes.html, metadatatypes.html, extensibility.html). Those of
// Reference and Narrative involve more than one object; they are in contained.ts and ../narrative.ts.

import { isObject, type JsonObject } from '../../json.ts'
import { has, type Invariant, type Invariants, invariant, isInOrder, needs, one, oneAtMost, some } from './invariant.ts'
import { itemsOf } from './problem.ts'

const UCUM = 'http://unitsofmeasure.org'

const isNotNegative =
  (name: string) =>
  ({ [name]: number }: JsonObject): boolean =>
    typeof number !== 'number' || number >= 0

const isUcum = ({ system }: JsonObject): boolean => system === undefined || system === UCUM

const MEALS: ReadonlySet<unknown> = new Set(['C', 'CM', 'CD', 'CV'])

const QUANTITY: readonly Invariant[] = [invariant('qty-3', 'has a unit code, but no system', needs('code', 'system'))]

const RANGE = (value: JsonObject): boolean => {
  const { low, high } = value
  if (!isObject(low) || !isObject(high)) return true
  const isSameUnit = ['system', 'code', 'unit'].every((name) => low[name] === high[name])
  return !isSameUnit || typeof low['value'] !== 'number' || !(low['value'] > Number(high['value']))
}

export const DATATYPE_INVARIANTS: Invariants = {
  Extension: [
    invariant('ext-1', 'needs either a value or extensions of its own, and not both', one('extension', 'value[x]')),
  ],
  Period: [invariant('per-1', 'starts after its end', ({ start, end }) => isInOrder(start, end))],
  Attachment: [invariant('att-1', 'has data, but no contentType', needs('data', 'contentType'))],
  ContactPoint: [invariant('cpt-2', 'has a value, but no system', needs('value', 'system'))],
  Quantity: QUANTITY,
  Age: [
    ...QUANTITY,
    invariant(
      'age-1',
      'needs a UCUM unit code, and a value above 0',
      (value) => needs('value', 'code')(value) && isUcum(value) && !(Number(value['value']) <= 0),
    ),
  ],
  Count: [
    ...QUANTITY,
    invariant('cnt-3', 'needs the code 1 of UCUM for its value, which is a whole number', (value) => {
      const { code = '1', value: number = 0 } = value
      return needs('value', 'code')(value) && isUcum(value) && code === '1' && Number.isInteger(number)
    }),
  ],
  Distance: [
    ...QUANTITY,
    invariant(
      'dis-1',
      'needs a UCUM unit code for its value',
      (value) => needs('value', 'code')(value) && isUcum(value),
    ),
  ],
  Duration: [
    ...QUANTITY,
    invariant(
      'drt-1',
      'has a unit code, which needs a value and the UCUM system',
      (value) => !has(value, 'code') || (has(value, 'value') && value['system'] === UCUM),
    ),
  ],
  Range: [invariant('rng-2', 'has a low above its high', RANGE)],
  Ratio: [
    invariant(
      'rat-1',
      'needs both a numerator and a denominator',
      (value) =>
        has(value, 'numerator') === has(value, 'denominator') && (has(value, 'numerator') || 'extension' in value),
    ),
  ],
  Expression: [invariant('exp-1', 'needs an expression or a reference', some('expression', 'reference'))],
  'DataRequirement.codeFilter': [
    invariant('drq-1', 'needs either a path or a searchParam, and not both', one('path', 'searchParam')),
  ],
  'DataRequirement.dateFilter': [
    invariant('drq-2', 'needs either a path or a searchParam, and not both', one('path', 'searchParam')),
  ],
  TriggerDefinition: [
    invariant('trd-1', 'has both a timing and data', oneAtMost('data', 'timing[x]')),
    invariant('trd-2', 'has a condition, but no data', needs('condition', 'data')),
    invariant('trd-3', 'lacks what its type requires: a name, a timing or data', (value) => {
      const type = String(value['type'])
      if (type === 'named-event') return has(value, 'name')
      return type === 'periodic' ? has(value, 'timing[x]') : !type.startsWith('data-') || has(value, 'data')
    }),
  ],
  'Timing.repeat': [
    invariant('tim-1', 'has a duration, but no durationUnit', needs('duration', 'durationUnit')),
    invariant('tim-2', 'has a period, but no periodUnit', needs('period', 'periodUnit')),
    invariant('tim-4', 'has a duration below 0', isNotNegative('duration')),
    invariant('tim-5', 'has a period below 0', isNotNegative('period')),
    invariant('tim-6', 'has a periodMax, but no period', needs('periodMax', 'period')),
    invariant('tim-7', 'has a durationMax, but no duration', needs('durationMax', 'duration')),
    invariant('tim-8', 'has a countMax, but no count', needs('countMax', 'count')),
    invariant(
      'tim-9',
      'has an offset, which needs a when other than C, CM, CD and CV',
      (value) =>
        !has(value, 'offset') || (has(value, 'when') && !itemsOf(value['when']).some((when) => MEALS.has(when))),
    ),
    invariant('tim-10', 'has both a timeOfDay and a when', oneAtMost('timeOfDay', 'when')),
  ],
}

/** The R4 elements that hold a SimpleQuantity, which JSON does not distinguish from a Quantity. */
const SIMPLE_QUANTITIES = `
Range.low Range.high SampledData.origin Dosage.maxDosePerAdministration Dosage.maxDosePerLifetime
Dosage.doseAndRate.doseQuantity Dosage.doseAndRate.rateQuantity ActivityDefinition.quantity CarePlan.activity.detail.dailyAmount
CarePlan.activity.detail.quantity Claim.item.quantity Claim.item.detail.quantity Claim.item.detail.subDetail.quantity
ClaimResponse.addItem.quantity ClaimResponse.addItem.detail.quantity ClaimResponse.addItem.detail.subDetail.quantity
Contract.term.asset.valuedItem.quantity Coverage.costToBeneficiary.valueQuantity CoverageEligibilityRequest.item.quantity
ExplanationOfBenefit.item.quantity ExplanationOfBenefit.item.detail.quantity
ExplanationOfBenefit.item.detail.subDetail.quantity ExplanationOfBenefit.addItem.quantity
ExplanationOfBenefit.addItem.detail.quantity ExplanationOfBenefit.addItem.detail.subDetail.quantity Immunization.doseQuantity
MedicationAdministration.dosage.dose MedicationAdministration.dosage.rateQuantity MedicationDispense.quantity
MedicationDispense.daysSupply MedicationKnowledge.amount
MedicationKnowledge.administrationGuidelines.patientCharacteristics.characteristicQuantity MedicationKnowledge.packaging.quantity
MedicationKnowledge.drugCharacteristic.valueQuantity MedicationKnowledge.regulatory.maxDispense.quantity
MedicationKnowledge.kinetics.areaUnderCurve MedicationKnowledge.kinetics.lethalDose50
MedicationRequest.dispenseRequest.initialFill.quantity MedicationRequest.dispenseRequest.quantity
NutritionOrder.oralDiet.nutrient.amount NutritionOrder.supplement.quantity NutritionOrder.enteralFormula.caloricDensity
NutritionOrder.enteralFormula.administration.quantity NutritionOrder.enteralFormula.administration.rateQuantity
NutritionOrder.enteralFormula.maxVolumeToDeliver Observation.referenceRange.low Observation.referenceRange.high
Specimen.collection.quantity Specimen.container.capacity Specimen.container.specimenQuantity
SpecimenDefinition.typeTested.container.capacity SpecimenDefinition.typeTested.container.minimumVolumeQuantity
Substance.instance.quantity SupplyDelivery.suppliedItem.quantity VisionPrescription.lensSpecification.duration`

const hasNoComparator =
  (name: string) =>
  ({ [name]: quantity }: JsonObject): boolean =>
    itemsOf(Array.isArray(quantity) ? quantity : [quantity]).every((one) => !isObject(one) || !has(one, 'comparator'))

/** sqty-1 as rules for the types that contain such an element. */
export const SIMPLE_QUANTITY_INVARIANTS: readonly (readonly [type: string, invariants: readonly Invariant[]])[] =
  SIMPLE_QUANTITIES.trim()
    .split(/\s+/)
    .map((path) => {
      const [owner, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)]
      return [owner, [invariant('sqty-1', `has a comparator in ${name}`, hasNoComparator(name))]] as const
    })

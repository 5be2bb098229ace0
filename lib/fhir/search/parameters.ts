// The search parameters of a type other than _id and _lastUpdated, and the values that they find in a resource (FHIR R4
// search.html §3.1.1.5).
import { allSteps, type Steps, VALUES_AT_ONCE } from '../../async/steps.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { R4_TYPES } from '../types.ts'
import { OF_EVERY_TYPE } from './common-parameters.ts'
import { AUDITED, IDENTIFIER, OF_THE_DOMAIN } from './domain-parameters.ts'
import {
  beginningOf,
  type Definition,
  type DescribedParameter,
  type IndexedValue,
  LONGEST_VALUE,
  type SearchParameter,
} from './parameter.ts'
import { definitionsOfR4 } from './r4-definitions.ts'
import { unversioned } from './values.ts'

/** The origin of a resource (a Device) has its own column, so it is not among the indexed values. */
export const RESOURCE_ORIGIN_PARAMETER = 'resource-origin'

const RESOURCE_ORIGIN_DEFINITION: SearchParameter = {
  name: RESOURCE_ORIGIN_PARAMETER,
  type: 'reference',
  index: RESOURCE_ORIGIN_PARAMETER,
  targets: ['Device'],
  documentation: 'The Device of the app that created the resource (its resource-origin extension).',
}

/** The types of R4 that have no element named identifier. */
const WITHOUT_IDENTIFIER: ReadonlySet<string> = new Set(
  `AuditEvent Binary CapabilityStatement CompartmentDefinition GraphDefinition ImplementationGuide Linkage
  MedicationKnowledge MedicinalProductContraindication MedicinalProductIndication MedicinalProductInteraction
  MedicinalProductManufactured MedicinalProductUndesirableEffect MessageHeader NamingSystem OperationDefinition
  OperationOutcome Parameters Provenance SearchParameter Subscription SubstanceNucleicAcid SubstancePolymer
  SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial TerminologyCapabilities
  VerificationResult`.split(/\s+/),
)

const definitions = new Map<string, readonly Definition[]>()
/** The same in the order of indexing: a whole behind its parts. */
const byParts = new Map<string, readonly Definition[]>()

/** Of a type of R4, made once. */
function definitionsOf(type: string): readonly Definition[] {
  const made = definitions.get(type)
  if (made) return made
  const own = [...(WITHOUT_IDENTIFIER.has(type) ? [] : [IDENTIFIER]), ...(OF_THE_DOMAIN.get(type) ?? [])]
  const ofR4 = type === AUDITED ? [] : definitionsOfR4(type, ['identifier', ...own.map(({ name }) => name)])
  const found = [...own, ...ofR4, ...OF_EVERY_TYPE]
  if (R4_TYPES.includes(type)) definitions.set(type, found)
  return found
}

function partsFirst(type: string): readonly Definition[] {
  const made = byParts.get(type)
  if (made) return made
  const all = definitionsOf(type)
  const found = [...all.filter(({ alsoIn }) => !alsoIn), ...all.filter(({ alsoIn }) => alsoIn)]
  if (R4_TYPES.includes(type)) byParts.set(type, found)
  return found
}

/** The search parameters of a type, other than _id and _lastUpdated. */
export const searchParameters = (type: string): readonly SearchParameter[] => [
  ...definitionsOf(type),
  RESOURCE_ORIGIN_DEFINITION,
]

/** Those of every type that have an order of their own in the database. */
const IN_ORDER: readonly DescribedParameter[] = [
  { name: '_id', type: 'token', documentation: 'The logical id, exactly.' },
  {
    name: '_lastUpdated',
    type: 'date',
    documentation: 'When the resource last changed, with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap.',
  },
]

/** All search parameters of a type, as the CapabilityStatement lists them. */
export const describedParameters = (type: string): readonly DescribedParameter[] => [
  ...IN_ORDER,
  ...searchParameters(type),
]

/** True when a resource of a type has at most one value under a name in the index. */
export const isSingleValued = (type: string, index: string): boolean =>
  definitionsOf(type).some((one) => one.index === index && one.isSingle)

/**
 * All index values of a resource, without duplicates: those of its type's parameters, and its other references. What a
 * parameter finds under the name of another one is there once.
 */
export const indexedValues = (type: string, resource: JsonObject): readonly IndexedValue[] =>
  allSteps(indexing(type, resource))

/** The same in steps. */
export function* indexing(type: string, resource: JsonObject): Steps<readonly IndexedValue[]> {
  const values: IndexedValue[] = []
  /** The names under which each value is there. */
  const found = new Map<string, string[]>()
  const references = new Set<string>()
  let looked = 0
  for (const { index, alsoIn, values: valuesIn, type: kind } of partsFirst(type))
    for (const { system, value: whole, param = index } of valuesIn(resource)) {
      looked += 1
      if (looked % VALUES_AT_ONCE === 0) yield
      const value = kind === 'string' ? beginningOf(whole) : whole
      // A token that has only a system is found by `system|`.
      const isFound = value !== '' || (kind === 'token' && system !== '')
      if (!isFound || value.length > LONGEST_VALUE || system.length > LONGEST_VALUE) continue
      const key = `${system.length} ${system}${value}`
      const names = found.get(key)
      if (names?.some((name) => name === param || alsoIn?.includes(name))) continue
      if (names) names.push(param)
      else found.set(key, [param])
      values.push({ param, system, value })
      if (kind === 'reference') references.add(value)
    }
  if (type === UNBOUND) return values
  eachReference(resource, (value) => {
    if (references.has(value) || value.length > LONGEST_VALUE) return
    references.add(value)
    values.push({ param: OTHER_REFERENCES, system: '', value })
  })
  return values
}

/** The name in the index of references that no parameter finds: a resource that anything refers to is not deleted. */
const OTHER_REFERENCES = '*reference'
/** A recorded event does not prevent the deletion of a resource. */
const UNBOUND = 'AuditEvent'

/** The names in the index under which a resource of a type has its references to others. */
export const referenceIndexes = (type: string): readonly string[] => [
  ...new Set(definitionsOf(type).flatMap(({ index, type: kind }) => (kind === 'reference' ? [index] : []))),
  OTHER_REFERENCES,
]

/** Calls `tell` for each reference in a resource, at any depth and without versions: `Type/id`, or a URL. */
function eachReference(value: unknown, tell: (reference: string) => void): void {
  if (Array.isArray(value)) for (const item of value) eachReference(item, tell)
  else if (isObject(value))
    for (const name in value) {
      const member = value[name]
      if (typeof member === 'object') eachReference(member, tell)
      else if (name === 'reference' && typeof member === 'string' && !member.startsWith('#')) tell(unversioned(member))
    }
}

// The code systems that are Koppeltaal's own, and that their codes are among those that they have.

import { isObject, type JsonObject } from '../../json.ts'
import type { Finding, Place } from './finding.ts'
import { itemsOf } from './problem.ts'
import { type Rule, unless } from './profile-rule.ts'

const VZVZ = 'http://vzvz.nl/fhir/CodeSystem'
const TASK_CODE = `${VZVZ}/koppeltaal-task-code`
export const CONNECTION_TYPE = `${VZVZ}/koppeltaal-endpoint-connection-type`
export const EXPANSION = `${VZVZ}/koppeltaal-expansion`
export const USAGE_CONTEXT = `${VZVZ}/koppeltaal-usage-context-type`
export const HL7_USAGE_CONTEXT = 'http://terminology.hl7.org/CodeSystem/usage-context-type'

/** All codes of the code systems that are Koppeltaal's own, and of the one of HL7 that a profile limits ActivityDefinitions to. */
const OWN_CODES: ReadonlyMap<unknown, readonly string[]> = new Map([
  [TASK_CODE, ['view']],
  [`${VZVZ}/koppeltaal-definition-topic`, ['self-treatment', 'self-assessment']],
  [CONNECTION_TYPE, ['hti-smart-on-fhir']],
  [EXPANSION, ['026-RolvdNaaste']],
  [USAGE_CONTEXT, ['koppeltaal-expansion']],
  [HL7_USAGE_CONTEXT, ['gender', 'age', 'focus', 'user', 'workflow', 'task', 'venue', 'species', 'program']],
])

/** The Codings of a CodeableConcept. */
export const codingsOf = (concept: unknown): readonly JsonObject[] =>
  isObject(concept) ? itemsOf(concept['coding']).filter(isObject) : []

/** Codes of a system that is Koppeltaal's own are those that it has. */
export const ownCodes =
  (...elements: readonly string[]): Rule =>
  (resource) =>
    elements.flatMap((element) => foreignCodes(resource[element], [element]))

function foreignCodes(value: unknown, place: Place): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => foreignCodes(item, [...place, index]))
  if (!isObject(value)) return []
  const codes = OWN_CODES.get(value['system'])
  return [
    ...unless(
      codes === undefined || codes.some((code) => code === value['code']),
      [...place, 'code'],
      'code-invalid',
      `is not a code of ${String(value['system'])}`,
    ),
    ...['coding', 'code', 'valueCodeableConcept'].flatMap((name) => foreignCodes(value[name], [...place, name])),
  ]
}

/** True for a code system whose codes are all known here. */
export const isOwnSystem = (system: unknown): boolean => OWN_CODES.has(system)

/** True for a sub-task that lets somebody view another Task, recognised by its code. */
export const isViewTask = ({ code }: JsonObject): boolean =>
  codingsOf(code).some((coding) => coding['system'] === TASK_CODE && coding['code'] === 'view')

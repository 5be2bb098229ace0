// Those invariants of FHIR R4 that need neither a terminology nor another resource: one rule each, by the type it is about
// (the constraints of http://hl7.org/fhir/R4; their keys are HL7's, the words are ours). Those about contained resources are in
// contained.ts.
import { isObject, itemsOf, type JsonObject } from './problem.ts'
import { has } from './profile-rule.ts'

interface Invariant {
  readonly key: string
  readonly holds: (value: JsonObject) => boolean
  /** What is wrong when it does not hold. Goes on from the name of the element. */
  readonly reason: string
}

const hasChoice = (value: JsonObject, name: string): boolean => {
  for (const member in value) if (member.startsWith(name) || member.startsWith(`_${name}`)) return true
  return false
}

const needs =
  (name: string, needed: string) =>
  (value: JsonObject): boolean =>
    !has(value, name) || has(value, needed)

const isNotNegative =
  (name: string) =>
  ({ [name]: number }: JsonObject): boolean =>
    typeof number !== 'number' || number >= 0

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** True unless the first certainly lies behind the second: 2020-05 may lie before 2020. */
function isInOrder(first: unknown, second: unknown): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return true
  if (first.length > DAY_LENGTH && second.length > DAY_LENGTH) return !(Date.parse(first) > Date.parse(second)) // A leap second is NaN.
  const shared = Math.min(first.length, second.length, DAY_LENGTH)
  return first.slice(0, shared) <= second.slice(0, shared)
}

const MEALS: ReadonlySet<unknown> = new Set(['C', 'CM', 'CD', 'CV'])

const QUANTITY: readonly Invariant[] = [
  { key: 'qty-3', holds: needs('code', 'system'), reason: 'has the code of a unit, but not its system' },
]

const isHome = (item: unknown): boolean => isObject(item) && item['use'] === 'home'

const BY_TYPE: ReadonlyMap<string, readonly Invariant[]> = new Map<string, readonly Invariant[]>([
  [
    'Extension',
    [
      {
        key: 'ext-1',
        holds: (value) => 'extension' in value !== hasChoice(value, 'value'),
        reason: 'needs either a value or extensions of its own, and not both',
      },
    ],
  ],
  ['Period', [{ key: 'per-1', holds: ({ start, end }) => isInOrder(start, end), reason: 'starts after its end' }]],
  [
    'Attachment',
    [{ key: 'att-1', holds: needs('data', 'contentType'), reason: 'has data, but does not say of which contentType' }],
  ],
  ['ContactPoint', [{ key: 'cpt-2', holds: needs('value', 'system'), reason: 'has a value, but not its system' }]],
  ...['Quantity', 'Age', 'Count', 'Distance', 'Duration'].map((type) => [type, QUANTITY] as const),
  [
    'Ratio',
    [
      {
        key: 'rat-1',
        holds: (value) =>
          has(value, 'numerator') === has(value, 'denominator') && (has(value, 'numerator') || 'extension' in value),
        reason: 'needs both a numerator and a denominator',
      },
    ],
  ],
  [
    'Expression',
    [
      {
        key: 'exp-1',
        holds: (value) => has(value, 'expression') || has(value, 'reference'),
        reason: 'needs an expression or a reference',
      },
    ],
  ],
  [
    'Timing.repeat',
    [
      { key: 'tim-1', holds: needs('duration', 'durationUnit'), reason: 'has a duration, but not its durationUnit' },
      { key: 'tim-2', holds: needs('period', 'periodUnit'), reason: 'has a period, but not its periodUnit' },
      { key: 'tim-4', holds: isNotNegative('duration'), reason: 'has a duration below 0' },
      { key: 'tim-5', holds: isNotNegative('period'), reason: 'has a period below 0' },
      { key: 'tim-6', holds: needs('periodMax', 'period'), reason: 'has a periodMax, but no period' },
      { key: 'tim-7', holds: needs('durationMax', 'duration'), reason: 'has a durationMax, but no duration' },
      { key: 'tim-8', holds: needs('countMax', 'count'), reason: 'has a countMax, but no count' },
      {
        key: 'tim-9',
        holds: (value) =>
          !has(value, 'offset') || (has(value, 'when') && !itemsOf(value['when']).some((when) => MEALS.has(when))),
        reason: 'has an offset, which needs a when other than C, CM, CD and CV',
      },
      {
        key: 'tim-10',
        holds: (value) => !has(value, 'timeOfDay') || !has(value, 'when'),
        reason: 'has both a timeOfDay and a when',
      },
    ],
  ],
  [
    'Patient.contact',
    [
      {
        key: 'pat-1',
        holds: (value) => ['name', 'telecom', 'address', 'organization'].some((name) => has(value, name)),
        reason: 'needs a name, telecom, address or organization',
      },
    ],
  ],
  [
    'Organization',
    [
      {
        key: 'org-1',
        holds: (value) => has(value, 'identifier') || has(value, 'name'),
        reason: 'needs a name or an identifier',
      },
      { key: 'org-2', holds: ({ address }) => !itemsOf(address).some(isHome), reason: 'has an address of use "home"' },
      { key: 'org-3', holds: ({ telecom }) => !itemsOf(telecom).some(isHome), reason: 'has a telecom of use "home"' },
    ],
  ],
  [
    'Task',
    [
      {
        key: 'inv-1',
        holds: ({ authoredOn, lastModified }) => isInOrder(authoredOn, lastModified),
        reason: 'has a lastModified before its authoredOn',
      },
    ],
  ],
  [
    'AuditEvent.entity',
    [
      {
        key: 'sev-1',
        holds: (value) => !has(value, 'name') || !has(value, 'query'),
        reason: 'has both a name and a query',
      },
    ],
  ],
])

const ELE_1: Omit<Invariant, 'holds'> = { key: 'ele-1', reason: 'has an id and nothing else' }

/** The first invariant of a type that an object breaks; undefined when there is none. `members` is how many members it has. */
export function brokenInvariant(
  type: string,
  value: JsonObject,
  members: number,
): Omit<Invariant, 'holds'> | undefined {
  if (members === 1 && 'id' in value && type !== 'Element') return ELE_1
  return BY_TYPE.get(type)?.find(({ holds }) => !holds(value))
}

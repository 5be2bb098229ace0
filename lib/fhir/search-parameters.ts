// The search parameters other than _id and _lastUpdated, and the values that each extracts from a resource (FHIR R4
// search.html §3.1.1.5; Koppeltaal's own resource-origin and instantiates).
import { isObject, type JsonObject } from '../json.ts'
import { daysOf } from './days.ts'
import { timeOfInstant } from './instant.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN, TRACE_ID } from './koppeltaal.ts'
import { parseReference } from './reference.ts'

/** A search parameter, as the CapabilityStatement and the parser of searches see it. */
export interface SearchParameter {
  /** The name in the URL. */
  readonly name: string
  readonly type: 'token' | 'reference' | 'uri' | 'string' | 'date'
  /** The name in the index: parameters that look at the same element share it. */
  readonly index: string
  /** Further names in the index: `name` also finds the values of `family` and `given`. */
  readonly alsoIn?: readonly string[]
  /** A name in the index of values that it finds but is not sorted by. */
  readonly unsortedIn?: string
  /** Types that a reference may point to. A single type, or one given with a bare id, completes the reference. */
  readonly targets: readonly string[]
  /** The system of a token's codes, if it is fixed. */
  readonly system?: string
  /** True for a date whose element is an instant: it is indexed as an instant, in UTC and milliseconds. */
  readonly isInstant?: boolean
  /** True for an element that a resource has once at most. */
  readonly isSingle?: boolean
  readonly documentation: string
}

/**
 * A value that a parameter can find in a resource. A token has a system (empty for none) and perhaps only that; a reference has `Type/id`; a
 * string is folded; a date has its first day as value and its last one as system, an instant itself as both.
 */
interface IndexedValue {
  readonly param: string
  readonly system: string
  readonly value: string
}

interface Definition extends SearchParameter {
  /** The values of a resource, under the parameter's `index` unless they say another. */
  readonly values: (resource: JsonObject) => readonly (Omit<IndexedValue, 'param'> & { readonly param?: string })[]
}

/** The origin of a resource (a Device) has its own column, so it is not among the indexed values. */
export const RESOURCE_ORIGIN_PARAMETER = 'resource-origin'

/** Longest value in the index, in characters: of a longer string its beginning is, and nothing else can be searched for (SRC-16). */
const LONGEST_VALUE = 1024

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const IDENTIFIER: Definition = {
  name: 'identifier',
  type: 'token',
  index: 'identifier',
  targets: [],
  documentation: 'A business identifier, as system|value, |value or value.',
  values: ({ identifier }) =>
    [identifier]
      .flat()
      .filter(isObject)
      .map(({ system, value }) => ({ system: text(system), value: text(value) })),
}

const code = (name: string, system: string): Definition => ({
  name,
  type: 'token',
  index: name,
  targets: [],
  system,
  isSingle: true,
  documentation: `The ${name}, a code of ${system}.`,
  values: ({ [name]: value }) => (typeof value === 'string' ? [{ system, value }] : []),
})

const ACTIVE: Definition = {
  name: 'active',
  type: 'token',
  index: 'active',
  targets: [],
  isSingle: true,
  documentation: 'Whether the record is in use: true or false.',
  values: ({ active }) => (typeof active === 'boolean' ? [{ system: '', value: String(active) }] : []),
}

const URL: Definition = {
  name: 'url',
  type: 'uri',
  index: 'url',
  targets: [],
  isSingle: true,
  documentation: 'The canonical URL, exactly.',
  values: (resource) => [{ system: '', value: text(resource['url']) }],
}

/** A text without case and accents, as strings are compared (search.html §3.1.1.4.8). */
export const folded = (string: string): string =>
  (ASCII.test(string) ? string.toLowerCase() : withoutAccents(string)).trim()

/** Letters without accents, and with one capital each. */
const ASCII = /^[\0-\x7f]*$/

const withoutAccents = (string: string): string =>
  string
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ]/g, "'") // Keyboards have only this one, as in ’t Hart.
    .toLowerCase() // ẞ has no other capital.
    .toUpperCase() // ß is SS there, and a ligature its letters.
    .toLowerCase()
    .replaceAll('ς', 'σ') // The final form of a letter need not be final in another word.

/** A part of the names of a resource, folded. */
const namesIn = (resource: JsonObject, part: 'family' | 'given' | 'text'): readonly string[] =>
  [resource['name']]
    .flat()
    .filter(isObject)
    .flatMap((human) => [human[part]].flat())
    .map((value) => folded(text(value)))

/** Prefix search over a part of the names of people. Each is indexed by itself, once. */
const namePart = (name: 'family' | 'given'): Definition => ({
  name,
  type: 'string',
  index: name,
  targets: [],
  documentation: `The beginning of a ${name} name, without regard to case and accents.`,
  values: (resource) => namesIn(resource, name).map((value) => ({ system: '', value })),
})

/** Where the later words of names are in the index. */
const NAME_WORD = 'name-word'

/** Which strings of a name this parameter finds is the server's to define (FHIR R4, SearchParameter Patient-name). */
const NAME: Definition = {
  name: 'name',
  type: 'string',
  index: 'name',
  alsoIn: ['family', 'given'],
  unsortedIn: NAME_WORD,
  targets: [],
  documentation:
    'The beginning of a family name, a given name or the text of a name, or of a later word in one (vries finds de Vries), without regard to case and accents.',
  values: (resource) => {
    const texts = namesIn(resource, 'text')
    const all = [...texts, ...namesIn(resource, 'family'), ...namesIn(resource, 'given')]
    return [
      ...texts.map((value) => ({ system: '', value })),
      ...all.flatMap(fromLaterWords).map((value) => ({ param: NAME_WORD, system: '', value })),
    ]
  },
}

/** A word of a name after its first one. */
const LATER_WORD = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu
/** Most words of one name by which it is found, beside the first: each takes a row of the index. */
const MOST_LATER_WORDS = 8

/** The rest of a name from each of its later words on: `jansen-de vries` is `de vries` and `vries`, too. */
const fromLaterWords = (name: string): readonly string[] =>
  [...beginningOf(name).matchAll(LATER_WORD)].slice(0, MOST_LATER_WORDS).map(({ index }) => name.slice(index))

const BIRTHDATE: Definition = {
  name: 'birthdate',
  type: 'date',
  index: 'birthdate',
  targets: [],
  documentation: 'The date of birth, with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap.',
  values: ({ birthDate }) => {
    const days = daysOf(text(birthDate))
    return days ? [{ system: days.last, value: days.first }] : []
  },
}

const PERSON: readonly Definition[] = [
  NAME,
  namePart('family'),
  namePart('given'),
  BIRTHDATE,
  code('gender', 'http://hl7.org/fhir/administrative-gender'),
  ACTIVE,
]

const reference = (name: string, element: string, targets: readonly string[]): Definition => ({
  name,
  type: 'reference',
  index: element,
  targets,
  isSingle: true,
  documentation: `${element}, a reference to ${targets.join(', ')}.`,
  values: ({ [element]: value }) =>
    isObject(value) ? [{ system: '', value: indexedReference(text(value['reference'])) }] : [],
})

const parts = (list: unknown): readonly JsonObject[] => [list].flat().filter(isObject)

const coding = (name: string, values: (resource: JsonObject) => readonly unknown[]): Definition => ({
  name,
  type: 'token',
  index: name,
  targets: [],
  documentation: `The ${name}, as system|code or code.`,
  values: (resource) =>
    values(resource)
      .filter(isObject)
      .map(({ system, code }) => ({ system: text(system), value: text(code) })),
})

/** The resources that a part of an AuditEvent points to; any version of them. */
const mentioned = (part: 'agent' | 'entity', element: string, targets: readonly string[]): Definition => ({
  name: part,
  type: 'reference',
  index: part,
  targets,
  documentation: `${part}.${element}, a reference to ${targets.length > 0 ? targets.join(', ') : 'any resource'}.`,
  values: (resource) =>
    parts(resource[part])
      .map((one) => one[element])
      .filter(isObject)
      .map((value) => ({ system: '', value: indexedReference(text(value['reference'])) })),
})

const inUtc = (instant: string): string | undefined => {
  const time = timeOfInstant(instant)
  return time === undefined ? undefined : new Date(time).toISOString()
}

const SUBJECTS = ['Patient', 'Group', 'Practitioner', 'RelatedPerson', 'Organization', 'CareTeam', 'Device', 'Location']
const OWNERS = [
  ...['Patient', 'Practitioner', 'PractitionerRole', 'RelatedPerson', 'CareTeam', 'Organization', 'HealthcareService'],
  'Device',
]

const DEFINITIONS: Readonly<Record<string, readonly Definition[]>> = {
  Task: [
    reference('patient', 'for', ['Patient']),
    reference('subject', 'for', SUBJECTS),
    reference('for', 'for', SUBJECTS),
    reference('owner', 'owner', OWNERS),
    code('status', 'http://hl7.org/fhir/task-status'),
    {
      ...reference('instantiates', 'instantiates', ['ActivityDefinition']),
      documentation: 'The ActivityDefinition that the task is an instance of (its instantiates extension).',
      values: (resource) => [{ system: '', value: indexedReference(extensionReference(resource, INSTANTIATES) ?? '') }],
    },
  ],
  AuditEvent: [
    {
      name: 'date',
      type: 'date',
      index: 'date',
      targets: [],
      isInstant: true,
      documentation: 'When the event was recorded, with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap.',
      values: ({ recorded }) => {
        const instant = inUtc(text(recorded))
        return instant ? [{ system: instant, value: instant }] : []
      },
    },
    coding('type', ({ type }) => [type]),
    coding('subtype', ({ subtype }) => [subtype].flat()),
    code('action', 'http://hl7.org/fhir/audit-event-action'),
    code('outcome', 'http://hl7.org/fhir/audit-event-outcome'),
    mentioned('agent', 'who', [
      'Device',
      'Patient',
      'Practitioner',
      'RelatedPerson',
      'PractitionerRole',
      'Organization',
    ]),
    {
      name: 'agent-identifier',
      type: 'token',
      index: 'agent-identifier',
      targets: [],
      documentation: 'Who took part, where there is no resource for them: agent.who.identifier or agent.altId.',
      values: ({ agent }) =>
        parts(agent).flatMap(({ who, altId }) => [
          ...(isObject(who) ? IDENTIFIER.values(who) : []),
          ...(altId === undefined ? [] : [{ system: '', value: text(altId) }]),
        ]),
    },
    mentioned('entity', 'what', []),
    { ...mentioned('entity', 'what', ['Patient']), name: 'patient', alsoIn: ['agent'], values: () => [] },
    {
      name: 'address',
      type: 'string',
      index: 'address',
      targets: [],
      documentation: 'Where a request came from: the beginning of an IP address.',
      values: ({ agent }) =>
        parts(agent).map(({ network }) => ({
          system: '',
          value: isObject(network) ? folded(text(network['address'])) : '',
        })),
    },
    {
      name: 'traceId',
      type: 'token',
      index: 'traceId',
      targets: [],
      documentation: 'The launch that the event belongs to (its trace-id extension).',
      values: ({ extension }) =>
        [extension]
          .flat()
          .filter(isObject)
          .filter(({ url }) => url === TRACE_ID)
          .map(({ valueId }) => ({ system: '', value: text(valueId) })),
    },
  ],
  ActivityDefinition: [URL, code('status', 'http://hl7.org/fhir/publication-status')],
  Device: [code('status', 'http://hl7.org/fhir/device-status')],
  Endpoint: [code('status', 'http://hl7.org/fhir/endpoint-status')],
  Patient: PERSON,
  Practitioner: PERSON,
  RelatedPerson: [reference('patient', 'patient', ['Patient']), ...PERSON],
  CareTeam: [reference('patient', 'subject', ['Patient']), reference('subject', 'subject', ['Patient', 'Group'])],
}

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

const definitionsOf = (type: string): readonly Definition[] => [
  ...(WITHOUT_IDENTIFIER.has(type) ? [] : [IDENTIFIER]),
  ...((Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type] : undefined) ?? []),
]

/** The search parameters of a type, other than _id and _lastUpdated. */
export const searchParameters = (type: string): readonly SearchParameter[] => [
  ...definitionsOf(type),
  RESOURCE_ORIGIN_DEFINITION,
]

/** True when a resource of a type has at most one value under a name in the index. */
export const isSingleValued = (type: string, index: string): boolean =>
  definitionsOf(type).some((one) => one.index === index && one.isSingle)

/** All index values of a resource, without duplicates: those of its type's parameters, and its other references. */
export function indexedValues(type: string, resource: JsonObject): readonly IndexedValue[] {
  const found = new Map<string, IndexedValue>()
  const references = new Set<string>()
  for (const { index, values, type: kind } of definitionsOf(type))
    for (const { system, value: whole, param = index } of values(resource)) {
      const value = kind === 'string' ? beginningOf(whole) : whole
      // A token that has only a system is found by `system|`.
      const isFound = value !== '' || (kind === 'token' && system !== '')
      if (isFound && value.length <= LONGEST_VALUE && system.length <= LONGEST_VALUE) {
        found.set(`${param} ${system.length} ${system}${value}`, { param, system, value })
        if (kind === 'reference') references.add(value)
      }
    }
  const values = [...found.values()]
  if (type === UNBOUND) return values
  eachReference(resource, (value) => {
    if (references.has(value) || value.length > LONGEST_VALUE) return
    references.add(value)
    values.push({ param: OTHER_REFERENCES, system: '', value })
  })
  return values
}

/** The searchable beginning of a string, without half of a surrogate pair. */
const beginningOf = (string: string): string => string.slice(0, LONGEST_VALUE).replace(/[\ud800-\udbff]$/, '')

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

const unversioned = (reference: string): string => reference.replace(/\/_history\/[^/]*$/, '')

/** A reference as it is indexed: `Type/id` or a URL that ends so, without a version; anything else stays as it is. */
export function indexedReference(reference: string): string {
  const current = unversioned(reference)
  return RESTFUL.test(current) ? current : reference
}

const RESTFUL = /^(?:https?:\/\/.*\/)?[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64}$/

/** Ids of the Devices that the resource-origin extensions of a resource name. */
export function originsOf(resource: JsonObject): readonly string[] {
  const extensions: readonly unknown[] = Array.isArray(resource['extension']) ? resource['extension'] : []
  return extensions
    .filter(isObject)
    .filter(({ url }) => url === RESOURCE_ORIGIN)
    .flatMap((extension) => {
      const target = parseReference(extensionReference({ extension: [extension] }, RESOURCE_ORIGIN))
      return target?.type === 'Device' ? [target.id] : []
    })
}

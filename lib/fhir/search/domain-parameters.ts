// What is searched in the types that a launch domain has (RESOURCE_TYPES as it comes) beside what R4 defines, or otherwise than a
// path says: names by their later words, Koppeltaal's own instantiates and trace id, and all of an AuditEvent.
import { isObject, type JsonObject } from '../../json.ts'
import { daysOf } from '../days.ts'
import { timeOfInstant } from '../instant.ts'
import { extensionReference, INSTANTIATES, TRACE_ID } from '../koppeltaal.ts'
import { beginningOf, type Definition, type FoundValue } from './parameter.ts'
import { booleans, codings, folded, identifiers, indexedReference, partsOf, references, textOf } from './values.ts'

export const IDENTIFIER: Definition = {
  name: 'identifier',
  type: 'token',
  index: 'identifier',
  targets: [],
  documentation: 'A business identifier, as system|value, |value or value.',
  values: ({ identifier }) => identifiers(identifier),
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
  values: ({ active }) => booleans(active),
}

const URL: Definition = {
  name: 'url',
  type: 'uri',
  index: 'url',
  targets: [],
  isSingle: true,
  documentation: 'The canonical URL, exactly.',
  values: (resource) => [{ system: '', value: textOf(resource['url']) }],
}

/** A part of the names of a resource, folded. */
function* namesIn({ name }: JsonObject, part: 'family' | 'given' | 'text'): Generator<string> {
  for (const human of partsOf(name)) {
    const value = human[part]
    if (Array.isArray(value)) for (const one of value) yield folded(textOf(one))
    else if (value !== undefined) yield folded(textOf(value))
  }
}

function* valuesOfPart(resource: JsonObject, part: 'family' | 'given'): Generator<FoundValue> {
  for (const value of namesIn(resource, part)) yield { system: '', value }
}

function* valuesOfNames(resource: JsonObject): Generator<FoundValue & { readonly param?: string }> {
  for (const value of namesIn(resource, 'text')) yield { system: '', value }
  for (const part of ['text', 'family', 'given'] as const)
    for (const name of namesIn(resource, part))
      for (const value of fromLaterWords(name)) yield { param: NAME_WORD, system: '', value }
}

/** Prefix search over a part of the names of people. Each is indexed by itself, once. */
const namePart = (name: 'family' | 'given'): Definition => ({
  name,
  type: 'string',
  index: name,
  targets: [],
  documentation: `The beginning of a ${name} name, without regard to case and accents.`,
  values: (resource) => valuesOfPart(resource, name),
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
  values: valuesOfNames,
}

/** A word of a name after its first one. */
const LATER_WORD = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu
/** Most names are one. */
const ONE_WORD = /^[a-z0-9]*$/
/** Most words of one name by which it is found, beside the first: each takes a row of the index. */
const MOST_LATER_WORDS = 8

/** The rest of a name from each of its later words on: `jansen-de vries` is `de vries` and `vries`, too. */
const fromLaterWords = (name: string): readonly string[] =>
  ONE_WORD.test(name)
    ? []
    : [...beginningOf(name).matchAll(LATER_WORD)].slice(0, MOST_LATER_WORDS).map(({ index }) => name.slice(index))

const BIRTHDATE: Definition = {
  name: 'birthdate',
  type: 'date',
  index: 'birthdate',

  targets: [],
  documentation: 'The date of birth, with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap.',
  values: ({ birthDate }) => {
    const days = daysOf(textOf(birthDate))
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
  values: ({ [element]: value }) => (isObject(value) ? references(value) : []),
})

const coding = (name: string, values: (resource: JsonObject) => readonly unknown[]): Definition => ({
  name,
  type: 'token',
  index: name,
  targets: [],
  documentation: `The ${name}, as system|code or code.`,
  values: (resource) => values(resource).flatMap(codings),
})

/** The resources that a part of an AuditEvent points to; any version of them. */
const mentioned = (part: 'agent' | 'entity', element: string, targets: readonly string[]): Definition => ({
  name: part,
  type: 'reference',
  index: part,
  targets,
  documentation: `${part}.${element}, a reference to ${targets.length > 0 ? targets.join(', ') : 'any resource'}.`,
  values: (resource) => partsOf(resource[part]).flatMap((one) => references(one[element])),
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

/** The one type that has no more than this list: three quarters of all index rows are of events, and each request writes one. */
export const AUDITED = 'AuditEvent'

/** What is searched in a type of the domain, beside its identifier and what R4 defines under other names. */
export const OF_THE_DOMAIN: ReadonlyMap<string, readonly Definition[]> = new Map(
  Object.entries({
    Task: [
      reference('patient', 'for', ['Patient']),
      reference('subject', 'for', SUBJECTS),
      reference('for', 'for', SUBJECTS),
      reference('owner', 'owner', OWNERS),
      code('status', 'http://hl7.org/fhir/task-status'),
      {
        ...reference('instantiates', 'instantiates', ['ActivityDefinition']),
        documentation: 'The ActivityDefinition that the task is an instance of (its instantiates extension).',
        values: (resource) => [
          { system: '', value: indexedReference(extensionReference(resource, INSTANTIATES) ?? '') },
        ],
      },
    ],
    [AUDITED]: [
      {
        name: 'date',
        type: 'date',
        index: 'date',
        targets: [],
        dates: 'instants',
        documentation: 'When the event was recorded, with the prefixes eq, ne, gt, lt, ge, le, sa, eb and ap.',
        values: ({ recorded }) => {
          const instant = inUtc(textOf(recorded))
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
          partsOf(agent).flatMap(({ who, altId }) => [
            ...(isObject(who) ? IDENTIFIER.values(who) : []),
            ...(altId === undefined ? [] : [{ system: '', value: textOf(altId) }]),
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
          partsOf(agent).map(({ network }) => ({
            system: '',
            value: isObject(network) ? folded(textOf(network['address'])) : '',
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
            .map(({ valueId }) => ({ system: '', value: textOf(valueId) })),
      },
    ],
    ActivityDefinition: [URL, code('status', 'http://hl7.org/fhir/publication-status')],
    Device: [code('status', 'http://hl7.org/fhir/device-status')],
    Endpoint: [code('status', 'http://hl7.org/fhir/endpoint-status')],
    Patient: PERSON,
    Practitioner: PERSON,
    RelatedPerson: [reference('patient', 'patient', ['Patient']), ...PERSON],
    CareTeam: [reference('patient', 'subject', ['Patient']), reference('subject', 'subject', ['Patient', 'Group'])],
  }),
)

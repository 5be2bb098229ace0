// What the profiles of Koppeltaal 2.0 ask that does not fit into their table (koppeltaal-profiles.ts): rules about several elements
// at once, and the codes of Koppeltaal's own code systems.
import { ENDPOINT, INSTANTIATES, PUBLISHER_ID } from '../koppeltaal.ts'
import { referredType } from '../reference.ts'
import type { Finding, Place } from './finding.ts'
import { isObject, itemsOf, type JsonObject } from './problem.ts'

/** A rule of a profile: what a resource that claims it has wrong. */
type Rule = (resource: JsonObject) => readonly Finding[]

const VZVZ = 'http://vzvz.nl/fhir/CodeSystem'
const TASK_CODE = `${VZVZ}/koppeltaal-task-code`
const CONNECTION_TYPE = `${VZVZ}/koppeltaal-endpoint-connection-type`
const EXPANSION = `${VZVZ}/koppeltaal-expansion`
const USAGE_CONTEXT = `${VZVZ}/koppeltaal-usage-context-type`
const HL7_USAGE_CONTEXT = 'http://terminology.hl7.org/CodeSystem/usage-context-type'
const PAYLOAD_TYPE = 'http://terminology.hl7.org/CodeSystem/endpoint-payload-type'

/** All codes of the code systems that are Koppeltaal's own, and of the one of HL7 that a profile limits ActivityDefinitions to. */
const OWN_CODES: ReadonlyMap<unknown, readonly string[]> = new Map([
  [TASK_CODE, ['view']],
  [`${VZVZ}/koppeltaal-definition-topic`, ['self-treatment', 'self-assessment']],
  [CONNECTION_TYPE, ['hti-smart-on-fhir']],
  [EXPANSION, ['026-RolvdNaaste']],
  [USAGE_CONTEXT, ['koppeltaal-expansion']],
  [HL7_USAGE_CONTEXT, ['gender', 'age', 'focus', 'user', 'workflow', 'task', 'venue', 'species', 'program']],
])

/** A finding about one element; empty when there is nothing wrong with it. */
const unless = (holds: boolean, place: Place, code: Finding['code'], reason: string): readonly Finding[] =>
  holds ? [] : [{ place, code, reason }]

/** What a rule finds in each object of an array. */
const each = (values: unknown, place: Place, find: (item: JsonObject, place: Place) => readonly Finding[]) =>
  itemsOf(values).flatMap((item, index) => (isObject(item) ? find(item, [...place, index]) : []))

const has = (value: JsonObject, name: string): boolean => name in value || `_${name}` in value

const codingsOf = (concept: unknown): readonly JsonObject[] =>
  isObject(concept) ? itemsOf(concept['coding']).filter(isObject) : []

/** Each name says its use; the official one has a family and a given name. */
const names: Rule = ({ name }) =>
  each(name, ['name'], (one, place) => [
    ...unless(typeof one['use'] === 'string', [...place, 'use'], 'required', 'is missing'),
    ...(one['use'] === 'official'
      ? ['family', 'given'].flatMap((part) =>
          unless(has(one, part), [...place, part], 'required', 'is missing in the official name'),
        )
      : []),
  ])

const email: Rule = ({ telecom }) =>
  unless(
    itemsOf(telecom).some((one) => isObject(one) && one['system'] === 'email'),
    ['telecom'],
    'required',
    'has no e-mail address (system "email")',
  )

const nationality: Rule = ({ extension }) =>
  each(extension, ['extension'], ({ url }, place) =>
    unless(
      url !== 'http://hl7.org/fhir/StructureDefinition/patient-nationality',
      place,
      'structure',
      'is a nationality, which the profile leaves out',
    ),
  )

/** Vektis COD472: kinds of relation. Of these two codes the display is fixed, since apps show it. */
const RELATION = 'urn:oid:2.16.840.1.113883.2.4.3.11.22.472'
const RELATION_DISPLAYS: ReadonlyMap<unknown, string> = new Map([
  ['23', 'Contactpersoon'],
  ['24', 'Wettelijke vertegenwoordiger'],
])
/** The slicing is closed: a relationship is a relation or a role of one of these lists, whose other codes are not checked. */
const RELATIONSHIP_SYSTEMS: ReadonlySet<unknown> = new Set([
  RELATION,
  'urn:oid:2.16.840.1.113883.2.4.3.11.60.40.4.23.1',
  'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
  'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
])

const relationships: Rule = ({ relationship }) =>
  each(relationship, ['relationship'], (concept, place) => [
    ...unless(
      codingsOf(concept).some(({ system }) => RELATIONSHIP_SYSTEMS.has(system)),
      place,
      'code-invalid',
      'has no coding of a list of relations that the profile knows',
    ),
    ...each(concept['coding'], [...place, 'coding'], ({ system, code, display }, at) => {
      const expected = system === RELATION ? RELATION_DISPLAYS.get(code) : undefined
      return unless(
        expected === undefined || display === expected,
        [...at, 'display'],
        'value',
        `has to be "${expected}" for the code ${String(code)}`,
      )
    }),
  ])

/** Who takes part in a care team is a practitioner or a related person, not the patient whom the team is for. */
const participants: Rule = ({ participant }) =>
  each(participant, ['participant'], ({ member }, place) => {
    const type = isObject(member) ? typeOf(member) : undefined
    return unless(
      type !== 'Patient' && type !== 'PractitionerRole',
      [...place, 'member', 'reference'],
      'value',
      `refers to a ${type}, which cannot take part`,
    )
  })

const oneOrganization: Rule = ({ managingOrganization }) =>
  unless(
    itemsOf(managingOrganization).length <= 1,
    ['managingOrganization'],
    'structure',
    'has more than one organization',
  )

const typeOf = ({ reference, type }: JsonObject): unknown =>
  (typeof reference === 'string' ? referredType(reference) : undefined) ?? type

const connectionType: Rule = ({ connectionType: coding }) =>
  unless(
    isObject(coding) && coding['system'] === CONNECTION_TYPE && coding['code'] === 'hti-smart-on-fhir',
    ['connectionType'],
    'value',
    `has to be ${CONNECTION_TYPE}#hti-smart-on-fhir`,
  )

const payloadType: Rule = ({ payloadType: concepts }) =>
  each(concepts, ['payloadType'], (concept, place) =>
    unless(
      codingsOf(concept).some(({ system, code }) => system === PAYLOAD_TYPE && code === 'any'),
      place,
      'value',
      `has to be ${PAYLOAD_TYPE}#any`,
    ),
  )

/** Notifications are a knock at the door: the resource itself is fetched by who may read it. */
const channelType: Rule = ({ channel }) =>
  unless(
    isObject(channel) && channel['type'] === 'rest-hook',
    ['channel', 'type'],
    'not-supported',
    'has to be rest-hook',
  )

const extensionsOf = ({ extension }: JsonObject, url: string): readonly (readonly [JsonObject, Place])[] =>
  itemsOf(extension).flatMap((one, index) =>
    isObject(one) && one['url'] === url ? [[one, ['extension', index]] as const] : [],
  )

/** The extension has the kind of value that it is for, and refers to the right type. */
const extensionOf =
  (url: string, value: string, target?: string): Rule =>
  (resource) =>
    extensionsOf(resource, url).flatMap(([extension, place]) => {
      const { [value]: found } = extension
      if (found === undefined) return unless(false, [...place, value], 'required', 'is missing')
      const type = isObject(found) ? typeOf(found) : target
      return unless(
        target === undefined || type === undefined || type === target,
        [...place, value, 'reference'],
        'value',
        `refers to a ${String(type)}, it has to be a ${target}`,
      )
    })

const hasEndpoint: Rule = (resource) =>
  unless(extensionsOf(resource, ENDPOINT).length > 0, ['extension'], 'required', `lacks the extension ${ENDPOINT}`)

/** Kinds of context are those of HL7 and Koppeltaal; an expansion names which one. */
const useContexts: Rule = ({ useContext }) =>
  each(useContext, ['useContext'], ({ code, valueCodeableConcept }, place) => {
    const { system } = isObject(code) ? code : {}
    return [
      ...unless(
        system === USAGE_CONTEXT || system === HL7_USAGE_CONTEXT,
        [...place, 'code'],
        'code-invalid',
        `has to be of ${HL7_USAGE_CONTEXT} or ${USAGE_CONTEXT}`,
      ),
      ...unless(
        system !== USAGE_CONTEXT || codingsOf(valueCodeableConcept).some((one) => one['system'] === EXPANSION),
        [...place, 'value'],
        'code-invalid',
        `has to be a code of ${EXPANSION}`,
      ),
    ]
  })

/** Codes of a system that is Koppeltaal's own are those that it has. */
const ownCodes =
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
      `is no code of ${String(value['system'])}`,
    ),
    ...['coding', 'code', 'valueCodeableConcept'].flatMap((name) => foreignCodes(value[name], [...place, name])),
  ]
}

/** The rules of each profile, by the resource type that it is of. */
export const PROFILE_RULES: ReadonlyMap<string, readonly Rule[]> = new Map([
  [
    'ActivityDefinition',
    [
      hasEndpoint,
      extensionOf(ENDPOINT, 'valueReference', 'Endpoint'),
      extensionOf(PUBLISHER_ID, 'valueId'),
      useContexts,
      ownCodes('topic', 'useContext'),
    ],
  ],
  ['CareTeam', [participants, oneOrganization]],
  ['Endpoint', [connectionType, payloadType]],
  ['Patient', [names, nationality]],
  ['Practitioner', [names, email]],
  ['RelatedPerson', [names, relationships]],
  ['Subscription', [channelType]],
  ['Task', [extensionOf(INSTANTIATES, 'valueReference', 'ActivityDefinition'), ownCodes('code')]],
])

/** True for a code system all of whose codes are known here. */
export const isOwnSystem = (system: unknown): boolean => OWN_CODES.has(system)

/** True for a Task that lets somebody see another one: a sub-task by its code. */
export const isViewTask = ({ code }: JsonObject): boolean =>
  codingsOf(code).some((coding) => coding['system'] === TASK_CODE && coding['code'] === 'view')

// A recorded event as a FHIR R4 AuditEvent. The codes of a launch are those of the Koppeltaal service (DICM 110122,
// 110144, 110145, 110143); docs/reference/audit.md has the table.

import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { CLAIMED, LEFT_OUT } from '#lib/api/audit-words.ts'
import {
  type AuditedEvent,
  type AuditedField,
  type AuditedLaunch,
  type AuditedNotification,
  type AuditedPerson,
  type AuditedThing,
  DOMAIN_DEVICE,
} from '#lib/audit/audit.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { CORRELATION_ID, OIDC_ISSUER_SYSTEM, REQUEST_ID, RESOURCE_ORIGIN, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { isResourceId, parseReference } from '#lib/fhir/reference.ts'
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import {
  APPLICATION_LAUNCHER,
  AUDIT_EVENT_SYSTEM,
  CODES,
  DESTINATION_ROLE,
  type Element,
  HUMAN_USER,
  JOB,
  LAUNCH_INTROSPECTION,
  OUTCOMES,
  PERSON_ROLES,
  RESOURCE_TYPE,
  SECURITY_RESOURCE,
  SECURITY_SERVER,
  SOURCE_ROLE,
  SUBSCRIBER,
  THINGS,
} from './codes.ts'

export interface EventContext {
  readonly id: string
  /** Epoch milliseconds. */
  readonly recorded: number
  /** URL of the part of the domain where the event happened. */
  readonly site: string
  /** The address of the request; `unknown` for an event inside the domain. */
  readonly address: string
  /** identifier.system of user names. */
  readonly identifierSystem: string
}

/** The AuditEvent for an event. Pure: the same event in the same context gives the same resource. */
export function auditEvent(event: AuditedEvent, context: EventContext): Element {
  return {
    resourceType: 'AuditEvent',
    id: context.id,
    extension: extensions(event),
    type: CODES[event.name].type,
    subtype: subtypes(event),
    action: event.action ?? 'E',
    recorded: formatInstant(context.recorded),
    outcome: OUTCOMES[event.outcome ?? 'success'],
    outcomeDesc: text(event.description),
    agent: event.notification ? transmitters(event.notification, event, context) : agents(event, context),
    source: { site: context.site, observer: device(DOMAIN_DEVICE), type: [SECURITY_SERVER] },
    ...some('entity', entities(event)),
  }
}

/** The member, or no member when the list is empty: FHIR has no empty arrays. */
export const some = (name: string, list: readonly Element[]): Element => (list.length > 0 ? { [name]: list } : {})

function extensions({ request, requestId, launch, traceId }: AuditedEvent): readonly Element[] {
  const given = (header: string) => request.headers.get(header) ?? ''
  const ids = [
    [TRACE_ID, launch ? launchTraceId(launch) : (traceId ?? given(TRACE_HEADER))],
    [REQUEST_ID, requestId ?? given('x-request-id')],
    [CORRELATION_ID, given(CORRELATION_HEADER)],
  ] as const
  return [
    { url: RESOURCE_ORIGIN, valueReference: device(DOMAIN_DEVICE) },
    ...ids.filter(([, id]) => isResourceId(id)).map(([url, valueId]) => ({ url, valueId })),
  ]
}

/** A jti need not be a valid FHIR id; its SHA-256 in hex is one. */
const launchTraceId = ({ traceId: jti }: AuditedLaunch): string =>
  isResourceId(jti) ? jti : hash('sha256', jti, 'hex')

function subtypes({ name, token, thing }: AuditedEvent): readonly Element[] {
  const ofLaunch = name === 'introspection' && token?.kind === 'launch token'
  const ofThing = thing && THINGS[thing.kind]
  const { display, subtype = ofLaunch ? LAUNCH_INTROSPECTION : ofThing } = CODES[name]
  return [...(subtype ? [subtype] : []), { system: AUDIT_EVENT_SYSTEM, code: name, display }]
}

/** The agents, at least one. The first sent the request and has its address. */
export function agents(
  event: Pick<
    AuditedEvent,
    'name' | 'client' | 'platform' | 'otherClient' | 'identityProvider' | 'person' | 'isClaimed'
  >,
  { address, identifierSystem }: Pick<EventContext, 'address' | 'identifierSystem'>,
): readonly Element[] {
  const { client, platform, otherClient, identityProvider, person, isClaimed = false } = event
  const claimed = isClaimed ? { name: CLAIMED } : {}
  const personal = PERSONAL.has(event.name)
  const app = client === undefined ? [] : [agent(SOURCE_ROLE, device(client))]
  const human = person ? [{ ...personAgent(person, identifierSystem), ...claimed }] : []
  const senders = personal ? [...human, ...app] : [...app, ...human]
  const [sender = agent(personal ? HUMAN_USER : SOURCE_ROLE), ...others] = senders
  return [
    { ...sender, requestor: true, ...network(address) },
    ...others,
    ...(platform === undefined ? [] : [{ ...agent(APPLICATION_LAUNCHER, device(platform)), ...claimed }]),
    ...(otherClient === undefined ? [] : [agent(DESTINATION_ROLE, device(otherClient))]),
    ...(identityProvider === undefined
      ? []
      : [agent(DESTINATION_ROLE, { identifier: { system: OIDC_ISSUER_SYSTEM, value: text(identityProvider) } })]),
  ]
}

/**
 * The domain sends to a receiver's address, for a test because a person asked for it. The query of the URL is left out, because it may
 * hold a secret.
 */
const transmitters = (
  { endpoint }: AuditedNotification,
  { person }: Pick<AuditedEvent, 'person'>,
  { identifierSystem }: Pick<EventContext, 'identifierSystem'>,
): readonly Element[] => [
  { ...agent(SOURCE_ROLE, device(DOMAIN_DEVICE)), requestor: true },
  { ...agent(DESTINATION_ROLE), network: { address: text(endpoint.replace(/[?#].*$/s, '')), type: URI } },
  ...(person ? [personAgent(person, identifierSystem)] : []),
]

/** http://hl7.org/fhir/R4/valueset-network-type.html */
const URI = '5'

/** Events about a person, not about an app. */
const PERSONAL: ReadonlySet<AuditedEvent['name']> = new Set(['login', 'logout', 'change', 'view'])

/** An operator is named by their operating system account, which has no identifier system. */
const personAgent = (person: AuditedPerson, identifierSystem: string): Element =>
  'operator' in person
    ? { ...agent(HUMAN_USER), altId: text(person.operator), name: 'operator at the command line' }
    : agent(HUMAN_USER, who(person, identifierSystem))

const agent = (type: Element, whom?: Element): Element => ({
  type: { coding: [type] },
  ...(whom ? { who: whom } : {}),
  requestor: false,
})

export const device = (clientId: string): Element => ({ reference: `Device/${clientId}`, type: 'Device' })

function who(person: Exclude<AuditedPerson, { operator: string }>, identifierSystem: string): Element {
  if ('reference' in person) return reference(person.reference)
  const [system, value] = 'username' in person ? [identifierSystem, person.username] : [person.issuer, person.subject]
  return { identifier: { system: text(system), value: text(value) } }
}

export const reference = (relative: string): Element => ({ reference: relative, type: parseReference(relative)?.type })

/** http://hl7.org/fhir/R4/valueset-network-type.html: 2 is an IP address, 1 a machine name. */
const network = (address: string): Element =>
  address === 'unknown' ? {} : { network: { address, type: isIP(address) === 0 ? '1' : '2' } }

const entities = ({ launch, token, thing, notification, leftOut = 0 }: AuditedEvent): readonly Element[] => [
  ...(notification ? [subscriptionEntity(notification)] : []),
  ...(launch ? launchEntities(launch) : []),
  ...(token ? [tokenEntity(token)] : []),
  ...(thing ? [thingEntity(thing)] : []),
  ...(leftOut > 0 ? [{ name: LEFT_OUT, detail: [{ type: LEFT_OUT, valueString: String(leftOut) }] }] : []),
]

const subscriptionEntity = ({ subscription, criteria }: AuditedNotification): Element => ({
  what: reference(`Subscription/${subscription}`),
  type: { system: RESOURCE_TYPE, code: 'Subscription', display: 'Subscription' },
  role: SUBSCRIBER,
  query: Buffer.from(criteria).toString('base64'),
})

/** An app is represented by its Device; everything else by a name. */
const thingEntity = ({ kind, name, fields }: AuditedThing): Element => ({
  what: whatIs(kind, name),
  role: SECURITY_RESOURCE,
  name: kind,
  ...some('detail', fields.flatMap(fieldDetails)),
})

function whatIs(kind: AuditedThing['kind'], name: string): Element {
  if (kind === 'app' && isResourceId(name)) return device(name)
  return kind === 'resource' && parseReference(name) ? reference(name) : { identifier: { value: text(name) } }
}

const fieldDetails = ({ name, before, after, value }: AuditedField): readonly Element[] => [
  ...(value === undefined ? [] : [{ type: name, valueString: text(value) }]),
  ...(before === undefined ? [] : [{ type: `${name} before`, valueString: text(before) }]),
  ...(after === undefined ? [] : [{ type: `${name} after`, valueString: text(after) }]),
]

const launchEntities = ({ traceId: jti, sub, resource }: AuditedLaunch): readonly Element[] => [
  ...[sub, resource].filter((part) => part !== undefined).map(resourceEntity),
  { what: { identifier: { value: text(jti) } }, role: JOB, name: 'launch' },
]

function resourceEntity(relative: string): Element {
  const type = parseReference(relative)?.type ?? ''
  return {
    what: reference(relative),
    type: { system: RESOURCE_TYPE, code: type, display: type },
    role: PERSON_ROLES.get(type) ?? JOB,
  }
}

const tokenEntity = ({ kind, scope }: NonNullable<AuditedEvent['token']>): Element => ({
  role: SECURITY_RESOURCE,
  name: kind,
  ...(scope ? { description: text(scope) } : {}),
})

/** Longest recorded text, in characters. */
const LONGEST = 1024
const UNPRINTABLE = /[\u0000-\u001f\u007f]/g

/** A text as FHIR accepts it: no control characters, not empty, of limited length. */
export const text = (value: string): string => value.replace(UNPRINTABLE, ' ').trim().slice(0, LONGEST) || 'unknown'

// FHIR R4 AuditEvents of reads: one per agent and kind of access within a second, with an entity for each resource
// shown. The question "who saw this patient" is a search by entity.
import { type AuditedRead, type AuditedSearch, DOMAIN_DEVICE, isListing } from '#lib/audit/audit.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { CORRELATION_ID, RESOURCE_ORIGIN, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { agents, device, type EventContext, some, text } from './audit-event.ts'
import {
  APPLICATION_SERVER,
  AUDIT_EVENT_SYSTEM,
  CLIENT_ERROR,
  CODES,
  type Element,
  OUTCOMES,
  outcomeOf,
  QUERY,
  RESOURCE_TYPE,
  restful,
} from './codes.ts'

/** The kinds by which requests are grouped. */
type Kind = 'list' | 'read' | 'change'

function kindOf(interaction: AuditedRead['interaction']): Kind {
  if (isListing(interaction)) return 'list'
  return interaction === 'read' || interaction === 'vread' ? 'read' : 'change'
}

/** One agent's reads of one kind since the last write of the log. */
export interface AccessGroup {
  readonly client: string | undefined
  readonly token: string | undefined
  readonly person: string | undefined
  readonly address: string
  readonly site: string
  readonly kind: Kind
  readonly outcome: keyof typeof OUTCOMES
  /** Times of the first and the last read, in epoch milliseconds. */
  readonly from: number
  to: number
  /** Number of requests. */
  reads: number
  readonly interactions: Set<AuditedRead['interaction']>
  /** The trace ids, including the callers' own, of the reads. */
  readonly traceIds: Set<string>
  readonly correlationIds: Set<string>
  /** Each version shown, with the requests that read it; a list names no requests. */
  readonly shown: Map<string, string[]>
  readonly searches: Element[]
  /** Refused requests, by status and requested resource. */
  readonly refused: Map<string, string[]>
}

/** Place and time of a read. */
export interface ReadPlace {
  readonly site: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Resources per event, give or take one list; also trace ids per event. */
const MOST_NAMED = 100
/** Request ids per detail, of which an entity may have several: no value exceeds about 18,000 characters. */
const MOST_REQUESTS = 500
/** Longest recorded search, in characters. */
const LONGEST_QUERY = 4096

/** A new group for a read and others like it. */
export function groupFor(read: AuditedRead, { site, at }: ReadPlace): AccessGroup {
  const { client, token, person, address, interaction, status } = read
  return {
    ...{ client, token, person, address, site, kind: kindOf(interaction), outcome: outcomeOf(status) },
    ...{ from: at, to: at, reads: 0, interactions: new Set(), traceIds: new Set(), correlationIds: new Set() },
    ...{ shown: new Map(), searches: [], refused: new Map() },
  }
}

/** True when a read belongs to a group, even a full one. */
export const belongsTo = (group: AccessGroup, read: AuditedRead, site: string): boolean =>
  group.client === read.client &&
  group.token === read.token &&
  group.address === read.address &&
  group.person === read.person &&
  group.site === site &&
  group.kind === kindOf(read.interaction) &&
  group.outcome === outcomeOf(read.status)

/** True when the next read must start another group, because this one could not be split later. */
export const isFull = (group: AccessGroup): boolean =>
  group.traceIds.size >= MOST_NAMED ||
  group.correlationIds.size >= MOST_NAMED ||
  (!canBeParted(group) && (named(group) >= MOST_NAMED || weight(group) >= MOST_WEIGHT))

/** The results of a list are not split, and neither are refusals. */
const canBeParted = ({ kind, outcome }: AccessGroup): boolean => kind === 'read' && outcome === 'success'

/** Equal for the reads of one group. */
export const groupKeyOf = (
  { client, token, person, address, interaction, status }: AuditedRead,
  site: string,
): string => `${site} ${client} ${token} ${person} ${address} ${kindOf(interaction)} ${outcomeOf(status)}`

/** Adds a read to its group. */
export function add(group: AccessGroup, read: AuditedRead, at: number): void {
  const { traceId, correlationId, status, requestId } = read
  group.to = at
  group.reads += 1
  group.interactions.add(read.interaction)
  if (traceId && isResourceId(traceId)) group.traceIds.add(traceId)
  if (correlationId && isResourceId(correlationId)) group.correlationIds.add(correlationId)
  if (status >= CLIENT_ERROR) note(group.refused, `${status} ${read.asked ?? ''}`, requestId)
  else if (read.search) group.searches.push(searchEntity(read, read.search))
  for (const reference of read.shown) note(group.shown, reference, read.search ? undefined : requestId)
}

function note(notes: Map<string, string[]>, key: string, requestId: string | undefined): void {
  const known = notes.get(key)
  if (!known) notes.set(key, requestId === undefined ? [] : [requestId])
  else if (requestId !== undefined) known.push(requestId)
}

/** Number of resources that a group names, shown or refused. */
export const named = ({ shown, refused }: AccessGroup): number => shown.size + refused.size

/** The size of a group to write: its resources, plus its requests at a fraction of a resource. */
export const weight = (group: AccessGroup): number => named(group) + group.reads / REQUESTS_AS_ONE

export const REQUESTS_AS_ONE = 20
/** Largest weight of an event. */
export const MOST_WEIGHT = 125

/** Splits a group into groups that become one event each; one group when it fits in an event. */
export function partsOf(group: AccessGroup): readonly AccessGroup[] {
  if (!canBeParted(group) || (named(group) <= MOST_NAMED && weight(group) <= MOST_WEIGHT)) return [group]
  const parts: AccessGroup[] = []
  let part: AccessGroup | undefined
  for (const [reference, requests] of inPieces(group.shown)) {
    const isFull = part && weight(part) + 1 + requests.length / REQUESTS_AS_ONE > MOST_WEIGHT
    if (!part || isFull || part.shown.size >= MOST_NAMED || part.shown.has(reference)) {
      part = { ...group, shown: new Map(), reads: 0 }
      parts.push(part)
    }
    part.shown.set(reference, requests)
    part.reads += requests.length
  }
  return parts
}

/** The resources shown; a resource read by many requests has one entry per batch of request ids. */
function* inPieces(shown: AccessGroup['shown']): Generator<[string, string[]]> {
  const most = (MOST_WEIGHT - 1) * REQUESTS_AS_ONE
  for (const [reference, requests] of shown)
    for (let from = 0; from < requests.length; from += most) yield [reference, requests.slice(from, from + most)]
}

/** The AuditEvent for a group. Pure. */
export function readEvent(
  group: AccessGroup,
  { id, recorded, identifierSystem }: Pick<EventContext, 'id' | 'recorded' | 'identifierSystem'>,
): Element {
  const { client, person, address, token, site, outcome, kind } = group
  const [sender, ...others] = agents(
    { name: 'read', client, person: person === undefined ? undefined : { username: person } },
    { address, identifierSystem },
  )
  return {
    resourceType: 'AuditEvent',
    id,
    extension: [
      { url: RESOURCE_ORIGIN, valueReference: device(DOMAIN_DEVICE) },
      ...[...group.traceIds].map((valueId) => ({ url: TRACE_ID, valueId })),
      ...[...group.correlationIds].map((valueId) => ({ url: CORRELATION_ID, valueId })),
    ],
    type: CODES.read.type,
    subtype: [
      ...[...group.interactions].map(restful),
      kind === 'change'
        ? { system: AUDIT_EVENT_SYSTEM, code: 'write', display: CODES.write.display }
        : { system: AUDIT_EVENT_SYSTEM, code: 'read', display: CODES.read.display },
    ],
    action: kind === 'read' ? 'R' : 'E',
    period: { start: formatInstant(group.from), end: formatInstant(group.to) },
    recorded: formatInstant(recorded),
    outcome: OUTCOMES[outcome],
    outcomeDesc: sentence(group),
    // In R4, agent.policy is the place for the identifier of a token that authorised the event.
    agent: [{ ...sender, ...(isUuid(token) ? { policy: [`urn:uuid:${token}`] } : {}) }, ...others],
    source: { site, observer: device(DOMAIN_DEVICE), type: [APPLICATION_SERVER] },
    ...some('entity', entities(group)),
  }
}

const isUuid = (id: string | undefined): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')

function sentence(group: AccessGroup): string {
  const { reads, outcome, shown } = group
  const requests = counted(reads, wordsFor(group))
  if (outcome !== 'success') return `fhir: ${requests} ${outcome === 'refused' ? 'refused' : 'failed'}`
  return `fhir: ${requests}, ${counted(shown.size, ['resource', 'resources'])} shown`
}

function wordsFor({ kind, interactions }: AccessGroup): readonly [string, string] {
  if (kind === 'change') return ['write', 'writes']
  if (kind === 'read') return ['read', 'reads']
  return interactions.has('search-type') ? ['search', 'searches'] : ['history', 'histories']
}

const counted = (number: number, [one, many]: readonly [string, string]) => `${number} ${number === 1 ? one : many}`

/** Searches, then each resource shown, once, then the resources of refused requests. */
const entities = ({ searches, shown, refused }: AccessGroup): readonly Element[] => [
  ...searches,
  ...[...shown].map(([reference, requests]) => ({ what: { reference }, ...some('detail', requestDetail(requests)) })),
  ...[...refused].map(([refusal, requests]) => refusedEntity(refusal, requests)),
]

/** Request ids have no spaces. */
const requestDetail = (requests: readonly string[]): readonly Element[] =>
  Array.from({ length: Math.ceil(requests.length / MOST_REQUESTS) }, (_, part) =>
    detail('request', requests.slice(part * MOST_REQUESTS, (part + 1) * MOST_REQUESTS).join(' ')),
  )

const detail = (type: string, value: string): Element => ({ type, valueString: value })

const searchEntity = (
  { requestId, shown }: AuditedRead,
  { type, address = type, parameters }: AuditedSearch,
): Element => ({
  ...(type ? { type: resourceType(type) } : {}), // The pages of a search may not name a type.
  role: QUERY,
  query: Buffer.from(queryOf(address, parameters)).toString('base64'),
  detail: [detail('request', requestId), detail('shown', String(shown.length))],
})

const queryOf = (address: string, parameters: AuditedSearch['parameters']): string =>
  `${address}?${new URLSearchParams(parameters.map((pair) => [...pair]))}`.slice(0, LONGEST_QUERY)

const resourceType = (code: string): Element => ({ system: RESOURCE_TYPE, code, display: code })

function refusedEntity(refusal: string, requests: readonly string[]): Element {
  const [status = '', asked = ''] = refusal.split(' ')
  const what = asked.includes('/') ? { what: { reference: asked } } : asked ? { type: resourceType(asked) } : {}
  return {
    ...what,
    description: text(`refused with ${status}`),
    detail: [detail('status', status), ...requestDetail(requests)],
  }
}

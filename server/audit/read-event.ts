// What was read, as FHIR R4 AuditEvents: one for what one agent reads in one way within a moment, with an entity for each
// resource that was shown. Who asks "who saw this patient" finds the event by its entity.
import { type AuditedRead, DOMAIN_DEVICE, type ReadInteraction } from '#lib/audit.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { CORRELATION_ID, RESOURCE_ORIGIN, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import {
  APPLICATION_SERVER,
  AUDIT_EVENT_SYSTEM,
  CODES,
  type Element,
  OUTCOMES,
  QUERY,
  RESOURCE_TYPE,
  restful,
} from './codes.ts'
import { agents, device, type EventContext, some, text } from './event.ts'

/** A read, where and when it was; filled in once it is kept, since a copy of each would cost as much as all the rest. */
export interface KeptRead extends AuditedRead {
  site: string
  /** Epoch milliseconds. */
  at: number
}

/** Reads that one event tells of; none of them empty. */
export type ReadGroup = readonly [KeptRead, ...KeptRead[]]

/** Resources that one event names, a search more or less. */
const MOST_SHOWN = 500
/** Reads in one event: each leaves its request id. */
const MOST_READS = 500
/** Characters of a search that are kept. */
const LONGEST_QUERY = 4096

/** The reads of each agent, in the order of their first ones; what an event has no room for begins the next. */
export function readGroups(reads: readonly KeptRead[]): readonly ReadGroup[] {
  const open = new Map<string, OpenGroup>()
  const groups: ReadGroup[] = []
  let last: OpenGroup | undefined
  for (const read of reads) {
    // Most reads follow one of the same agent: no key is made for these.
    const key = last && isAlike(last.group[0], read) ? last.key : keyOf(read)
    const known = last?.key === key ? last : open.get(key)
    if (known && known.group.length < MOST_READS && known.shown < MOST_SHOWN) {
      known.group.push(read)
      known.shown += read.shown.length
      last = known
      continue
    }
    last = { key, group: [read], shown: read.shown.length }
    open.set(key, last)
    groups.push(last.group)
  }
  return groups
}

interface OpenGroup {
  readonly key: string
  readonly group: [KeptRead, ...KeptRead[]]
  shown: number
}

const isAlike = (one: KeptRead, other: KeptRead): boolean =>
  one.status === other.status &&
  one.interaction === other.interaction &&
  one.token === other.token &&
  one.client === other.client &&
  one.address === other.address &&
  one.person === other.person &&
  one.site === other.site

const keyOf = ({ site, client, token, person, address, interaction, status }: KeptRead): string =>
  `${site} ${client} ${token} ${person} ${address} ${interaction === 'search-type'} ${outcomeOf(status)}`

/** The AuditEvent of a group. Pure. */
export function readEvent(
  group: ReadGroup,
  { id, recorded, identifierSystem }: Pick<EventContext, 'id' | 'recorded' | 'identifierSystem'>,
): Element {
  const [first] = group
  const { client, person, address, token, site, interaction } = first
  const outcome = outcomeOf(first.status)
  const shown = shownIn(group)
  const [sender, ...others] = agents(
    { name: 'read', client, person: person === undefined ? undefined : { username: person } },
    { address, identifierSystem },
  )
  return {
    resourceType: 'AuditEvent',
    id,
    extension: extensions(group),
    type: CODES.read.type,
    subtype: [
      ...distinct(group.map((read) => read.interaction)).map(restful),
      { system: AUDIT_EVENT_SYSTEM, code: 'read', display: CODES.read.display },
    ],
    action: interaction === 'search-type' ? 'E' : 'R',
    period: { start: formatInstant(first.at), end: formatInstant(group.at(-1)?.at ?? first.at) },
    recorded: formatInstant(recorded),
    outcome: OUTCOMES[outcome],
    outcomeDesc: sentence(group.length, interaction, outcome, shown.size),
    // R4 names this place for the identifier of a token that authorised the event.
    agent: [{ ...sender, ...(isUuid(token) ? { policy: [`urn:uuid:${token}`] } : {}) }, ...others],
    source: { site, observer: device(DOMAIN_DEVICE), type: [APPLICATION_SERVER] },
    ...some('entity', entities(group, shown)),
  }
}

const CLIENT_ERROR = 400
const SERVER_ERROR = 500

const outcomeOf = (status: number): keyof typeof OUTCOMES =>
  status < CLIENT_ERROR ? 'success' : status < SERVER_ERROR ? 'refused' : 'failed'

const isUuid = (id: string | undefined): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]

/** Every launch and every caller's own number that the reads belong to. */
const extensions = (group: ReadGroup): readonly Element[] => [
  { url: RESOURCE_ORIGIN, valueReference: device(DOMAIN_DEVICE) },
  ...ids(
    TRACE_ID,
    group.map(({ traceId }) => traceId),
  ),
  ...ids(
    CORRELATION_ID,
    group.map(({ correlationId }) => correlationId),
  ),
]

const ids = (url: string, given: readonly (string | null | undefined)[]): readonly Element[] =>
  distinct(given)
    .filter((id) => id !== null && id !== undefined && isResourceId(id))
    .map((valueId) => ({ url, valueId }))

function sentence(number: number, interaction: ReadInteraction, outcome: keyof typeof OUTCOMES, shown: number): string {
  const requests = counted(number, interaction === 'search-type' ? ['search', 'searches'] : ['read', 'reads'])
  if (outcome !== 'success') return `fhir: ${requests} ${outcome === 'refused' ? 'refused' : 'failed'}`
  return `fhir: ${requests}, ${counted(shown, ['resource', 'resources'])} shown`
}

const counted = (number: number, [one, many]: readonly [string, string]) => `${number} ${number === 1 ? one : many}`

/** Searches, then what was shown, each once, then what was asked for in vain. */
function entities(group: ReadGroup, shown: ReadonlyMap<string, readonly string[]>): readonly Element[] {
  const refused = new Map<string, string[]>()
  const searches: Element[] = []
  for (const read of group) {
    if (read.search && read.status < CLIENT_ERROR) searches.push(searchEntity(read, read.search))
    if (read.status >= CLIENT_ERROR) note(refused, `${read.status} ${read.asked ?? ''}`, read.requestId)
  }
  return [
    ...searches,
    ...[...shown].map(([reference, requests]) => ({ what: { reference }, ...some('detail', requestDetail(requests)) })),
    ...[...refused].map(([refusal, requests]) => refusedEntity(refusal, requests)),
  ]
}

/** Each version that was shown, with the requests that read it. */
function shownIn(group: ReadGroup): ReadonlyMap<string, readonly string[]> {
  const shown = new Map<string, string[]>()
  for (const { shown: references, search, requestId } of group)
    for (const reference of references) note(shown, reference, search ? undefined : requestId)
  return shown
}

function note(notes: Map<string, string[]>, key: string, requestId: string | undefined): void {
  const known = notes.get(key) ?? []
  if (known.length === 0) notes.set(key, known)
  if (requestId !== undefined) known.push(requestId)
}

/** Request ids have no spaces. */
const requestDetail = (requests: readonly string[]): readonly Element[] =>
  requests.length > 0 ? [detail('request', requests.join(' '))] : []

const detail = (type: string, value: string): Element => ({ type, valueString: value })

const searchEntity = ({ requestId, shown }: KeptRead, { type, parameters }: NonNullable<KeptRead['search']>) => ({
  ...(type ? { type: resourceType(type) } : {}), // The pages of a search need not name it.
  role: QUERY,
  query: Buffer.from(queryOf(type, parameters)).toString('base64'),
  detail: [detail('request', requestId), detail('shown', String(shown.length))],
})

const queryOf = (type: string, parameters: readonly (readonly [string, string])[]): string =>
  `${type}?${new URLSearchParams(parameters.map((pair) => [...pair]))}`.slice(0, LONGEST_QUERY)

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

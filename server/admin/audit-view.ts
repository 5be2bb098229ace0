// An AuditEvent as the console shows it. Unknown content, written by another version, is left out.
import type { AuditActor, AuditActorRole, AuditDetail, AuditItem, AuditThing } from '#lib/api/audit.ts'
import { CLAIMED } from '#lib/api/audit-words.ts'
import { CORRELATION_ID, REQUEST_ID, TRACE_ID } from '#lib/fhir/koppeltaal.ts'

/** The shown part of an AuditEvent. */
interface Event {
  readonly id?: string
  readonly recorded?: string
  readonly period?: { readonly start?: string; readonly end?: string }
  readonly subtype?: readonly Coding[]
  readonly action?: string
  readonly outcome?: string
  readonly outcomeDesc?: string
  readonly extension?: readonly { readonly url?: string; readonly valueId?: string }[]
  readonly agent?: readonly {
    readonly type?: { readonly coding?: readonly Coding[] }
    readonly who?: Whom
    readonly altId?: string
    readonly name?: string
    readonly network?: { readonly address?: string }
  }[]
  readonly source?: { readonly site?: string }
  readonly entity?: readonly {
    readonly what?: Whom
    readonly type?: Coding
    readonly name?: string
    readonly description?: string
    readonly query?: string
    readonly detail?: readonly { readonly type?: string; readonly valueString?: string }[]
  }[]
}

interface Coding {
  readonly system?: string
  readonly code?: string
}

interface Whom {
  readonly reference?: string
  readonly identifier?: { readonly value?: string }
}

/** True for an event in which a person took part, proven or not: a launch may name nobody that can be read. */
export function hasPerson(text: string): boolean {
  const event = JSON.parse(text) as Event
  return nameOfEvent(event) === 'launch' || (event.agent ?? []).map(actorOf).some(({ role }) => role === 'person')
}

const nameOfEvent = ({ subtype }: Event): string => subtype?.at(-1)?.code ?? ''

/** Things that a row of the list names. */
const MOST_NAMED = 3

export function itemOf(text: string): AuditItem {
  const event = JSON.parse(text) as Event
  const things = thingsOf(event)
  // The jti of a launch is the id of its trace, which the event has as such.
  const told = things.filter(({ kind }) => kind !== 'launch')
  const what = [...new Set(told.flatMap(({ what, kind, query }) => what ?? query ?? kind ?? []))]
  const more = Math.max(0, what.length - MOST_NAMED)
  return {
    ...commonOf(event),
    kind: told[0]?.kind ?? null,
    what: what.slice(0, MOST_NAMED),
    more,
    changes: changesOf(event).slice(0, MOST_NAMED),
  }
}

const CHANGED = /^(.+) (before|after)$/

/** The fields that were changed, each with its values before and after (server/audit/audit-event.ts writes them as details). */
function changesOf(event: Event): AuditItem['changes'] {
  const fields = new Map<string, { readonly before: string | null; readonly after: string | null }>()
  for (const { details } of thingsOf(event))
    for (const { name, value } of details) {
      const [, field, side] = CHANGED.exec(name) ?? []
      if (field === undefined || side === undefined) continue
      fields.set(field, { before: null, after: null, ...fields.get(field), [side]: value })
    }
  return [...fields].map(([name, values]) => ({ name, ...values }))
}

/** `traceOf` gives the key of the trace of a client's requests with an X-Trace-Id. */
export function detailOf(text: string, traceOf: (clientId: string, traceId: string) => string): AuditDetail {
  const event = JSON.parse(text) as Event & AuditDetail['resource']
  const { start, end } = event.period ?? {}
  const common = commonOf(event)
  const client = common.who.find(({ role, name }) => (role === 'app' || role === 'platform') && name !== null)?.name
  return {
    ...common,
    traces: common.traceIds.map((id) => (client ? traceOf(client, id) : id)),
    period: start !== undefined && end !== undefined ? { start, end } : null,
    site: event.source?.site ?? null,
    things: thingsOf(event),
    requestIds: extensionsOf(event, REQUEST_ID),
    correlationIds: extensionsOf(event, CORRELATION_ID),
    resource: event,
  }
}

const commonOf = (event: Event): Omit<AuditItem, 'kind' | 'what' | 'more' | 'changes'> => ({
  id: event.id ?? '',
  recorded: event.recorded ?? '',
  name: nameOfEvent(event),
  action: event.action ?? null,
  outcome: event.outcome ?? '',
  description: event.outcomeDesc ?? '',
  who: (event.agent ?? []).map(actorOf),
  traceIds: extensionsOf(event, TRACE_ID),
})

const extensionsOf = ({ extension = [] }: Event, wanted: string): readonly string[] =>
  extension.flatMap(({ url, valueId }) => (url === wanted && valueId !== undefined ? valueId : []))

const nameOf = (whom: Whom | undefined): string | null => whom?.reference ?? whom?.identifier?.value ?? null

const DEVICE = 'Device/'
/** DCM: Application Launcher. */
const LAUNCHER = '110151'
/** DCM: Destination Role ID. */
const DESTINATION = '110152'

function actorOf({ type, who, altId, name: called, network }: NonNullable<Event['agent']>[number]): AuditActor {
  const code = type?.coding?.[0]?.code
  const name = nameOf(who) ?? altId ?? null
  const isDevice = name?.startsWith(DEVICE) === true
  return {
    role: roleOf(code, isDevice),
    name: name !== null && isDevice ? name.slice(DEVICE.length) : name,
    ...(called === CLAIMED ? { claimed: true as const } : {}),
    address: network?.address ?? null,
  }
}

function roleOf(code: string | undefined, isDevice: boolean): AuditActorRole {
  if (code === 'humanuser') return 'person'
  if (code === LAUNCHER) return 'platform'
  if (isDevice) return 'app'
  return code === DESTINATION ? 'provider' : 'other'
}

const thingsOf = ({ entity = [] }: Event): readonly AuditThing[] =>
  entity.map(({ what, type, name, description, query, detail = [] }) => ({
    what: nameOf(what) ?? (query === undefined ? (type?.code ?? null) : null),
    kind: name ?? null,
    description: description ?? null,
    query: query === undefined ? null : readable(Buffer.from(query, 'base64').toString('utf8')),
    details: detail.flatMap(({ type: detailName, valueString: value }) =>
      detailName === undefined || value === undefined ? [] : { name: detailName, value },
    ),
  }))

/** The decoded query; unchanged when its escapes are invalid, because it was cut off at some length. */
function readable(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

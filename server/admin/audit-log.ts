// /admin/api/audit: the audit log, for auditors. Each look at it is recorded, with its filters.
import type { AuditActor, AuditDetail, AuditExport, AuditItem, AuditList } from '#lib/api/audit.ts'
import { AUDIT_FILTERS, AUDIT_OUTCOMES, type AuditFilters, BY_PEOPLE } from '#lib/api/audit-words.ts'
import { AUDIT_NAMES, type AuditedEvent, type AuditedField } from '#lib/audit/audit.ts'
import { DAY } from '#lib/clock.ts'
import { isResourceId, parseReference } from '#lib/fhir/reference.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import { auditCsv } from './audit-csv.ts'
import { detailOf, itemOf } from './audit-view.ts'
import { whyOf } from './audit-why.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure } from './endpoint.ts'
import type { TrailPlace, TrailQuery } from './store.ts'

const PAGE_SIZE = 25
const LONGEST = 200

export const listAudit =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AuditList> => {
    const params = new URL(request.url).searchParams
    const filters = filtersOf(params)
    const { people, more } = await meantBy(deps, filters.person)
    const { events, next } = await deps.trail.find({
      ...queryOf(filters),
      people,
      after: placeOf(deps.trail, params.get('after')),
      limit: PAGE_SIZE,
    })
    deps.audit.record(looked(request, viewer, 'events', fieldsOf(filters)))
    return {
      items: await toldIn(languageOf(request), await named(deps, request, events.map(itemOf)), deps),
      ...(next ? { next: `${next.asOf}.${next.offset}` } : {}),
      ...(await deps.trail.state()),
      ...(more ? { morePeople: true as const } : {}),
    }
  }

/** Events of one file, and of one read of the log. */
const MOST_EXPORTED = 5000
const READ_AT_ONCE = 500
/** With a filter that finds little, a file ends before its events do. */
const MOST_READS = 20

export const exportAudit =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AuditExport> => {
    const filters = filtersOf(new URL(request.url).searchParams)
    const { people } = await meantBy(deps, filters.person)
    const query = { ...queryOf(filters), people }
    const language = languageOf(request)
    const items: AuditItem[] = []
    let after: TrailPlace | undefined
    let reads = 0
    do {
      const { events, next } = await deps.trail.find({ ...query, after, limit: READ_AT_ONCE })
      items.push(...(await toldIn(language, await named(deps, request, events.map(itemOf)), deps)))
      after = next
      reads += 1
    } while (after && items.length < MOST_EXPORTED && reads < MOST_READS)
    const fields = [...fieldsOf(filters), { name: 'events', value: String(items.length) }]
    deps.audit.record(looked(request, viewer, 'events as CSV', fields))
    return { csv: auditCsv(items, language), count: items.length, more: after !== undefined }
  }

export const readAudit =
  (deps: AdminDeps) =>
  async (request: Request, id: string, viewer: AdminViewer): Promise<AuditDetail> => {
    const event = await deps.trail.read(id)
    if (event === undefined) throw new AdminFailure('not_found')
    deps.audit.record(looked(request, viewer, id, []))
    const language = languageOf(request)
    const detail = detailOf(event, deps.traceOf)
    const [one = detail] = await named(deps, request, [detail])
    const names = await namesOf(
      language,
      detail.things.flatMap(({ what }) => what ?? []),
      deps,
    )
    const why = whyOf(detail, language)
    return {
      ...detail,
      who: one.who,
      things: detail.things.map((thing) => {
        const known = names.get(recordIn(thing.what ?? ''))
        return known === undefined || known === thing.what ? thing : { ...thing, known }
      }),
      ...(why === undefined ? {} : { why }),
    }
  }

/** The events with the names that their accounts and apps have now; no record of a person is read for it. */
async function named<Item extends Pick<AuditItem, 'who'>>(
  { actorName }: AdminDeps,
  request: Request,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const names = new Map<string, Promise<string | undefined>>()
  const nameOf = (actor: AuditActor) => {
    const key = `${actor.role} ${actor.name}`
    const name = names.get(key) ?? actorName(actor, languageOf(request))
    names.set(key, name)
    return name
  }
  const whoOf = async (actor: AuditActor): Promise<AuditActor> => {
    const known = await nameOf(actor)
    return known === undefined || known === actor.name ? actor : { ...actor, known }
  }
  return Promise.all(items.map(async (item) => ({ ...item, who: await Promise.all(item.who.map(whoOf)) })))
}

/** Whom the filter `person` means: who has that reference, or everybody whose user name or name contains the text. */
async function meantBy({ peopleNamed }: AdminDeps, person: string | undefined) {
  if (person === undefined) return { people: undefined, more: false }
  if (person.includes('/')) return { people: [person], more: false }
  const { people, more } = await peopleNamed(person)
  return { people: [...new Set([person, ...people])], more } // Whoever is gone still has a whole user name.
}

/** A record without the version of it that an event is about. */
const recordIn = (what: string): string => what.split('/_history/')[0] ?? what

/** The names of the people, apps and activities among these, by the record without its version: each is looked up once. */
async function namesOf(
  language: Language,
  whats: readonly string[],
  { actorName, activityName }: AdminDeps,
): Promise<ReadonlyMap<string, string | undefined>> {
  const nameOf = async (record: string): Promise<string | undefined> => {
    const parsed = parseReference(record)
    const name = parsed && (await activityName(parsed, language))
    if (name !== undefined) return name
    return actorName(
      parsed?.type === 'Device' ? { role: 'app', name: parsed.id } : { role: 'person', name: record },
      language,
    )
  }
  const records = [...new Set(whats.map(recordIn))]
  return new Map(await Promise.all(records.map(async (one) => [one, await nameOf(one)] as const)))
}

/** The events with the names of what they are about, and with why each was refused. */
async function toldIn(language: Language, items: readonly AuditItem[], deps: AdminDeps): Promise<readonly AuditItem[]> {
  const names = await namesOf(
    language,
    items.flatMap(({ what }) => what),
    deps,
  )
  return items.map((item) => {
    const named = item.what.flatMap((what) => {
      const name = names.get(recordIn(what))
      return name === undefined ? [] : [[what, name] as const]
    })
    const why = whyOf(item, language)
    return {
      ...item,
      ...(named.length > 0 ? { named: Object.fromEntries(named) } : {}),
      ...(why === undefined ? {} : { why }),
    }
  })
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  events: 'view: events of the audit log',
  'events as CSV': 'view: events of the audit log, as a file',
}

const looked = (
  request: Request,
  { username }: AdminViewer,
  name: string,
  fields: readonly AuditedField[],
): AuditedEvent => ({
  name: 'view',
  request,
  person: { username },
  action: 'R',
  description: DESCRIPTIONS[name] ?? 'view: an event of the audit log',
  thing: { kind: 'audit log', name, fields },
})

const fieldsOf = (filters: AuditFilters): readonly AuditedField[] =>
  Object.entries(filters).map(([name, value]) => ({ name, value }))

function filtersOf(params: URLSearchParams): AuditFilters {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = params.get(name)?.trim() ?? ''
    if (value.length > LONGEST) throw new AdminFailure('bad_query')
    return value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

function queryOf({ name, outcome, by, app, record, trace, from, to }: AuditFilters): Omit<TrailQuery, 'limit'> {
  return {
    name: oneOf(AUDIT_NAMES, name),
    outcome: oneOf(AUDIT_OUTCOMES, outcome),
    byPeople: oneOf([BY_PEOPLE], by) !== undefined,
    app,
    record: recordOf(record),
    trace,
    from: timeOf(from, 0),
    to: timeOf(to, DAY),
  }
}

function oneOf(known: readonly string[], value: string | undefined): string | undefined {
  if (value !== undefined && !known.includes(value)) throw new AdminFailure('bad_query')
  return value
}

/** `Type/id`; a bare id is a Patient's. */
function recordOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const reference = value.includes('/') ? value : `Patient/${value}`
  const parsed = parseReference(reference)
  if (!parsed || !isResourceId(parsed.id)) throw new AdminFailure('bad_query')
  return `${parsed.type}/${parsed.id}`
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/

/** A time in UTC, or a day there and so many milliseconds, in epoch milliseconds. */
function timeOf(value: string | undefined, afterDay: number): number | undefined {
  if (value === undefined) return undefined
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw new AdminFailure('bad_query')
  return value.includes('T') ? time : time + afterDay
}

function placeOf(trail: AdminDeps['trail'], after: string | null): TrailPlace | undefined {
  if (after === null) return undefined
  const [, asOf, offset] = /^([\d:,]{1,2000})\.(\d{1,9})$/.exec(after) ?? []
  if (asOf === undefined || offset === undefined || !trail.isMoment(asOf)) throw new AdminFailure('bad_query')
  return { asOf, offset: Number(offset) }
}

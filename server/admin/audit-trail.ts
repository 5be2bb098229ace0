// The audit log for the console: the newest events that match the filters, page by page, and single events.
import type { Maybe } from '#lib/async/maybe.ts'
import { AUDIT_ID_PREFIX, DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { Condition, ResourceStore, Search } from '../fhir/store.ts'
import { hasPerson } from './audit-view.ts'
import type { TrailPage, TrailPlace, TrailQuery, TrailStore } from './store.ts'

/** `flush` writes buffered events before a read. */
export function auditTrail(
  resources: Pick<ResourceStore, 'search' | 'page' | 'isMoment' | 'readCurrent'>,
  flush: () => Maybe<void>,
): TrailStore {
  return {
    find: async (query) => {
      await flush()
      if (query.byPeople) return byPeople(query, (one) => pageOf(resources, one))
      const { events, next } = await pageOf(resources, query)
      return { events: events.map(({ body }) => body), next }
    },
    isMoment: resources.isMoment,
    read: async (id) => {
      await flush()
      const version = id.startsWith(AUDIT_ID_PREFIX) ? await resources.readCurrent('AuditEvent', id) : undefined
      return version?.origin === DOMAIN_DEVICE ? version.body : undefined
    },
  }
}

interface Page extends Pick<TrailPage, 'next'> {
  readonly asOf: TrailPlace['asOf']
  /** `end`: the offset behind the event. */
  readonly events: readonly { readonly body: string; readonly end: number }[]
}

async function pageOf(resources: Pick<ResourceStore, 'search' | 'page'>, query: TrailQuery): Promise<Page> {
  const { after, limit } = query
  const search = searchOf(query)
  const offset = after?.offset ?? 0
  // Removed events keep their place in the list.
  const { asOfSeq: asOf, matches } = after
    ? { asOfSeq: after.asOf, matches: await resources.page(search, after.asOf, offset, limit + 1) }
    : await resources.search({ search, limit: limit + 1, mostCounted: 0 })
  return {
    asOf,
    events: matches
      .slice(0, limit)
      .flatMap(({ body }, index) => (body === undefined ? [] : { body, end: offset + index + 1 })),
    next: matches.length > limit ? { asOf, offset: offset + limit } : undefined,
  }
}

/** Pages that one look goes through for the events of people; apps and the domain itself make most of the others. */
const MOST_PAGES = 20

/** At most `limit` events of people, from as many pages as that takes; fewer where apps did a lot. */
async function byPeople(query: TrailQuery, page: (query: TrailQuery) => Promise<Page>): Promise<TrailPage> {
  const events: string[] = []
  let after = query.after
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { asOf, events: found, next } = await page({ ...query, after })
    for (const { body, end } of found.filter((one) => hasPerson(one.body))) {
      events.push(body)
      if (events.length === query.limit)
        return { events, next: end < (found.at(-1)?.end ?? 0) ? { asOf, offset: end } : next }
    }
    after = next
    if (!after) break
  }
  return { events, next: after }
}

function searchOf({ name, outcome, app, people, record, trace, from, to }: TrailQuery): Search {
  const conditions = [
    is('subtype', name),
    is('outcome', outcome),
    is('agent', app && `Device/${app}`),
    people && isIn(['agent', 'agent-identifier'], people),
    record === undefined ? undefined : isIn(['entity', 'agent'], [record]),
    is('traceId', trace),
  ].filter((condition) => condition !== undefined)
  return {
    type: 'AuditEvent',
    conditions,
    visibility: { origins: [DOMAIN_DEVICE] },
    sort: '-_lastUpdated',
    ...(from === undefined && to === undefined
      ? {}
      : { lastUpdated: [{ from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }] }),
  }
}

const is = (param: string, value: string | undefined): Condition | undefined =>
  value ? { param, alternatives: [{ value }] } : undefined

/** Sorts just after a value, and after every value. */
const BEHIND = '\u0001'
const LAST = '\u{10FFFF}'

/** That one of the parameters has one of the values. */
const isIn = (params: readonly string[], values: readonly string[]): Condition => ({
  param: params[0] ?? '',
  alternatives: [],
  ranges: params.flatMap((param) =>
    values.map((value) => ({ param, from: value, to: value + BEHIND, endFrom: '', endTo: LAST })),
  ),
})

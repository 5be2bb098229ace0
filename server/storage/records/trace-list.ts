// Finds the traces that a person may see. One that waits, and to which nothing can come any more, is abandoned.

import type { Prisma, Trace } from '#prisma/generated/client.ts'
import {
  ABANDONED_AFTER_MS,
  type FoundIds,
  type TraceOutcome,
  type TraceQuery,
  type TraceRow,
  type TraceScope,
  type TraceStore,
} from '#server/traces/store.ts'
import type { RecordDeps } from './deps.ts'

type Where = Prisma.TraceWhereInput

/** The standing outcomes of a launch that waits for its next request. */
const WAITING = ['under_way', 'code_issued'] as const

/** The most combinations of a person, a task and an app whose names a search looks through. */
const MOST_NAMED = 500

/** The most refused traces that are looked at: for the checks that stopped them, and for an error code, which stands in their requests. */
const MOST_REFUSED = 500

/** Calls of an authenticated client, grouped by its own X-Trace-Id, have such an id: see server/traces/keys.ts. */
const OF_A_CLIENT = 'c-'

/** The lists of traces, and single ones. */
export function traceList({
  db,
  clock,
  anyCase,
}: Pick<RecordDeps, 'db' | 'clock' | 'anyCase'>): Pick<
  TraceStore,
  'list' | 'find' | 'ids' | 'refusedWith' | 'stops' | 'latestChange'
> {
  const page = async (where: Where, take: number) =>
    (await db()).trace.findMany({ where, take, orderBy: [{ startedAt: 'desc' }, { id: 'desc' }] })
  const oldest = async (where: Where) =>
    (await db()).trace.findFirst({ where, orderBy: [{ verified: 'desc' }, { startedAt: 'asc' }] })
  const refused = async (scope: TraceScope) =>
    (await db()).trace.findMany({
      where: { AND: [allowed(scope), { failed: { not: null } }] },
      select: { id: true, failed: true },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      take: MOST_REFUSED,
    })
  return {
    list: async (scope, { before, text, named: given, limit, ...query }) => {
      const found: Trace[] = []
      const named = REFERENCE.test(text ?? '') ? await withLinked(given, await db(), text) : given
      for (let last = before; ; ) {
        const where = {
          AND: [allowed(scope), matching(query, clock()), containing(text, named, anyCase), beforeOf(last)],
        }
        const rows = await page(where, limit)
        found.push(...rows.filter((row) => text === undefined || contains(row, text, named)))
        const end = rows.at(-1)
        if (rows.length < limit || found.length >= limit || !end) break
        last = { id: end.id, startedAt: end.startedAt.getTime() }
      }
      return found.slice(0, limit).map((row) => toRow(row, clock()))
    },
    find: async (scope, given) => {
      const link = await (await db()).traceLink.findUnique({ where: { key: given } })
      const named = { traceId: given, OR: [{ verified: true }, { id: { startsWith: OF_A_CLIENT } }] }
      const row =
        (await oldest({ AND: [allowed(scope), { id: given }] })) ??
        (await oldest({ AND: [allowed(scope), { OR: [{ id: link?.id ?? given }, named] }] }))
      return row ? toRow(row, clock()) : undefined
    },
    ids: async (scope) => {
      const rows = await (await db()).trace.groupBy({
        by: ['subject', 'task', 'clientId'],
        where: allowed(scope),
        orderBy: { _max: { startedAt: 'desc' } },
        take: MOST_NAMED,
      })
      const all = (column: (row: (typeof rows)[number]) => string | null) => [
        ...new Set(rows.flatMap((row) => column(row) ?? [])),
      ]
      return {
        subjects: all(({ subject }) => subject),
        tasks: all(({ task }) => task),
        clients: all(({ clientId }) => clientId),
      }
    },
    refusedWith: async (code, scope) => {
      const { traceLink, traceStep } = await db()
      const ids = (await refused(scope)).map(({ id }) => id)
      const links = await traceLink.findMany({ where: { id: { in: ids } }, select: { key: true, id: true } })
      const traceOf = new Map([
        ...ids.map((id) => [id, id] as const),
        ...links.map(({ key, id }) => [key, id] as const),
      ])
      const steps = await traceStep.findMany({
        where: { key: { in: [...traceOf.keys()] }, data: { contains: `"code":${JSON.stringify(code)}` } },
        select: { key: true },
      })
      return [...new Set(steps.flatMap(({ key }) => traceOf.get(key) ?? []))]
    },
    stops: async (scope) => [...new Set((await refused(scope)).flatMap(({ failed }) => failed ?? []))],
    latestChange: async () => Number((await (await db()).trace.aggregate({ _max: { change: true } }))._max.change ?? 0),
  }
}

const allowed = ({ all, clients, subjects, ids }: TraceScope): Where =>
  all
    ? {}
    : {
        OR: [
          { clientId: { in: [...clients] } },
          { verified: true, platform: { in: [...clients] } },
          { verified: true, subject: { in: [...subjects] } },
          { id: { in: [...ids] } },
        ],
      }

function matching(
  { app, user, outcome, check, after }: Pick<TraceQuery, 'app' | 'user' | 'outcome' | 'check' | 'after'>,
  now: number,
): Where {
  return {
    ...(app === undefined ? {} : { clientId: app }),
    ...(user === undefined ? {} : { subject: user }),
    ...(check === undefined ? {} : { failed: check }),
    ...(after === undefined ? {} : { change: { gt: after } }),
    ...(outcome === undefined ? {} : standing(outcome, now)),
  }
}

function standing(outcome: TraceOutcome, now: number): Where {
  if (outcome !== 'abandoned' && outcome !== 'under_way') return { outcome }
  return {
    OR: WAITING.map((waiting) => {
      const changedAt = latestOf(waiting, now)
      return { outcome: waiting, changedAt: outcome === 'abandoned' ? { lt: changedAt } : { gte: changedAt } }
    }),
  }
}

/** A launch that waits is abandoned when its latest request is earlier than this. */
const latestOf = (waiting: (typeof WAITING)[number], now: number): Date =>
  new Date(Math.trunc(now - ABANDONED_AFTER_MS[waiting]))

function shownOutcome({ outcome, changedAt }: Pick<Trace, 'outcome' | 'changedAt'>, now: number): TraceOutcome {
  const waiting = WAITING.find((one) => one === outcome)
  if (waiting === undefined) return outcome as TraceOutcome
  return changedAt < latestOf(waiting, now) ? 'abandoned' : 'under_way'
}

function beforeOf(last: TraceQuery['before']): Where {
  if (!last) return {}
  const startedAt = new Date(last.startedAt)
  return { startedAt: { lte: startedAt }, OR: [{ startedAt: { lt: startedAt } }, { id: { lt: last.id } }] }
}

/** The beginning of a key that is linked to a trace, as an app shows it to a person whose launch failed. */
const REFERENCE = /^[a-z]-[\w-]{6,22}$/
/** One, but for a coincidence. */
const MOST_LINKED = 10

type Db = Awaited<ReturnType<RecordDeps['db']>>

async function withLinked(named: FoundIds | undefined, { traceLink }: Db, key = ''): Promise<FoundIds> {
  const links = await traceLink.findMany({
    where: { key: { startsWith: key } },
    select: { id: true },
    take: MOST_LINKED,
  })
  const traces = [...(named?.traces ?? []), ...links.map(({ id }) => id)]
  return { subjects: [], tasks: [], clients: [], ...named, traces }
}

const SEARCHED = ['id', 'traceId', 'platform', 'clientId', 'subject', 'task', 'failed'] as const

/** What may contain the text: `%` and `_` stand for any characters there, so `contains` looks again. */
function containing(text: string | undefined, named: FoundIds | undefined, anyCase: RecordDeps['anyCase'] = {}): Where {
  if (text === undefined) return {}
  const { subjects = [], tasks = [], clients = [], traces = [] } = named ?? {}
  return {
    OR: [
      ...SEARCHED.map((column) => ({ [column]: { contains: text, ...anyCase } })),
      { subject: { in: [...subjects] } },
      { task: { in: [...tasks] } },
      { clientId: { in: [...clients] } },
      { id: { in: [...traces] } },
    ],
  }
}

const contains = (row: Trace, text: string, named: FoundIds | undefined): boolean =>
  SEARCHED.some((column) => row[column]?.toLowerCase().includes(text.toLowerCase())) ||
  named?.subjects.includes(row.subject ?? '') === true ||
  named?.tasks.includes(row.task ?? '') === true ||
  named?.clients.includes(row.clientId ?? '') === true ||
  named?.traces.includes(row.id) === true

function toRow(
  { startedAt, changedAt, outcome, failed, verified, steps: _steps, size: _size, network: _network, ...row }: Trace,
  now: number,
): TraceRow {
  return {
    ...row,
    verified,
    change: Number(row.change), // 64 bits where the engine has them.
    traceId: row.traceId ?? undefined,
    platform: row.platform ?? undefined,
    clientId: row.clientId ?? undefined,
    subject: row.subject ?? undefined,
    task: row.task ?? undefined,
    failed: failed ?? undefined,
    outcome: shownOutcome({ outcome, changedAt }, now),
    startedAt: startedAt.getTime(),
    changedAt: changedAt.getTime(),
  }
}

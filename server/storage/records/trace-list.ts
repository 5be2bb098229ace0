// Finds the traces that a person may see. A trace without steps for a while counts as abandoned.

import { MINUTE } from '#lib/clock.ts'
import type { Prisma, Trace } from '#prisma/generated/client.ts'
import type { TraceOutcome, TraceQuery, TraceRow, TraceScope, TraceStore } from '#server/traces/store.ts'
import type { RecordDeps } from './deps.ts'

type Where = Prisma.TraceWhereInput

/**
 * After this time, no further request is expected. The longest pause in a launch is a quarter of an hour, for signing
 * up.
 */
const ABANDONED_AFTER_MS = 30 * MINUTE

/** Calls of an authenticated client, grouped by its own X-Trace-Id, have such an id: see server/traces/keys.ts. */
const OF_A_CLIENT = 'c-'

/** The lists of traces, and single ones. */
export function traceList({
  db,
  clock,
}: Pick<RecordDeps, 'db' | 'clock'>): Pick<TraceStore, 'list' | 'find' | 'latestChange'> {
  const abandoned = () => new Date(Math.trunc(clock() - ABANDONED_AFTER_MS))
  const page = async (where: Where, take: number) =>
    (await db()).trace.findMany({ where, take, orderBy: [{ startedAt: 'desc' }, { id: 'desc' }] })
  const oldest = async (where: Where) =>
    (await db()).trace.findFirst({ where, orderBy: [{ verified: 'desc' }, { startedAt: 'asc' }] })
  return {
    list: async (scope, { before, text, limit, ...query }) => {
      const found: Trace[] = []
      for (let last = before; ; ) {
        const where = { AND: [allowed(scope), matching(query, abandoned()), containing(text), beforeOf(last)] }
        const rows = await page(where, limit)
        found.push(...rows.filter((row) => text === undefined || contains(row, text)))
        const end = rows.at(-1)
        if (rows.length < limit || found.length >= limit || !end) break
        last = { id: end.id, startedAt: end.startedAt.getTime() }
      }
      return found.slice(0, limit).map((row) => toRow(row, abandoned()))
    },
    find: async (scope, given) => {
      const link = await (await db()).traceLink.findUnique({ where: { key: given } })
      const named = { traceId: given, OR: [{ verified: true }, { id: { startsWith: OF_A_CLIENT } }] }
      const row =
        (await oldest({ AND: [allowed(scope), { id: given }] })) ??
        (await oldest({ AND: [allowed(scope), { OR: [{ id: link?.id ?? given }, named] }] }))
      return row ? toRow(row, abandoned()) : undefined
    },
    latestChange: async () => (await (await db()).trace.aggregate({ _max: { change: true } }))._max.change ?? 0,
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
  abandoned: Date,
): Where {
  return {
    ...(app === undefined ? {} : { clientId: app }),
    ...(user === undefined ? {} : { subject: user }),
    ...(check === undefined ? {} : { failed: check }),
    ...(after === undefined ? {} : { change: { gt: after } }),
    ...(outcome === undefined ? {} : { outcome: outcome === 'abandoned' ? 'under_way' : outcome }),
    ...(outcome === 'abandoned' ? { changedAt: { lt: abandoned } } : {}),
    ...(outcome === 'under_way' ? { changedAt: { gte: abandoned } } : {}),
  }
}

function beforeOf(last: TraceQuery['before']): Where {
  if (!last) return {}
  const startedAt = new Date(last.startedAt)
  return { startedAt: { lte: startedAt }, OR: [{ startedAt: { lt: startedAt } }, { id: { lt: last.id } }] }
}

const SEARCHED = ['id', 'traceId', 'platform', 'clientId', 'subject', 'task', 'failed'] as const

/** What may contain the text: `%` and `_` stand for any characters there, so `contains` looks again. */
const containing = (text: string | undefined): Where =>
  text === undefined ? {} : { OR: SEARCHED.map((column) => ({ [column]: { contains: text } })) }

const contains = (row: Trace, text: string): boolean =>
  SEARCHED.some((column) => row[column]?.toLowerCase().includes(text.toLowerCase()))

function toRow(
  { startedAt, changedAt, outcome, failed, verified, steps: _steps, size: _size, network: _network, ...row }: Trace,
  abandoned: Date,
): TraceRow {
  return {
    ...row,
    verified,
    traceId: row.traceId ?? undefined,
    platform: row.platform ?? undefined,
    clientId: row.clientId ?? undefined,
    subject: row.subject ?? undefined,
    task: row.task ?? undefined,
    failed: failed ?? undefined,
    outcome: (outcome === 'under_way' && changedAt < abandoned ? 'abandoned' : outcome) as TraceOutcome,
    startedAt: startedAt.getTime(),
    changedAt: changedAt.getTime(),
  }
}

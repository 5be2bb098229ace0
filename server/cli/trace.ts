// `trace list | show | tail`: traces of launches as text for a terminal, of the data folder or of a server elsewhere.

import type { TraceDetail, TraceOutcome, TraceSummary } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import { moment } from '#lib/i18n/instants.ts'
import { type FoldedReads, isFolded, readersOf, rowsOf } from '#lib/trace-view/folded.ts'
import type { Domain } from '../domain/domain.ts'
import { listedOf } from '../traces/listed.ts'
import { recordView } from './audited.ts'
import { dim, green, type Ink, ink, red } from './ink.ts'
import { ALL_TRACES, findTrace } from './launch/local-domain.ts'
import { traceText } from './launch/report.ts'
import { CommandFailed, counted, isVerbose, result, table } from './output.ts'

interface TraceFilter {
  readonly app?: string
  readonly outcome?: TraceOutcome
  readonly check?: CheckName
}

export interface TraceSource {
  /** Newest first; pass `change` as `after` to get later changes. */
  readonly list: (
    query: TraceFilter & { readonly limit: number; readonly after?: number },
  ) => Promise<{ readonly items: readonly TraceSummary[]; readonly change: number }>
  readonly find: (id: string) => Promise<TraceDetail | undefined>
}

interface ReadContext {
  readonly source: TraceSource
  readonly json: boolean
}

interface ListOptions extends TraceFilter {
  readonly limit: number
}

const nothing = async () => undefined

/** The traces of a data folder; a look at one is recorded in the audit log. */
export const localTraces = (domain: Domain): TraceSource => ({
  list: async (query) => {
    const change = await domain.traces.latestChange()
    const reader = { store: domain.traces, appName: nothing, names: undefined, language: 'en' } as const
    return { items: await listedOf(await domain.traces.list(ALL_TRACES, query), reader), change }
  },
  find: async (id) => {
    const trace = await findTrace(domain, id)
    if (trace)
      recordView(domain, {
        description: 'view: a trace',
        thing: { kind: 'trace', name: trace.id, fields: [] },
        launch: trace.verified && trace.traceId !== null ? { traceId: trace.traceId } : undefined,
      })
    return trace
  },
})

/** What back ends read, one after the other, is one row, and takes no place of a launch; --verbose lists each. */
export async function listTraces({ source, json }: ReadContext, options: ListOptions): Promise<void> {
  const { app, outcome, check, limit } = options
  const folds = !json && !isVerbose()
  const { items } = await source.list({ ...filterOf({ app, outcome, check }), limit: folds ? MOST_NEWS : limit })
  const rows = (folds ? rowsOf(items) : items).slice(0, limit)
  const cells = rows.map((row) => (isFolded(row) ? foldedCells(row) : cellsOf(row)))
  result(json, items, rows.length === 0 ? 'No traces.' : table([TRACE_HEAD, ...cells]))
}

export async function showTrace({ source, json }: ReadContext, id: string): Promise<void> {
  const trace = await source.find(id)
  if (!trace) throw new CommandFailed(`There is no trace ${id}. Traces are kept for seven days.`)
  result(json, trace, traceText(trace))
}

const TAIL_EVERY_MS = 1000

/** Prints each trace again when its outcome changes, until the signal aborts. With --json, a line of JSON for each. */
export async function tailTraces(
  { source, json }: ReadContext,
  { app, outcome, check, limit }: ListOptions,
  stop: AbortSignal,
): Promise<void> {
  const filter = filterOf({ app, outcome, check })
  const shown = new Map<string, string>()
  let news = await source.list({ ...filter, limit })
  while (!stop.aborted) {
    for (const one of news.items.toReversed()) {
      const state = `${one.outcome} ${one.failed}`
      if (shown.get(one.id) === state) continue
      shown.set(one.id, state)
      result(json, one, tailLine(one))
    }
    await pause(TAIL_EVERY_MS, stop)
    if (!stop.aborted) news = await source.list({ ...filter, limit: MOST_NEWS, after: news.change })
  }
}

/** The most traces of one look. */
const MOST_NEWS = 200

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    stop.addEventListener('abort', over)
  })
}

const filterOf = ({
  app,
  outcome,
  check,
}: { [Name in keyof TraceFilter]: TraceFilter[Name] | undefined }): TraceFilter => ({
  ...(app === undefined ? {} : { app }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(check === undefined ? {} : { check }),
})

/** The heading of a table of traces. */
export const TRACE_HEAD = ['trace', 'time', 'outcome', 'app', 'user', 'stopped by']

/** A trace as a row of a table. */
export const cellsOf = ({ id, startedAt, outcome, failed, app, user }: TraceSummary): readonly (string | Ink)[] => [
  id,
  moment(startedAt),
  outcomeText(outcome),
  app ?? '-',
  user ?? '-',
  failed ?? '',
]

/** Reads in the place of the row that each of them had. */
const foldedCells = (folded: FoldedReads): readonly (string | Ink)[] => [
  dim(counted(folded.reads.length, 'read')),
  moment(folded.reads[0]?.startedAt ?? 0),
  outcomeText('answered'),
  readersOf(folded),
  '-',
]

const tailLine = (trace: TraceSummary): Ink => {
  const { id, changedAt, outcome, failed, app, user } = trace
  return ink`${dim(moment(changedAt))}  ${outcomeText(outcome)}${failed ? ` by ${failed}` : ''}  ${app ?? '-'}  ${user ?? '-'}  ${dim(id)}`
}

function outcomeText(outcome: TraceOutcome): Ink {
  const text = outcome.replace('_', ' ')
  if (outcome === 'opened' || outcome === 'answered') return green(text)
  return outcome === 'under_way' ? dim(text) : red(text)
}

// `trace list | show`, and the checks of a launch: traces as text for a terminal.
import type { TraceCheck, TraceDetail, TraceOutcome } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { Domain } from '../domain/domain.ts'
import type { TraceScope } from '../traces/store.ts'
import { detailOf, summaryOf } from '../traces/view.ts'
import { recordView } from './audited.ts'
import type { CommandContext } from './context.ts'
import type { NamedTrace } from './launch/traced.ts'
import { CommandFailed, result, table } from './output.ts'

/** All traces: a user who may open the database may read everything in it. */
const ALL: TraceScope = { all: true, clients: [], subjects: [], ids: [] }
const LIST_LENGTH = 20
/** The time a server may take to write the traces of its answers, in milliseconds. */
const PATIENCE_MS = 2000
const LOOK_EVERY_MS = 50

interface ListOptions {
  readonly app?: string
  readonly outcome?: TraceOutcome
  readonly check?: CheckName
  json?: true
}

export async function listTraces({ domain, json }: CommandContext, options: ListOptions): Promise<void> {
  const { app, outcome, check } = options
  const rows = (await domain.traces.list(ALL, { app, outcome, check, limit: LIST_LENGTH })).map(summaryOf)
  const lines = rows.map(({ id, startedAt, outcome, failed, app, user }) => [
    id,
    new Date(startedAt).toISOString(),
    outcome,
    failed ?? '',
    app ?? '',
    user ?? '',
  ])
  result(json, rows, lines.length === 0 ? 'Nothing was launched yet.' : table(lines))
}

export async function showTrace({ domain, json }: CommandContext, _options: object, [id = '']: readonly string[]) {
  const trace = await findTrace(domain, id)
  if (!trace) throw new CommandFailed(`There is no trace ${id}. Traces are kept for seven days.`)
  recordView(domain, {
    description: 'view: a trace',
    thing: { kind: 'trace', name: trace.id, fields: [] },
    launch: trace.verified && trace.traceId !== null ? { traceId: trace.traceId } : undefined,
  })
  result(json, trace, traceText(trace))
}

/** The traces with these ids, once they hold every request that was named; when that takes too long, those that there are. */
export async function awaitTraces(domain: Domain, named: readonly NamedTrace[]): Promise<readonly TraceDetail[]> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const ids = [...new Set(named.map(({ id }) => id))]
    const found = await Promise.all(ids.map((id) => findTrace(domain, id)))
    const traces = [...new Map(found.flatMap((trace) => (trace ? [[trace.id, trace] as const] : []))).values()]
    if ((!found.includes(undefined) && holdAll(traces, named)) || waited >= PATIENCE_MS) return traces
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** True when each named request is in the traces, as often as it was made. */
function holdAll(traces: readonly TraceDetail[], named: readonly NamedTrace[]): boolean {
  const kept = traces.flatMap(({ steps }) => steps.map(({ method, url }) => `${method} ${new URL(url).pathname}`))
  return named.every(({ request }) => {
    if (request === undefined) return true
    const at = kept.indexOf(request)
    if (at >= 0) kept.splice(at, 1)
    return at >= 0
  })
}

async function findTrace({ traces }: Domain, id: string): Promise<TraceDetail | undefined> {
  const row = await traces.find(ALL, id)
  return row && detailOf(row, await traces.steps(row.id), 'en', () => true)
}

/** Each request with its checks; the failed one with expected and received values, and the remedy. */
export const traceText = (trace: TraceDetail): string =>
  [
    `${trace.id}  ${headline(trace)}`,
    ...trace.steps.flatMap((step) => [
      '',
      `${step.peer.padEnd(7)} ${step.step}  ${step.method} ${step.url}  ${step.status}  ${step.ms} ms`,
      ...step.checks.flatMap(checkLines),
      ...(step.subscriptions ?? []).map(
        ({ id, criteria, verdict }) => `  Subscription/${id}  ${criteria}  ${verdict.replace('_', ' ')}`,
      ),
    ]),
  ].join('\n')

const headline = ({ outcome, failed }: TraceDetail) => (failed ? `${outcome} at ${failed}` : outcome.replace('_', ' '))

const MARKS: Readonly<Record<TraceCheck['outcome'], string>> = { passed: 'ok  ', failed: 'FAIL', not_reached: '-   ' }

function checkLines(check: TraceCheck): readonly string[] {
  const line = `  ${MARKS[check.outcome]}  ${check.name}`
  if (check.outcome !== 'failed') return [line]
  return [
    `${line}: ${check.reason ?? check.rule}`,
    ...(check.expected ? [`        expected  ${JSON.stringify(check.expected)}`] : []),
    ...(check.received ? [`        received  ${JSON.stringify(check.received)}`] : []),
    `        mend      ${check.mend ?? ''}`,
    `        source    ${check.source}`,
  ]
}

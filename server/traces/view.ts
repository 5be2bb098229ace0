// A trace as shown: each request with all checks of its step, including those that were not reached.
import type { TraceCheck, TraceDetail, TraceStep, TraceSummary } from '#lib/api/traces.ts'
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import { STEPS } from '#lib/checks/steps.ts'
import type { Language } from '#lib/i18n/language.ts'
import { statusAfter } from '#lib/trace/task-status.ts'
import type { CheckRecord, StepRecord } from './record.ts'
import type { TraceRow, TraceStore } from './store.ts'

/** The JSON form of a row. */
export const summaryOf = (row: TraceRow): TraceSummary => ({
  id: row.id,
  traceId: row.traceId ?? null,
  verified: row.verified,
  platform: row.platform ?? null,
  app: row.clientId ?? null,
  user: row.subject ?? null,
  task: row.task ?? null,
  outcome: row.outcome,
  failed: (row.failed as CheckName | undefined) ?? null,
  startedAt: row.startedAt,
  changedAt: row.changedAt,
})

/** What the requests of a launch tell of it as a whole. */
export function toldBy(
  { outcome, startedAt }: Pick<TraceRow, 'outcome' | 'startedAt'>,
  records: readonly StepRecord[],
): Pick<TraceSummary, 'completed' | 'took'> {
  if (outcome !== 'opened') return {}
  const opened = records.find(({ step }) => step === 'app.callback') ?? records.find(({ step }) => step === TOKEN_STEP)
  return {
    ...(opened ? { took: opened.at + opened.ms - startedAt } : {}),
    ...(records.some((record) => statusAfter(record) === 'completed') ? { completed: true } : {}),
  }
}

const TOKEN_STEP = 'token.authorization_code'

/** The latest refused traces of the whole domain. */
export const latestRefusals = async (
  { list }: Pick<TraceStore, 'list'>,
  limit: number,
): Promise<readonly TraceSummary[]> =>
  (await list({ all: true, clients: [], subjects: [], ids: [] }, { outcome: 'refused', limit })).map(summaryOf)

/** A stored trace with all its steps, in a language. `knows` are the apps whose Subscriptions the reader may see. */
export const detailOf = (
  row: TraceRow,
  steps: readonly string[],
  language: Language,
  knows: (clientId: string) => boolean,
): TraceDetail => ({
  ...summaryOf(row),
  ...toldBy(
    row,
    steps.map((text) => JSON.parse(text) as StepRecord),
  ),
  truncated: row.truncated,
  steps: steps
    .map((text) => JSON.parse(text) as StepRecord)
    .flatMap((record) => {
      const { subscriptions } = record
      if (!subscriptions) return [stepOf(record, language)]
      const known = subscriptions.filter(({ owner }) => knows(owner))
      const others = subscriptions.length - known.length
      if (known.length === 0 && record.step === 'subscription.notified') return []
      const step = stepOf({ ...record, subscriptions: known }, language)
      return [others === 0 ? step : { ...step, otherSubscriptions: others }]
    }),
})

/** A client claimed without proof decides which app is followed, but is not shown as a fact. */
function stepOf({ claimed: _claimed, ...record }: StepRecord, language: Language): TraceStep {
  const { peer, checks: planned } = STEPS[record.step]
  const ran = new Set(record.checks.map(({ name }) => name))
  const missed = planned.filter((name) => !ran.has(name)).map((name) => ({ name, outcome: 'not_reached' }) as const)
  return {
    ...record,
    peer,
    checks: [...record.checks, ...missed].map((check) => checkOf(check, language)),
  }
}

/** A check with its texts. */
export function checkOf(
  check: CheckRecord | { name: CheckName; outcome: 'not_reached' },
  language: Language,
): TraceCheck {
  const { source, [language]: text } = CHECKS[check.name]
  const { expected: rule, meaning, causes, mend } = text
  return { ...check, rule, source, ...(check.outcome === 'failed' ? { meaning, causes, mend } : {}) }
}

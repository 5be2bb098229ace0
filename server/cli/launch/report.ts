// The texts of a launch for a terminal: a line per step, a summary, and the values that a check compared.

import type { TraceCheck, TraceDetail } from '#lib/api/traces.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import { moment } from '#lib/i18n/instants.ts'
import { headlineOf, leadOf } from '#lib/trace-view/headline.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { bold, cyan, dim, green, type Ink, ink, joined, red } from '../ink.ts'
import { counted } from '../output.ts'
import { comparedWords, type Stopped } from './compared-words.ts'
import type { LaunchReport } from './run.ts'
import type { Step } from './steps.ts'

const PEERS = ACTOR_NAMES.en
const PEER_WIDTH = Math.max(...Object.values(PEERS).map(({ length }) => length))
const STEP_WIDTH = 19

export const MARKS: Readonly<Record<TraceCheck['outcome'], Ink>> = {
  passed: green('ok  '),
  failed: red('FAIL'),
  not_reached: dim('-   '),
}

/** Formats a line for each step of the browser. A failure is explained at the first step that has it. */
export function stepLines(): (step: Step) => Ink {
  const said = new Set<string | undefined>([undefined])
  return ({ detail, ...step }) => {
    const isNew = !said.has(detail)
    said.add(detail)
    return stepLine(isNew && detail !== undefined ? { ...step, detail } : step)
  }
}

function stepLine({ ok, peer, step, status, url, ms, detail, said }: Step): Ink {
  const mark = MARKS[ok ? 'passed' : 'failed']
  const isOnTheWay = step === 'app' || step === 'identity provider'
  const name = (isOnTheWay ? new URL(url).pathname : step.replace(/^app /, '')).padEnd(STEP_WIDTH)
  return ink`${mark}  ${PEERS[peer].padEnd(PEER_WIDTH)}  ${name}  ${status}  ${dim(`${ms} ms`)}${detail ? `  ${detail}` : ''}${said ? `  the app says: ${said}` : ''}`
}

/** The summary of a launch: its result, the values compared by the check that stopped it, and where to read more. */
export function summaryOf(report: LaunchReport, publicUrl: string): Ink {
  const { ok, message, steps, checks, traces, refusedBy, stopped, seconds } = report
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length
  const size = `${counted(steps.length, 'step')}, ${counted(passed, 'check')} passed, ${seconds.toFixed(1)} s`
  return joined(
    [
      ink`${(ok ? green : red)(message)}`,
      ...(stopped && !ok ? comparedLines(stopped) : []),
      ...(stopped && ok ? [dim(leadOf(stopped, 'en').lead)] : []),
      ...(ok && !refusedBy ? [dim(size)] : []),
      ...(refusedBy ? [ink`${dim('error')}  ${cyan(`${publicUrl}/docs/errors/${refusedBy}`)}`] : []),
      ...traces.map(({ id }) => ink`${dim('trace')}  ${cyan(`${publicUrl}/traces/${id}`)}`),
    ],
    '\n',
  )
}

/** A failed check: the compared values, and the remedy. */
export const comparedLines = (check: Stopped): readonly Ink[] =>
  comparedWords(check).map(([name, text]) => ink`        ${dim(name.padEnd('expected'.length))}  ${text}`)

/** A trace in one sentence, then each of its requests with its checks; the failed check with the values that it compared. */
export const traceText = (trace: TraceDetail): Ink =>
  joined(
    [
      ink`${bold(trace.id)}  ${headline(trace)}  ${dim(moment(trace.startedAt))}`,
      headlineOf(trace, 'en'),
      ...trace.steps.flatMap((step) => [
        '',
        ink`${bold(PEERS[step.peer])}: ${TRACE_TEXTS.en.steps[step.step]}`,
        ink`  ${step.method} ${step.url}  ${step.status}  ${dim(`${step.ms} ms`)}`,
        ...step.checks.flatMap((check) => checkLines({ ...check, at: step.at })),
        ...(step.subscriptions ?? []).map(
          ({ id, criteria, verdict }) => `  Subscription/${id}  ${criteria}  ${verdict.replace('_', ' ')}`,
        ),
      ]),
    ],
    '\n',
  )

const headline = ({ outcome, failed }: TraceDetail): Ink => {
  if (failed) return red(`${outcome} at ${failed}`)
  return (outcome === 'opened' ? green : dim)(outcome.replace('_', ' '))
}

function checkLines(check: Stopped): readonly Ink[] {
  const line = ink`  ${MARKS[check.outcome]}  ${check.name}`
  if (check.outcome !== 'failed') return [line]
  return [ink`${line}: ${leadOf(check, 'en').lead}`, ...comparedLines(check)]
}

// `test`: a good launch and every failure on demand against one app, as a matrix. Exit code 0 when the app and the
// domain handle all of them correctly, 1 when not, 2 for usage errors.
import { SECOND } from '#lib/clock.ts'
import { FAILURES } from '#lib/launch/failures.ts'
import type { LaunchContext } from './context.ts'
import { bold, dim, green, type Ink, ink, red } from './ink.ts'
import { beginning, type Case, failureDetails, writeJunit } from './launch/junit.ts'
import { outcomeOf, TRIALS, type Trial } from './launch/matrix.ts'
import type { PlatformOptions } from './launch/own-platform.ts'
import { NothingToRefuse } from './launch/play-app.ts'
import { comparedLines, traceText } from './launch/report.ts'
import { type LaunchReport, type LaunchWish, notMakeable, runWish } from './launch/run.ts'
import { CommandFailed, counted, failed, isVerbose, line, note, result } from './output.ts'

export interface TestOptions extends Omit<LaunchWish, 'fail' | 'expect'>, PlatformOptions {
  readonly junit?: string
}

interface Row {
  readonly trial: Trial
  readonly outcome: 'passed' | 'failed' | 'not_run'
  readonly received: string
  readonly seconds: number
  readonly report: LaunchReport | undefined
}

export async function testApp(context: LaunchContext, options: TestOptions): Promise<void> {
  const { domain, json, calledFrom } = context
  const { publicUrl } = domain.addresses
  const startedAt = performance.now()
  const rows: Row[] = []
  const suite = `slipway test ${options.app}`
  const begun = <T>(work: () => Promise<T>) => beginning(options, calledFrom, suite, work)
  await begun(() => domain.app(options.app)) // One that is unknown has no test that could begin.
  line(ink`${bold(`Test of ${options.app}`)} ${dim(`at ${publicUrl}`)}`)
  for (const trial of TRIALS) {
    const row = await begun(() => tried(context, options, trial))
    rows.push(row)
    line(rowText(row))
    if (row.outcome === 'failed') for (const one of detailsOf(row)) line(one)
    if (isVerbose()) for (const trace of row.report?.traces ?? []) line(ink`\n${traceText(trace)}\n`)
  }
  const seconds = (performance.now() - startedAt) / SECOND
  const of = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const summary = [
    `${of('passed')} passed`,
    `${of('failed')} failed`,
    ...(of('not_run') > 0 ? [`${of('not_run')} not run`] : []),
  ].join(', ')
  const ok = of('failed') === 0
  const told = { ok, client_id: options.app, passed: of('passed'), failed: of('failed'), not_run: of('not_run') }
  result(
    json,
    { ...told, rows: rows.map(rowJson) },
    ink`${(ok ? green : red)(`${summary}`)} ${dim(`in ${seconds.toFixed(1)} s`)}`,
  )
  if (options.junit !== undefined)
    writeJunit(options.junit, calledFrom, {
      name: suite,
      seconds,
      cases: rows.map((row) => caseOf(row, options.app, publicUrl)),
    })
  if (!ok) throw failed(json, `${counted(of('failed'), 'launch', 'launches')} did not go as expected.`)
}

/** Runs one launch of the test. A launch that cannot be run fails its row; only the good launch then ends the test. */
async function tried({ domain, calledFrom }: LaunchContext, options: TestOptions, trial: Trial): Promise<Row> {
  const startedAt = performance.now()
  const row = (outcome: Row['outcome'], received: string, report?: LaunchReport): Row => ({
    ...{ trial, outcome, received, report },
    seconds: (performance.now() - startedAt) / SECOND,
  })
  const { key, ...wish } = options
  const app = await domain.app(options.app)
  const why = notMakeable(domain, app, trial.fail)
  const playsApp = key !== undefined && why !== undefined && trial.fail && FAILURES[trial.fail].madeBy === 'app'
  if (why && !playsApp) return row('not_run', why)
  const asked = {
    ...wish,
    ...(playsApp ? { key } : {}),
    ...(trial.fail ? { fail: trial.fail, expect: true as const } : {}),
  }
  try {
    const report = await runWish(domain, asked, calledFrom, { step: () => {}, note })
    const { ok, received } = outcomeOf(trial, report, wish.delivery)
    return row(ok ? 'passed' : 'failed', received, report)
  } catch (error) {
    // A problem of the first launch concerns all of them.
    if (!(error instanceof CommandFailed) || trial.fail === undefined) throw error
    return row(error instanceof NothingToRefuse ? 'not_run' : 'failed', error.message)
  }
}

const MARKS: Readonly<Record<Row['outcome'], Ink>> = {
  passed: green('ok  '),
  failed: red('FAIL'),
  not_run: dim('-   '),
}
const NAME_WIDTH = Math.max(...TRIALS.map(({ name }) => name.length))
const SECONDS_WIDTH = '10.0 s'.length

const rowText = ({ trial, outcome, received, seconds }: Row): Ink =>
  ink`${MARKS[outcome]}  ${trial.name.padEnd(NAME_WIDTH)}  ${dim((outcome === 'not_run' ? '' : `${seconds.toFixed(1)} s`).padStart(SECONDS_WIDTH))}  ${received}`

const detailsOf = ({ trial, report }: Row): readonly Ink[] => [
  ink`        ${dim('expected')}  ${trial.expected}`,
  ...(report?.stopped ? comparedLines(report.stopped) : []),
]

const rowJson = ({ trial, outcome, received, seconds, report }: Row) => ({
  name: trial.name,
  outcome,
  breaks: trial.breaks,
  expected: trial.expected,
  received,
  refused_by: report?.refusedBy ?? null,
  trace: report?.result['trace'] ?? null,
  seconds: Number(seconds.toFixed(3)),
})

function caseOf({ trial, outcome, received, seconds, report }: Row, app: string, publicUrl: string): Case {
  const trace = report?.traces[0]?.id
  const details = [
    `expected: ${trial.expected}`,
    `received: ${received}`,
    ...failureDetails(report?.stopped, trace, publicUrl),
  ]
  return {
    ...{ group: app, name: trial.name, seconds },
    ...(outcome === 'failed' ? { failure: { message: received, details } } : {}),
    ...(outcome === 'not_run' ? { skipped: received } : {}),
    ...(outcome === 'passed' ? { output: [trial.breaks, ...details] } : {}),
  }
}

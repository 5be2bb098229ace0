// Launches as JUnit XML for CI services: a suite per run, a case per step or launch, each with its time. A failed case
// has the expectation, the received value, and the remedy.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TraceStep } from '#lib/api/traces.ts'
import { SECOND } from '#lib/clock.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import { leadOf } from '#lib/trace-view/headline.ts'
import { CommandFailed } from '../output.ts'
import { comparedWords, type Stopped } from './compared-words.ts'
import type { LaunchReport } from './run.ts'
import type { Step } from './steps.ts'
import { requestsOf } from './traced.ts'

export interface Case {
  /** Its group, such as the peer that answered. */
  readonly group: string
  readonly name: string
  readonly seconds: number
  /** The failure, if any. */
  readonly failure?: { readonly message: string; readonly details: readonly string[] } | undefined
  /** Why it was not run. */
  readonly skipped?: string | undefined
  /** Further output, line by line. */
  readonly output?: readonly string[]
}

export interface Suite {
  readonly name: string
  readonly seconds: number
  readonly cases: readonly Case[]
}

/** Writes the report. Throws CommandFailed when the file cannot be written. */
export function writeJunit(file: string, calledFrom: string, suite: Suite): void {
  try {
    writeFileSync(path.resolve(calledFrom, file), junit(suite))
  } catch (cause) {
    throw new CommandFailed(`${file} cannot be written.`, { cause })
  }
}

/**
 * Runs the work that a report is made of. If it cannot start at all, the report says why, because CI services do not
 * read standard error.
 */
export async function beginning<T>(
  { junit: file, app }: { readonly junit?: string; readonly app: string },
  calledFrom: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (file !== undefined && error instanceof CommandFailed) {
      const seconds = (performance.now() - startedAt) / SECOND
      const failure = { message: error.message, details: [] }
      writeJunit(file, calledFrom, { name, seconds, cases: [{ group: app, name: 'begin', seconds, failure }] })
    }
    throw error
  }
}

/** A launch as a suite: a case for each request, in order of time, and one for the launch as a whole. One cause is one failure. */
export function launchSuite(name: string, report: LaunchReport, publicUrl: string): Suite {
  const { ok, message, stopped, traces, steps, seconds } = report
  const msOf = timesOf(steps)
  const requests = requestsOf(traces).map((step): Case => {
    const output = step.checks.map(({ outcome, name }) => `${outcome.replace('_', ' ')}  ${name}`)
    return {
      group: ACTOR_NAMES.en[step.peer],
      name: `${step.step}: ${step.method} ${pathOf(step.url)}`,
      seconds: msOf(step) / SECOND,
      output,
    }
  })
  const failure = ok ? undefined : { message, details: failureDetails(stopped, traces[0]?.id, publicUrl) }
  return { name: 'slipway launch', seconds, cases: [{ group: 'Launch', name, seconds, failure }, ...requests] }
}

/** The duration of a request: as the browser measured it if it sent the request, otherwise as the server did. */
function timesOf(steps: readonly Step[]): (request: TraceStep) => number {
  const seen = [...steps]
  return ({ url, ms }) => {
    const at = seen.findIndex((step) => pathOf(step.url) === pathOf(url))
    return at < 0 ? ms : (seen.splice(at, 1)[0]?.ms ?? ms)
  }
}

/** A check's expected and received values, the remedy, and where to read more, line by line. */
export function failureDetails(
  stopped: Stopped | undefined,
  trace: string | undefined,
  publicUrl: string,
): readonly string[] {
  const lines = [
    ...(stopped
      ? ([
          ['check', `${stopped.name}: ${leadOf(stopped, 'en').lead}`],
          ...comparedWords(stopped),
          ['error', `${publicUrl}/docs/errors/${stopped.name}`],
        ] as const)
      : []),
    ...(trace ? ([['trace', `${publicUrl}/traces/${trace}`]] as const) : []),
  ]
  return lines.map(([name, text]) => `${name.padEnd('expected'.length)}  ${text}`)
}

const pathOf = (url: string) => new URL(url).pathname

/** The XML. Times are in seconds. */
export function junit({ name, seconds, cases }: Suite): string {
  const failures = cases.filter(({ failure }) => failure).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="${escaped(name)}" ${counts}>
${cases.map(testcase).join('\n')}
</testsuite>
</testsuites>
`
}

function testcase({ group, name, seconds, failure, skipped, output = [] }: Case): string {
  const inside = [
    ...(failure
      ? [`<failure message="${escaped(failure.message)}">${failure.details.map(escaped).join('\n')}</failure>`]
      : []),
    ...(skipped === undefined ? [] : [`<skipped message="${escaped(skipped)}"/>`]),
    ...(output.length > 0 ? [`<system-out>${output.map(escaped).join('\n')}</system-out>`] : []),
  ].join('')
  return `<testcase classname="${escaped(group)}" name="${escaped(name)}" time="${seconds.toFixed(3)}">${inside}</testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** One line that is valid in XML 1.0: no control characters (§2.2). */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replace(/[^\x20-\uFFFD]/g, ' ')

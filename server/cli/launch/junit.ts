// The outcome of a launch as JUnit XML, for CI services: one case for the launch, one for each check of each request.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailed } from '../output.ts'
import type { CheckResult } from './traced.ts'

export interface Report {
  /** The launch in a line. */
  readonly name: string
  /** True for the expected outcome. */
  readonly ok: boolean
  /** Why not. */
  readonly message: string
  /** The check that was to refuse. */
  readonly expected: string | undefined
  readonly checks: readonly CheckResult[]
  readonly seconds: number
}

/** Writes the report. Throws CommandFailed where the file cannot be written. */
export function writeJunit(file: string, calledFrom: string, report: Report): void {
  try {
    writeFileSync(path.resolve(calledFrom, file), junit(report))
  } catch (cause) {
    throw new CommandFailed(`${file} cannot be written.`, { cause })
  }
}

/** The XML: a check that failed is a failure unless the launch was to be refused so; one that was not reached is skipped. */
export function junit({ name, ok, message, expected, checks, seconds }: Report): string {
  const asExpected = ok && expected !== undefined
  const cases = [
    testcase('launch', name, ok ? '' : `<failure message="${escaped(message)}"/>`, seconds),
    ...checks.map(({ step, check, outcome }) => testcase(step ?? 'check', check, within(outcome, asExpected))),
  ]
  const failures = cases.filter((one) => one.includes('<failure')).length
  const skipped = cases.filter((one) => one.includes('<skipped')).length
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="slipway launch" tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds.toFixed(3)}">
${cases.join('\n')}
</testsuite>
</testsuites>
`
}

function within(outcome: CheckResult['outcome'], expected: boolean): string {
  if (outcome === 'failed') return expected ? '' : '<failure message="this check failed"/>'
  return outcome === 'passed' ? '' : '<skipped message="not reached"/>'
}

const testcase = (group: string, name: string, inside: string, seconds = 0) =>
  `<testcase classname="${group}" name="${escaped(name)}" time="${seconds.toFixed(3)}">${inside}</testcase>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replace(/[^\x20-\uFFFD]/g, ' ')

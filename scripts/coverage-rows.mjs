// `npm run coverage:rows`: lists the conformance rows that have a passing test, those that do not apply, and those
// without a test. It reads the test reports, so that generated titles count and failed tests do not.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCalled } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** `npm test` writes separate reports for the rules and the system, `npm run test:unit` one for both. */
const UNIT_REPORTS = ['unit', 'rules', 'system']
const ROW_ID = /\b[A-Z]{3}-\d{2}\b/g

/** The passed tests in a Vitest report: full name and file. */
const unitTests = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => ({ title: fullName, file: path.relative(root, name) })),
  )

/** The passed tests in a Playwright report, whose describe blocks are nested. */
const browserTests = ({ suites }, outer = '') =>
  suites.flatMap((suite) => {
    const name = `${outer} ${suite.title}`
    const own = (suite.specs ?? [])
      .filter(({ ok, tests }) => ok && tests.some(({ status }) => status === 'expected'))
      .map(({ title }) => ({ title: `${name} ${title}`, file: path.join('e2e', suite.file) }))
    return [...own, ...browserTests({ suites: suite.suites ?? [] }, name)]
  })

/** One line per row: its id, its level, and either the files that test it or the reason that it does not apply. */
export function rowsOf(rows, tests, notApplicable) {
  const filesOf = new Map()
  for (const { title, file } of tests)
    for (const id of title.match(ROW_ID) ?? []) filesOf.set(id, new Set([...(filesOf.get(id) ?? []), file]))
  return rows.map(([id, level]) => {
    const files = [...(filesOf.get(id) ?? [])]
    if (files.length > 0) return { id, level, verdict: 'test', why: files.join(', ') }
    const reason = notApplicable.get(id)
    return reason === undefined ? { id, level, verdict: 'none', why: '' } : { id, level, verdict: 'n/a', why: reason }
  })
}

const table = (file) =>
  readFileSync(path.join(root, 'docs/reference', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const report = (name) => {
  const file = path.join(root, 'test-results', `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function print() {
  const unit = UNIT_REPORTS.flatMap((name) => report(name) ?? [])
  const browser = report('browser')
  if (unit.length === 0) {
    process.stderr.write('There is no report yet: run the tests first (npm test, or npm run test:unit).\n')
    return 1
  }
  if (!browser) process.stderr.write('No report of the browser tests: only unit and contract tests are counted.\n')
  const tests = [...unit.flatMap(unitTests), ...(browser ? browserTests(browser) : [])]
  const rows = rowsOf(table('conformance-rows.tsv'), tests, new Map(table('not-applicable.tsv')))
  const lines = rows.map(({ id, level, verdict, why }) => `${verdict.padEnd(4)}  ${id}  ${level.padEnd(8)}  ${why}`)
  const count = (wanted) => rows.filter(({ verdict }) => verdict === wanted).length
  const sum = `${count('test')} of ${rows.length} rows have a passing test, ${count('n/a')} do not apply, ${count('none')} have none.`
  process.stdout.write(`${[...lines, '', sum].join('\n')}\n`)
  return 0
}

if (isCalled(import.meta.url)) process.exitCode = print()

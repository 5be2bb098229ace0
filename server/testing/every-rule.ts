// Holds the rules to both engines: on PostgreSQL no test is left out that is not named as SQLite's own, with its reason.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { NOT_ON_POSTGRES, POSTGRES, RULES } from './projects.ts'
import { ofSqliteAlone } from './sqlite-own.ts'

/** The files of the server that some patterns match and some others do not. */
export function filesBut(patterns: readonly string[], others: readonly string[]): readonly string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).map((file) => slashed(`server/${file}`))
  const isAmong = (file: string) => (pattern: string) => path.matchesGlob(file, pattern)
  return files.filter((file) => patterns.some(isAmong(file)) && !others.some(isAmong(file))).toSorted()
}

const slashed = (file: string) => file.replaceAll(path.sep, '/')

/** The files of all rules that are run on PostgreSQL. */
export const rulesOnPostgres = (): readonly string[] => filesBut(RULES, [...NOT_ON_POSTGRES, ...POSTGRES])

/** Fails a run on PostgreSQL that left out a test or, where it is one of all rules, a file. */
export class EveryRule implements Reporter {
  readonly #isWhole: boolean

  constructor(isWhole: boolean) {
    this.#isWhole = isWhole
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(
      ({ project: { name, globalConfig } }) => name === 'postgres' && !globalConfig.testNamePattern, // One asked for by name.
    )
    const forgotten = [...ran.flatMap(leftOut), ...(this.#isWhole ? neverRun(ran) : [])]
    if (forgotten.length === 0) return
    process.exitCode = 1
    process.stderr.write(
      `Not run on PostgreSQL, and not named in server/testing/sqlite-own.ts:\n${forgotten.map((one) => `  ${one}\n`).join('')}`,
    )
  }
}

const fileOf = ({ moduleId }: TestModule) => slashed(path.relative('.', moduleId))

/** Tests of PostgreSQL itself may need what a machine has not. */
function leftOut(module: TestModule): readonly string[] {
  const file = fileOf(module)
  if (/\/postgres\//.test(file)) return []
  return [...module.children.allTests('skipped')]
    .filter(({ name }) => ofSqliteAlone(name, file) === undefined)
    .map(({ fullName }) => `${file}: ${fullName}`)
}

function neverRun(modules: readonly TestModule[]): readonly string[] {
  const ran = new Set(modules.map(fileOf))
  return rulesOnPostgres().filter((file) => !ran.has(file))
}

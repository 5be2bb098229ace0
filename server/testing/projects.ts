// Which tests a project of vitest.config.ts runs, and which rules are run on PostgreSQL as well: every one at night, some by day.
import { SQLITE_FILES } from './sqlite-own.ts'

/** A test of the system says so by its name, or lies where only such tests lie. */
export const SYSTEM = ['**/*.system.test.ts', 'server/testing/{system,fuzz}/**/*.test.ts', 'scripts/**/*.test.ts']

/** Tests of PostgreSQL itself. */
export const POSTGRES = ['server/storage/postgres/**/*.test.ts', 'server/testing/postgres/**/*.test.ts']

/** Rules of the domain. Those of `lib/`, `components/` and `e2e/` know no storage: the walls keep them from importing the server. */
export const RULES = ['server/**/*.test.ts']

/** Those that are not run on PostgreSQL. */
export const NOT_ON_POSTGRES = [...SYSTEM, 'server/storage/sqlite/**', ...Object.keys(SQLITE_FILES)]

/**
 * Rules of each `npm test` on PostgreSQL, beside the contracts of the storage: those that come down to statements which are written for
 * it alone, of histories, writes at the same time, codes, log, traces and limits. Each test has a copy of a database and six
 * connections to it, which take longer than most tests, so that all others have the nights.
 */
export const BY_DAY = [
  'server/storage/contracts/*.test.ts',
  'server/fhir/interactions/history.test.ts',
  'server/fhir/write/{concurrency,transaction-references}.test.ts',
  'server/oauth/token/authorization-code-grant.test.ts',
  'server/{audit/reads,traces/traces,portal/work,domain/rate-limits}.test.ts',
]

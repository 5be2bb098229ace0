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
 * Rules of each `npm test` on PostgreSQL: contracts of the storage, and what asks it in ways that its contracts do not, by statements
 * that are written for it alone. A copy of a database and six new connections for each test take longer than most tests, so the others
 * have the nights.
 */
export const BY_DAY = ['server/storage/contracts/*.test.ts']

// Unit and contract tests, in two projects. `rules`: pure functions and whole domains, in the process of the test. `system`: what starts
// programs, ends them in the middle, floods them or fills their disk, or runs without a part.
import { defineConfig } from 'vitest/config'
import { generate } from './scripts/generate.mjs' // On a Node that is too old, this starts the run anew on a supported one.
import { EveryCheck } from './server/testing/every-check.ts'
import { roomiest } from './server/testing/in-memory.ts'
import { rounds } from './server/testing/rounds.ts'
import { SQLITE_FILES } from './server/testing/sqlite-own.ts'

generate() // Whichever command runs the tests: a fresh clone has no Prisma client.

/** A test of the system says so by its name, or lies where only such tests lie. */
const SYSTEM = ['**/*.system.test.ts', 'server/testing/{system,fuzz}/**/*.test.ts', 'scripts/**/*.test.ts']

/** Tests of PostgreSQL, and contracts of the storage, which hold for each engine. */
const POSTGRES = ['server/storage/postgres/**/*.test.ts', 'server/testing/postgres/**/*.test.ts']
const CONTRACTS = ['server/storage/contracts/*.test.ts']

/** With SLIPWAY_TEST_ENGINE=postgres, any rule of the domain is run on PostgreSQL: `npm run test:postgres -- server/oauth`. */
const RULES = ['{lib,server}/**/*.test.ts']
const onPostgres = [...POSTGRES, ...(process.env['SLIPWAY_TEST_ENGINE'] === 'postgres' ? RULES : CONTRACTS)]

/** What `--mode` says about all tests of a run; the environment may say it otherwise. */
const MODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  next: { SLIPWAY_TEST_MOUNT: 'next' }, // Every request goes through the routes in app/ (server/testing/next-mount.ts).
  late: { SLIPWAY_TEST_STORAGE: 'late' }, // Every answer of the storage comes some turns of the event loop later.
  fuzz: { FUZZ_SECONDS: '600' },
}

/** Which of the two is run, when one is; or the mode. */
const givenTo = (option: string) => process.argv[process.argv.indexOf(option) + 1 || process.argv.length]
const only = givenTo('--mode') ?? givenTo('--project') ?? 'unit'
process.env = { ...MODES[only], ...process.env }

/** True for a run of all rules: one of some files provokes some checks. */
const isWhole = only !== 'system' && process.argv.slice(2).every((word) => ['run', '--project', 'rules'].includes(word))

const common = {
  environment: 'node' as const,
  globalSetup: ['server/testing/template.ts'],
  setupFiles: ['server/testing/setup.ts'],
  // For a test that hangs: one that passes takes no longer, and a machine may be doing ten other things.
  testTimeout: rounds(300_000, 5_400_000),
  hookTimeout: 300_000,
  retry: process.env['CI'] ? 1 : 0, // As of the browser tests: what starts and kills programs depends on the machine. The report names it.
  expect: { poll: { timeout: 60_000 } },
  isolate: false, // A file leaves nothing behind: what it imports is there for the next one.
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: [
      'default',
      ['json', { outputFile: `test-results/${only}.json` }], // Read by scripts/coverage-rows.mjs.
      ...(isWhole ? [new EveryCheck()] : []),
    ],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'rules',
          env: { TMPDIR: roomiest() },
          include: ['{bench,lib,server,components,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...SYSTEM, ...POSTGRES],
        },
      },
      { extends: true, test: { ...common, name: 'system', include: SYSTEM, exclude: POSTGRES } },
      {
        extends: true,
        test: {
          ...common,
          name: 'postgres',
          env: { SLIPWAY_TEST_ENGINE: 'postgres', TMPDIR: roomiest() },
          globalSetup: ['server/testing/template.ts', 'server/storage/postgres/testing/cluster.ts'],
          include: onPostgres,
          exclude: [
            '**/*.system.test.ts',
            'server/testing/{system,fuzz}/**',
            'server/storage/sqlite/**',
            ...Object.keys(SQLITE_FILES),
          ],
        },
      },
    ],
  },
})

// Unit and contract tests, in two projects. `rules`: pure functions and whole domains, in the process of the test. `system`: what starts
// programs, ends them in the middle, floods them or fills their disk, or runs without a part.
import { defineConfig } from 'vitest/config'
import { generate } from './scripts/generate.mjs' // On a Node that is too old, this starts the run anew on a supported one.
import { EveryCheck } from './server/testing/every-check.ts'
import { EveryRule } from './server/testing/every-rule.ts'
import { roomiest } from './server/testing/in-memory.ts'
import { BY_DAY, NOT_ON_POSTGRES, POSTGRES, RULES, SYSTEM } from './server/testing/projects.ts'
import { rounds } from './server/testing/rounds.ts'

generate() // Whichever command runs the tests: a fresh clone has no Prisma client.

/** What `--mode` says about all tests of a run; the environment may say it otherwise. */
const MODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  next: { SLIPWAY_TEST_MOUNT: 'next' }, // Every request goes through the routes in app/ (server/testing/next-mount.ts).
  late: { SLIPWAY_TEST_STORAGE: 'late' }, // Every answer of the storage comes some turns of the event loop later.
  fuzz: { FUZZ_SECONDS: '600' },
  'every-rule': { SLIPWAY_TEST_ENGINE: 'postgres' }, // Of the project `postgres`: all rules, by night and by hand.
}

/** Which of the two is run, when one is; or the mode. */
const givenTo = (option: string) => process.argv[process.argv.indexOf(option) + 1 || process.argv.length]
const only = givenTo('--mode') ?? givenTo('--project') ?? 'unit'
process.env = { ...MODES[only], ...process.env }

/** `npm run test:postgres` runs the rules of the day; with SLIPWAY_TEST_ENGINE=postgres any rule, or all. */
const rulesOnPostgres = process.env['SLIPWAY_TEST_ENGINE'] === 'postgres' ? RULES : BY_DAY

/** True for a run of all rules: one of some files provokes some checks. */
const isWholeOf = (...words: readonly string[]) =>
  process.argv.slice(2).every((word) => ['run', ...words].includes(word))
const isWhole = only !== 'system' && isWholeOf('--project', 'rules')
const isWholeOnPostgres = only === 'every-rule' && isWholeOf('--project', 'postgres', '--mode', 'every-rule')

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
      new EveryRule(isWholeOnPostgres),
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
          include: [...POSTGRES, ...rulesOnPostgres],
          exclude: NOT_ON_POSTGRES,
        },
      },
    ],
  },
})

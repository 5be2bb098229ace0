// Every command of package.json does its work on a fresh clone, where nothing has been made yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

/** The shortest form of each command that nothing else runs by day, and what it says. */
const SHORTEST: readonly (readonly [command: string, args: readonly string[], says: RegExp])[] = [
  ['test:late', ['lib/clock'], /passed/],
  ['bench', ['--help'], /Usage: bench/],
  ['soak', ['--help'], /Usage: soak/],
  ['coverage:rows', [], /There is no report yet|rows have a passing test/],
  ['sbom', [], /"bomFormat": "CycloneDX"/],
  ['licences', ['--check'], /^$/],
]
/** What builds pages, or needs a browser or hours: `npm test` runs it, or the night, and this names which. */
const RUN_ELSEWHERE = {
  'scripts/test.mjs': [
    ...[
      'check',
      'regexps',
      'types',
      'walls',
      'unused',
      'browser',
      'build',
      'test:rules',
      'test:postgres',
      'test:system',
      'test:package',
    ],
    ...['test:image', 'test:browser'],
    ...['test:next', 'test:next:browser', 'test:crash', 'fuzz'],
  ],
  'playwright.config.ts': ['start'],
  'playwright.next.config.ts': ['dev'],
  Dockerfile: ['prune:production'],
  '.ci/run': ['test', 'test:nodes'],
  // With others: by `test:rules`, `test:package` and by hand.
  'package.json': ['test:unit', 'package', 'nightly', 'pictures', 'audit', 'format', 'demo:cluster'],
}

const home = mkdtempSync(path.join(tmpdir(), 'slipway-clone-'))
/** A folder may have any name, those among it that mean something below the root. */
const clone = path.join(home, 'testing/fixtures/dist/naïve clone')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }

describe('a fresh clone', () => {
  beforeAll(() => {
    for (const file of execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    })
      .split('\0')
      .filter(Boolean)) {
      mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
      cpSync(file, path.join(clone, file))
    }
    symlinkSync(path.resolve('node_modules'), path.join(clone, 'node_modules'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it.each(SHORTEST)('runs %s', (command, args, says) => {
    rmSync(path.join(clone, 'prisma/generated'), { recursive: true, force: true })
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', command, '--', ...args], {
      ...{ cwd: clone, encoding: 'utf8', shell: process.platform === 'win32' },
      env: { NODE_ENV: 'test', PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' },
    })
    expect(`${stdout}${stderr}`).toMatch(says)
  })

  it('finds the properties by `npm run fuzz`, and nothing else', () => {
    const [, ...selecting] = scripts['fuzz']?.split(' run ') ?? []
    const { stdout } = spawnSync('npx', ['vitest', 'list', '--filesOnly', ...selecting.join().split(' ')], {
      ...{ encoding: 'utf8', shell: process.platform === 'win32' },
    })
    const files = stdout.trim().split('\n')
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((line) => !/^\[system\] server\/testing\/fuzz\//.test(line))).toEqual([])
  })

  it.each(['phase-development-server', 'phase-production-build'])(
    'has the client of the database when Next alone has read its settings (%s)',
    (phase) => {
      for (const folder of ['prisma', 'prisma/postgres'])
        rmSync(path.join(clone, folder, 'generated'), { recursive: true, force: true })
      const begin = `await (await import('./next.config.js')).default('${phase}')`
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', begin], {
        ...{ cwd: clone, encoding: 'utf8' },
        env: { NODE_ENV: 'test', PATH: process.env['PATH'] },
      })
      expect([status, stderr]).toEqual([0, ''])
      for (const folder of ['prisma', 'prisma/postgres'])
        expect(existsSync(path.join(clone, folder, 'generated/client.ts')), folder).toBe(true)
    },
  )

  it('has no command that no test runs', () => {
    const known = [...SHORTEST.map(([name]) => name), ...Object.values(RUN_ELSEWHERE).flat()]
    expect(known.toSorted()).toEqual(Object.keys(scripts).toSorted())
    for (const [file, names] of Object.entries(RUN_ELSEWHERE))
      for (const name of names) expect(readFileSync(file, 'utf8'), `${file} runs ${name}`).toContain(name)
  })
})

it('browser tests leave no folder behind: there are keys in it', () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'slipway-temporary-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const work = `const { RUN_FOLDER, SERVER_ENV } = await import('./e2e/server-env.ts')
    const { mkdirSync, writeFileSync } = await import('node:fs')
    mkdirSync(SERVER_ENV.DATA_DIR)
    writeFileSync(SERVER_ENV.DATA_DIR + '/key.pem', '')
    process.stdout.write(RUN_FOLDER)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', work], {
    ...{ encoding: 'utf8', cwd: process.cwd() },
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], TMPDIR: temporary, TEMP: temporary },
  })
  expect([path.dirname(stdout), stderr]).toEqual([temporary, ''])
  expect(readdirSync(temporary)).toEqual([])
  const elsewhere = readdirSync('e2e')
    .filter((name) => name.endsWith('.ts') && name !== 'server-env.ts')
    .filter((name) => /\btmpdir\(/.test(readFileSync(path.join('e2e', name), 'utf8')))
  expect(elsewhere).toEqual([])
})

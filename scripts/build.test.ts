// Builds are repeated for changed sources only, and run where nothing can be written.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { arePagesWhole, makeMovable } from './build.mjs'

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const RUNS = { status: 0, stdout: `${VERSION}\n`, stderr: '' }
const NOBODY = 65_534
const ORDINARY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A pattern that meets a whole path, and not the part below the root, takes these for something else. */
const ODD = 'testing/fixtures/dist/node_modules/naïve name'

const PARTS = ['package.json', 'tsconfig.json', 'bin', 'scripts', 'lib', 'server', 'prisma']
const home = mkdtempSync(path.join(tmpdir(), 'slipway-built-'))
const built = path.join(home, ODD)

/** `slipway --version` in a tree. */
function versionIn(folder: string, who = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/slipway', '--version'], {
    ...{ cwd: folder, encoding: 'utf8', ...who },
    env: { NODE_ENV: 'production', PATH: process.env['PATH'], SLIPWAY_NO_ENV_FILE: '1' },
  })
  return { status, stdout, stderr }
}

beforeAll(() => {
  for (const part of PARTS) cpSync(part, path.join(built, part), { recursive: true, preserveTimestamps: true })
  symlinkSync(path.resolve('node_modules'), path.join(built, 'node_modules'))
  expect(versionIn(built)).toEqual(RUNS)
})

afterAll(() => rmSync(home, { recursive: true }))

/** A separate tree with the sources of the command line and, if wanted, their build; read-only for all but the caller once it is closed. */
function tree(parts: readonly string[] = [...PARTS, 'dist']) {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-tree-'))
  onTestFinished(() => {
    chmodSync(folder, 0o755)
    rmSync(folder, { recursive: true, force: true })
  })
  for (const part of parts)
    cpSync(path.join(built, part), path.join(folder, part), { recursive: true, preserveTimestamps: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const slipway = (who = {}) => versionIn(folder, who)
  const close = () => {
    for (const part of ['.', 'dist']) chmodSync(path.join(folder, part), 0o555)
  }
  return { folder, slipway, close }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a build', () => {
  it('compares the contents of the sources, not their times: a copy runs without a new build', () => {
    const { folder, slipway, close } = tree()
    utimesSync(path.join(folder, 'server/main.ts'), new Date(), new Date())
    utimesSync(path.join(folder, 'package.json'), 1, 1)
    chmodSync(folder, 0o755)
    close()
    expect(slipway(ORDINARY)).toEqual(RUNS)
  })

  it('looks at times first: while no file has another one, none is read', () => {
    const { folder, slipway } = tree()
    const stamp = path.join(folder, 'dist/server.stamp')
    const lines = () => readFileSync(stamp, 'utf8').split('\n')
    const [contents, copied] = lines()
    expect(slipway()).toEqual(RUNS)
    const [same, states] = lines()
    expect([same, states === copied], 'a copy is read once').toEqual([contents, false])
    writeFileSync(stamp, `of other contents\n${states}`)
    expect(slipway()).toEqual(RUNS)
    expect(lines(), 'nothing was compared').toEqual(['of other contents', states])
  })

  it('is repeated when a source has changed, whatever the parent folders are called', () => {
    const description = path.join(built, 'package.json')
    const before = readFileSync(description, 'utf8')
    onTestFinished(() => writeFileSync(description, before))
    for (const version of ['7.0.0', '7.0.1']) {
      writeFileSync(description, JSON.stringify({ ...JSON.parse(before), version }))
      expect(versionIn(built)).toEqual({ ...RUNS, stdout: `${version}\n` })
    }
    writeFileSync(description, before)
    expect(versionIn(built)).toEqual(RUNS)
  })

  it('records its commit when there is a repository, and whether files had changed', () => {
    const { folder, slipway } = tree(PARTS)
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
        ...{ cwd: folder, encoding: 'utf8' },
      })
    git('init', '--quiet')
    git('add', 'package.json')
    git('commit', '--quiet', '--message', 'one')
    const commit = git('rev-parse', '--short', 'HEAD').trim()
    expect(slipway()).toEqual({ ...RUNS, stdout: `${VERSION} (${commit})\n` })
    writeFileSync(path.join(folder, 'package.json'), ' \n', { flag: 'a' })
    expect(slipway()).toEqual({ ...RUNS, stdout: `${VERSION} (${commit}-dirty)\n` })
  })

  it('removes the files of old builds, but none that a starting command may need', () => {
    const { folder, slipway } = tree()
    const [old, young] = ['chunk-OLD.mjs', 'chunk-YOUNG.mjs'].map((name) => path.join(folder, 'dist', name)) as [
      string,
      string,
    ]
    for (const file of [old, young]) writeFileSync(file, '')
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
    utimesSync(old, twoDaysAgo, twoDaysAgo)
    writeFileSync(path.join(folder, 'server/config/version.ts'), '// changed\n', { flag: 'a' })
    expect(slipway()).toEqual(RUNS)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  it('has no source maps, and does not name the folder that it was made in', () => {
    const dist = path.join(built, 'dist')
    const made = readdirSync(dist).filter((name) => name !== 'compile-cache')
    expect(made).toContain('server.mjs')
    expect(made.filter((name) => name.endsWith('.map'))).toEqual([])
    expect(
      made.filter((name) => /sourceMappingURL|slipway-built-/.test(readFileSync(path.join(dist, name), 'utf8'))),
    ).toEqual([])
  })

  it('that cannot be repeated, because the folder is read-only, runs as it was and says so', () => {
    const { folder, slipway, close } = tree()
    writeFileSync(path.join(folder, 'server/config/version.ts'), '// changed\n', { flag: 'a' })
    chmodSync(folder, 0o755)
    close()
    const { status, stdout, stderr } = slipway(ORDINARY)
    expect([status, stdout]).toEqual([0, `${VERSION}\n`])
    expect(stderr).toMatch(
      /^The sources have changed since the build \(server\), and \S+ cannot be written: running what was built\.\n$/,
    )
  })

  it('that is missing and cannot be made ends with a sentence about what to do', () => {
    const { folder, slipway } = tree(PARTS)
    chmodSync(folder, 0o555)
    const { status, stderr } = slipway(ORDINARY)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^Slipway is not built \(server\), and \S+ cannot be written: run "npm run build" as its owner\.\n$/,
    )
  })

  it('that another process makes is waited for, whether that makes it or dies', async () => {
    const { folder } = tree(PARTS)
    const other = spawn('sleep', ['600'])
    onTestFinished(() => void other.kill())
    mkdirSync(path.join(folder, 'dist'))
    writeFileSync(path.join(folder, 'dist/server.lock'), String(other.pid))
    const said = ['', '']
    const ends = said.map((_, index) => {
      const program = spawn(process.execPath, ['bin/slipway', '--version'], {
        cwd: folder,
        env: { ...{ PATH: process.env['PATH'] }, NODE_ENV: 'production', SLIPWAY_NO_ENV_FILE: '1' },
      })
      program.stderr.on('data', (text) => {
        said[index] += text
      })
      return new Promise((resolve) => program.once('close', resolve))
    })
    const sentence = 'Another process is building: waiting for it …\n'
    await expect.poll(() => said).toEqual([sentence, sentence])
    other.kill()
    expect(await Promise.all(ends)).toEqual([0, 0])
    expect(readdirSync(path.join(folder, 'dist'))).not.toContain('server.lock')
  })

  it('of the pages reports its progress, and ends with the program that started it, so that the next one is not refused', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-endless-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const begun = path.join(folder, 'begun')
    writeFileSync(
      path.join(folder, 'next.config.mjs'),
      `import { writeFileSync } from 'node:fs'
       writeFileSync(${JSON.stringify(begun)}, String(process.pid))
       await new Promise(() => setInterval(() => undefined, 1000))`,
    )
    const build = `import(process.argv[2]).then(({ buildNextApp }) => buildNextApp(process.argv[1], 50))`
    const program = spawn(process.execPath, ['-e', build, folder, path.resolve('scripts/build.mjs')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    let said = ''
    program.stderr.on('data', (text) => {
      said += text
    })
    const ended = new Promise((resolve) => program.once('close', (_, signal) => resolve(signal)))
    onTestFinished(() => void program.kill('SIGKILL'))
    await expect.poll(() => existsSync(begun) && readFileSync(begun, 'utf8')).toMatch(/^\d+$/)
    const builder = Number(readFileSync(begun, 'utf8'))
    onTestFinished(() => void (isRunning(builder) && process.kill(builder, 'SIGKILL')))
    await expect.poll(() => said).toMatch(/^Still building, for \d+ s …$/m)
    program.kill('SIGTERM')
    expect(await ended).toBe('SIGTERM')
    await expect.poll(() => isRunning(builder)).toBe(false)
  })

  it('of the pages is complete when every file that Next names exists', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-pages-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(path.join(folder, '.next/server'), { recursive: true })
    writeFileSync(path.join(folder, '.next/BUILD_ID'), 'one')
    expect(arePagesWhole(folder)).toBe(false)
    writeFileSync(
      path.join(folder, '.next/required-server-files.json'),
      '{"files":[".next/server/pages-manifest.json"]}',
    )
    expect(arePagesWhole(folder)).toBe(false)
    writeFileSync(path.join(folder, '.next/server/pages-manifest.json'), '{}')
    expect(arePagesWhole(folder)).toBe(true)
  })
})

it('built pages name packages as npm does, and not the folder of the build', () => {
  const folder = path.join(home, 'node_modules/naïve name')
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  for (const name of ['pino', '@prisma/client']) write(`node_modules/${name}/package.json`, '{}')
  for (const name of ['pino-28069d5257187539', '@prisma/client-2c3a283f134fdcb6'])
    write(`.next/node_modules/${name}`, '')
  write('.next/server/chunks/[a]._.js', 'require("pino-28069d5257187539");import("@prisma/client-2c3a283f134fdcb6/x")')
  for (const end of ['js', 'json']) write(`.next/required-server-files.${end}`, JSON.stringify({ appDir: folder }))
  makeMovable(folder)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  expect(read('.next/server/chunks/[a]._.js')).toBe('require("pino");import("@prisma/client/x")')
  expect(read('.next/required-server-files.json')).toBe('{"appDir":"."}')
  expect(existsSync(path.join(folder, '.next/node_modules'))).toBe(false)
  write('.next/node_modules/elsewhere-28069d5257187539', '')
  expect(() => makeMovable(folder)).toThrow('The pages need elsewhere, which is not in node_modules.')
})

it('a script that is called through a symbolic link does its work', () => {
  const link = path.join(home, 'link')
  symlinkSync(path.resolve('.'), link)
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(link, 'scripts/coverage-rows.mjs')], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toMatch(/rows have a passing test|There is no report yet/)
})

it('the command line keeps its compiled code, which halves the time of the next command', () => {
  const cache = path.join(built, 'dist/compile-cache')
  rmSync(cache, { recursive: true, force: true })
  const first = versionIn(built)
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(10)
  expect(versionIn(built)).toEqual(first)
})

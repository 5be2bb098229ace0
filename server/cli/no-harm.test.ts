// Commands take the addresses of the domain that they work on, and read-only commands change nothing in it.
import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { commandLine } from '../testing/command-line.ts'
import { domainAt, emptyFolder, keptIn, QUIET, within } from '../testing/data-folder.ts'
import { placeAt } from '../testing/data-place.ts'
import { runningDomain } from '../testing/running.ts'

/** A demo domain that was made for an address and is not running, and the command line on it. */
async function commandAt(publicUrl: string, more: Readonly<Record<string, string>> = {}) {
  const { cwd, data, env } = await domainAt(publicUrl, more)
  return { data, env, run: commandLine(cwd, env) }
}

const READING = [
  ['app', 'list'],
  ['role', 'list'],
  ['user', 'list'],
  ['keys', 'list'],
  ['trace', 'list'],
  ['audit', 'verify'],
] as const

describe('a command that reads', () => {
  it.each(READING)('writes nothing: %s %s', async (...args) => {
    const { env, run } = await commandAt('http://localhost:3301')
    const before = await keptIn(env)
    expect(await run([...args, '--json'])).toMatchObject({ code: 0, stderr: '' })
    expect(await keptIn(env)).toEqual(before)
  })

  it('writes nothing as doctor, also when it is given other settings', async () => {
    const { env, run } = await commandAt('http://localhost:3301')
    const before = await keptIn(env)
    await run(['doctor'])
    const other = await run(['doctor', '--json'], { env: { ...env, PUBLIC_URL: 'http://localhost:3999' } })
    expect(await keptIn(env)).toEqual(before)
    expect(JSON.parse(other.stdout).findings).toContainEqual({
      check: 'domain',
      level: 'error',
      message: expect.stringContaining('the domain has http://localhost:3301, and http://localhost:3999 is given'),
      remedy: expect.stringContaining('slipway start'),
    })
  })

  it('takes the address from the domain when no setting has it', async () => {
    const { run } = await commandAt('http://localhost:3301')
    const apps = JSON.parse((await run(['app', 'list', '--json'])).stdout) as readonly Record<string, string>[]
    expect(apps.find((app) => app['client_id'] === 'demo-app')?.['launch_url']).toBe('http://localhost:3301/launch')
  })
})

describe('a command with settings of another domain', () => {
  const COMMANDS = [
    ['app', 'list'],
    ['user', 'add', '--email', 'a@example.org', '--password', 'a long password'],
    ['launch', '--app', 'demo-app', '--as', 'Patient/marijke-jansen', '--task', 'Task/sleep-diary-week-1'],
    ['backup', 'copy'],
    ['reset', '--yes'],
  ]
  const SETTINGS = [
    { PUBLIC_URL: 'http://localhost:3000' },
    { PORT: '3000' },
    { AUTH_URL: 'https://auth.example.org' },
    { SHARED_IDP_ISSUER: 'https://idp.example.org', SHARED_IDP_CLIENT_ID: 'slipway' },
  ]

  it.each(COMMANDS)('refuses, names the domain it found, and changes nothing: %s', async (...args) => {
    const { env, run } = await commandAt('http://localhost:3301')
    const before = await keptIn(env)
    const { code, stdout, stderr } = await run(args, { env: { ...env, PUBLIC_URL: 'http://localhost:3000' } })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      [
        `These settings differ from the domain at ${env.DATA_DIR}:`,
        '  - PUBLIC_URL: the domain has http://localhost:3301, and http://localhost:3000 is given',
        'Leave them out: a command takes them from the domain. Or set DATA_DIR to the folder of another domain.\n',
      ].join('\n'),
    )
    expect(await keptIn(env)).toEqual(before)
  })

  it.each(SETTINGS)('refuses %o', async (given) => {
    const { env, run } = await commandAt('http://localhost:3301', { PORT: '3301' })
    const { code, stderr } = await run(['app', 'list'], { env: { ...env, ...given } })
    expect([code, stderr]).toEqual([1, expect.stringContaining('These settings differ from the domain')])
  })

  it('is accepted when they are the same, or do not decide the address', async () => {
    const { env, run } = await commandAt('http://localhost:3301', { PORT: '3301' })
    for (const given of [
      { PUBLIC_URL: 'http://localhost:3301/' },
      { PORT: '3301' },
      { PORT: '4000', PUBLIC_URL: 'http://localhost:3301' },
    ])
      expect(await run(['app', 'list'], { env: { ...env, ...given } })).toMatchObject({ code: 0, stderr: '' })
  })

  it('knows the address of a domain of an older version, which has no record of it', async () => {
    const { env, run } = await commandAt('http://localhost:3301')
    await within(env, ({ rows }) => rows('DELETE FROM domain_record'))
    const { stderr } = await run(['app', 'list'], { env: { ...env, PUBLIC_URL: 'http://localhost:3000' } })
    expect(stderr).toContain('the domain has http://localhost:3301, and http://localhost:3000 is given')
    expect(await run(['app', 'list'])).toMatchObject({ code: 0 })
  })
})

describe('a command without a domain', () => {
  const COMMANDS = [
    ['app', 'list'],
    ['app', 'add', '--name', 'A', '--kind', 'module'],
    ['user', 'add', '--email', 'a@example.org', '--password', 'a long password'],
    ['import', '-'],
    ['launch', '--app', 'demo-app', '--as', 'Patient/1', '--task', 'Task/1'],
    ['audit', 'verify'],
    ['backup', 'copy'],
    ['reset', '--yes'],
  ]

  it.each(COMMANDS)('does not make one: %s', async (...args) => {
    const cwd = emptyFolder()
    const { code, stdout, stderr } = await commandLine(cwd, { ...QUIET, DATA_DIR: path.join(cwd, 'data') })(args)
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `There is no domain at ${path.join(cwd, 'data')}: set DATA_DIR to the folder of one, or make it with "slipway start" or "slipway init".\n`,
    ])
    expect(existsSync(path.join(cwd, 'data'))).toBe(false)
  })

  it('makes one by init, and only where there is none', async () => {
    const cwd = emptyFolder()
    const run = commandLine(cwd, { ...QUIET, DATA_DIR: path.join(cwd, 'data'), PUBLIC_URL: 'http://localhost:3301' })
    expect(await run(['init', '--json'])).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ data_dir: path.join(cwd, 'data'), public_url: 'http://localhost:3301' })}\n`,
    })
    expect(statSync(path.join(cwd, 'data', 'slipway.db')).mode & 0o777).toBe(0o600)
    expect(await run(['user', 'list'])).toMatchObject({ code: 0 })
    expect(await run(['init'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A domain already exists at'),
    })
  })

  it('leaves a database of an older version unchanged, and names the start that migrates it', async () => {
    const { env, run } = await commandAt('http://localhost:3301')
    const newest = '(SELECT max(migration_name) FROM _prisma_migrations)'
    await within(env, ({ rows }) => rows(`DELETE FROM _prisma_migrations WHERE migration_name = ${newest}`))
    const before = await keptIn(env)
    const { code, stderr } = await run(['app', 'list'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database is of an older version: \S+ is not applied\. The next start/),
    ])
    expect(await keptIn(env)).toEqual(before)
  })
})

describe('a domain whose server runs', () => {
  it('is not deleted by reset', async () => {
    const { domain, url } = await runningDomain()
    const { dataDir } = domain.config
    const run = commandLine(emptyFolder(), { ...QUIET, DATA_DIR: dataDir, PUBLIC_URL: url })
    expect(await run(['reset', '--yes'])).toMatchObject({ code: 1, stderr: expect.stringContaining('is using') })
    expect(existsSync(path.join(dataDir, 'slipway.db'))).toBe(true)
  })

  it('is not opened at another address at the same time', async () => {
    const { domain, url } = await runningDomain()
    const { dataDir } = domain.config
    const other = readConfig({ ...QUIET, ...placeAt(dataDir), PUBLIC_URL: `http://localhost:${await freePort()}` })
    await expect(openDomain(other)).rejects.toThrow(`The domain at ${dataDir} is in use as ${url}`)
    const apps = await domain.registry.listClients()
    expect(apps.find(({ clientId }) => clientId === 'demo-app')?.launchUrl).toBe(`${url}/launch`)
    const same = await openDomain(domain.config)
    await same.close()
  })
})

describe('a domain without its keys', () => {
  it('is neither started nor worked on, so that no new keys replace the old ones', async () => {
    const { data, env, run } = await commandAt('http://localhost:3301')
    rmSync(path.join(data, 'keys'), { recursive: true })
    const missing = `${path.join(data, 'keys')} is missing`
    expect(await run(['app', 'list'])).toMatchObject({ code: 1, stderr: expect.stringContaining(missing) })
    await expect(openDomain(readConfig({ ...env, PUBLIC_URL: 'http://localhost:3301' }))).rejects.toThrow(missing)
    expect(existsSync(path.join(data, 'keys'))).toBe(false)
  })
})

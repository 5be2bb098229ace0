import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { bundle } from '../../scripts/build.mjs'
import { parseConfig } from '../config/config.ts'
import { recordedSettings } from '../startup/domain-record.ts'
import { productionViolations } from './production.ts'

const GOOD = { PUBLIC_URL: 'https://launch.example.org', METRICS_TOKEN: 'x7Jw2kq9Tz5LrV0bNcM8' }

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'slipway-production-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A copy of the demo domain. */
function demoData(): string {
  const directory = folder()
  cpSync(inject('templateDirectory'), directory, { recursive: true })
  chmodSync(path.join(directory, 'keys'), 0o700) // The copies of Node 22 and 24 lose the modes of folders.
  return directory
}

type Env = Readonly<Record<string, string>>

const itemsOf = async (env: Env) => {
  const given = { DATA_DIR: path.join(folder(), 'data'), ...GOOD, ...env }
  return (await productionViolations(parseConfig(given), given)).map(({ item }) => item)
}

describe('the production check-list', () => {
  it('has no item for good settings without data', async () => expect(await itemsOf({})).toEqual([]))

  it('is enforced when PUBLIC_URL is not of this machine, unless SLIPWAY_ENV is development', () => {
    expect(parseConfig({}).production).toBe(false)
    expect(parseConfig({ PUBLIC_URL: 'https://launch.example.org' }).production).toBe(true)
    expect(parseConfig({ PUBLIC_URL: 'https://launch.example.org', SLIPWAY_ENV: 'development' }).production).toBe(false)
    expect(parseConfig({ SLIPWAY_ENV: 'production' }).production).toBe(true)
  })

  const idp = (more: Env) => ({
    SHARED_IDP_ISSUER: 'https://idp.example.org',
    SHARED_IDP_CLIENT_ID: 'slipway',
    ...more,
  })
  const cases: readonly (readonly [what: string, item: string, env: Env])[] = [
    ['the demo', 'demo', { DEMO: 'true' }],
    ['a plain PUBLIC_URL', 'https', { PUBLIC_URL: 'http://launch.example.org', DEMO: 'false' }],
    [
      'a PUBLIC_URL of this machine',
      'https',
      { PUBLIC_URL: 'https://localhost:3000', SLIPWAY_ENV: 'production', DEMO: 'false' },
    ],
    ['a plain AUTH_URL', 'https', { AUTH_URL: 'http://auth.example.org' }],
    ['a plain BASE_URL', 'https', { BASE_URL: 'http://fhir.example.org' }],
    ['a plain identity provider', 'https', idp({ SHARED_IDP_ISSUER: 'http://idp.example.org' })],
    ['no rate limits', 'rate_limit', { RATE_LIMIT: 'off' }],
    ['a short METRICS_TOKEN', 'secrets', { METRICS_TOKEN: 'abc123' }],
    ['a METRICS_TOKEN of one character', 'secrets', { METRICS_TOKEN: 'x'.repeat(40) }],
    ['a client secret that stands for one', 'secrets', idp({ SHARED_IDP_CLIENT_SECRET: 'change-me-in-production' })],
    ['a client secret of words', 'secrets', idp({ SHARED_IDP_CLIENT_SECRET: 'my-secret-password-secret' })],
    ['a client secret that repeats', 'secrets', idp({ SHARED_IDP_CLIENT_SECRET: 'abcabcabcabcabcabcabc' })],
    ['certificates that nobody verifies', 'tls', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ]
  it.each(cases)('refuses %s', async (_what, item, env) => expect(await itemsOf(env)).toEqual([item]))

  it('refuses demo accounts in the database', async () => {
    expect(await itemsOf({ DATA_DIR: demoData() })).toEqual(['demo_accounts'])
  })

  it.each(['slipway.db', 'keys', 'keys/audit.secret'])('refuses %s when other users can read it', async (name) => {
    const directory = demoData()
    chmodSync(path.join(directory, name), 0o704)
    expect(await itemsOf({ DATA_DIR: directory })).toEqual(['files', 'demo_accounts'])
  })

  it('refuses a secret file that other users can read', async () => {
    const file = path.join(folder(), 'token')
    writeFileSync(file, GOOD.METRICS_TOKEN, { mode: 0o644 })
    expect(await itemsOf({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: file })).toEqual(['files'])
    chmodSync(file, 0o600)
    expect(await itemsOf({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: file })).toEqual([])
  })
})

describe('a start in production', () => {
  const outdir = path.resolve(`dist/testing/start-${process.pid}`)
  const script = path.join(outdir, 'start.mjs')

  beforeAll(async () => {
    await bundle({ entryPoints: { server: 'server/main.ts' }, outdir })
    // As scripts/start.mjs ends: with the message for people, and 1.
    writeFileSync(
      script,
      `import { explainFailure, start } from './server.mjs'
       start(Date.now()).catch((error) => { explainFailure(error); process.exit(1) })`,
    )
  })
  afterAll(() => rmSync(outdir, { recursive: true, force: true }))

  const started = (env: Env) =>
    new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
      const child = spawn(process.execPath, [script], {
        env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
      })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      child.on('close', (code) => resolve({ code, said }))
    })

  it('names every refused item at once, each with what to do, and writes nothing', async () => {
    const data = demoData()
    const key = path.join(data, 'keys', 'audit.secret')
    chmodSync(key, 0o644)
    const env = {
      DATA_DIR: data,
      PUBLIC_URL: 'http://launch.example.org',
      DEMO: 'true',
      RATE_LIMIT: 'off',
      METRICS_TOKEN: 'abc',
    }
    const { code, said } = await started({ ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(code).toBe(1)
    for (const item of ['demo', 'https', 'rate_limit', 'secrets', 'tls', 'files', 'demo_accounts'])
      expect(said).toMatch(new RegExp(`^ {2}- ${item}: .+\\n {6}\\S.+$`, 'm'))
    expect(said).toContain(`chmod 600 ${key}`)
    expect(said).not.toMatch(/\n {4}at /)
  })

  it('continues when every item is good, and stops at a port in use', async () => {
    const data = path.join(folder(), 'data')
    mkdirSync(data, { mode: 0o700 })
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
    onTestFinished(() => new Promise<void>((resolve) => taken.close(() => resolve())))
    const { port } = taken.address() as AddressInfo
    const { code, said } = await started({ ...GOOD, DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'silent' })
    expect([code, said]).toEqual([
      1,
      `Port ${port} is in use: set PORT to another port, or stop the program that uses it.\n`,
    ])
    expect(existsSync(path.join(data, 'slipway.db'))).toBe(true)
  })

  it('leaves the recorded address unchanged when the port is in use', async () => {
    const data = demoData()
    const recorded = () => recordedSettings({ databaseFile: path.join(data, 'slipway.db') })
    const before = await recorded()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
    onTestFinished(() => new Promise<void>((resolve) => taken.close(() => resolve())))
    const { port } = taken.address() as AddressInfo
    const { code, said } = await started({ DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'silent' })
    expect([code, said]).toEqual([
      1,
      `Port ${port} is in use: set PORT to another port, or stop the program that uses it.\n`,
    ])
    expect(before).toMatchObject({ PUBLIC_URL: 'http://localhost:3000' })
    expect(await recorded()).toEqual(before)
  })
})

// docs/how-to/test-in-ci.md: the commands of its example run as printed, against a running server.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownApp } from '../own-app.ts'
import { runningDomain } from '../running.ts'

/** The `run:` lines of the example. */
const commands = [
  ...(/```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/how-to/test-in-ci.md', 'utf8'))?.[1] ?? '').matchAll(
    /^\s*- run: (.+)$/gm,
  ),
].map(([, command = '']) => command)

/** Runs a line in a shell; its exit code. */
const run = (command: string, env: Readonly<Record<string, string>>, cwd = process.cwd()) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const child = execFile(
      'bash',
      ['-ec', command],
      { cwd, env: { NODE_ENV: 'test', PATH: process.env['PATH'], ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

async function runningEnv(more: Readonly<Record<string, string>> = {}) {
  const { domain, url } = await runningDomain(more)
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-ci-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const { dataDir, port } = domain.config
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'silent',
    SLIPWAY_NO_ENV_FILE: '1',
    ...more,
  }
  return { env, url, directory, domain }
}

describe('the example for GitHub Actions', () => {
  it('installs, starts and waits with commands that this project has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    expect(scripts['start']).toBe('node scripts/start.mjs')
    expect(commands.filter((command) => !command.startsWith('./bin/slipway'))).toEqual([
      'npm ci',
      'npm start > slipway.log 2>&1 &',
      expect.stringMatching(/^curl --silent --fail .*--retry-all-errors http:\/\/localhost:3000\/fhir\/metadata$/),
    ])
  })

  it('waits until the server answers', async () => {
    const { env, url } = await runningEnv()
    const wait = commands.find((command) => command.startsWith('curl')) ?? ''
    expect((await run(wait.replace('http://localhost:3000', url), env)).code).toBe(0)
  })

  it('launches, and each step passes and leaves a report', async () => {
    const { env, directory } = await runningEnv()
    const launches = commands.filter((command) => command.startsWith('./bin/slipway'))
    expect(launches.length).toBeGreaterThan(2)
    for (const command of launches) {
      const report = path.join(directory, /--junit (\S+)/.exec(command)?.[1] ?? '')
      const { code, stdout, stderr } = await run(command.replace(/--junit \S+/, `--junit ${report}`), env)
      expect([code, stdout.includes('FAIL')], `${command}\n${stderr}${stdout}`).toEqual([0, command.includes('--fail')])
      expect(readFileSync(report, 'utf8')).toMatch(
        /<testsuite name="slipway (launch|test demo-app)" tests="\d+" failures="0"/,
      )
    }
  })
})

const read = (file: string) => readFileSync(`deploy/ci/${file}`, 'utf8')
const [, action = ''] = /^ +run: \|\n((?: +.+\n)+)/m.exec(read('action.yml')) ?? []
const [, gitlab = ''] = /^ +script:\n +- (.+)$/m.exec(read('gitlab.yml')) ?? []

describe('the templates', () => {
  const who = {
    ...{ as: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1' },
    ...{ user: 'marijke@demo.test', password: 'demo' },
  }

  it.each([
    ['GitHub', action, { APP: 'demo-app', JUNIT: 'slipway.xml', SLIPWAY: path.resolve('bin/slipway') }],
    [
      'GitHub, of a person',
      action,
      {
        ...{ APP: 'demo-app', JUNIT: 'slipway.xml', SLIPWAY: path.resolve('bin/slipway') },
        ...{ WHO: who.as, TASK: who.task, LOGIN: who.user, PASSWORD: who.password },
      },
    ],
    ['GitLab', gitlab, { SLIPWAY_APP: 'demo-app' }],
    [
      'GitLab, of a person',
      gitlab,
      {
        ...{ SLIPWAY_APP: 'demo-app', SLIPWAY_AS: who.as, SLIPWAY_TASK: who.task },
        ...{ SLIPWAY_USER: who.user, SLIPWAY_PASSWORD: who.password },
      },
    ],
  ])('test an app of a domain elsewhere and leave a report: %s', async (_, script, settings) => {
    const { env, url, directory } = await runningEnv()
    const { stdout: token } = await run('./bin/slipway token new --for beheer@demo.test --name ci --expires 1d -q', env)
    const elsewhere = { SLIPWAY_NO_ENV_FILE: '1', SLIPWAY_URL: url, SLIPWAY_TOKEN: token.trim() }
    const here = script.replace('/slipway/bin/slipway', path.resolve('bin/slipway'))
    const { code, stdout, stderr } = await run(here, { ...elsewhere, ...settings }, directory)
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining('16 passed, 0 failed, 1 not run')])
    expect(readFileSync(path.join(directory, 'slipway.xml'), 'utf8')).toContain('name="slipway test demo-app"')
  })
})

/** A domain that is no demo, with a task of a patient that a practitioner opens at an app of one's own, by a platform of one's own. */
async function strangers() {
  const { domain, url, directory, env } = await runningEnv({ DEMO: 'false' })
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  writeFileSync(path.join(directory, 'public.pem'), await exportSPKI(publicKey))
  const platformKey = await exportPKCS8(privateKey)
  writeFileSync(path.join(directory, 'platform.pem'), platformKey)
  const [patient, doctor] = [{ reference: 'Patient/jansen' }, { reference: 'Practitioner/visser' }]
  const records = [
    { resourceType: 'Patient', id: 'jansen', active: true },
    { resourceType: 'Practitioner', id: 'visser', active: true },
    { resourceType: 'Task', id: 'diary-1', status: 'ready', intent: 'order', for: patient, owner: doctor },
  ]
  const written = records.map((parsed) => ({
    ...{ type: parsed.resourceType, id: parsed.id, text: JSON.stringify(parsed), parsed },
  }))
  await domain.resources.write(written, domain.clock())
  for (const command of [
    `app add --name Care --kind platform --client-id care-portal --pem ${directory}/public.pem`,
    'user add --email visser@example.org --password "a long password" --person Practitioner/visser',
    'user add --email admin@example.org --password "a long password" --role admin',
  ])
    expect(await run(`./bin/slipway ${command}`, env)).toMatchObject({ code: 0 })
  const { clientId, keyFile } = await ownApp(domain)
  const made = await run('./bin/slipway token new --for admin@example.org --name ci --expires 1d -q', env)
  return { url, directory, clientId, keyFile, platformKey, token: made.stdout.trim() }
}

describe('the templates outside of the demo', () => {
  it.each(['GitHub', 'GitLab'])('launch as a platform of one’s own, and play the app with its key: %s', async (of) => {
    const { url, directory, clientId, keyFile, platformKey, token } = await strangers()
    const who = { as: 'Practitioner/visser', task: 'Task/diary-1', patient: 'Patient/jansen' }
    const login = { user: 'visser@example.org', password: 'a long password' }
    const settings =
      of === 'GitHub'
        ? {
            ...{ APP: clientId, JUNIT: 'slipway.xml', SLIPWAY: path.resolve('bin/slipway'), TMPDIR: directory },
            ...{ WHO: who.as, TASK: who.task, PATIENT: who.patient, LOGIN: login.user, PASSWORD: login.password },
            ...{ PLATFORM: 'care-portal', PLATFORM_KEY: platformKey, KEY: readFileSync(keyFile, 'utf8') },
          }
        : {
            ...{ SLIPWAY_APP: clientId, SLIPWAY_AS: who.as, SLIPWAY_TASK: who.task, SLIPWAY_PATIENT: who.patient },
            ...{ SLIPWAY_USER: login.user, SLIPWAY_PASSWORD: login.password, SLIPWAY_PLATFORM: 'care-portal' },
            ...{ SLIPWAY_PLATFORM_KEY: path.join(directory, 'platform.pem'), SLIPWAY_APP_KEY: keyFile },
          }
    const script = (of === 'GitHub' ? action : gitlab).replace('/slipway/bin/slipway', path.resolve('bin/slipway'))
    const elsewhere = { SLIPWAY_NO_ENV_FILE: '1', SLIPWAY_URL: url, SLIPWAY_TOKEN: token }
    const before = readdirSync(directory)
    const { code, stdout, stderr } = await run(script, { ...elsewhere, ...settings }, directory)
    expect([code, stdout], `${stdout}\n${stderr}`).toEqual([
      0,
      expect.stringMatching(/\d+ passed, 0 failed, \d not run/),
    ])
    expect(stdout).toMatch(/^ok +pkce-mismatch /m)
    expect(readdirSync(directory), 'no key is left behind').toEqual([...before, 'slipway.xml'].sort())
  })
})

describe('the package', () => {
  it('is called by npx without a question, since CI has nobody to answer it', () => {
    const guide = readFileSync('docs/how-to/test-in-ci.md', 'utf8')
    const calls = [...guide.matchAll(/^npx .*$/gm)].map(([call]) => call)
    expect(calls).toHaveLength(2)
    for (const call of calls) expect(call).toMatch(/^npx --yes --package=/)
  })
})

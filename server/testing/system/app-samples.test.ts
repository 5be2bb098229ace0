// The sample apps as what a developer gets: each runs as its own process, where its toolchain is installed. Node's has to run.
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { runningDomain } from '../running.ts'
import { launchSample, letComplete } from '../sample-launch.ts'

type Command = readonly [command: string, ...args: string[]]

interface Sample {
  readonly name: string
  readonly run: Command
  /** Makes of the sample what is run, and fails where the sample is not as its language wants it. */
  readonly compile?: Command
  /** A command that succeeds where the sample can be run; undefined where it must be. */
  readonly there?: Command
}

const compiled = mkdtempSync(path.join(tmpdir(), 'slipway-compiled-samples-'))
afterAll(() => rmSync(compiled, { recursive: true }))

const at = (file: string): string => path.resolve('samples', file)

const SAMPLES: readonly Sample[] = [
  { name: 'Node', run: [process.execPath, '--env-file=app.env', at('node/app.mjs')] },
  { name: 'Python', there: ['python3', '-c', 'import cryptography'], run: ['python3', at('python/app.py')] },
  {
    name: 'Java',
    there: ['javac', '--release', '17', '-version'],
    compile: ['javac', '-Xlint:all', '-Werror', '-d', compiled, at('java/App.java')],
    run: ['java', '-cp', compiled, 'App'],
  },
  {
    name: '.NET',
    there: ['dotnet', '--version'],
    compile: ['dotnet', 'build', '--nologo', '-warnaserror', '-o', path.join(compiled, 'net'), at('dotnet/App.csproj')],
    run: ['dotnet', path.join(compiled, 'net', 'App.dll')],
  },
]

const result = ([command, ...args]: Command) => spawnSync(command, args, { encoding: 'utf8' })

const here = SAMPLES.filter(({ there }) => !there || result(there).status === 0)

describe('a sample app', () => {
  it.each(here.flatMap(({ name, compile }) => (compile ? [{ name, compile }] : [])))(
    'compiles: $name',
    ({ compile }) => {
      const { status, stdout, stderr } = result(compile)
      expect(status, `${stdout}${stderr}`).toBe(0)
    },
  )

  it.each(here)('is launched from the portal, reads the patient and completes the task: $name', async ({ run }) => {
    const running = await runningDomain()
    const [command, ...args] = run
    const { page, seen } = await launchSample(running, {
      ...{ command, args, port: await freePort(), keysByUrl: true, completes: true },
      env: { COMPLETE_TASK: '1' },
      onRegistered: (clientId) => letComplete(running.domain.registry, clientId),
    })
    expect(page.status, page.text).toBe(200)
    for (const shown of ['The task is completed', 'Task/sleep-diary-week-1']) expect(page.text).toContain(shown)
    expect(await running.domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({
      body: expect.stringContaining('"status":"completed"'),
    })
    const steps = seen.items.map(({ step, outcome }) => `${step} ${outcome}`)
    const expected = ['launch', 'authorize', 'jwks', 'code', 'bearer', 'read'].map((step) => `${step} done`)
    expect(steps).toEqual(expect.arrayContaining(expected))
  })
})

describe('a sample app that cannot start', () => {
  const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })

  /** A folder with the key and the settings of an app, as /connect gives them. */
  function folderWith(settings: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-sample-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    writeFileSync(path.join(folder, 'app.env'), lines.join('\n'))
    writeFileSync(path.join(folder, 'private.pem'), RSA.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return folder
  }

  it.each(here)('says in a line which setting app.env does not have: $name', ({ run: [command, ...args] }) => {
    const cwd = folderWith({ FHIR_BASE: 'http://localhost:3000/fhir/DEFAULT' })
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd })
    expect([status, stdout, stderr.trim()]).toEqual([1, '', 'Set CLIENT_ID: app.env has it.'])
  })

  it.each(here)('says in a line that its port is taken: $name', async ({ run: [command, ...args] }) => {
    const { url } = await runningDomain() // Whose port it is.
    const cwd = folderWith({
      FHIR_BASE: `${url}/fhir/DEFAULT`,
      CLIENT_ID: 'a',
      REDIRECT_URI: `'${url}/callback'`,
      KEY_ID: 'k',
      PORT: '1',
    })
    const { port } = new URL(url) // What is set in the environment counts before the file.
    const child = spawn(command, args, { cwd, env: { ...process.env, PORT: port } })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    expect(said.trim()).toBe(`Port ${port} is taken: set PORT to another one.`)
  })
})

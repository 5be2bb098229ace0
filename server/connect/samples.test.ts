// The sample app for Node as what a developer gets: it runs as its own process, against the production server.
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, runningDomain } from '../testing/running.ts'
import { launchSample, letComplete } from '../testing/sample-launch.ts'

const NODE = { command: process.execPath, args: ['--env-file=app.env', path.resolve('samples/node/app.mjs')] }

describe('the sample app for Node', () => {
  it('is launched from the portal, exchanges its code and reads the patient', async () => {
    const { url } = await runningDomain()
    const { page, seen } = await launchSample(url, { ...NODE, port: await freePort() })
    expect(page.status, page.text).toBe(200)
    expect(page.text).toContain('The launch is open')
    for (const shown of ['Patient/marijke-jansen', 'Task/sleep-diary-week-1', 'Marijke'])
      expect(page.text).toContain(shown)
    expect(seen.items.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'launch done',
      'authorize done',
      'code done',
      'bearer done',
      'read done',
    ])
  })

  it('completes the task that was launched where its role lets it, and is told why where it does not', async () => {
    const { domain, url } = await runningDomain()
    const completing = async (onRegistered?: (clientId: string) => Promise<void>) =>
      launchSample(url, {
        ...NODE,
        port: await freePort(),
        env: { COMPLETE_TASK: '1' },
        ...(onRegistered && { onRegistered }),
      })
    const refused = await completing()
    expect([refused.page.status, refused.page.text]).toEqual([400, expect.stringContaining('403')])
    const { page } = await completing((clientId) => letComplete(domain.registry, clientId))
    expect(page.status, page.text).toBe(200)
    expect(domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({
      versionId: 2,
      body: expect.stringContaining('"status":"completed"'),
    })
  })

  it('is trusted by the keys at its own address, too', async () => {
    const { url } = await runningDomain()
    const { page, seen } = await launchSample(url, { ...NODE, port: await freePort(), keysByUrl: true })
    expect(page.text).toContain('The launch is open')
    expect(seen.items).toContainEqual(expect.objectContaining({ step: 'jwks', outcome: 'done' }))
  })

  it('says in words what the server refuses', async () => {
    const { url } = await runningDomain()
    const env = { KEY_ID: 'another-key' }
    const { page, seen } = await launchSample(url, { ...NODE, port: await freePort(), env })
    expect(page.status).toBe(400)
    expect(page.text).toContain('invalid_client: token.client_assertion')
    expect(seen.items.at(-1)).toMatchObject({ step: 'code', outcome: 'failed', check: 'token.client_assertion' })
  })
})

describe('a sample app that cannot start', () => {
  const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const succeeds = ([command = '', ...args]: readonly string[]) => spawnSync(command, args).status === 0
  const APPS = [
    { name: 'Node', there: [process.execPath, '--version'], run: [NODE.command, ...NODE.args] },
    {
      name: 'Python',
      there: ['python3', '-c', 'import cryptography'],
      run: ['python3', path.resolve('samples/python/app.py')],
    },
    {
      name: 'Java',
      there: ['java', '--source', '17', '--version'],
      run: ['java', path.resolve('samples/java/App.java')],
    },
  ].filter(({ there }) => succeeds(there))

  /** A folder with the key and the settings of an app, as /connect gives them. */
  function folderWith(settings: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-sample-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    writeFileSync(path.join(folder, 'app.env'), lines.join('\n'))
    writeFileSync(path.join(folder, 'private.pem'), RSA.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return folder
  }

  it.each(APPS)('says in a line which setting app.env does not have: $name', ({ run: [command = '', ...args] }) => {
    const cwd = folderWith({ FHIR_BASE: 'http://localhost:3000/fhir/DEFAULT' })
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd })
    expect([status, stdout, stderr.trim()]).toEqual([1, '', 'Set CLIENT_ID: app.env has it.'])
  })

  it.each(APPS)('says in a line that its port is taken: $name', async ({ run: [command = '', ...args] }) => {
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

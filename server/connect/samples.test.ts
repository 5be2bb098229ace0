// The sample app for Node as what a developer gets: it runs as its own process, against the production server.
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, runningDomain } from '../testing/running.ts'
import { launchSample, letComplete } from '../testing/sample-launch.ts'

const NODE = { command: process.execPath, args: ['samples/node/app.mjs'] }

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
    { there: [process.execPath, '--version'], run: [process.execPath, 'samples/node/app.mjs'] },
    { there: ['python3', '-c', 'import cryptography'], run: ['python3', 'samples/python/app.py'] },
    { there: ['java', '--source', '17', '--version'], run: ['java', 'samples/java/App.java'] },
  ]

  it.each(APPS.filter(({ there }) => succeeds(there)))('says in a line which one is missing: $run', ({ run }) => {
    const [command = '', ...args] = run
    const env = { ...process.env, FHIR_BASE: 'http://localhost:3000/fhir/DEFAULT', CLIENT_ID: '' }
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
    expect([status, stdout, stderr.trim()]).toEqual([1, '', 'Set CLIENT_ID: app.env has it.'])
  })

  it.each(APPS.filter(({ there }) => succeeds(there)))(
    'says in a line that its port is taken: $run',
    async ({ run }) => {
      const { url } = await runningDomain() // Whose port it is.
      const folder = mkdtempSync(path.join(tmpdir(), 'slipway-sample-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const PRIVATE_KEY_FILE = path.join(folder, 'private.pem')
      writeFileSync(PRIVATE_KEY_FILE, RSA.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      const PORT = new URL(url).port
      const settings = {
        FHIR_BASE: `${url}/fhir/DEFAULT`,
        CLIENT_ID: 'a',
        REDIRECT_URI: `${url}/callback`,
        KEY_ID: 'k',
      }
      const [command = '', ...args] = run
      const child = spawn(command, args, { env: { ...process.env, ...settings, PRIVATE_KEY_FILE, PORT } })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
      expect(said.trim()).toBe(`Port ${PORT} is taken: set PORT to another one.`)
    },
  )
})

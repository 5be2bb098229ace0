// The sample portals, run where their toolchain is installed: the launch that each signs is accepted by a real domain. Node's has to run.
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { type RunningDomain, runningDomain } from '../running.ts'

interface Sample {
  readonly name: string
  readonly run: readonly [command: string, ...args: string[]]
  /** A command that succeeds where it can be run; undefined where it must be. */
  readonly there?: readonly [command: string, ...args: string[]]
}

const SAMPLES: readonly Sample[] = [
  { name: 'launch.mjs', run: [process.execPath, 'samples/portal/launch.mjs'] },
  {
    name: 'launch.py',
    run: ['python3', 'samples/portal/launch.py'],
    there: ['python3', '-c', 'import cryptography'],
  },
  { name: 'Launch.java', run: ['java', 'samples/portal/Launch.java'], there: ['javac', '-version'] },
  {
    name: 'Launch.cs',
    run: ['dotnet', 'run', '--project', 'samples/portal/Portal.csproj'],
    there: ['dotnet', '--version'],
  },
]

const isHere = ({ there }: Sample): boolean => {
  if (!there) return true
  const [command, ...args] = there
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** A domain in which the portal is registered, and the settings of the sample. */
async function withPortal({ domain, url }: RunningDomain) {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-portal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const file = path.join(folder, 'portal.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'portal-key', alg: 'ES384', use: 'sig' }
  await domain.registry.saveClient({
    ...{ clientId: 'care-portal', name: 'Care portal', kind: 'platform', status: 'approved', redirectUris: [] },
    ...{ jwks: { keys: [jwk] }, jwksUrl: undefined, launchUrl: undefined, roleName: undefined },
  })
  return {
    ...{ FHIR_BASE: `${url}/fhir/DEFAULT`, PLATFORM_ID: 'care-portal', PRIVATE_KEY_FILE: file, KEY_ID: 'portal-key' },
    ...{ APP_ID: 'demo-app', LAUNCH_URL: `${url}/launch` },
    ...{ PERSON: 'Patient/marijke-jansen', TASK: 'Task/sleep-diary-week-1' },
  }
}

describe('the sample portal', () => {
  it.each(SAMPLES.filter(isHere))('$name launches the demo app', async ({ run: [command, ...args] }) => {
    const running = await runningDomain()
    const settings = await withPortal(running)
    const page = execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, ...settings } })
    const form = formWith(
      { url: 'https://portal.example/', status: 200, headers: new Headers(), text: page, visits: [] },
      'iss',
      'launch',
    )
    expect(form).toMatchObject({ method: 'POST', action: settings.LAUNCH_URL })
    if (!form) return
    const browser = createUserAgent(fetch, (url) => new URL(url).pathname === '/launch/app')
    const login = formWith(await browser.submit(form), 'username', 'password')
    expect(login, 'the login page').toBeDefined()
    if (!login) return
    const opened = await browser.submit(login, { username: 'marijke@demo.test', password: 'demo' })
    expect(opened.visits.at(-1)?.location).toContain('/launch/app')
  })

  it.each(SAMPLES.filter(isHere))('$name says which setting is missing', async ({ run: [command, ...args] }) => {
    const { TASK: _, ...settings } = await withPortal(await runningDomain())
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, ...settings, TASK: '' },
    })
    expect([status === 0, stdout]).toEqual([false, ''])
    expect(stderr.trim()).toBe('Set TASK.')
  })
})

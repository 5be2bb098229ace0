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

const at = (file: string): string => path.resolve('samples/portal', file)

const SAMPLES: readonly Sample[] = [
  { name: 'launch.mjs', run: [process.execPath, '--env-file=portal.env', at('launch.mjs')] },
  {
    name: 'launch.py',
    run: ['python3', at('launch.py')],
    there: ['python3', '-c', 'import cryptography'],
  },
  { name: 'Launch.java', run: ['java', at('Launch.java')], there: ['javac', '-version'] },
  {
    name: 'Launch.cs',
    run: ['dotnet', 'run', '--project', at('Portal.csproj')],
    there: ['dotnet', '--version'],
  },
]

const isHere = ({ there }: Sample): boolean => {
  if (!there) return true
  const [command, ...args] = there
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Registers the portal; a folder with its key and its settings, but for those `without`. */
async function withPortal({ domain, url }: RunningDomain, without?: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-portal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  writeFileSync(path.join(folder, 'portal.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'portal-key', alg: 'ES384', use: 'sig' }
  await domain.registry.saveClient({
    ...{ clientId: 'care-portal', name: 'Care portal', kind: 'platform', status: 'approved', redirectUris: [] },
    ...{ jwks: { keys: [jwk] }, jwksUrl: undefined, launchUrl: undefined, roleName: undefined },
  })
  const settings = {
    ...{ FHIR_BASE: `${url}/fhir/DEFAULT`, PLATFORM_ID: 'care-portal', KEY_ID: 'portal-key' },
    ...{ APP_ID: 'demo-app', LAUNCH_URL: `${url}/launch` },
    ...{ PERSON: 'Patient/marijke-jansen', TASK: 'Task/sleep-diary-week-1' },
  }
  const lines = Object.entries(settings).map(([name, value]) => (name === without ? '' : `${name}=${value}`))
  writeFileSync(path.join(folder, 'portal.env'), lines.join('\n'))
  return folder
}

describe('the sample portal', () => {
  it.each(SAMPLES.filter(isHere))('$name launches the demo app', async ({ run: [command, ...args] }) => {
    const running = await runningDomain()
    const page = execFileSync(command, args, { encoding: 'utf8', cwd: await withPortal(running) })
    const form = formWith(
      { url: 'https://portal.example/', status: 200, headers: new Headers(), text: page, visits: [] },
      'iss',
      'launch',
    )
    expect(form).toMatchObject({ method: 'POST', action: `${running.url}/launch` })
    if (!form) return
    const browser = createUserAgent(fetch, (url) => new URL(url).pathname === '/launch/app')
    const login = formWith(await browser.submit(form), 'username', 'password')
    expect(login, 'the login page').toBeDefined()
    if (!login) return
    const opened = await browser.submit(login, { username: 'marijke@demo.test', password: 'demo' })
    expect(opened.visits.at(-1)?.location).toContain('/launch/app')
  })

  it.each(SAMPLES.filter(isHere))('$name says which setting is missing', async ({ run: [command, ...args] }) => {
    const cwd = await withPortal(await runningDomain(), 'TASK')
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd })
    expect([status === 0, stdout]).toEqual([false, ''])
    expect(stderr.trim()).toBe('Set TASK.')
  })
})

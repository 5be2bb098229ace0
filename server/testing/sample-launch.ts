// A sample app from registration to its page: registered as a developer would, started as its own process, and launched
// from the portal by a user agent that logs in. Everything is real HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OwnApp, Seen } from '#lib/api/connect.ts'
import { createUserAgent, formsOf, formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import type { Registry } from '../storage/registry.ts'
import { signInAs } from './portal-cookie.ts'
import type { RunningDomain } from './running.ts'

const PERSON = { username: 'marijke@demo.test', password: 'demo' }
const START_MS = 240_000

export interface SampleLaunch {
  readonly app: OwnApp
  /** The last page of the browser: that of the app. */
  readonly page: Page
  /** The domain's observations of the app. */
  readonly seen: Seen
}

interface Sample {
  readonly command: string
  readonly args: readonly string[]
  /** A free port of this machine for the app. */
  readonly port: number
  /** True when the app registers the address of its keys instead of the key. */
  readonly keysByUrl?: boolean
  /** Done with its client_id as soon as it is registered. */
  readonly onRegistered?: (clientId: string) => Promise<void>
  /** True when the person presses the button that completes the task. */
  readonly completes?: boolean
  /** More settings of the app, or deliberate errors: such as differ from its registration. */
  readonly env?: Readonly<Record<string, string>>
}

/** Launches a sample against a running demo domain. */
export async function launchSample({ domain, url }: RunningDomain, sample: Sample): Promise<SampleLaunch> {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-sample-'))
  const agent = createUserAgent(fetch)
  await signInAs(domain, agent, PERSON.username)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(path.join(folder, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const origin = `http://localhost:${sample.port}`
  const kid = crypto.randomUUID()
  const jwks = JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS384', use: 'sig' })
  const form = {
    name: 'Sample',
    launchUrl: `${origin}/launch`,
    redirectUris: [`${origin}/callback`],
    keys: sample.keysByUrl ? { jwksUrl: `${origin}/jwks.json` } : { jwks },
  }
  const app = await call<OwnApp>(agent, `${url}/connect/api/apps`, form)
  await sample.onRegistered?.(app.clientId)
  const settings = {
    FHIR_BASE: `${url}/fhir/DEFAULT`,
    CLIENT_ID: app.clientId,
    REDIRECT_URI: `'${origin}/callback'`,
    KEY_ID: kid,
    PORT: String(sample.port),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(path.join(folder, 'app.env'), lines.join('\n'))
  const child = spawn(sample.command, sample.args, {
    cwd: folder, // With private.pem and app.env, as a developer has it.
    env: { ...process.env, ...sample.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await listening(child)
    const look = () => call<Seen>(agent, `${url}/connect/api/apps/${app.clientId}/seen`)
    await look() // From now on it is watched.
    const open = await launched(agent, url, app.clientId)
    const asked = formsOf(open).find(({ action }) => action.endsWith('/complete'))
    const page = asked && sample.completes ? await agent.submit(asked) : open
    return { app, page, seen: await look() }
  } finally {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives an app the role of one that completes tasks of the demo portal. */
export async function letComplete(registry: Registry, clientId: string): Promise<void> {
  const client = await registry.find(clientId)
  if (!client) throw new Error(`${clientId} is not registered`)
  await registry.saveRole('completes-tasks', [
    { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] },
    { resourceType: 'Task', operations: 'ru', scope: 'granted', grantedBy: ['demo-portal'] },
  ])
  await registry.saveClient({ ...client, roleName: 'completes-tasks' })
}

/** From the portal's hand-over page to the page after the log-in. */
async function launched(agent: UserAgent, url: string, clientId: string): Promise<Page> {
  const handOver = await agent.post(`${url}/portal/launch`, { task: 'sleep-diary-week-1', app: clientId })
  const toApp = formWith(handOver, 'launch', 'iss')
  if (!toApp) throw new Error(`The portal did not launch: ${handOver.status} ${handOver.text}`)
  const page = await agent.submit(toApp)
  const login = formWith(page, 'username', 'password')
  return login ? agent.submit(login, { username: PERSON.username, password: PERSON.password }) : page
}

async function call<Shape>(agent: UserAgent, url: string, body?: object): Promise<Shape> {
  const headers = { cookie: agent.cookies(url), origin: new URL(url).origin, 'content-type': 'application/json' }
  const answer = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Shape
}

/** Until the app says that it listens. What it says when it fails comes along. */
const listening = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    const fail = (why: string) => reject(new Error(`The sample ${why}: ${said}`))
    const timer = setTimeout(() => fail('did not start in time'), START_MS)
    const listen = (data: Buffer) => {
      said += String(data)
      if (!/listens on|listening on/i.test(said)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', () => fail('cannot be started'))
    child.once('exit', (code) => fail(`ended with ${code}`))
  })

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

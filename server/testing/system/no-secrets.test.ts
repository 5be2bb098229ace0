// A whole run against the real server process, its log at the finest level: none of the used secrets is in its log, its database,
// its traces, its audit log, its pages and metrics, or the output of the command line.
import { spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { FAILURE_NAMES } from '#lib/launch/failures.ts'
import { runLaunch } from '#server/cli/launch.ts'
import { clientAssertion, registerApp, signedForm } from '../app.ts'
import { eventsOf, nameOf } from '../audit.ts'
import { bundled } from '../children.ts'
import { portalCookie } from '../portal-cookie.ts'
import { type ProcessDomain, processDomain } from '../processes.ts'
import { keysIn, OF_THE_APP, type Secrets, secretsIn, secretsOf } from '../secrets.ts'

const PASSWORD = 'een heel lang wachtwoord 77'
const WRONG = 'dit-is-het-verkeerde-wachtwoord'

/** Files of the database as they are on the disk, what is only in the log of writes included. */
const databaseText = (directory: string) =>
  readdirSync(directory)
    .filter((name) => name.includes('.db'))
    .map((name) => readFileSync(path.join(directory, name), 'latin1'))
    .join('\n')

/** Values that a page contains on purpose, in a form that posts them on: only there. */
const IN_FORMS = /^(launch|interaction|csrf|csrf_?token|ticket|state|nonce|code|id_token_hint)$/i

async function running() {
  const current = await processDomain()
  const log = path.join(current.directory, 'server.log')
  const network = globalThis.fetch
  const pages: string[] = []
  const secrets = secretsOf(async (input, init) => {
    const answer = await network(input, init)
    if (/html/.test(answer.headers.get('content-type') ?? '')) pages.push(await answer.clone().text())
    return answer
  })
  vi.stubGlobal('fetch', secrets.fetch)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  await current.start({ first: true, env: { LOG_LEVEL: 'trace' }, log: openSync(log, 'a') })
  return { current, secrets, pages, logText: () => readFileSync(log, 'utf8') }
}

/** Launches that end well, and one of each kind of failure. */
async function launches({ domain }: ProcessDomain): Promise<void> {
  const options = { app: 'demo-app', as: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1' } as const
  const watched = fetch // Notes what passes through it.
  await runLaunch(domain, { ...options, delivery: 'shof' }, watched)
  await runLaunch(domain, { ...options, delivery: 'get' }, watched)
  for (const fail of FAILURE_NAMES)
    await runLaunch(domain, { ...options, delivery: 'shof', fail }, watched).catch(() => {})
}

/** A person signs up, logs in with a wrong and a right password, and logs out. */
async function people({ publicUrl }: ProcessDomain): Promise<void> {
  const agent = createUserAgent(fetch)
  const query = new URLSearchParams({
    ...{ client_id: 'slipway-portal', redirect_uri: `${publicUrl}/api/auth/callback/shared-idp` },
    ...{ response_type: 'code', scope: 'openid profile', state: crypto.randomUUID(), nonce: crypto.randomUUID() },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
  })
  const login = await agent.get(`${publicUrl}/idp/authorize?${query}`)
  const [, href = ''] = /href="([^"]*\/signup\?interaction=[\w-]+)"/.exec(login.text) ?? []
  const form = formWith(login, 'username', 'password')
  if (form) await agent.submit(form, { username: 'marijke@demo.test', password: WRONG })
  if (form) await agent.submit(form, { username: WRONG, password: WRONG })
  const signup = formWith(await agent.get(href), 'birthDate', 'password')
  if (!signup) throw new Error('No sign-up form')
  const values = { name: 'Noor el Amrani', birthDate: '1990-02-28', gender: 'female', password: PASSWORD }
  await agent.submit(signup, { ...values, email: 'noor@example.org' })
  await agent.get(`${publicUrl}/idp/logout`)
}

/** An app of its own gets tokens, by good and bad requests, and reads. */
async function apps({ domain, publicUrl }: ProcessDomain, secrets: Secrets): Promise<void> {
  const app = await registerApp(domain, 'full-run')
  const endpoint = `${publicUrl}/oauth2/token`
  const ask = async (changes: Readonly<Record<string, string>> = {}) => {
    const form = {
      ...{ grant_type: 'client_credentials', scope: 'system/*.rs' },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await clientAssertion(app, endpoint, Date.now()),
      ...changes,
    }
    return fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) })
  }
  const { access_token } = (await (await ask()).json()) as { readonly access_token: string }
  for (const changes of [
    { client_assertion: `${await clientAssertion(app, endpoint, Date.now() - 3_600_000)}` },
    { client_assertion: await clientAssertion(app, 'https://elsewhere.example', Date.now()) },
    { grant_type: 'authorization_code', code: crypto.randomUUID(), code_verifier: 'v'.repeat(50), redirect_uri: 'x' },
    { scope: access_token },
  ])
    await ask(changes)
  const introspect = `${publicUrl}/oauth2/introspect`
  const body = await signedForm(app, introspect, Date.now(), { token: access_token })
  await fetch(introspect, { method: 'POST', body })
  const read = (where: string, authorization: string) =>
    fetch(`${publicUrl}/fhir/DEFAULT/${where}`, { headers: { authorization } })
  for (const where of [
    'Patient/marijke-jansen',
    'Task?_count=2',
    'Patient/nobody',
    `Patient?name=x&access_token=${access_token}`,
  ])
    await read(where, `Bearer ${access_token}`)
  await read('Patient/marijke-jansen', `Bearer ${access_token}x`)
  await read(`Patient/${access_token}`, `Bearer ${access_token}`)
  secrets.add('access_token', `${access_token}x`)
}

/** An administrator, with the session that the portal's sign-in gives. */
async function administration({ domain, publicUrl }: ProcessDomain): Promise<string> {
  const account = await domain.storage.idp.accounts.findByUsername('beheer@demo.test')
  const cookie = await portalCookie(domain, { id: account?.id ?? '', username: account?.username ?? '' })
  const call = (method: string, where: string, body?: object) =>
    fetch(`${publicUrl}${where}`, {
      method,
      headers: { cookie, origin: publicUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true })
  const app = {
    name: 'Made in the run',
    kind: 'module',
    redirectUris: ['https://a.example/cb'],
    launchUrl: 'https://a.example/l',
  }
  const made = { ...app, clientId: 'made', role: 'reader', keys: { jwks: JSON.stringify(await exportJWK(publicKey)) } }
  const answers = [
    await call('POST', '/admin/api/apps', made),
    await call('PUT', '/admin/api/apps/made', { ...app, role: 'auditor', keys: {} }),
    await call('POST', '/admin/api/apps/made/status', { status: 'disabled' }),
    await call('POST', '/admin/api/users', {
      username: 'nieuw@example.org',
      name: 'Nieuw',
      role: 'patient',
      password: PASSWORD,
    }),
    await call('POST', '/admin/api/users/role', { username: 'nieuw@example.org', role: 'practitioner' }),
    await call('POST', '/admin/api/keys/rotate', { owner: 'portal', now: false }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // A private key is pasted in place of a public one.
  const pasted = { ...made, clientId: 'pasted', keys: { jwks: JSON.stringify(await exportJWK(privateKey)) } }
  await call('POST', '/admin/api/apps', pasted)
  const list = (await (await call('GET', '/traces/api?limit=200')).json()) as { items: readonly { id: string }[] }
  expect(list.items.length).toBeGreaterThan(FAILURE_NAMES.length / 2)
  const traces = await Promise.all(
    list.items.flatMap(({ id }) =>
      ['json', 'html'].map(async (as) => (await call('GET', `/traces/api/${id}?download=${as}`)).text()),
    ),
  )
  return traces.join('\n')
}

/** The output of the command line, beside the server on the same folder. */
async function commands({ directory, publicUrl, domain }: ProcessDomain, secrets: Secrets): Promise<string> {
  const file = path.join(directory, 'import.ndjson')
  writeFileSync(
    file,
    '{"resourceType":"Patient","id":"imported"}\n{"resourceType":"Patient"\n{"resourceType":"Nothing"}\n',
  )
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  const jwksOf = async (name: string, key: CryptoKey) => {
    const jwk = { ...(await exportJWK(key)), kid: 'pasted' }
    if (typeof jwk.d === 'string') secrets.add('d', jwk.d)
    writeFileSync(path.join(directory, name), JSON.stringify({ keys: [jwk] }))
    return path.join(directory, name)
  }
  const [pasted, jwks] = [await jwksOf('private.jwk', privateKey), await jwksOf('public.jwk', publicKey)]
  const app = [
    '--kind',
    'module',
    '--client-id',
    'by-command',
    '--name',
    'By command',
    '--redirect-uri',
    'https://a.example/cb',
    '--launch-url',
    'https://a.example/l',
  ]
  const [trace] = await domain.traces.list({ all: true, clients: [], subjects: [], ids: [] }, { limit: 1 })
  const lines: readonly (readonly string[])[] = [
    ['import', file],
    ['import', file, '--json'],
    ['keys', 'list'],
    ['keys', 'rotate', '--owner', 'launch', '--now'],
    ['app', 'add', ...app, '--jwks', pasted],
    ['app', 'add', ...app, '--jwks', jwks],
    ['app', 'list', '--json'],
    ['user', 'add', '--email', 'command@example.org', '--name', 'By command', '--password', PASSWORD],
    ['user', 'add', '--email', 'not an address', '--password', PASSWORD],
    ['user', 'list', '--json'],
    ['trace', 'list'],
    ['trace', 'show', trace?.id ?? ''],
    ['audit', 'verify'],
    ['doctor'],
  ]
  const folder = await bundled(['server/cli/main.ts', 'server/fhir/import/import-worker.ts'])
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const cli = JSON.stringify(path.join(folder, 'main.mjs'))
  const script = `import(${cli}).then(async ({ main }) => { for (const line of ${JSON.stringify(lines)}) await main(line, '.') })`
  const child = spawn(process.execPath, ['-e', script], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: directory, PUBLIC_URL: publicUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += String(text)
    })
  await new Promise((resolve) => child.once('close', resolve))
  return said
}

describe('a whole run', () => {
  it('SEC-04 IDP-21 leaves no secret in the log, the database, the traces, the audit log, pages, metrics or what commands say', async () => {
    const { current, secrets, pages, logText } = await running()
    secrets.add('password', PASSWORD)
    secrets.add('password', WRONG)
    await launches(current)
    await people(current)
    await apps(current, secrets)
    const traces = await administration(current)
    const metrics = await (await fetch(`${current.publicUrl}/metrics`)).text()
    const said = await commands(current, secrets)
    await new Promise((resolve) => setTimeout(resolve, 1500)) // The reads of the last second.
    for (const [value, name] of keysIn(path.join(current.directory, 'keys'))) secrets.add(name, value)

    const names = new Set(secrets.found.values())
    for (const name of [
      'launch',
      'code',
      'password',
      'client_assertion',
      'access_token',
      'interaction',
      'authorization',
    ])
      expect(names, name).toContain(name)
    expect(secrets.found.size).toBeGreaterThan(100)

    const events = await eventsOf(current.domain)
    for (const name of ['launch', 'login', 'decision', 'token', 'introspection', 'read', 'change', 'view'])
      expect(events.map(nameOf), name).toContain(name)
    const lines = logText().trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()

    expect({ log: secretsIn(logText(), secrets.found) }).toEqual({ log: [] })
    expect({ audit: secretsIn(JSON.stringify(events), secrets.found) }).toEqual({ audit: [] })
    expect({ traces: secretsIn(traces, secrets.found) }).toEqual({ traces: [] })
    expect(metrics).toContain('slipway_http_request_duration_seconds')
    expect({ metrics: secretsIn(metrics, secrets.found) }).toEqual({ metrics: [] })
    for (const sign of ['imported', 'portal', 'by-command', 'audit']) expect(said, 'the commands spoke').toContain(sign)
    expect({ commands: secretsIn(said, secrets.found) }).toEqual({ commands: [] })
    expect(pages.length).toBeGreaterThan(FAILURE_NAMES.length)
    const never = new Map([...secrets.found].filter(([, name]) => !IN_FORMS.test(name)))
    // A password typed as user name is shown again in that field, as any user name.
    const shown = pages.join('\n').replaceAll(`value="${WRONG}"`, '')
    expect({ pages: secretsIn(shown, never) }).toEqual({ pages: [] })
    // An app's own state and nonce are stored while the app waits for them.
    const kept = new Map([...secrets.found].filter(([, name]) => !OF_THE_APP.has(name)))
    const stored = databaseText(current.directory)
    expect({ database: secretsIn(stored, kept) }).toEqual({ database: [] })

    // The search can fail: a secret that is planted is found, in each of its forms.
    const [secret = ''] = [...secrets.found].find(([, name]) => name === 'client_assertion') ?? []
    for (const form of [secret, Buffer.from(secret).toString('base64url'), secret.split('.')[2]])
      expect(secretsIn(`{"msg":"${form}"}`, secrets.found)).toContain(`client_assertion ${secret.slice(0, 12)}`)
    await current.domain.sql.rows('CREATE TABLE planted (text TEXT)')
    await current.domain.sql.rows('INSERT INTO planted VALUES (?)', secret)
    expect(secretsIn(databaseText(current.directory), kept)).toContain(`client_assertion ${secret.slice(0, 12)}`)
  })
})

// Another process that holds the write lock of the database: nothing waits for it but what writes, and that not for long.
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { registerApp } from '../app.ts'
import { eventsOf } from '../audit.ts'
import { killed, spoken } from '../children.ts'
import { testDomain } from '../domain.ts'

const HOLDER = `
  const sql = new (require('better-sqlite3'))(process.argv[1])
  sql.exec('BEGIN IMMEDIATE')
  console.log('held')
  setInterval(() => {}, 1000)`

/** Holds the write lock of a database in another process; the returned function lets go of it. */
async function heldElsewhere(file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => killed(child))
  await spoken(child)
  return () => killed(child)
}

/** A turn of the loop that waits within SQLite takes five seconds; one that works takes far less than half of it. */
const LONGEST_TURN_MS = 2500

/** The longest turn of the event loop during some work, in milliseconds. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  const turns = monitorEventLoopDelay({ resolution: 10 })
  turns.enable()
  await work()
  turns.disable()
  return turns.max / 1e6
}

const NOOR = {
  name: 'Noor el Amrani',
  birthDate: '1990-02-28',
  gender: 'female',
  email: 'noor@example.org',
  password: 'acht tekens',
}
const METRICS_TOKEN = 'a-token-of-who-runs-this-domain'
const ADMINISTRATOR = 'who=administrator'

/** A domain with an app, the app's headers, and what people have open in their browsers. */
async function busyDomain() {
  const viewer = async ({ headers }: Request) => {
    const username = headers.get('cookie') === ADMINISTRATOR ? 'beheer@demo.test' : headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const test = await testDomain({ AUDIT_READS: 'each', METRICS_TOKEN }, { viewer })
  const { domain } = test
  const { publicUrl, baseUrl } = domain.config
  const grantedBy: readonly string[] = []
  await domain.registry.saveRole('writer', [{ resourceType: 'Patient', scope: 'all', operations: 'cruds', grantedBy }])
  // What creates accounts is loaded with the first one.
  const account = {
    id: 'first',
    username: 'first@example.org',
    name: 'First',
    role: 'patient',
    passwordHash: '',
  } as const
  await domain.storage.idp.accounts.create({ ...account, createdAt: domain.clock() })
  const app = await registerApp(domain, 'test-app', 'writer')
  const authorization = `Bearer ${await test.bearer(app, 'system/*.cruds')}`
  const portal = createUserAgent((input, init) =>
    test.fetch(input, { ...init, headers: { ...init?.headers, 'x-test-user': 'marijke@demo.test' } }),
  )
  const launch = await portal.post(`${publicUrl}/portal/launch`, { task: 'Task/sleep-diary-week-1' })
  const handOver = formWith(launch, 'launch', 'iss')
  if (!handOver) throw new Error('The portal did not hand over')
  const login = await portal.submit(handOver)
  const credentials = formWith(login, 'username', 'password')
  if (!credentials) throw new Error('There is no login page')
  const [, href = ''] = /href="([^"]*\/signup\?interaction=[\w-]+)"/.exec(login.text) ?? []
  const signup = formWith(await portal.get(href), 'birthDate', 'password')
  if (!signup) throw new Error('There is no sign-up page')
  return { ...test, publicUrl, fhir: `${baseUrl}/fhir`, app, authorization, portal, credentials, signup }
}

type Busy = Awaited<ReturnType<typeof busyDomain>>

const PATIENT = { resourceType: 'Patient', active: true }

function bundleOf(type: 'batch' | 'transaction', entries: number) {
  const entry = Array.from({ length: entries }, () => ({
    request: { method: 'POST', url: 'Patient' },
    resource: PATIENT,
  }))
  return { resourceType: 'Bundle', type, entry }
}

const sent = ({ fetch, authorization, fhir }: Busy, path: string, body: object, headers = {}) =>
  fetch(`${fhir}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/fhir+json', ...headers },
    body: JSON.stringify(body),
  })

const NOTHING = { status: 503 }

/** The status of an answer, or of the page that a browser was led to; 200 for a token, or a purge, that there is. */
async function statusOf(answer: Promise<unknown>): Promise<number> {
  try {
    const { status = 200 } = ((await answer) ?? NOTHING) as { readonly status?: number }
    return status
  } catch {
    return 503
  }
}

describe('a database that another process writes', () => {
  it('CNC-10 ERR-07 makes only writers wait, without blocking the event loop', async () => {
    const busy = await busyDomain()
    const { domain, fetch, publicUrl, fhir, authorization, portal, credentials, signup } = busy
    const release = await heldElsewhere(domain.config.databaseFile)
    const json = { 'content-type': 'application/json', origin: publicUrl, cookie: ADMINISTRATOR }
    const refused: string[] = []
    const answered = new Set<unknown>()
    const writes = async (name: string, answer: Promise<unknown>) => {
      if ((await statusOf(answer)) === 503) refused.push(name)
    }
    const get = async (path: string, headers: Readonly<Record<string, string>>) =>
      answered.add([path, (await fetch(path, { headers })).status].join(' '))
    const walk = async () => {
      const first = await fetch(`${fhir}/Patient?_count=1`, { headers: { authorization } })
      answered.add(['first page', first.status].join(' '))
      const { link } = (await first.json()) as { readonly link?: readonly { relation: string; url: string }[] }
      await get(link?.find(({ relation }) => relation === 'next')?.url ?? `${fhir}/no-next`, { authorization })
    }
    const readers = async () => {
      for (let round = 0; round < 20; round += 1) {
        await delay(100)
        await get('/livez', {})
        await get(`${fhir}/Patient/marijke-jansen`, { authorization })
        await get(`${fhir}/Patient?name=marijke&_count=${round + 1}`, { authorization })
        await walk()
        await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
      }
    }
    const changed = (path: string, body: string) => fetch(path, { method: 'POST', headers: json, body })
    const turn = await longestTurn(async () => {
      await Promise.all([
        readers(),
        get('/traces/api', { accept: 'application/json', cookie: ADMINISTRATOR }),
        writes('create', sent(busy, '/Patient', PATIENT)),
        writes('transaction', sent(busy, '', bundleOf('transaction', 2))),
        writes('batch', sent(busy, '', bundleOf('batch', 20))),
        writes('token', busy.bearer(busy.app)),
        writes('login', portal.submit(credentials, { username: 'marijke@demo.test', password: 'demo' })),
        writes('sign-up', portal.submit(signup, NOOR)),
        writes('console', changed('/admin/api/apps/demo-app/status', '{"status":"disabled"}')),
        writes('key', changed('/admin/api/keys/rotate', '{"owner":"oauth","now":true}')),
        writes('purge', domain.purge()),
      ])
    })
    expect(turn).toBeLessThan(LONGEST_TURN_MS)
    expect([...answered].filter((line) => !String(line).endsWith(' 200'))).toEqual([])
    expect(refused.sort()).toEqual(
      ['batch', 'console', 'create', 'key', 'login', 'purge', 'sign-up', 'token', 'transaction'].sort(),
    )

    await release()
    expect((await sent(busy, '/Patient', PATIENT)).status).toBe(201)
    expect((await domain.audit.verify()).problems).toEqual([])
  })

  it('CNC-10 carries out each write once that comes before the lock has been held for too long', async () => {
    const busy = await busyDomain()
    const release = await heldElsewhere(busy.domain.config.databaseFile)
    const criteria = { 'if-none-exist': 'identifier=urn:example:locked|1' }
    const body = { ...PATIENT, identifier: [{ system: 'urn:example:locked', value: '1' }] }
    const waiting = [
      ...Array.from({ length: 5 }, () => sent(busy, '/Patient', body, criteria)),
      busy.bearer(busy.app),
      busy.portal.submit(busy.signup, NOOR),
    ]
    const read = `${busy.fhir}/Patient/marijke-jansen`
    for (let reads = 0; reads < 10; reads += 1) {
      expect((await busy.fetch(read, { headers: { authorization: busy.authorization } })).status).toBe(200)
      await delay(20)
    }
    await release()
    expect((await Promise.all(waiting.map(statusOf))).sort()).toEqual([200, 200, 200, 200, 200, 200, 201])
    const found = await busy.fetch(`${busy.fhir}/Patient?identifier=urn:example:locked|1`, {
      headers: { authorization: busy.authorization },
    })
    expect(await found.json()).toMatchObject({ total: 1 })
    // The reads were recorded, too, though nothing could be written when they were answered.
    const events = (await eventsOf(busy.domain)).map((event) => JSON.stringify(event))
    expect(events.filter((event) => event.includes('Patient/marijke-jansen/_history')).length).toBeGreaterThanOrEqual(
      10,
    )
  })
})

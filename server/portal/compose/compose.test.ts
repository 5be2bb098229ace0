// The composer and /api/launches: access, what is signed, how it is delivered, and what must never be signed.
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import type { ComposeOptions, ComposeSample, ComposeTicket, Composition } from '#lib/api/compose.ts'
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { formsOf, formWith } from '#lib/http/user-agent.ts'
import { FAILURE_NAMES, FAILURES } from '#lib/launch/failures.ts'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from '#lib/oauth/client-assertion.ts'
import { canReopen } from '#lib/trace-view/reopen.ts'
import { samplePeople } from '#server/demo/sample-people.ts'
import type { Overrides } from '#server/domain/domain.ts'
import { toWrite } from '#server/fhir/resource-write.ts'
import { registerApp } from '#server/testing/app.ts'
import { type TestDomain, testDomain } from '#server/testing/domain.ts'
import { listTraces, readTrace } from '#server/testing/launches.ts'

const GOOD: Composition = {
  app: 'demo-app',
  claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
  delivery: 'shof',
}

/** A page of the portal's own sends it. */
const OWN = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }

const compose = ({ fetch }: TestDomain, composition: unknown, more: Readonly<Record<string, string>> = {}) =>
  fetch('/portal/compose/launch', {
    method: 'POST',
    headers: OWN,
    body: new URLSearchParams({ composition: JSON.stringify(composition), ...more }),
  })

const ticketFor = ({ fetch }: TestDomain, composition: unknown) =>
  fetch('/portal/api/compose/ticket', { method: 'POST', headers: OWN, body: JSON.stringify(composition) })

const open = ({ fetch }: TestDomain, ticket: string) =>
  fetch('/portal/compose/open', { method: 'POST', headers: OWN, body: new URLSearchParams({ ticket }) })

/** The form that goes to the app. */
const formOf = async (response: Response) => {
  const text = await response.clone().text()
  const [form] = formsOf({ text, url: response.url || 'http://localhost:3000/portal' })
  if (!form) throw new Error(`no form: ${text.slice(0, 300)}`)
  return form
}

const signedIn = (username: string): Pick<Overrides, 'viewer'> => ({
  viewer: async (request) => (request.headers.get('x-nobody') === null ? { username, name: undefined } : undefined),
})

const REAL = { DEMO: 'false' }

describe('who may compose', () => {
  const doors = [
    ['what it offers', (domain: TestDomain) => domain.fetch('/portal/api/compose')],
    ['a launch', (domain: TestDomain) => compose(domain, GOOD)],
    ['a ticket', (domain: TestDomain) => ticketFor(domain, GOOD)],
  ] as const

  it.each(doors)('SEC-17 outside of the demo %s is open to administrators only', async (_, ask) => {
    expect((await ask(await testDomain(REAL))).status).toBe(403)
    expect((await ask(await testDomain(REAL, signedIn('marijke@demo.test')))).status).toBe(403)
    expect((await ask(await testDomain(REAL, signedIn('daan@demo.test')))).status).toBe(403)
    expect((await ask(await testDomain(REAL, signedIn('beheer@demo.test')))).status).toBe(200)
  })

  it.each(doors)('in the demo %s is open to everybody', async (_, ask) => {
    expect((await ask(await testDomain())).status).toBe(200)
  })

  it('signs a token to look at that this server accepts, in the demo alone', async () => {
    const sample = ({ fetch }: TestDomain) => fetch('/portal/api/compose/sample', { method: 'POST', headers: OWN })
    const here = await testDomain()
    const { token } = (await (await sample(here)).json()) as ComposeSample
    const body = JSON.stringify({ kind: 'launch', token })
    const headers = { ...OWN, 'content-type': 'application/json' }
    const verdict = await here.fetch('/tools/api/judge', { method: 'POST', headers, body })
    expect(await verdict.json()).toMatchObject({ accepted: true })
    expect((await sample(await testDomain(REAL, signedIn('beheer@demo.test')))).status).toBe(403)
  })

  it('SEC-08 a form of another site is refused with 403', async () => {
    const { fetch } = await testDomain()
    const body = new URLSearchParams({ composition: JSON.stringify(GOOD) })
    for (const path of [
      '/portal/compose/launch',
      '/portal/api/compose/ticket',
      '/portal/api/compose/sample',
      '/portal/compose/open',
    ])
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
        expect((await fetch(path, { method: 'POST', headers, body })).status, path).toBe(403)
  })
})

describe('the rate limit of composing', () => {
  it('LIM-01 is RATE_LIMIT_AUTHORIZE per address, then 429 with Retry-After', async () => {
    const domain = await testDomain({ RATE_LIMIT: 'on', RATE_LIMIT_AUTHORIZE: '2' })
    expect((await compose(domain, GOOD)).status).toBe(200)
    expect((await ticketFor(domain, GOOD)).status).toBe(200)
    for (const answer of [await compose(domain, GOOD), await ticketFor(domain, GOOD)])
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  })
})

describe('what the composer signs', () => {
  it('LTK-01 is a launch token of the portal with the claims asked for', async () => {
    const domain = await testDomain()
    const claims = { ...GOOD.claims, intent: 'plan', extra: { any: [1] }, 'hti-version': '2.1' }
    const { fields, action, method } = await formOf(await compose(domain, { ...GOOD, claims, without: ['iat'] }))
    expect([action, method]).toEqual(['http://localhost:3000/launch', 'POST'])
    const keys = createLocalJWKSet(await (await domain.fetch('/portal/jwks')).json())
    const { protectedHeader } = await compactVerify(fields['launch'] ?? '', keys)
    expect(protectedHeader.typ).toBe('JWT')
    const made = decodeJwt(fields['launch'] ?? '')
    expect(made).toMatchObject({ ...claims, iss: 'demo-portal', aud: 'Device/demo-app' })
    expect(made).not.toHaveProperty('iat')
    expect(fields['iss']).toBe('http://localhost:3000/fhir/DEFAULT')
  })

  it.each([
    ['sub is the portal', { sub: 'demo-portal' }],
    ['sub is whoever iss says', { iss: 'demo-console', sub: 'demo-console' }],
    ['aud is the token endpoint', { aud: 'http://localhost:3000/oauth2/token' }],
    ['aud is a list with an address', { aud: ['Device/demo-app', 'https://elsewhere.example'] }],
    ['aud is no text', { aud: 7 }],
  ])('AST-01 is never usable as a client assertion of the portal: %s', async (_, claims) => {
    const domain = await testDomain()
    const answer = await compose(domain, { ...GOOD, claims: { ...GOOD.claims, ...claims } })
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain('eyJ')
  })

  it.each([
    ['no JSON', '{'],
    ['a field that is none', { ...GOOD, key: 'x' }],
    ['claims of more than 4 KB', { ...GOOD, claims: { x: 'x'.repeat(5000) } }],
    ['an unknown failure', { ...GOOD, fail: 'everything' }],
    ['an app that is not there', { ...GOOD, app: 'nobody' }],
    ['a platform, which is not launched', { ...GOOD, app: 'demo-portal' }],
    ['a failure that only the command line makes', { ...GOOD, fail: 'idp-down' }],
  ])('is nothing when it is asked for %s', async (_, composition) => {
    const domain = await testDomain()
    const body = new URLSearchParams({
      composition: typeof composition === 'string' ? composition : JSON.stringify(composition),
    })
    const answer = await domain.fetch('/portal/compose/launch', { method: 'POST', headers: OWN, body })
    expect([answer.status, (await answer.text()).includes('eyJ')]).toEqual([422, false])
  })

  it('asks only the demo app to fail by itself (`simulate`), and only in the demo', async () => {
    const domain = await testDomain()
    const { fields } = await formOf(await compose(domain, { ...GOOD, fail: 'pkce-mismatch' }))
    expect(fields['simulate']).toBe('pkce-mismatch')
    const own = await registerApp(domain.domain)
    expect((await compose(domain, { ...GOOD, app: own.clientId, fail: 'pkce-mismatch' })).status).toBe(422)
    const real = await testDomain(REAL, signedIn('beheer@demo.test'))
    expect((await compose(real, { ...GOOD, fail: 'pkce-mismatch' })).status).toBe(422)
    expect((await compose(real, { ...GOOD, fail: 'expired' })).status).toBe(200)
  })

  it('names another user for the failure wrong-user, outside of the demo too', async () => {
    const real = await testDomain(REAL, signedIn('beheer@demo.test'))
    const { fields } = await formOf(await compose(real, { ...GOOD, fail: 'wrong-user' }))
    const { sub } = decodeJwt(fields['launch'] ?? '')
    // Of the task of a patient: a practitioner, whose task it could be as well (launch.task).
    expect(sub).toMatch(/^Practitioner\/./)
    expect(sub).not.toBe('Patient/marijke-jansen')
  })
})

describe('how a composed launch is delivered', () => {
  it('HTI-only posts the field token alone', async () => {
    const { fields } = await formOf(await compose(await testDomain(), { ...GOOD, delivery: 'hti' }))
    expect(Object.keys(fields)).toEqual(['token'])
  })

  it('by GET it keeps the query of the launch address', async () => {
    const domain = await testDomain()
    const app = await domain.domain.registry.find('demo-app')
    if (app) await domain.domain.registry.saveClient({ ...app, launchUrl: 'https://app.example/go?tenant=7' })
    const form = await formOf(await compose(domain, { ...GOOD, delivery: 'get' }))
    expect([form.method, form.action, form.fields['tenant']]).toEqual(['GET', 'https://app.example/go', '7'])
  })

  it('as a replay it posts the same token twice', async () => {
    const text = await (await compose(await testDomain(), { ...GOOD, fail: 'replayed' })).text()
    const [first, again] = formsOf({ text, url: 'http://localhost:3000/' })
    expect(first?.fields['launch']).toMatch(/^eyJ/)
    expect(again?.fields['launch']).toBe(first?.fields['launch'])
    expect(text).not.toContain('<script')
  })

  it('SEC-02 its form may lead to the app and from there to a login service at *.localhost', async () => {
    const answer = await compose(await testDomain(), GOOD)
    expect(answer.headers.get('content-security-policy')).toMatch(/form-action [^;]* http:\/\/\*\.localhost:\*/)
  })

  it('names the app in the language of its reader, in a frame and on the way to it', async () => {
    const here = await testDomain()
    const inDutch = async (path: string, form: Readonly<Record<string, string>>) => {
      const headers = { ...OWN, 'accept-language': 'nl' }
      return (await here.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) })).text()
    }
    const composition = JSON.stringify({ ...GOOD, app: 'demo-energy' })
    expect(await inDutch('/portal/compose/launch', { composition, in: 'frame' })).toContain('Energiecheck in een frame')
    expect(await inDutch('/portal/compose/launch', { composition })).toContain('Energiecheck wordt geopend')
  })

  it('SEC-02 in a frame, the page may frame the app and what it leads to, and itself be framed by nobody', async () => {
    const answer = await compose(await testDomain(), GOOD, { in: 'frame' })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/frame-src http:\/\/localhost:3000 https: /)
    expect(policy).toContain("frame-ancestors 'none'")
    const page = parse(await answer.text())
    expect(page.querySelector('iframe')?.getAttribute('name')).toBe(page.querySelector('form')?.getAttribute('target'))
  })
})

describe('the trace of a composed launch', () => {
  const admin = () => testDomain({}, signedIn('beheer@demo.test'))
  const traceLink = async (answer: Response) =>
    parse(await answer.clone().text())
      .querySelector('a[href*="/traces"]')
      ?.getAttribute('href') ?? 'none'

  /** The traces that the address of a page shows. */
  async function shownAt(domain: TestDomain, link: string): Promise<readonly TraceDetail[]> {
    const { pathname, search } = new URL(link, 'http://localhost:3000')
    const read = async (address: string) =>
      JSON.parse((await domain.browser().get(`http://localhost:3000${address}`)).text)
    if (search === '') return [await read(pathname.replace('/traces/', '/traces/api/'))]
    const { items } = (await read(`/traces/api${search}`)) as TraceList
    return Promise.all(items.map(({ id }) => read(`/traces/api/${id}`)))
  }

  it('is linked from the page, and shows the header and claims that were signed and where they were sent', async () => {
    const domain = await admin()
    const answer = await compose(domain, GOOD)
    const link = await traceLink(answer)
    expect(link).toMatch(/^\/traces\/l-[\w-]{22}$/)
    const { launch } = (await formOf(answer)).fields
    const [trace] = await shownAt(domain, link)
    expect(trace?.steps[0]).toMatchObject({
      step: 'portal.launch',
      answered: {
        launch: { jwt: { header: decodeProtectedHeader(launch ?? ''), claims: { jti: decodeJwt(launch ?? '').jti } } },
        to: 'http://localhost:3000/launch',
      },
    })
    expect(JSON.stringify(trace)).not.toContain('eyJ')
  })

  it.each(FAILURE_NAMES.filter((name) => FAILURES[name].madeBy === 'token' && name !== 'wrong-user'))(
    'is linked from the page for the failure %s too, and names the check that refused it',
    async (fail) => {
      const domain = await admin()
      const answer = await compose(domain, { ...GOOD, fail })
      await domain.browser().submit(await formOf(answer))
      const traces = await shownAt(domain, await traceLink(answer))
      expect(traces, 'and none that waits').toMatchObject([{ outcome: 'refused', failed: FAILURES[fail].check }])
    },
  )

  it.each([
    ['wrong-user', { user: 'Practitioner/daan-visser', task: 'Task/sleep-diary-week-1' }],
    ['wrong-task', { user: 'Patient/marijke-jansen', task: 'Task/of-another-domain' }],
    ['missing-claim', { user: null, task: 'Task/sleep-diary-week-1' }],
  ] as const)('of the failure %s names the person and the task of the launch token', async (fail, named) => {
    const domain = await admin()
    const answer = await compose(domain, { ...GOOD, fail })
    const link = await traceLink(answer)
    expect(await shownAt(domain, link)).toMatchObject([named])
    await domain.browser().submit(await formOf(answer))
    expect(await shownAt(domain, link)).toMatchObject([named])
    const { items } = JSON.parse((await domain.browser().get('http://localhost:3000/traces/api')).text) as TraceList
    expect(items).toMatchObject([named])
  })

  it('of a wrong user is shown to the browser that launched it, without an offer to reopen the task in the portal', async () => {
    const domain = await testDomain()
    const browser = domain.browser()
    const login = await browser.submit(await formOf(await compose(domain, { ...GOOD, fail: 'wrong-user' })))
    const form = formWith(login, 'username', 'password')
    if (!form) throw new Error(`no login: ${login.status}`)
    await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    const [listed] = (await listTraces(browser)).items
    const trace = await readTrace(browser, listed?.id ?? '')
    expect(trace).toMatchObject({ failed: 'user.match', user: 'Practitioner/daan-visser' })
    expect(trace && canReopen(trace)).toBe(false)
  })

  it('is listed for the browser that launched it as soon as the launch is refused', async () => {
    const domain = await testDomain()
    const browser = domain.browser()
    await browser.submit(await formOf(await compose(domain, { ...GOOD, fail: 'expired' })))
    expect((await listTraces(browser)).items).toMatchObject([{ failed: 'launch.time' }])
  })

  it('is linked from a launch in a frame, from a replay and from a ticket', async () => {
    const domain = await admin()
    const { url } = (await (await ticketFor(domain, GOOD)).json()) as ComposeTicket
    for (const answer of [
      await compose(domain, GOOD, { in: 'frame' }),
      await compose(domain, { ...GOOD, fail: 'replayed' }),
      await open(domain, new URL(url).hash.slice(1)),
    ])
      expect(await traceLink(answer)).toMatch(/^\/traces\/l-/)
  })

  it('is not linked when the launch has no jti, and linked by a search when the jti is not made by the portal', async () => {
    const domain = await admin()
    expect(await traceLink(await compose(domain, { ...GOOD, without: ['jti'] }))).toBe('none')
    const named = await compose(domain, { ...GOOD, claims: { ...GOOD.claims, jti: 'named by me & mine' } })
    expect(await traceLink(named)).toBe('/traces?text=named+by+me+%26+mine')
  })

  it('is linked from a refusal for those who may read it', async () => {
    const domain = await admin()
    const refused = { ...GOOD, app: 'nobody' }
    const [trace] = await shownAt(domain, await traceLink(await compose(domain, refused)))
    expect(trace).toMatchObject({ outcome: 'refused', failed: 'portal.target', verified: false })
    const claims = { ...GOOD.claims, aud: 'http://localhost:3000/oauth2/token' }
    const [proof] = await shownAt(domain, await traceLink(await compose(domain, { ...GOOD, claims })))
    expect(proof).toMatchObject({ outcome: 'refused', failed: 'portal.task' })
    expect(await traceLink(await compose(await testDomain(), refused))).toBe('none')
  })
})

describe('a ticket for a phone', () => {
  it('opens the launch once, in any browser, and signs the token when it is opened', async () => {
    const domain = await testDomain()
    const { url, expiresAt } = (await (await ticketFor(domain, GOOD)).json()) as ComposeTicket
    const { pathname, search, hash } = new URL(url)
    expect([pathname, search, expiresAt - domain.now()]).toEqual(['/portal/compose/open', '', 300_000])
    expect((await domain.fetch(pathname)).status).toBe(200)
    domain.advance(200_000)
    const { fields } = await formOf(await open(domain, hash.slice(1)))
    expect(decodeJwt(fields['launch'] ?? '').iat).toBe(Math.floor(domain.now() / 1000))
    expect((await open(domain, hash.slice(1))).status).toBe(410)
  })

  it('expires after five minutes, and no other ticket is accepted', async () => {
    const domain = await testDomain()
    const { url } = (await (await ticketFor(domain, GOOD)).json()) as ComposeTicket
    for (const other of ['', 'x', new URL(url).hash.slice(2)]) expect((await open(domain, other)).status).toBe(410)
    domain.advance(300_000)
    expect((await open(domain, new URL(url).hash.slice(1))).status).toBe(410)
  })

  it('LTK-13 keeps neither the ticket nor a token', async () => {
    const domain = await testDomain()
    const { url } = (await (await ticketFor(domain, GOOD)).json()) as ComposeTicket
    const rows = JSON.stringify(await domain.domain.sql.rows('SELECT * FROM composed_launch'))
    expect(rows).toContain('sleep-diary-week-1')
    expect(rows).not.toContain(new URL(url).hash.slice(1))
    expect(rows).not.toContain('eyJ')
  })

  it('opens once when many requests open it at the same moment', async () => {
    const domain = await testDomain()
    const { url } = (await (await ticketFor(domain, GOOD)).json()) as ComposeTicket
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(domain, new URL(url).hash.slice(1))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)])
  })
})

describe('the choices of the composer', () => {
  it('are every app that can be launched, the people, and the tasks with the claims that follow from them', async () => {
    const domain = await testDomain()
    await registerApp(domain.domain)
    const options = (await (await domain.fetch('/portal/api/compose')).json()) as ComposeOptions
    expect(options.apps.map(({ clientId, simulates }) => [clientId, simulates])).toEqual([
      ['demo-app', true],
      ['demo-energy', true],
      ['test-app', false],
    ])
    expect(options.people[0]).toEqual({ reference: 'Patient/marijke-jansen', name: 'Marijke Jansen' })
    expect(options.tasks.find(({ reference }) => reference === 'Task/sleep-diary-week-1')).toMatchObject({
      patient: 'Patient/marijke-jansen',
      definition: 'ActivityDefinition/sleep-diary',
      device: 'Device/demo-app',
      intent: 'order',
    })
  })

  it('name the apps of the domain and of who looks first, and say of the others that they are of another account', async () => {
    const person = { username: 'marijke@demo.test' }
    const { domain, fetch } = await testDomain({}, { viewer: async () => ({ ...person, name: undefined }) })
    await registerApp(domain, 'a-of-bram')
    await registerApp(domain, 'b-of-marijke')
    const own = 'UPDATE client SET ownerAccountId = (SELECT id FROM account WHERE username = ?) WHERE clientId = ?'
    await domain.sql.rows(own, 'bram@demo.test', 'a-of-bram')
    await domain.sql.rows(own, 'marijke@demo.test', 'b-of-marijke')
    const apps = async () => ((await (await fetch('/portal/api/compose')).json()) as ComposeOptions).apps
    const ofOther = async () => (await apps()).map((app) => [app.clientId, app.ofOther])
    const ofDomain = [
      ['demo-app', undefined],
      ['demo-energy', undefined],
    ]
    expect(await ofOther()).toEqual([...ofDomain, ['b-of-marijke', undefined], ['a-of-bram', true]])
    expect(JSON.stringify(await apps()), 'whose they are').not.toContain('ownerAccountId')
    person.username = 'bram@demo.test'
    expect(await ofOther()).toEqual([...ofDomain, ['a-of-bram', undefined], ['b-of-marijke', true]])
  })

  it('begin with the open tasks of people who can log in, however many others the domain has', async () => {
    const { domain, fetch } = await testDomain()
    const others = samplePeople().map((parsed) => ({
      ...{ type: parsed.resourceType, id: String(parsed['id']), text: JSON.stringify(parsed), parsed },
    }))
    await domain.resources.write(others, domain.clock())
    const week = JSON.parse((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body ?? '{}')
    const ended = { ...week, id: 'week-0', status: 'completed' }
    await domain.resources.write(
      [{ type: 'Task', id: 'week-0', text: JSON.stringify(ended), parsed: ended }],
      domain.clock(),
    )
    const { tasks, people } = (await (await fetch('/portal/api/compose')).json()) as ComposeOptions
    const marijke = tasks.filter(({ owner }) => owner === people[0]?.reference).map(({ reference }) => reference)
    expect(marijke).toHaveLength(3)
    expect(marijke.at(-1)).toBe('Task/week-0')
    expect(tasks[0]?.patient).toBe('Patient/marijke-jansen')
  })
})

describe('POST /api/launches', () => {
  const AUDIENCE = 'http://localhost:3000/api/launches'

  async function platform({ domain, now }: TestDomain, kind: 'module' | 'platform' | 'both' = 'platform') {
    const { privateKey, publicKey } = await generateKeyPair('ES384')
    const key = { kid: 'ci-1', alg: 'ES384', privateKey }
    await domain.registry.saveClient({
      clientId: 'ci',
      name: 'CI',
      kind,
      status: 'approved',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: key.kid, alg: key.alg }] },
      jwksUrl: undefined,
      redirectUris: [],
      launchUrl: undefined,
      roleName: undefined,
    })
    return async (audience = AUDIENCE) => ({
      client_assertion_type: CLIENT_ASSERTION_TYPE,
      client_assertion: await signClientAssertion({
        clientId: 'ci',
        audience,
        key,
        jti: crypto.randomUUID(),
        now: now(),
      }),
    })
  }

  const post = ({ fetch }: Pick<TestDomain, 'fetch'>, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch('/api/launches', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('gives an approved platform a signed launch, its trace id and the address to send it to', async () => {
    const domain = await testDomain(REAL)
    const proof = await platform(domain)
    const answer = await post(domain, { ...GOOD, fail: 'expired', ...(await proof()) })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const made = await answer.json()
    expect(made).toMatchObject({
      client_id: 'demo-app',
      method: 'POST',
      launch_url: 'http://localhost:3000/launch',
      fail: 'expired',
      check: 'launch.time',
    })
    expect([decodeJwt(made.launch_token).jti, made.fields.launch]).toEqual([made.trace_id, made.launch_token])
  })

  it('opens a task of the person in that app that has not ended, where none is named', async () => {
    const { domain, fetch } = await testDomain(REAL, signedIn('beheer@demo.test'))
    const opened = async (as: string) => (await (await post({ fetch }, { app: 'demo-app', as }, OWN)).json()).task
    expect(await opened('Patient/marijke-jansen')).toBe('Task/sleep-diary-week-1')
    const week1 = JSON.parse((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body ?? '')
    await domain.resources.write([toWrite({ ...week1, status: 'completed' })], domain.clock())
    expect(await opened('Patient/marijke-jansen')).toBe('Task/sleep-diary-week-2')
    const daan = await post({ fetch }, { app: 'demo-energy', as: 'Practitioner/daan-visser' }, OWN)
    expect((await daan.json()).task).toBe('Task/review-energy-check-bram')
    const none = await post({ fetch }, { app: 'demo-energy', as: 'Patient/marijke-jansen' }, OWN)
    expect([none.status, (await none.json()).error_description]).toEqual([
      400,
      expect.stringContaining('Patient/marijke-jansen has no task of its own in demo-energy'),
    ])
    const nobody = await post({ fetch }, { app: 'demo-app', as: 'Practitioner/nobody' }, OWN)
    expect([nobody.status, (await nobody.json()).error_description]).toEqual([
      400,
      expect.stringContaining('Patient/7'),
    ])
  })

  it('gives an administrator on a page of ours the same', async () => {
    const domain = await testDomain(REAL, signedIn('beheer@demo.test'))
    expect((await post(domain, GOOD, OWN)).status).toBe(201)
    expect((await post(domain, GOOD)).status).toBe(401)
  })

  it('refuses everybody else, in the demo as well', async () => {
    const domain = await testDomain()
    expect((await post(domain, GOOD)).status).toBe(401)
    expect((await post(domain, GOOD, OWN)).status).toBe(401)
    const bearer = await domain.bearer(await registerApp(domain.domain))
    expect((await post(domain, GOOD, { authorization: `Bearer ${bearer}` })).status).toBe(401)
    const proof = await platform(domain)
    expect((await post(domain, { ...GOOD, ...(await proof('http://localhost:3000/oauth2/token')) })).status).toBe(401)
    const used = await proof()
    expect((await post(domain, { ...GOOD, ...used })).status).toBe(201)
    expect((await post(domain, { ...GOOD, ...used })).status).toBe(401)
    await domain.domain.registry.setClientStatus('ci', 'disabled')
    expect((await post(domain, { ...GOOD, ...(await proof()) })).status).toBe(401)
  })

  it('refuses an app that is no platform', async () => {
    const domain = await testDomain()
    const proof = await platform(domain, 'module')
    const answer = await post(domain, { ...GOOD, ...(await proof()) })
    expect([answer.status, (await answer.json()).error]).toEqual([403, 'unauthorized_client'])
  })

  it('says what is wrong with the request', async () => {
    const domain = await testDomain()
    const proof = await platform(domain)
    for (const [body, status] of [
      ['{', 400],
      ['[]', 400],
      ['x'.repeat(70_000), 413],
      [{ ...GOOD, app: 'nobody', ...(await proof()) }, 422],
      [{ ...GOOD, claims: 'x', ...(await proof()) }, 422],
    ] as const)
      expect((await post(domain, body)).status).toBe(status)
    expect((await domain.fetch('/api/launches', { method: 'POST', body: 'a=b' })).status).toBe(400)
    expect((await domain.fetch('/api/launches')).status).toBe(405)
  })
})

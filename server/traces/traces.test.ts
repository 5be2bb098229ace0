import { describe, expect, it, vi } from 'vitest'
import type { TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { STEPS, type StepName } from '#lib/checks/steps.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { CODE_LIFETIME_S } from '../oauth/authorize/callback.ts'
import { clientAssertion, launchToken, registerApp, signedForm, type TestApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { demoLaunch, listTraces, readTrace } from '../testing/launches.ts'
import { processDomain } from '../testing/processes.ts'
import { launchKey } from './keys.ts'

const VERIFIER = 'the-verifier-of-this-test-which-is-long-enough-to-count'
const TOKEN_ENDPOINT = 'http://localhost:3000/oauth2/token'
const ADMIN = { viewer: async () => ({ username: 'beheer@demo.test', name: undefined }) }

/** A domain whose console's viewer is the demo administrator. */
const adminDomain = () => testDomain({}, ADMIN)

/** Steps that a launch of the demo app has no part in. */
const OUTSIDE_OF_LAUNCH = ['token', 'introspect', 'fhir.write', 'subscription.compared', 'subscription.notified']

const stepOf = (trace: TraceDetail | undefined, name: StepName): TraceStep => {
  const found = trace?.steps.filter(({ step }) => step === name).at(-1)
  if (!found) throw new Error(`No step ${name} among ${trace?.steps.map(({ step }) => step).join(', ')}`)
  return found
}

const outcomes = (step: TraceStep) => step.checks.map(({ name, outcome }) => `${name} ${outcome}`)

/** The content of all traces in the database, as text. */
const kept = async ({ domain }: TestDomain): Promise<string> => {
  await domain.traces.flush()
  const tables = ['trace', 'trace_step', 'trace_link']
  return JSON.stringify(await Promise.all(tables.map((table) => domain.sql.rows(`SELECT * FROM ${table}`))))
}

async function authorize(
  { domain, fetch }: TestDomain,
  app: TestApp,
  changes: Record<string, string | undefined> = {},
) {
  const query = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: crypto.randomUUID(),
    aud: 'http://localhost:3000/fhir/DEFAULT',
    launch: 'launch' in changes ? undefined : await launchToken(domain, app),
    code_challenge: codeChallenge(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  }
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await fetch(`/oauth2/authorize?${new URLSearchParams(pairs)}`)
  const answer = new URL(response.headers.get('location') ?? 'http://none.test').searchParams
  return { response, answer, trace: response.headers.get('x-trace-id') ?? '' }
}

/** A launch of an app of a developer's, up to its code. */
async function freshCode(running: TestDomain, app: TestApp, launch: string) {
  const browser = running.browser()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: crypto.randomUUID(),
    aud: 'http://localhost:3000/fhir/DEFAULT',
    launch,
    code_challenge: codeChallenge(VERIFIER),
    code_challenge_method: 'S256',
  })
  const form = formWith(await browser.get(`http://localhost:3000/oauth2/authorize?${query}`), 'username', 'password')
  if (!form) throw new Error('No login form')
  const done = await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' })
  const url = done.visits.map(({ location }) => location).find((location) => location?.startsWith(app.redirectUri))
  return new URL(url ?? '').searchParams.get('code') ?? ''
}

const exchange = async (
  { fetch, now }: TestDomain,
  app: TestApp,
  code: string,
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  fetch(TOKEN_ENDPOINT, {
    method: 'POST',
    headers,
    body: await signedForm(app, TOKEN_ENDPOINT, now(), {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: VERIFIER,
      ...changes,
    }),
  })

describe('the trace of a good launch', () => {
  it('has every request of all parties, each with the checks that its step declares, in that order', async () => {
    const running = await testDomain()
    const { browser, session } = await demoLaunch(running)
    expect(session.status).toBe('open')
    const trace = await readTrace(browser, session.trace ?? '')
    expect(trace).toMatchObject({
      outcome: 'opened',
      verified: true,
      failed: null,
      platform: 'demo-portal',
      app: 'demo-app',
      user: 'Patient/marijke-jansen',
      task: 'Task/sleep-diary-week-1',
    })
    const names = Object.keys(STEPS).filter((name): name is StepName => !OUTSIDE_OF_LAUNCH.includes(name))
    for (const name of names) {
      const step = stepOf(trace, name)
      expect(
        step.checks.filter(({ outcome }) => outcome === 'passed').map((check) => check.name),
        name,
      ).toEqual(STEPS[name].checks)
      expect(step.peer).toBe(STEPS[name].peer)
    }
  })

  it('holds none of the secrets that went through it', async () => {
    const running = await testDomain()
    const seen = new Set<string>()
    const app = await registerApp(running.domain)
    const launch = await launchToken(running.domain, app)
    const code = await freshCode(running, app, launch)
    const assertion = await clientAssertion(app, TOKEN_ENDPOINT, running.now())
    const answer = await exchange(running, app, code, { client_assertion: assertion })
    const tokens = (await answer.json()) as { id_token: string; access_token: string }
    const bearer = await running.bearer(app)
    await running.fetch('/fhir/DEFAULT/Patient', {
      headers: { authorization: `Bearer ${bearer}`, 'x-trace-id': 'a-trace-id-of-the-app' },
    })
    for (const token of [launch, assertion, tokens.id_token, bearer]) seen.add(token).add(token.split('.')[2] ?? '')
    for (const secret of [code, VERIFIER, tokens.access_token, 'demo"', 'marijke@demo.test']) seen.add(secret)
    const { browser, page } = await demoLaunch(running)
    for (const { location } of page.visits)
      for (const [name, value] of new URL(location ?? 'http://none.test').searchParams)
        if (['code', 'state', 'interaction', 'nonce'].includes(name)) seen.add(value)
    for (const cookie of browser.cookies('http://localhost:3000').split('; ')) {
      const value = cookie.slice(cookie.indexOf('=') + 1)
      if (value.length > 20 && !value.startsWith('Patient')) seen.add(value)
    }
    const text = await kept(running)
    expect(text).toContain('token.client_assertion')
    for (const secret of seen) expect(text.includes(secret), secret.slice(0, 12)).toBe(false)
  })
})

describe('the trace of a refused launch', () => {
  it.each([
    ['authorize.aud', { aud: 'https://elsewhere.test/fhir' }, 'aud'],
    ['authorize.scope', { scope: 'launch' }, 'scope'],
    ['authorize.pkce', { code_challenge_method: 'plain' }, 'code_challenge_method'],
  ])('shows what %s expected and received, and which checks were not reached', async (check, changes, member) => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const { answer, trace: id } = await authorize(running, app, changes)
    expect(answer.get('error_description')).toMatch(new RegExp(`^${check}: `))
    expect(answer.get('trace_id')).toBe(id)
    expect(answer.get('error_uri')).toBe(`http://localhost:3000/traces/${id}`)
    const trace = await readTrace(running.browser(), id)
    expect(trace).toMatchObject({ outcome: 'refused', failed: check, verified: true })
    const step = stepOf(trace, 'authorize')
    const failed = step.checks.find(({ name }) => name === check)
    expect(failed).toMatchObject({ outcome: 'failed', received: changes, mend: expect.any(String) })
    expect(failed?.expected).toHaveProperty(member)
    const order = STEPS.authorize.checks as readonly string[]
    const at = order.indexOf(check)
    expect(outcomes(step)).toEqual([
      ...order.slice(0, at).map((name) => `${name} passed`),
      `${check} failed`,
      ...order.slice(at + 1).map((name) => `${name} not_reached`),
    ])
  })

  it('is that of the launch when the platform signed the token, also when the token has expired', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const jti = crypto.randomUUID()
    const late = await launchToken(running.domain, app, { jti })
    running.advance(400_000)
    const { trace, answer } = await authorize(running, app, { launch: late })
    expect(answer.get('error_description')).toMatch(/^launch\.time/)
    const found = await readTrace(running.browser(), trace)
    expect(found).toMatchObject({ traceId: jti, verified: true, failed: 'launch.time' })
    expect(trace).toBe(launchKey('demo-portal', jti)) // Under which the portal wrote, too.
  })

  it('shows the developer why the client assertion with a live code was refused, and shows the launch as opened after a good one', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const code = await freshCode(running, app, await launchToken(running.domain, app))
    const wrong = await clientAssertion(app, 'https://elsewhere.test/token', running.now())
    const refused = await exchange(running, app, code, { client_assertion: wrong })
    const body = (await refused.json()) as { trace_id: string }
    expect(body.trace_id).toBe(refused.headers.get('x-trace-id'))
    const before = await readTrace(running.browser(), body.trace_id)
    expect(before).toMatchObject({ outcome: 'refused', failed: 'token.client_assertion', app: app.clientId })
    expect(stepOf(before, 'token.authorization_code').checks[1]).toMatchObject({
      expected: { aud: [TOKEN_ENDPOINT, 'http://localhost:3000'] },
      received: { aud: 'https://elsewhere.test/token', iss: app.clientId },
    })
    expect((await exchange(running, app, code)).status).toBe(200)
    expect(await readTrace(running.browser(), body.trace_id)).toMatchObject({ outcome: 'opened', failed: null })
  })

  it('lists a launch whose code was used twice as refused there, which the token answer does not say', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const code = await freshCode(running, app, await launchToken(running.domain, app))
    expect((await exchange(running, app, code)).status).toBe(200)
    const again = (await (await exchange(running, app, code)).json()) as { trace_id: string }
    const [, second] =
      (await readTrace(running.browser(), again.trace_id))?.steps.filter(
        ({ step }) => step === 'token.authorization_code',
      ) ?? []
    expect(second?.checks.find(({ name }) => name === 'token.code')).toMatchObject({
      expected: { known: true, used: false, client_id: app.clientId },
      received: { known: true, used: true, client_id: app.clientId },
    })
    const page = await running.fetch(`/traces/api/${again.trace_id}?download=html`)
    expect(await page.text()).toMatch(/<title>[^<]* was refused: the code was used a second time\.<\/title>/)
    const listed = await running.fetch('/traces/api?outcome=refused&check=token.code')
    expect(await listed.json(), 'found by its outcome and by where it stopped').toMatchObject({
      items: [{ id: again.trace_id, outcome: 'refused', failed: 'token.code' }],
      stops: expect.arrayContaining([expect.objectContaining({ check: 'token.code' })]),
    })
  })

  it('fails at user.match for the wrong person, and does not contain that person’s user name', async () => {
    const running = await testDomain()
    const { browser, session } = await demoLaunch(running, { username: 'bram@demo.test' })
    const trace = await readTrace(browser, session.trace ?? '')
    expect(session.status).toBe('failed')
    expect(trace).toMatchObject({ outcome: 'refused', failed: 'user.match' })
    expect(stepOf(trace, 'app.callback').failed).toBe('app.answer')
    expect(JSON.stringify(trace)).not.toContain('bram@demo.test')
  })

  it('is kept for a FHIR request without permission, and the answer has its id', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const token = await running.bearer(app, 'system/Task.rs')
    const answer = await running.fetch('/fhir/DEFAULT/Patient', { headers: { authorization: `Bearer ${token}` } })
    const id = answer.headers.get('x-trace-id') ?? ''
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(`(trace ${id})`)])
    const trace = await readTrace(running.browser(), id)
    expect(trace).toMatchObject({ outcome: 'refused', failed: 'fhir.permission', app: app.clientId })
    expect(outcomes(stepOf(trace, 'fhir'))).toEqual(['fhir.bearer passed', 'fhir.permission failed'])
    const listed = (await listTraces(running.browser(), '?check=fhir.permission')).items
    expect(listed, 'in the list, what was asked').toMatchObject([{ calls: [{ act: 'read', on: 'Patient', times: 1 }] }])
    const unknown = await running.fetch('/fhir/DEFAULT/Patient/none', {
      headers: { authorization: `Bearer ${await running.bearer(app)}` },
    })
    expect([unknown.status, unknown.headers.get('x-trace-id')]).toEqual([404, null])
  })
})

describe('a launch whose code the app does not exchange', () => {
  it('is not made by a visit to the log-in page that no launch led to', async () => {
    const running = await adminDomain()
    const { status } = await running.fetch('/idp/login?interaction=nothing')
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await listTraces(running.browser())).items).toEqual([])
  })

  it('is abandoned when the code has expired', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const jti = crypto.randomUUID()
    await freshCode(running, app, await launchToken(running.domain, app, { jti }))
    const outcome = async () => (await readTrace(running.browser(), jti))?.outcome
    const listed = async (wanted: string) => (await listTraces(running.browser(), `?outcome=${wanted}`)).items.length
    running.advance(CODE_LIFETIME_S * 1000)
    expect([await outcome(), await listed('under_way'), await listed('abandoned')]).toEqual(['under_way', 1, 0])
    running.advance(CODE_LIFETIME_S * 1000 + 1)
    expect([await outcome(), await listed('under_way'), await listed('abandoned')]).toEqual(['abandoned', 0, 1])
  })
})

describe('which trace a request belongs to', () => {
  it('is never that of a launch whose jti a forged token names', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const jti = crypto.randomUUID()
    const good = await authorize(running, app, { launch: await launchToken(running.domain, app, { jti }) })
    const [header, claims] = (await launchToken(running.domain, app, { jti })).split('.')
    const forged = await authorize(running, app, { launch: `${header}.${claims}.Zm9yZ2Vk` })
    expect(forged.answer.get('error_description')).toMatch(/^launch\.signature/)
    expect(forged.trace).not.toBe(good.trace)
    const browser = running.browser()
    expect((await readTrace(browser, good.trace))?.steps).toHaveLength(1)
    expect(await readTrace(browser, forged.trace)).toMatchObject({ traceId: jti, verified: false, outcome: 'refused' })
    expect(await readTrace(browser, jti)).toMatchObject({ id: good.trace }) // The genuine one has the name.
  })

  it('is a trace of its own when the launch token was made for another app', async () => {
    const running = await adminDomain()
    const [app, other] = [await registerApp(running.domain), await registerApp(running.domain, 'other-app')]
    const launch = await launchToken(running.domain, app)
    const good = await authorize(running, app, { launch })
    const stolen = await authorize(running, other, { launch })
    expect(stolen.answer.get('error_description')).toMatch(/^launch\.aud/)
    expect(stolen.trace).not.toBe(good.trace)
  })

  it('is that of the opened launch when its token is used again: the refusal is added, the launch stays opened', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const launch = await launchToken(running.domain, app)
    await exchange(running, app, await freshCode(running, app, launch))
    const again = await authorize(running, app, { launch })
    expect(again.answer.get('error_description')).toMatch(/^launch\.jti/)
    const trace = await readTrace(running.browser(), again.trace)
    expect(trace).toMatchObject({ outcome: 'opened', failed: null })
    expect(trace?.steps.at(-1)).toMatchObject({ step: 'authorize', failed: 'launch.jti' })
  })

  it('has no jti as its name when that is too long or no string', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    for (const jti of ['j'.repeat(5000), 7, 'a b\nc d e f g h i j k'])
      await authorize(running, app, { launch: await launchToken(running.domain, app, { jti }) })
    const { items } = await listTraces(running.browser())
    expect(items.map(({ traceId }) => traceId).sort()).toEqual(['a b\nc d e f g h i j k', null, null])
    expect(items.filter(({ verified }) => verified)).toHaveLength(1) // Blanks are odd, and its platform signed them.
  })

  it('is that of the launch when an authenticated client sends its jti as X-Trace-Id, and never so for another client', async () => {
    const running = await adminDomain()
    const [app, other] = [await registerApp(running.domain), await registerApp(running.domain, 'other-app')]
    const jti = crypto.randomUUID()
    const { trace } = await authorize(running, app, { launch: await launchToken(running.domain, app, { jti }) })
    const call = async (by: TestApp, id: string) => {
      const authorization = `Bearer ${await running.bearer(by)}`
      return running.fetch('/fhir/DEFAULT/Patient', { headers: { authorization, 'x-trace-id': id } })
    }
    await call(app, jti)
    await call(other, jti)
    const browser = running.browser()
    expect((await readTrace(browser, trace))?.steps.map(({ step, client }) => [step, client])).toEqual([
      ['authorize', undefined],
      ['fhir', app.clientId],
    ])
    const { items } = await listTraces(browser, '?app=other-app')
    expect(items).toMatchObject([{ app: 'other-app', outcome: 'answered', verified: false }])
  })
})

describe('who may see a trace', () => {
  it('is the administrator and the developer of the app, and nobody else', async () => {
    let username = ''
    const running = await testDomain({ DEMO: 'false' }, { viewer: async () => ({ username, name: undefined }) })
    const app = await registerApp(running.domain)
    const { trace, answer } = await authorize(running, app, { scope: 'launch' })
    expect(answer.get('error_uri')).toBe('http://localhost:3000/docs/errors/authorize.scope') // Open to everybody.
    const other = await authorize(running, await registerApp(running.domain, 'other-app'), { scope: 'launch' })
    await running.domain.developers.add(app.clientId, 'bram@demo.test')
    const browser = running.browser()
    const seen: Record<string, readonly unknown[]> = {}
    for (username of ['beheer@demo.test', 'bram@demo.test', 'marijke@demo.test', 'nobody'])
      seen[username] = [
        await readTrace(browser, trace).then((found) => found?.id),
        await readTrace(browser, other.trace).then((found) => found?.id),
        await listTraces(browser).then(({ items }) => items?.length),
      ]
    expect(seen).toEqual({
      'beheer@demo.test': [trace, other.trace, 2],
      'bram@demo.test': [trace, undefined, 1],
      'marijke@demo.test': [undefined, undefined, undefined],
      nobody: [undefined, undefined, undefined],
    })
    username = 'bram@demo.test'
    await running.domain.developers.remove(app.clientId, username)
    expect(await readTrace(browser, trace)).toBeUndefined()
  })

  it('is in the demo also the person who made the launch, and no visitor', async () => {
    const running = await testDomain()
    const { browser, session } = await demoLaunch(running)
    expect(await readTrace(browser, session.trace ?? '')).toMatchObject({ outcome: 'opened' })
    expect((await listTraces(browser)).items).toHaveLength(1)
    const stranger = running.browser()
    expect(await readTrace(stranger, session.trace ?? '')).toBeUndefined()
    expect((await stranger.get('http://localhost:3000/traces/api')).status).toBe(403)
    const asked = await stranger.get('http://localhost:3000/traces/api/session')
    expect([asked.status, JSON.parse(asked.text)]).toEqual([200, { access: 'refused' }])
  })
})

describe('/traces/api', () => {
  it('lists by pages, and refuses unknown parameters and paths', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    for (let count = 0; count < 5; count += 1) await authorize(running, app, { scope: 'launch' })
    const browser = running.browser()
    const first = await listTraces(browser, '?limit=3')
    const rest = await listTraces(browser, `?limit=3&before=${first.next}`)
    expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 2, undefined])
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5)
    for (const query of ['outcome=nonsense', 'after=-1', 'before=x', 'limit=many'])
      expect((await browser.get(`http://localhost:3000/traces/api?${query}`)).status, query).toBe(400)
    for (const path of ['/%', '/%00', `/${'x'.repeat(500)}`, '/l-none', '/a/b'])
      expect((await browser.get(`http://localhost:3000/traces/api${path}`)).status, path).toBe(404)
    expect((await running.fetch('/traces/api', { method: 'POST' })).status).toBe(405)
  })

  it('lists each launch with the name of its app, or only the client_id when the app is not registered', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const registered = await running.domain.registry.find(app.clientId)
    if (registered) await running.domain.registry.saveClient({ ...registered, name: 'Breathing exercises' })
    await authorize(running, app, { scope: 'launch' })
    await authorize(running, app, { client_id: 'nobody' })
    const { items } = await listTraces(running.browser())
    expect(items.find((trace) => trace.app === app.clientId)?.appName).toBe('Breathing exercises')
    expect(items.find((trace) => trace.app !== app.clientId)).not.toHaveProperty('appName')
  })

  it('exports a trace as one page without scripts, whatever was sent', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const { trace } = await authorize(running, app, { scope: '<script>alert(1)</script>', state: '"><img src=x>' })
    const answer = await running.fetch(`/traces/api/${trace}?download=html`)
    const text = await answer.text()
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="trace-${trace}.html"`)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(text).toContain('<mark>&lt;script&gt;alert(1)&lt;/script&gt;</mark>')
    expect(text).not.toMatch(/<script|<img|href=|src=|javascript:/)
    expect(text).toContain('authorize.scope')
    const dutch = await running.fetch(`/traces/api/${trace}?download=html`, { headers: { 'accept-language': 'nl' } })
    const page = await dutch.text()
    expect(page).toContain('Zo los je het op')
    expect(page).toMatch(
      /<strong>[^<]*<code>authorize\.scope<\/code> mislukt: scope moet launch openid fhirUser zijn\./,
    )
    expect(page.replace(/<q lang="en">[^<]*<\/q>/, '')).not.toContain('scope must')
  })

  it('explains each check in the language of the viewer', async () => {
    const running = await adminDomain()
    const app = await registerApp(running.domain)
    const { trace } = await authorize(running, app, { scope: 'launch' })
    const answer = await running.fetch(`/traces/api/${trace}`, { headers: { 'accept-language': 'nl' } })
    const failed = stepOf((await answer.json()) as TraceDetail, 'authorize').checks.find(
      ({ outcome }) => outcome === 'failed',
    )
    expect(failed).toMatchObject({
      rule: 'scope moet launch openid fhirUser zijn.',
      reason: expect.stringMatching(/^scope must/),
    })
  })
})

describe('two server processes', () => {
  it('write into one trace, and each reads what the other wrote', async () => {
    const processes = await processDomain()
    const first = await processes.start({ first: true })
    const second = await processes.start()
    const app = await registerApp(processes.domain)
    const jti = crypto.randomUUID()
    const launch = await launchToken(processes.domain, app, { jti })
    const query = (scope: string) =>
      new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope,
        state: crypto.randomUUID(),
        aud: `${processes.publicUrl}/fhir/DEFAULT`,
        launch,
        code_challenge: codeChallenge(VERIFIER),
        code_challenge_method: 'S256',
      })
    const ask = (origin: string, scope: string) =>
      fetch(`${origin}/oauth2/authorize?${query(scope)}`, { redirect: 'manual' })
    const one = await ask(first.origin, 'launch')
    const other = await ask(second.origin, 'launch openid fhirUser')
    const id = one.headers.get('x-trace-id') ?? ''
    expect(other.headers.get('x-trace-id')).toBe(id)
    await vi.waitFor(async () => expect(await processes.domain.traces.steps(id)).toHaveLength(2), 5000)
    await first.kill() // Written records survive the process.
    const row = await processes.domain.traces.find({ all: true, clients: [], subjects: [], ids: [] }, jti)
    expect(row).toMatchObject({ id, outcome: 'refused', failed: 'authorize.scope' })
  })
})

import { describe, expect, it } from 'vitest'
import type { TraceDetail, TraceRerun } from '#lib/api/traces.ts'
import { STEPS, type StepName } from '#lib/checks/steps.ts'
import type { UserAgent } from '#lib/http/user-agent.ts'
import { canReopen } from '#lib/trace-view/reopen.ts'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { type TestDomain, testDomain } from '#server/testing/domain.ts'
import { demoLaunch, readTrace } from '#server/testing/launches.ts'
import { signInAs } from '#server/testing/portal-cookie.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'

const SITE = 'http://localhost:3000'

/** Runs a step of a trace again, as the page does. */
const again = ({ fetch }: TestDomain, browser: UserAgent, id: string, step: unknown, headers: object = {}) =>
  fetch(`${SITE}/traces/api/${id}/again`, {
    method: 'POST',
    headers: { origin: SITE, cookie: browser.cookies(SITE), 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ step }),
  })

const indexOf = ({ steps }: TraceDetail, name: StepName) => steps.findLastIndex(({ step }) => step === name)

const passed = ({ step: { checks } }: TraceRerun) =>
  checks.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)

async function launched(running: TestDomain, who?: Parameters<typeof demoLaunch>[1]) {
  const { browser, session } = await demoLaunch(running, who)
  const trace = await readTrace(browser, session.trace ?? '')
  if (!trace) throw new Error('The launch has no trace')
  const run = async (name: StepName) => {
    const answer = await again(running, browser, trace.id, indexOf(trace, name))
    expect(answer.status, name).toBe(201)
    return (await answer.json()) as TraceRerun
  }
  return { browser, trace, run }
}

describe('running a step of a good demo launch again', () => {
  it('runs alone or with the steps before it, as the trace announces, and passes all of its checks', async () => {
    const running = await testDomain()
    const { browser, trace, run } = await launched(running)
    const modes = Object.fromEntries(trace.steps.map(({ step, again }) => [step, again]))
    expect(modes).toEqual({
      'portal.launch': 'alone',
      'app.launch': 'up_to',
      authorize: 'alone',
      'idp.authorize': 'up_to',
      'idp.login': 'up_to',
      callback: 'up_to',
      'app.callback': 'up_to',
      'token.authorization_code': 'up_to',
      'token.client_credentials': 'alone',
      fhir: 'alone',
    })
    const { storage, peers } = running.domain
    const marijke = await storage.accounts.named('marijke@demo.test')
    const sessions = async () => (await peers.idp.accounts.sessions(marijke?.id ?? '')).map(({ sid }) => sid)
    const before = await sessions()
    expect(before).not.toEqual([])
    for (const name of Object.keys(modes) as StepName[]) {
      const result = await run(name)
      expect([result.step.step, passed(result)], name).toEqual([name, STEPS[name].checks])
      const isCall = name === 'fhir' || name === 'token.client_credentials'
      expect(result.id === trace.id, name).toBe(isCall) // The app's calls belong to their launch.
      expect(await readTrace(browser, result.id), name).toMatchObject({ verified: true, user: trace.user })
    }
    expect(await sessions(), 'nobody stays signed in').toEqual(before)
    const alone = await run('authorize')
    expect((await readTrace(browser, alone.id))?.steps.map(({ step }) => step)).toEqual(['authorize'])
  })

  it('is offered in a trace that has the read of the app and the token for it', async () => {
    const { trace } = await launched(await testDomain())
    const read = trace.steps.filter(({ step }) => step === 'fhir')
    expect(read.map(({ url, client }) => [url, client])).toEqual([
      [`${SITE}/fhir/DEFAULT/Patient/marijke-jansen`, 'demo-app'],
    ])
    expect(trace).toMatchObject({ outcome: 'opened' })
  })

  it('gives no secret to the browser', async () => {
    const running = await testDomain()
    const { browser, trace } = await launched(running)
    for (const [index] of trace.steps.entries()) {
      const text = await (await again(running, browser, trace.id, index)).text()
      expect(text).not.toMatch(/eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/)
      expect(text).not.toMatch(/"(code|state|nonce|access_token|password)":"/)
    }
  })
})

describe('running a step of a refused launch again', () => {
  it('stops at user.match again when the wrong person had logged in', async () => {
    const { run } = await launched(await testDomain(), { username: 'bram@demo.test' })
    const result = await run('callback')
    expect(result.step).toMatchObject({ step: 'callback', failed: 'user.match' })
  })

  it.each([
    ['expired', 'launch.time'],
    ['clock-skew', 'launch.time'],
    ['wrong-aud', 'launch.aud'],
    ['unknown-kid', 'launch.signature'],
    ['tampered-signature', 'launch.signature'],
    ['unsigned', 'launch.format'],
    ['missing-claim', 'launch.sub'],
    ['wrong-task', 'launch.resource'],
    ['redirect_uri-mismatch', 'authorize.redirect_uri'],
  ])('stops a launch with failure %s at %s again', async (fail, check) => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const running = await testDomain({}, { viewer })
    const browser = running.browser()
    const claims = { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1', intent: 'order' }
    const composition = { app: 'demo-app', claims, without: [], delivery: 'shof', fail }
    const answer = await running.fetch(`${SITE}/api/launches`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json' },
      body: JSON.stringify(composition),
    })
    const { fields } = (await answer.json()) as { fields: Record<string, string> }
    await browser.post(`${SITE}/launch`, fields)
    const { items } = JSON.parse((await browser.get(`${SITE}/traces/api?check=${check}`)).text) as {
      items: { id: string }[]
    }
    const trace = (await readTrace(browser, items[0]?.id ?? '')) as TraceDetail
    running.advance(3_600_000)
    const index = indexOf(trace, 'authorize')
    expect(trace.steps[index]).toMatchObject({ failed: check, again: 'alone' })
    const result = (await (await again(running, browser, trace.id, index)).json()) as TraceRerun
    expect(result.step).toMatchObject({ step: 'authorize', failed: check })
    expect(result.step.at).toBeGreaterThan(trace.startedAt)
  })
})

describe('who may run a step again', () => {
  it('is whoever may see the trace, from a page of this site, and nobody else', async () => {
    const running = await testDomain()
    const { browser, trace } = await launched(running)
    const index = indexOf(trace, 'authorize')
    const statuses = async (answers: readonly Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status)
    expect(
      await statuses([
        again(running, running.browser(), trace.id, index),
        again(running, browser, trace.id, index, { origin: 'https://evil.test' }),
        again(running, browser, trace.id, index, { 'content-type': 'text/plain' }),
        again(running, browser, trace.id, 999),
        again(running, browser, trace.id, -1),
        again(running, browser, 'l-none', 0),
      ]),
    ).toEqual([404, 403, 400, 409, 400, 404])
    await signInAs(running.domain, browser, 'Patient/bram-de-boer')
    const other = await readTrace(browser, trace.id)
    expect([canReopen(trace), other && canReopen(other)]).toEqual([true, false])
    expect(other?.steps.find(({ step }) => step === 'portal.launch')).not.toHaveProperty('again')
    expect((await again(running, browser, trace.id, indexOf(trace, 'portal.launch'))).status).toBe(409)
  })

  it('is recorded in the audit log, as looking at the trace is; a refused request is not', async () => {
    const running = await testDomain()
    const { browser, trace } = await launched(running)
    await signInAs(running.domain, browser, 'beheer@demo.test')
    const views = async () => (await eventsOf(running.domain)).filter((event) => nameOf(event) === 'view')
    const before = (await views()).length
    const index = indexOf(trace, 'token.client_credentials')
    expect((await again(running, browser, trace.id, index, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await again(running, browser, 'l-none', index)).status).toBe(404)
    expect(await views()).toHaveLength(before)
    expect((await again(running, browser, trace.id, index)).status).toBe(201)
    const [event, ...others] = (await views()).slice(before)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      outcome: '0',
      outcomeDesc: 'view: a trace, to run a step again',
      action: 'R',
      agent: [{ requestor: true, who: { identifier: { value: 'beheer@demo.test' } } }],
      entity: expect.arrayContaining([expect.objectContaining({ name: 'trace' })]),
    })
    expect(event?.entity?.find(({ name }) => name === 'trace')?.what?.identifier?.value).toBe(trace.id)
    expect(event && r4Problems(event)).toEqual([])
  })

  it('is nobody for an app that a developer registered', async () => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const running = await testDomain({}, { viewer })
    const app = await registerApp(running.domain)
    const refused = await running.fetch(`/oauth2/authorize?client_id=${app.clientId}`)
    const id = refused.headers.get('x-trace-id') ?? ''
    expect((await again(running, running.browser(), id, 0)).status).toBe(409)
  })

  it('is nobody outside of the demo', async () => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const running = await testDomain({ DEMO: 'false' }, { viewer })
    const refused = await running.fetch('/oauth2/authorize?client_id=demo-app')
    const id = refused.headers.get('x-trace-id') ?? ''
    const trace = await readTrace(running.browser(), id)
    expect(trace?.steps[0]).not.toHaveProperty('again')
    expect((await again(running, running.browser(), id, 0)).status).toBe(409)
  })

  it('is limited by RATE_LIMIT_AUTHORIZE: then 429 with Retry-After', async () => {
    const running = await testDomain({ RATE_LIMIT: 'on', RATE_LIMIT_AUTHORIZE: '3' })
    const { browser, trace } = await launched(running)
    const index = indexOf(trace, 'token.client_credentials')
    const answers = []
    for (let count = 0; count < 4; count += 1) answers.push(await again(running, browser, trace.id, index))
    expect(answers.at(-1)?.status).toBe(429)
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

import { describe, expect, it } from 'vitest'
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { backendServices } from '#lib/oauth/backend-services.ts'
import { headlineOf } from '#lib/trace-view/headline.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { TRANSACTION_LIFETIME_S } from '../oauth/authorize/transaction-cookie.ts'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { WRITING_SCOPE, writingApp } from '../testing/writing-app.ts'

const ADMIN = 'beheer@demo.test'
const TRACE = 'trace-of-a-write'

/** A demo domain with an app that writes tasks, by an X-Trace-Id of its own. */
async function writing() {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain({}, { viewer })
  const { domain, fetch, bearer } = one
  const app = await writingApp(domain)
  const token = await bearer(app, WRITING_SCOPE)
  const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`/fhir/DEFAULT/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/fhir+json',
        'x-trace-id': TRACE,
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const task = (more: object = {}) => ({
    resourceType: 'Task',
    status: 'ready',
    intent: 'order',
    ...more,
  })
  const readAs = async (username: string, id = TRACE) => {
    const answer = await fetch(`/traces/api/${id}`, { headers: { 'x-test-user': username } })
    return { status: answer.status, trace: (await answer.json()) as TraceDetail }
  }
  return { ...one, app, send, task, readAs }
}

const stepsOf = ({ steps }: TraceDetail, name: string) => steps.filter(({ step }) => step === name)

describe('the trace of a write', () => {
  it('EVT-08 is found by the X-Trace-Id of its client, and names the version that was written', async () => {
    const { send, task, readAs, app } = await writing()
    const made = await send('POST', 'Task', task())
    expect(made.status).toBe(201)
    const { trace } = await readAs(ADMIN)
    const [write] = stepsOf(trace, 'fhir.write')
    const { id } = (await made.json()) as { readonly id: string }
    expect(trace).toMatchObject({ traceId: TRACE, app: app.clientId, outcome: 'answered', task: `Task/${id}` })
    expect(write?.checks.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'fhir.bearer passed',
      'fhir.permission passed',
      'fhir.write passed',
    ])
    expect(write?.answered).toEqual({ outcome: 'created', status: 'ready', version: [`Task/${id}/_history/1`] })
  })

  it('says what became of the status of a Task, and nothing else that was written', async () => {
    const { send, task, readAs } = await writing()
    const made = await send('POST', 'Task', task({ description: 'About a person' }))
    const { id } = (await made.json()) as { readonly id: string }
    const patch = [{ op: 'replace', path: '/status', value: 'in-progress' }]
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' }
    expect((await send('PATCH', `Task/${id}`, patch, headers)).status).toBe(200)
    const patient = await send('POST', 'Patient', { resourceType: 'Patient', name: [{ family: 'Tried' }] })
    expect(patient.status).toBe(201)
    const { trace } = await readAs(ADMIN)
    expect(stepsOf(trace, 'fhir.write').map(({ answered }) => answered?.['status'])).toEqual([
      'ready',
      'ready → in-progress',
      undefined,
    ])
    expect(JSON.stringify(trace.steps)).not.toContain('About a person')
  })

  it('says of a refused write that it was tried, with the check, the status and the reason, in the list and on its page', async () => {
    const { send, task, readAs, fetch } = await writing()
    const made = await send('POST', 'Task', task(), { 'x-trace-id': 'trace-of-the-task' })
    const { id } = (await made.json()) as { readonly id: string }
    const patch = [{ op: 'replace', path: '/status', value: 'in-progress' }]
    const stale = { 'content-type': 'application/json-patch+json', 'if-match': 'W/"99"' }
    expect((await send('PATCH', `Task/${id}`, patch, stale)).status).toBe(412)
    const { trace } = await readAs(ADMIN)
    const reason = `The current version of Task/${id} is 1, not 99: read it again, and repeat your change on it.`
    expect(trace).toMatchObject({ outcome: 'refused', failed: 'fhir.write' })
    expect(trace.steps[0]?.checks.at(-1)).toMatchObject({
      name: 'fhir.write',
      outcome: 'failed',
      code: 'conflict',
      reason,
    })
    expect(headlineOf(trace, 'en')).toBe(
      `writing-app tried to change Task: refused, 412; the current version of Task/${id} is 1, not 99: read it again, and repeat your change on it.`,
    )
    const answer = await fetch('/traces/api?outcome=refused&check=fhir.write', { headers: { 'x-test-user': ADMIN } })
    const { items } = (await answer.json()) as TraceList
    expect(items).toMatchObject([{ failedStatus: 412, failedCode: 'conflict' }])
    expect(items.map((item) => TRACE_TEXTS.en.sentence(item))).toEqual([
      'writing-app tried to change Task: refused, 412',
    ])
    expect(items.map((item) => TRACE_TEXTS.nl.sentence(item))).toEqual([
      'writing-app probeerde Task te wijzigen: geweigerd, 412',
    ])
  })

  it('keeps nothing of the content of a write that was refused for it, also where that came after another write', async () => {
    const { send, task, readAs } = await writing()
    await send('POST', 'Task', task())
    expect((await send('POST', 'Task', task({ status: 'Marijke' }))).status).toBe(400)
    const { trace } = await readAs(ADMIN)
    expect(trace.steps[1]?.checks.at(-1)).toMatchObject({ outcome: 'failed', reason: 'A code is not valid.' })
    expect(JSON.stringify(trace.steps)).not.toContain('Marijke')
    expect(headlineOf(trace, 'en')).toMatch(/tried to create Task: refused, 400; a code is not valid\.$/)
  })

  it('EVT-08 says which Subscriptions matched, why others did not, and which receiver was notified', async () => {
    const { send, task, readAs, domain } = await writing()
    await domain.peers.subscriptions.settle() // The demo app's Subscription is asked for its receiver.
    await send('POST', 'Task', task())
    await domain.peers.subscriptions.settle()
    const { trace } = await readAs(ADMIN)
    const [compared] = stepsOf(trace, 'subscription.compared')
    expect(compared?.subscriptions).toEqual([
      { id: 'sleep-diary-tasks', owner: 'demo-app', criteria: 'Task?', verdict: 'matched', number: 1 },
    ])
    expect(stepsOf(trace, 'subscription.notified')).toMatchObject([
      { url: 'http://localhost:3000/launch/hook', status: 200, answered: { outcome: 'delivered' } },
    ])
    const patient = { resourceType: 'Patient', name: [{ family: 'Tried' }] }
    expect((await send('POST', 'Patient', patient, { 'x-trace-id': 'trace-of-a-patient' })).status).toBe(201)
    await domain.peers.subscriptions.settle()
    const other = await readAs(ADMIN, 'trace-of-a-patient')
    expect(stepsOf(other.trace, 'subscription.compared')[0]?.subscriptions).toMatchObject([
      { id: 'sleep-diary-tasks', verdict: 'criteria' },
    ])
    expect(stepsOf(other.trace, 'subscription.notified')).toEqual([])
  })

  it('EVT-08 shows a developer only the number of Subscriptions of other apps', async () => {
    const { send, readAs, domain, app } = await writing()
    const patient = { resourceType: 'Patient', name: [{ family: 'Tried' }] }
    const stranger = await registerApp(domain, 'a-stranger')
    await domain.registry.saveRole('watcher', [
      { resourceType: 'Patient', scope: 'all', operations: 'rs', grantedBy: [] },
    ])
    const client = await domain.registry.find(stranger.clientId)
    if (client) await domain.registry.saveClient({ ...client, roleName: 'watcher' })
    const subscription = {
      resourceType: 'Subscription',
      id: 'of-a-stranger',
      status: 'requested',
      reason: 'To see',
      criteria: 'Patient?name=secret',
      channel: { type: 'rest-hook', endpoint: 'https://stranger.example/hook' },
      extension: [
        {
          url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
          valueReference: { reference: `Device/${stranger.clientId}`, type: 'Device' },
        },
      ],
    }
    const text = JSON.stringify(subscription)
    await domain.resources.write([{ type: 'Subscription', id: 'of-a-stranger', text, parsed: subscription }], 1)
    await domain.peers.subscriptions.settle()
    await domain.developers.add(app.clientId, 'daan@demo.test')
    await send('POST', 'Patient', patient)
    await domain.peers.subscriptions.settle()
    const { trace } = await readAs('daan@demo.test')
    expect(JSON.stringify(trace)).not.toContain('secret')
    expect(stepsOf(trace, 'subscription.compared')).toMatchObject([
      { subscriptions: [{ id: 'sleep-diary-tasks' }], otherSubscriptions: 1 },
    ])
    expect(JSON.stringify((await readAs(ADMIN)).trace)).toContain('secret')
  })

  it('EVT-08 W27 is kept under the X-Trace-Id of the answer for the first ten writes of a client in a minute', async () => {
    const { send, task, readAs, advance } = await writing()
    const traceOf = async () =>
      (await send('POST', 'Task', task(), { 'x-trace-id': '' })).headers.get('x-trace-id') ?? ''
    const status = async (id: string) => (await readAs(ADMIN, id)).status
    const first = await traceOf()
    expect((await readAs(ADMIN, first)).trace).toMatchObject({ traceId: first, outcome: 'answered' })
    for (let more = 0; more < 9; more += 1) await traceOf()
    expect(await status(await traceOf())).toBe(404)
    advance(60_000)
    expect(await status(await traceOf())).toBe(200)
  })
})

describe('who may see the trace of a changed task', () => {
  it('is in the demo whoever may open the task at the portal, and nobody else', async () => {
    const { domain, fetch, readAs } = await writing()
    const keys = domain.keys.ring('launch')
    const { send } = backendServices({
      clientId: 'demo-app',
      keys,
      fetch,
      clock: domain.clock,
      random: systemRandom,
    })
    const base = 'http://localhost:3000/fhir/DEFAULT'
    const patch = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' },
      body: JSON.stringify([{ op: 'replace', path: '/status', value: 'in-progress' }]),
    } as const
    expect((await send(base, `${base}/Task/sleep-diary-week-1`, patch, 'begun-by-marijke')).status).toBe(200)
    const seenBy = async (username: string) => (await readAs(username, 'begun-by-marijke')).status
    expect(await seenBy('daan@demo.test')).toBe(200)
    expect(await seenBy('marijke@demo.test')).toBe(200)
    expect(await seenBy('bram@demo.test')).toBe(404)
    expect(await seenBy('els@demo.test')).toBe(404)
  })
})

describe('a trace reached from an event of the audit log', () => {
  it('opens for an auditor, who may not list traces', async () => {
    const { domain, send, task, fetch, readAs } = await writing()
    await domain.storage.idp.accounts.create({
      ...{ id: 'an-auditor', username: 'audit@demo.test', name: 'Noor Mulder', role: 'auditor' },
      ...{ passwordHash: '', createdAt: 1 },
    })
    await send('POST', 'Task', task())
    expect((await readAs('audit@demo.test')).status).toBe(200)
    expect((await fetch('/traces/api', { headers: { 'x-test-user': 'audit@demo.test' } })).status).toBe(403)
  })
})

describe('a launch that nobody continues', () => {
  it('is abandoned once nobody can log in for it any more, in the list too', async () => {
    const { domain, fetch, advance } = await writing()
    await fetch('/portal/launch', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'x-test-user': 'marijke@demo.test' },
      body: new URLSearchParams({ task: 'sleep-diary-week-1' }),
    })
    const listed = async (outcome: string) => {
      const answer = await fetch(`/traces/api?outcome=${outcome}`, { headers: { 'x-test-user': ADMIN } })
      return ((await answer.json()) as TraceList).items.map((item) => item.outcome)
    }
    expect([await listed('under_way'), await listed('abandoned')]).toEqual([['under_way'], []])
    advance(TRANSACTION_LIFETIME_S * 1000)
    expect([await listed('under_way'), await listed('abandoned')]).toEqual([['under_way'], []])
    advance(1)
    expect([await listed('under_way'), await listed('abandoned')]).toEqual([[], ['abandoned']])
    await domain.traces.flush()
  })
})

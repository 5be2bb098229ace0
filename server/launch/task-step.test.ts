import { describe, expect, it } from 'vitest'
import { APP, receivingApp } from '#server/testing/receiving-app.ts'

/** A launch token whose jti is this launch's; its signature is for the authorization server to verify. */
const LAUNCH = `e30.${Buffer.from(JSON.stringify({ jti: 'launch-0001' })).toString('base64url')}.c2ln`
const TASK = { resourceType: 'Task', id: '7', status: 'in-progress', meta: { versionId: '2' } }
const START = { version: '1', from: 'ready', to: 'in-progress' }

const fhir = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/fhir+json', ...headers } })

async function openTask() {
  const one = await receivingApp()
  const tab = one.newTab()
  const left = await tab.launch({ iss: one.domain.iss, launch: LAUNCH })
  await tab.send(one.app.callback, one.domain.logIn(left.href).href)
  const session = await tab.session()
  if (session.status !== 'open') throw new Error('no launch')
  one.domain.requests.length = 0
  one.domain.onWrite = () => fhir(200, TASK, { etag: 'W/"2"' })
  const step = (body: object, headers: Record<string, string> = { origin: APP }, from = tab) =>
    from.send(one.app.task, '/launch/api/task', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { ...one, tab, session: session.id, step }
}

describe('changing the status of the task of a launch', () => {
  it('TSK-11 sends only what changes: a patch that tests status and owner, for the version that the page showed', async () => {
    const { domain, session, step } = await openTask()
    const response = await step({ session, ...START })
    expect([response.status, response.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual(TASK)
    const [write] = domain.requestsTo('/Task/7')
    expect(write?.method).toBe('PATCH')
    expect(JSON.parse(write?.body ?? '')).toEqual([
      { op: 'test', path: '/status', value: 'ready' },
      { op: 'test', path: '/owner/reference', value: 'Patient/1' },
      { op: 'replace', path: '/status', value: 'in-progress' },
    ])
    expect(write?.headers.get('if-match')).toBe('W/"1"')
    expect(write?.headers.get('content-type')).toBe('application/json-patch+json')
  })

  it('APP-09 uses a token for Tasks only, and the trace id of the launch', async () => {
    const { domain, session, step } = await openTask()
    await step({ session, ...START })
    const [asked] = domain.requestsTo('/tokens')
    expect([asked?.form['grant_type'], asked?.form['scope']]).toEqual(['client_credentials', 'system/Task.ru'])
    const [write] = domain.requestsTo('/Task/7')
    expect(write?.headers.get('authorization')).toMatch(/^Bearer bearer-/)
    for (const request of [asked, write]) expect(request?.headers.get('x-trace-id')).toBe('launch-0001')
  })

  it('is tried once more with a new token when the token in use is refused', async () => {
    const { domain, session, step } = await openTask()
    await step({ session, ...START })
    domain.revokeBearers()
    expect((await step({ session, version: '2', from: 'in-progress', to: 'completed' })).status).toBe(200)
    expect(domain.requestsTo('/Task/7')).toHaveLength(3)
  })

  it('changes only the task of the launch: a body that names another task is refused', async () => {
    const { domain, session, step } = await openTask()
    expect((await step({ session, ...START, task: 'Task/8' })).status).toBe(400)
    expect(domain.requests).toEqual([])
  })

  it.each([
    ['TSK-09 412 where it is another version by now', 412, 'conflict'],
    ['422 where it is not for this person to do', 422, 'processing'],
    ['403 where the app may not change it', 403, 'forbidden'],
  ])('passes the answer of the FHIR base on: %s', async (_, status, code) => {
    const { domain, session, step } = await openTask()
    domain.onWrite = () => fhir(status, { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] })
    const response = await step({ session, ...START })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code }] })
  })

  it('TSK-10 answers 502 without a stack when the FHIR base does not answer', async () => {
    const { domain, session, step } = await openTask()
    domain.onWrite = () => {
      throw new TypeError('fetch failed')
    }
    const response = await step({ session, ...START })
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'The task could not be saved.',
    })
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', {}],
    ['a status that no step leads to', { ...START, to: 'cancelled' }],
    ['a status that no step leaves', { ...START, from: 'completed' }],
    ['a version that would be another header', { ...START, version: '1"\r\nx: y' }],
  ])('answers 400 when the page sends %s', async (_, body) => {
    const { app, domain, session, step, tab } = await openTask()
    const headers = { origin: APP, 'content-type': 'application/json' }
    const response =
      typeof body === 'string'
        ? await tab.send(app.task, '/launch/api/task', { method: 'POST', headers, body })
        : await step({ session, ...body })
    expect(response.status).toBe(400)
    expect(domain.requests).toEqual([])
  })

  it.each([
    ['nothing that tells where it is from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the same site', { origin: APP, 'sec-fetch-site': 'same-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('SEC-08 answers 403 to a request with %s', async (_, headers) => {
    const { domain, session, step } = await openTask()
    expect((await step({ session, ...START }, headers)).status).toBe(403)
    expect(domain.requests).toEqual([])
  })

  it('requires the session of the launch that it names, in the browser that has it', async () => {
    const { domain, newTab, session, step } = await openTask()
    expect((await step({ session: 'AAAAAAAAAAAA', ...START })).status).toBe(401)
    expect((await step({ session, ...START }, { origin: APP }, newTab())).status).toBe(401)
    expect(domain.requests).toEqual([])
  })

  it('takes no other method than POST', async () => {
    const { app, tab } = await openTask()
    const response = await tab.send(app.task, '/launch/api/task')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

import { describe, expect, it } from 'vitest'
import type { FhirConsoleAnswer, FhirConsoleMe, FhirConsoleRequest } from '#lib/api/fhir-console.ts'
import { TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf } from '#server/testing/audit.ts'
import { testDomain } from '#server/testing/domain.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const PRACTITIONER = 'daan@demo.test'
const WEEK_1 = 'Task/sleep-diary-week-1'
const BEGIN = JSON.stringify([{ op: 'replace', path: '/status', value: 'in-progress' }])

type Headers = Readonly<Record<string, string>>

/** A demo domain, and its FHIR console for a person. */
async function atTheConsole(env: Headers = {}) {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain(env, { viewer })
  const as = (username: string | null): Headers => (username === null ? {} : { 'x-test-user': username })
  const look = async (headers: Headers) =>
    (await (await one.fetch('/tools/api/fhir', { headers })).json()) as FhirConsoleMe
  const send = (
    asked: Partial<FhirConsoleRequest> | string,
    username: string | null = PRACTITIONER,
    more: Headers = {},
  ) =>
    one.fetch('/tools/api/fhir', {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json', ...as(username), ...more },
      body:
        typeof asked === 'string'
          ? asked
          : JSON.stringify({ client: 'demo-app', method: 'GET', path: WEEK_1, headers: {}, ...asked }),
    })
  const sent = async (...args: Parameters<typeof send>) => (await (await send(...args)).json()) as FhirConsoleAnswer
  const traceOf = async (id: string, username: string | null) =>
    one.fetch(`/traces/api/${id}`, { headers: as(username) })
  const ofPage = async () => (await eventsOf(one.domain)).filter(({ source }) => source.site.endsWith('/tools/fhir'))
  return { ...one, as, look, send, sent, traceOf, ofPage }
}

const clientsOf = ({ clients }: FhirConsoleMe) => clients.map(({ clientId }) => clientId)

describe('whose token a person may use at the FHIR console', () => {
  it('in the demo is that of its apps and the portal, and of the console for administrators', async () => {
    const { look, as } = await atTheConsole()
    expect(clientsOf(await look(as(PRACTITIONER)))).toEqual(['demo-app', 'demo-energy', 'demo-portal'])
    expect(clientsOf(await look(as('marijke@demo.test')))).toEqual(['demo-app', 'demo-energy', 'demo-portal'])
    expect(clientsOf(await look(as(ADMIN)))).toEqual(['demo-app', 'demo-energy', 'demo-portal', 'demo-console'])
    const stranger = await look({})
    expect(stranger).toMatchObject({ known: false, clients: [] })
    expect(stranger.demoPeople).toContainEqual({ name: 'Daan Visser', username: PRACTITIONER, role: 'practitioner' })
  })

  it('outside of the demo is nobody’s', async () => {
    const { look, as } = await atTheConsole({ DEMO: 'false' })
    expect(clientsOf(await look(as(PRACTITIONER)))).toEqual([])
    expect(clientsOf(await look(as(ADMIN)))).toEqual(['demo-console'])
    expect((await look({})).demoPeople).toEqual([])
  })

  it.each([
    [401, 'not_signed_in', {}, null],
    [403, 'not_yours', { client: 'demo-console' }, PRACTITIONER],
    [403, 'not_yours', { client: 'another-app' }, ADMIN],
  ])('is refused with %i %s otherwise', async (status, error, asked, username) => {
    const { send } = await atTheConsole()
    const answer = await send(asked, username)
    expect([answer.status, await answer.json()]).toMatchObject([status, { error }])
  })

  it('SEC-08 is used for pages of this site alone', async () => {
    const { send, ofPage } = await atTheConsole()
    const answer = await send({ method: 'DELETE' }, PRACTITIONER, { origin: 'https://evil.example' })
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'cross_site' }])
    expect((await ofPage()).map(({ outcomeDesc }) => outcomeDesc)).toEqual(['change: cross_site'])
  })
})

describe('a request of the FHIR console', () => {
  it('is answered as the FHIR API answers, word for word, and never with a token', async () => {
    const { send, domain } = await atTheConsole()
    const response = await send({})
    const text = await response.text()
    const answer = JSON.parse(text) as FhirConsoleAnswer
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(answer).toMatchObject({ status: 200, url: `${SITE}/fhir/DEFAULT/${WEEK_1}` })
    expect(answer.body).toBe((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body)
    expect(Object.fromEntries(answer.headers)).toMatchObject({ etag: 'W/"1"' })
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/)
  })

  it('writes with the rights of the role of its client', async () => {
    const { sent, domain } = await atTheConsole()
    const patch = { method: 'PATCH', body: BEGIN } as const
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' }
    expect(await sent({ ...patch, headers })).toMatchObject({ status: 200 })
    expect((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body).toContain('"in-progress"')
    expect(await sent({ ...patch, headers })).toMatchObject({ status: 412 })
    const refused = await sent({ method: 'DELETE', path: 'Patient/marijke-jansen' })
    expect(refused).toMatchObject({ status: 403 })
    expect(Object.fromEntries(refused.headers)['www-authenticate']).toContain('scope="system/Patient.d"')
  })

  it.each([
    ['Patient?name=jansen&_count=1', 200, '"searchset"'],
    ['metadata', 200, 'CapabilityStatement'],
    [`${WEEK_1}/_history`, 200, '"history"'],
    [`${SITE}/fhir/DEFAULT/${WEEK_1}`, 200, '"Task"'],
    ['Task/nobody', 404, 'OperationOutcome'],
  ])('reads %s', async (path, status, content) => {
    const { sent } = await atTheConsole()
    const answer = await sent({ path })
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(content)
  })

  it('validates without writing, and runs a transaction at the base', async () => {
    const { sent } = await atTheConsole()
    const headers = { 'content-type': 'application/fhir+json' }
    const task = '{"resourceType":"Task","status":"nonsense","intent":"order"}'
    const validated = await sent({ client: 'demo-portal', method: 'POST', path: 'Task/$validate', headers, body: task })
    expect(validated).toMatchObject({ status: 200 })
    expect(validated.body).toContain('Task.status')
    const bundle = JSON.stringify({
      resourceType: 'Bundle',
      type: 'batch',
      entry: [{ request: { method: 'GET', url: WEEK_1 } }],
    })
    const batch = await sent({ client: 'demo-portal', method: 'POST', path: '', headers, body: bundle })
    expect(batch).toMatchObject({ status: 200 })
    expect(batch.body).toContain('batch-response')
  })

  it.each([
    ['a path that leaves the base', { path: '../admin' }, 'bad_path'],
    ['another host', { path: 'https://evil.example/fhir/DEFAULT/Task/1' }, 'bad_path'],
    ['another method', { method: 'TRACE' as never }, 'bad_request'],
    ['a header that is not chosen', { headers: { authorization: 'Bearer x' } as never }, 'bad_request'],
    ['a header of two lines', { headers: { 'if-match': 'a\r\nb: c' } }, 'bad_request'],
    ['no JSON', '<x/>', 'bad_request'],
  ])('is refused for %s', async (_, asked, error) => {
    const { send } = await atTheConsole()
    const answer = await send(asked)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }])
  })

  it('says that nobody knows what became of it where its client gets no token', async () => {
    const { send, domain } = await atTheConsole()
    await domain.registry.setClientStatus('demo-app', 'disabled')
    const answer = await send({})
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: 'no_answer' }])
  })

  it('may be too many', async () => {
    const { send } = await atTheConsole({ RATE_LIMIT: 'on' })
    let last = await send({})
    for (let more = 0; more < 60; more += 1) last = await send({})
    expect([last.status, last.headers.has('retry-after')]).toEqual([429, true])
  })
})

describe('what a search read', () => {
  const timing = ({ headers }: FhirConsoleAnswer) => Object.fromEntries(headers)['server-timing']

  it.each([
    ['Patient?name=jansen', /^search;desc="name, [1-9]\d* rows"$/],
    ['Task?status=ready&_sort=_id', /^search;desc="(status|_id), [1-9]\d* rows"$/],
    ['Patient', /^search;desc="_lastUpdated, [1-9]\d* rows"$/],
    [WEEK_1, undefined],
    ['metadata', undefined],
  ])('FBO-12 is told by the FHIR console: %s', async (path, expected) => {
    const { sent } = await atTheConsole()
    const told = timing(await sent({ client: 'demo-portal', path }))
    if (expected) expect(told).toMatch(expected)
    else expect(told).toBeUndefined()
  })

  it('FBO-12 is told to nobody who makes up the mark of the console', async () => {
    const one = await testDomain()
    const app = await registerApp(one.domain)
    const token = await one.bearer(app)
    const headers = { authorization: `Bearer ${token}`, 'x-slipway-console': `${'0'.repeat(32)}.${'0'.repeat(30)}` }
    const answer = await one.fetch('/fhir/DEFAULT/Patient', { headers })
    expect([answer.status, answer.headers.get('server-timing')]).toEqual([200, null])
  })

  it('FBO-12 is nothing where the answer came from memory', async () => {
    const { sent } = await atTheConsole()
    const search = { client: 'demo-portal', path: 'Patient?name=jansen&_total=accurate' }
    expect(timing(await sent(search))).toMatch(/name/)
    // Again, where something else of the domain was written between the two.
    await expect.poll(async () => timing(await sent(search))).toBe('search;desc="memory"')
  })
})

describe('what is kept of a request of the FHIR console', () => {
  it('EVT-01 is an AuditEvent with its person, with the trace of the event of the FHIR API', async () => {
    const { sent, ofPage, domain } = await atTheConsole()
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' }
    const { trace } = await sent({ method: 'PATCH', headers, body: BEGIN })
    const [event] = await ofPage()
    expect(event).toMatchObject({ action: 'U', outcome: '0', entity: [{ what: { reference: WEEK_1 } }] })
    expect(JSON.stringify(event?.agent)).toContain(PRACTITIONER)
    const ofTrace = (await eventsOf(domain)).filter(({ extension }) =>
      extension.some(({ url, valueId }) => url === TRACE_ID && valueId === trace),
    )
    expect(ofTrace.map(({ subtype }) => subtype[0]?.code)).toContain('patch')
    expect(ofTrace).toContainEqual(event)
  })

  it('is a trace, found by its X-Trace-Id, which its person may see and others may not', async () => {
    const { sent, traceOf } = await atTheConsole()
    const { trace } = await sent({ method: 'DELETE', path: 'Patient/marijke-jansen' })
    const seen = await traceOf(trace, PRACTITIONER)
    expect(seen.status).toBe(200)
    expect(await seen.json()).toMatchObject({ app: 'demo-app', failed: 'fhir.permission', outcome: 'refused' })
    expect((await traceOf(trace, ADMIN)).status).toBe(200)
    expect((await traceOf(trace, 'marijke@demo.test')).status).toBe(404)
    expect((await traceOf(trace, null)).status).toBe(404)
  })
})

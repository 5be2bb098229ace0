// Every address of the table, asked by somebody who may not see what it shows: the audit log has the refusal.
import { describe, expect, it } from 'vitest'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'
import { ROUTES } from './routes.ts'

const PATIENT = 'marijke@demo.test'
const WANTED = 'bram-de-boer'
const QUERY = `?path=Patient/${WANTED}&patient=${WANTED}&record=Patient/${WANTED}`
/** An address in a row for what lies below it; of each other prefix, the prefix. */
const BELOW: Readonly<Record<string, string>> = {
  '/fhir/**': `/fhir/DEFAULT/Patient/${WANTED}`,
  '/admin/api/*': '/admin/api/status',
  '/connect/api/*': '/connect/api/apps',
}
/** Where a refusal is no refusal to show a record. */
const WITHOUT_RECORDS = [
  '/oauth2/',
  '/idp/',
  '/connect/',
  '/tools/api/judge',
  '/metrics',
  '/launch/hook',
  '/api/launches',
]
/** A read by a token that is not for them. */
const SENT = JSON.stringify({ client: 'demo-console', method: 'GET', path: `Patient/${WANTED}`, headers: {} })
/** What is asked by another method. */
const CHANGES = ['/browse/api/record', '/tools/api/fhir']

/** A domain outside of the demo, in which a header says who is signed in. */
async function domainOf() {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const { fetch, domain } = await testDomain({ DEMO: 'false' }, { viewer })
  const refusals = async () => {
    await domain.audit.flush()
    return (await eventsOf(domain)).filter(({ outcome }) => outcome === '4')
  }
  return { fetch, refusals, ask: (url: string, who: object, init = {}) => fetch(url, { ...init, headers: { ...who } }) }
}

const addressOf = (path: string): string => BELOW[path] ?? path.replace(/\/\*+$/, '')

describe.each([
  ['nobody who is signed in', {}],
  ['a patient, of another patient', { 'x-test-user': PATIENT }],
])('a read that is refused to %s', (_, who) => {
  const rows = ROUTES.filter(
    ({ path, answer }) => typeof answer === 'function' && !WITHOUT_RECORDS.some((one) => path.startsWith(one)),
  )

  it.each(rows.map(({ path }) => path))('IDP-21 is an event of the audit log: %s', async (path) => {
    const { ask, refusals } = await domainOf()
    const answer = await ask(`${addressOf(path)}${QUERY}`, who)
    await answer.body?.cancel()
    const isRefused = answer.status === 401 || answer.status === 403
    expect((await refusals()).length, `${answer.status}`).toBe(isRefused ? 1 : 0)
  })

  it('IDP-21 is one at every address that shows records', async () => {
    const { ask } = await domainOf()
    const shown = ROUTES.filter(({ showsRecords }) => showsRecords).map(({ path }) => addressOf(path))
    const answers = await Promise.all(shown.map((path) => ask(path + QUERY, who)))
    const open = shown.filter((_, at) => ![401, 403].includes(answers[at]?.status ?? 0))
    // Patients have lists of their own; outside of the demo nobody receives notifications here.
    const own = ['/portal/api/patients', '/subscriptions/api', '/traces/api']
    expect(open.filter((path) => !own.includes(path))).toEqual(['/launch/api/hook'])
    if (!('x-test-user' in who)) expect(open).toEqual(['/launch/api/hook'])
  })

  it.each(CHANGES)('IDP-21 is an event of the audit log when it is to change something: %s', async (path) => {
    const { ask, refusals } = await domainOf()
    const init = path === '/browse/api/record' ? { method: 'DELETE' } : { method: 'POST', body: SENT }
    const headers = { ...who, origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const answer = await ask(`${path}${QUERY}`, headers, init)
    expect([401, 403]).toContain(answer.status)
    expect((await refusals()).map(nameOf)).toEqual(['change'])
  })
})

describe('the event of a read that a page refused', () => {
  it.each([
    ['/browse/api/fhir?path=Patient/bram-de-boer', 'Patient/bram-de-boer', 'browse'],
    [
      '/browse/api/fhir?url=http://localhost:3000/fhir/DEFAULT/Patient/bram-de-boer/_history/1',
      'Patient/bram-de-boer',
      'browse',
    ],
    ['/browse/api/writers?record=Patient/bram-de-boer', 'Patient/bram-de-boer', 'browse'],
    ['/portal/api/tasks?patient=bram-de-boer', 'Patient/bram-de-boer', 'portal'],
  ])('IDP-21 names the person, the record and the part of the domain: %s', async (url, record, part) => {
    const { ask, refusals } = await domainOf()
    expect((await ask(url, { 'x-test-user': PATIENT })).status).toBe(403)
    const [event] = await refusals()
    expect(event?.source.site).toBe(`http://localhost:3000/${part}`)
    expect(event?.agent.map(({ who }) => who?.identifier?.value)).toContain(PATIENT)
    expect(JSON.stringify(event?.entity)).toContain(`"reference":"${record}"`)
    expect(JSON.stringify(event?.entity)).toContain('403')
  })

  it('IDP-21 names no record for somebody who is not signed in, and nothing of a foreign address', async () => {
    const { ask, refusals } = await domainOf()
    await ask('/browse/api/fhir?path=Patient/bram-de-boer', {})
    await ask('/browse/api/fhir?url=https://evil.example/fhir/Patient/7', { 'x-test-user': PATIENT })
    expect(await refusals()).toHaveLength(2)
    expect(JSON.stringify(await refusals())).not.toMatch(/bram|evil/)
  })
})

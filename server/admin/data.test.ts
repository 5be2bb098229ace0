// The console's data: files that are imported by the importer of the command line, the demo put back, and sample data.
import { describe, expect, it } from 'vitest'
import type { AdminData, DemoPutBack, ImportReport } from '#lib/api/data.ts'
import { MOST_IMPORT_BYTES } from '#lib/api/data-words.ts'
import type { DemoReceiver } from '#lib/api/receiver.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { samplePeople } from '../demo/sample-people.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const WRITES = ['data/import?name=a.ndjson', 'data/samples', 'data/demo']

async function console(username: string | undefined = ADMIN, env: Readonly<Record<string, string>> = {}) {
  const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
  const domain = await testDomain(env, { viewer })
  const post = (path: string, body: string | Uint8Array<ArrayBuffer> = '', headers: HeadersInit = { origin: SITE }) =>
    domain.fetch(`/admin/api/${path}`, { method: 'POST', headers, body })
  const upload = async (name: string, body: string | Uint8Array<ArrayBuffer>, check = false) => {
    const answer = await post(`data/import?${new URLSearchParams({ name, check: String(check) })}`, body)
    expect(answer.status, await answer.clone().text()).toBe(200)
    return eventsIn(await answer.text())
  }
  const summary = async () => (await (await domain.fetch('/admin/api/data')).json()) as AdminData
  const events = () => eventsOf(domain.domain)
  return { ...domain, post, upload, summary, events }
}

/** The events of a stream: the name and the data of each. */
const eventsIn = (text: string) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data = '']) => ({ name, data: JSON.parse(data) }))

const reportIn = (events: ReturnType<typeof eventsIn>): ImportReport => {
  expect(events.at(-1)?.name).toBe('report')
  return events.at(-1)?.data as ImportReport
}

const patient = (id: string, family = 'Invented') => JSON.stringify({ resourceType: 'Patient', id, name: [{ family }] })

describe('an import in the console', () => {
  it('loads NDJSON, names refused lines with their element, and skips types that are not served', async () => {
    const { upload, domain, events } = await console()
    const lines = [patient('one'), '{"resourceType":"Patient","id":"no/id"}', '{"resourceType":"Basic","id":"b"}', '[]']
    const report = reportIn(await upload('people.ndjson', lines.join('\n')))
    expect(report).toEqual({
      ...{ read: 4, created: 1, updated: 0, unchanged: 0, skipped: { Basic: 1 }, failed: 2, stopped: false },
      lostLogins: [],
      errors: [
        { line: 2, path: 'id', reason: 'must be 1 to 64 letters, digits, dashes or dots' },
        { line: 4, reason: 'is not a JSON object' },
      ],
    })
    expect((await domain.resources.readCurrent('Patient', 'one'))?.versionId).toBe(1)
    const told = (await events()).at(-1)
    expect(told && [nameOf(told), told.outcomeDesc]).toEqual(['change', 'change: import was added'])
    expect(JSON.stringify(told)).toContain(ADMIN)
    expect(JSON.stringify(told)).toContain('people.ndjson')
  })

  it.each(['collection', 'batch', 'transaction'])('loads the resources of a Bundle of type %s', async (type) => {
    const { upload, domain } = await console()
    const entry = [{ resource: JSON.parse(patient('of-bundle')) }]
    const bundle = JSON.stringify({ resourceType: 'Bundle', type, entry }, undefined, 2)
    expect(reportIn(await upload('bundle.json', bundle))).toMatchObject({ read: 1, created: 1, failed: 0 })
    expect(await domain.resources.readCurrent('Patient', 'of-bundle')).toBeDefined()
  })

  it('names the people who can no longer log in because the file lacks the identifier with the user name', async () => {
    const { upload, domain } = await console()
    const system = domain.config.idpIdentifierSystem
    const known = { ...JSON.parse(patient('anna')), identifier: [{ system, value: 'anna@example.org' }] }
    expect(reportIn(await upload('a.ndjson', JSON.stringify(known))).lostLogins).toEqual([])
    const lost = [{ resource: 'Patient/anna', system, value: 'anna@example.org' }]
    for (const check of [true, false])
      expect(reportIn(await upload('a.ndjson', patient('anna'), check)).lostLogins).toEqual(lost)
  })

  it('changes nothing when the same file is imported again', async () => {
    const { upload } = await console()
    await upload('a.ndjson', patient('again'))
    expect(reportIn(await upload('a.ndjson', patient('again')))).toMatchObject({ created: 0, unchanged: 1 })
  })

  it('writes and records nothing in a check, which gives the same report', async () => {
    const { upload, domain, events } = await console()
    const before = [(await events()).length, await domain.resources.currentSeq()]
    const file = [patient('one'), patient('two'), '{"resourceType":"Patient"}'].join('\n')
    expect(reportIn(await upload('a.ndjson', file, true))).toMatchObject({ read: 3, created: 2, failed: 1 })
    expect([(await events()).length, await domain.resources.currentSeq()]).toEqual(before)
  })

  it('leaves the server answering, reports its progress, and answers 409 to a second import', async () => {
    const { post, fetch, domain } = await console()
    const file = Array.from({ length: 5000 }, (_, n) => patient(`many-${n}`)).join('\n')
    const answer = await post('data/import?name=many.ndjson', file)
    expect((await post('data/import?name=b.ndjson', patient('b'))).status).toBe(409)
    expect((await post('data/samples')).status).toBe(409)
    expect((await fetch('/.well-known/smart-configuration')).status).toBe(200)
    expect(await domain.resources.readCurrent('Patient', 'many-4999'), 'it is not through yet').toBeUndefined()
    const events = eventsIn(await answer.text())
    expect(events.filter(({ name }) => name === 'progress').length).toBeGreaterThan(0)
    expect(reportIn(events)).toMatchObject({ read: 5000, created: 5000 })
    expect((await post('data/import?name=b.ndjson', patient('b'))).status).toBe(200)
  })

  it('stops after the batch in hand when its reader leaves, and continues at the next run', async () => {
    const { post, upload, domain, events } = await console()
    const file = Array.from({ length: 5000 }, (_, n) => patient(`many-${n}`)).join('\n')
    const answer = await post('data/import?name=many.ndjson', file)
    await answer.body?.cancel()
    const isOver = async () => (await events()).some((event) => JSON.stringify(event).includes('many.ndjson'))
    while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(JSON.stringify((await events()).at(-1))).toContain('stopped')
    expect(await domain.resources.readCurrent('Patient', 'many-4999')).toBeUndefined()
    const report = reportIn(await upload('many.ndjson', file))
    expect(report.created + report.unchanged).toBe(5000)
    expect((await domain.resources.readCurrent('Patient', 'many-4999'))?.versionId).toBe(1)
  })

  it('refuses events of the audit log', async () => {
    const { upload } = await console()
    const event = { resourceType: 'AuditEvent', id: 'audit.x', extension: [] }
    expect(reportIn(await upload('a.ndjson', JSON.stringify(event)))).toMatchObject({ created: 0, failed: 1 })
  })

  it.each([
    ['an empty file', 400, 'import_empty', ''],
    ['a compressed file', 415, 'import_gzip', Uint8Array.of(0x1f, 0x8b, 8, 0)],
    ['a file that is too large', 413, 'import_too_large', new Uint8Array(MOST_IMPORT_BYTES + 1)],
  ])('refuses %s, and changes nothing', async (_what, status, error, body) => {
    const { post, domain, events } = await console()
    const before = [(await events()).length, await domain.resources.currentSeq()]
    const answer = await post('data/import?name=a.ndjson', body)
    expect([answer.status, (await answer.json()).error]).toEqual([status, error])
    expect([(await events()).length, await domain.resources.currentSeq()]).toEqual(before)
    expect((await post('data/import?name=b.ndjson', patient('b'))).status).toBe(200)
  })

  it.each(['name=a&name=b', 'check=yes', `name=${'x'.repeat(201)}`, 'name=a%0Ab'])(
    'refuses the query %s',
    async (query) => {
      const { post } = await console()
      expect((await post(`data/import?${query}`, patient('one'))).status).toBe(400)
    },
  )
})

describe('who may change data in the console', () => {
  it.each(WRITES)('SEC-08 SEC-17 administrators only, from pages of this site: POST %s', async (path) => {
    const admin = await console()
    const before = await admin.domain.resources.readCurrent('Patient', 'one')
    expect((await admin.post(path, patient('one'), EVIL)).status).toBe(403)
    expect(await admin.domain.resources.readCurrent('Patient', 'one')).toEqual(before)
    for (const [username, status] of [
      ['marijke@demo.test', 403],
      ['daan@demo.test', 403],
    ] as const)
      expect((await (await console(username)).post(path, patient('one'))).status).toBe(status)
    const bearer = { authorization: 'Bearer slipway_x', origin: SITE }
    expect((await admin.post(path, patient('one'), bearer)).status).toBe(403)
  })

  it('SEC-17 nobody without a sign-in', async () => {
    const viewer = async () => undefined
    const { fetch } = await testDomain({}, { viewer })
    expect((await fetch('/admin/api/data')).status).toBe(401)
    for (const path of WRITES)
      expect((await fetch(`/admin/api/${path}`, { method: 'POST', headers: { origin: SITE } })).status).toBe(401)
  })
})

describe('putting the demo data back', () => {
  it('restores what was changed or deleted as new versions, recorded in the audit log', async () => {
    const { domain, post, summary, events, upload } = await console()
    expect((await summary()).demo).toMatchObject({ changed: 0, deleted: 0 })
    const task = await domain.resources.readCurrent('Task', 'sleep-diary-week-1')
    const changed = JSON.stringify({ ...JSON.parse(task?.body ?? ''), status: 'completed' })
    await upload('own.ndjson', `${changed}\n${patient('mine')}`)
    await domain.resources.delete('Patient', 'bram-de-boer', domain.clock())
    const { demo } = await summary()
    expect(demo).toMatchObject({ changed: 1, deleted: 1 })
    expect(demo?.records).toBeGreaterThan(160)
    const answer = await post('data/demo')
    expect([answer.status, (await answer.json()) as DemoPutBack]).toEqual([200, { changed: 1, deleted: 1 }])
    expect((await summary()).demo).toMatchObject({ changed: 0, deleted: 0 })
    const back = await domain.resources.readCurrent('Task', 'sleep-diary-week-1')
    expect([back?.versionId, JSON.parse(back?.body ?? '').status]).toEqual([3, 'ready'])
    expect(JSON.parse((await domain.resources.readVersion('Task', 'sleep-diary-week-1', 2))?.body ?? '').status).toBe(
      'completed',
    )
    expect(await domain.resources.readCurrent('Patient', 'bram-de-boer')).toMatchObject({
      versionId: 3,
      deleted: false,
    })
    expect((await domain.resources.readCurrent('Patient', 'mine'))?.versionId, 'what was made stays').toBe(1)
    const told = (await events()).map((event) => JSON.stringify(event))
    expect(told.some((event) => event.includes('Task/sleep-diary-week-1/_history/3'))).toBe(true)
    expect(told.some((event) => event.includes('Patient/bram-de-boer/_history/3'))).toBe(true)
    expect(told.some((event) => event.includes('the demo') && event.includes(ADMIN))).toBe(true)
  })

  it('removes what the demo’s people answered in the demo app, and not what others did', async () => {
    const { domain, post } = await console()
    const { answers } = domain.storage
    const given = (person: string) => ({ app: 'demo-app', task: 'Task/sleep-diary-week-1', person })
    for (const person of ['Patient/marijke-jansen', 'Patient/mine'])
      await answers.keep(
        { ...given(person), patient: person, answers: [1], expiresAt: domain.clock() + 1000 },
        domain.clock(),
      )
    expect((await post('data/demo')).status).toBe(200)
    expect(await answers.find(given('Patient/marijke-jansen'), domain.clock())).toBeUndefined()
    expect(await answers.find(given('Patient/mine'), domain.clock())).toBeDefined()
  })

  it('writes nothing when the data is unchanged', async () => {
    const { domain, post } = await console()
    const before = await domain.resources.readCurrent('Task', 'sleep-diary-week-1')
    expect(await (await post('data/demo')).json()).toEqual({ changed: 0, deleted: 0 })
    expect(await domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toEqual(before)
  })

  it('notifies Subscriptions: the demo app hears of a restored task', async () => {
    const { domain, fetch, upload, post } = await console()
    await domain.peers.subscriptions.settle()
    const task = await domain.resources.readCurrent('Task', 'sleep-diary-week-1')
    await upload('own.ndjson', JSON.stringify({ ...JSON.parse(task?.body ?? ''), status: 'completed' }))
    expect(
      (await (await post('data/demo')).json()) as DemoPutBack,
      'a Subscription that is active is as it was',
    ).toEqual({
      changed: 1,
      deleted: 0,
    })
    await domain.peers.subscriptions.settle()
    const { items } = (await (await fetch('/launch/api/hook')).json()) as DemoReceiver
    expect(items.map(({ number }) => number)).toEqual([1, 0])
  })

  it('does not exist outside of a demo', async () => {
    const { summary, post } = await console(ADMIN, { DEMO: 'false' })
    expect(await summary()).toEqual({ demo: null, samples: null })
    for (const path of ['data/demo', 'data/samples']) {
      const answer = await post(path)
      expect([answer.status, (await answer.json()).error]).toEqual([404, 'no_demo'])
    }
  })
})

describe('the sample data', () => {
  it('is a hundred people with tasks, loaded once', async () => {
    const { summary, post, events } = await console()
    expect((await summary()).samples).toEqual({ people: 100, tasks: 199, here: 0 })
    expect(await (await post('data/samples')).json()).toMatchObject({ created: 299, failed: 0, skipped: {} })
    expect((await summary()).samples?.here).toBe(299)
    expect(await (await post('data/samples')).json()).toMatchObject({ created: 0, unchanged: 299 })
    expect(JSON.stringify((await events()).at(-1))).toContain('sample data')
  })

  it('is valid by R4 and the profiles, and marked as test data', () => {
    const people = samplePeople()
    for (const parsed of people) {
      expect(validate({ parsed }, { mode: 'update', profiles: 'koppeltaal' }), String(parsed['id'])).toEqual([])
      expect(JSON.stringify(parsed)).toContain('HTEST')
    }
    const names = people.flatMap((one) => ('name' in one ? [JSON.stringify(one['name'])] : []))
    expect(new Set(names).size).toBe(100)
  })
})

// FHIR reads in the audit log: agent, resource, time and origin, without a delay of the answer.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AuditedPerson } from '#lib/audit/audit.ts'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import type { Permission } from '../oauth/store.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf, nameOf, type ReadEvent } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { r4Problems } from '../testing/r4-validators.ts'

const FD = '/fhir/DEFAULT'
const ADDRESS = { [CLIENT_ADDRESS_HEADER]: '192.0.2.7' }

async function reader(test: TestDomain, clientId = 'reads', permissions?: readonly Partial<Permission>[]) {
  const app = await registerApp(test.domain, clientId)
  if (permissions) {
    const whole: Permission = { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] }
    await test.domain.registry.saveRole(
      clientId,
      permissions.map((permission) => ({ ...whole, ...permission })),
    )
    const client = await test.domain.registry.find(clientId)
    if (client) await test.domain.registry.saveClient({ ...client, roleName: clientId })
  }
  const authorization = `Bearer ${await test.bearer(app, 'system/*.rs')}`
  return (path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    test.fetch(FD + path, { ...init, headers: { authorization, ...ADDRESS, ...headers } })
}

/** Reads of a moment are one event, and this moment ends when the test says so, however long its reads take. */
function oneMoment() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const reads = async (test: TestDomain) => {
  await test.domain.audit.flush()
  return (await eventsOf(test.domain)).filter((event) => nameOf(event) === 'read')
}

const shownIn = (event: ReadEvent | undefined) => (event?.entity ?? []).flatMap(({ what }) => what?.reference ?? [])

const requestsOf = (entity: NonNullable<ReadEvent['entity']>[number]) =>
  entity.detail?.find(({ type }) => type === 'request')?.valueString

describe('the audit event of reads by an app', () => {
  it('groups the reads of a moment: who, from which address, each version shown and the requests that showed it', async () => {
    const test = await testDomain()
    const read = await reader(test)
    await read('/Patient/marijke-jansen', { 'x-request-id': 'first' })
    await read('/Patient/marijke-jansen', {
      'x-request-id': 'again',
      'x-trace-id': 'a-launch',
      'x-correlation-id': 'c-1',
    })
    await read('/Task/sleep-diary-week-1', { 'x-request-id': 'third' }, { method: 'HEAD' })
    test.advance(300)
    await read('/Task/sleep-diary-week-1/_history/1', { 'x-request-id': 'fourth' })
    const events = await reads(test)
    expect(events).toHaveLength(1)
    const [event] = events
    expect(event).toMatchObject({
      type: { code: 'rest' },
      subtype: [{ code: 'read' }, { code: 'vread' }, { code: 'read' }],
      action: 'R',
      outcome: '0',
      outcomeDesc: 'fhir: 4 reads, 2 resources shown',
      agent: [
        {
          who: { reference: 'Device/reads' },
          requestor: true,
          network: { address: '192.0.2.7', type: '2' },
          policy: [expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/)],
        },
      ],
      source: { site: `${test.domain.config.publicUrl}${FD}`, observer: { reference: 'Device/slipway' } },
    })
    expect(Date.parse(event?.period?.end ?? '') - Date.parse(event?.period?.start ?? '')).toBe(300)
    expect((event?.entity ?? []).map((one) => [one.what?.reference, requestsOf(one)])).toEqual([
      ['Patient/marijke-jansen/_history/1', 'first again'],
      ['Task/sleep-diary-week-1/_history/1', 'third fourth'],
    ])
    const values = event?.extension.map(({ valueId }) => valueId)
    expect(values).toEqual([undefined, 'a-launch', 'c-1'])
    expect(r4Problems(event as never)).toEqual([])
    expect((await test.domain.audit.verify()).problems).toEqual([])
  })

  it('covers one agent at one address: reads of others are other events', async () => {
    const test = await testDomain()
    const [one, other] = [await reader(test, 'one'), await reader(test, 'other')]
    await one('/Patient/marijke-jansen')
    await other('/Patient/marijke-jansen')
    await one('/Patient/bram-de-wit', { [CLIENT_ADDRESS_HEADER]: '192.0.2.8' })
    expect((await reads(test)).map(({ agent }) => [agent[0]?.who?.reference, agent[0]?.network?.address])).toEqual([
      ['Device/one', '192.0.2.7'],
      ['Device/other', '192.0.2.7'],
      ['Device/one', '192.0.2.8'],
    ])
  })

  it('names the query of a search and the resources it showed, pages and POST included', async () => {
    const test = await testDomain()
    const read = await reader(test)
    const found = async (answer: Response) =>
      (await answer.json()) as {
        readonly entry?: readonly { readonly resource: { resourceType: string; id: string } }[]
        readonly link: readonly { readonly relation: string; readonly url: string }[]
      }
    const first = await found(await read('/Task?patient=Patient/marijke-jansen&_count=2', { 'x-request-id': 's-1' }))
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    const second = await found(await read(next.slice(next.indexOf('?')), { 'x-request-id': 's-2' }))
    await read(
      '/Patient/_search',
      { 'x-request-id': 's-3' },
      { method: 'POST', body: new URLSearchParams({ family: 'Jansen' }) },
    )
    const [event, ...others] = await reads(test)
    expect(others).toEqual([])
    expect(event).toMatchObject({ action: 'E', subtype: [{ code: 'search-type' }, { code: 'read' }], outcome: '0' })
    const searches = (event?.entity ?? []).filter(({ query }) => query)
    expect(
      searches.map((one) => [requestsOf(one), one.type?.code, Buffer.from(one.query ?? '', 'base64').toString()]),
    ).toEqual([
      ['s-1', 'Task', 'Task?patient=Patient%2Fmarijke-jansen&_count=2'],
      ['s-2', undefined, expect.stringContaining('?_getpages=')],
      ['s-3', 'Patient', 'Patient?family=Jansen'],
    ])
    const tasks = [...(first.entry ?? []), ...(second.entry ?? [])].map(
      ({ resource }) => `Task/${resource.id}/_history/1`,
    )
    expect(tasks).toHaveLength(4)
    expect(shownIn(event)).toEqual(expect.arrayContaining([...tasks, 'Patient/marijke-jansen/_history/1']))
    expect(r4Problems(event as never)).toEqual([])
  })

  it('names the query of a history and the versions it showed, pages included', async () => {
    const test = await testDomain()
    const read = await reader(test)
    const write = async (gender: string) => {
      const parsed = { resourceType: 'Patient', id: 'changing', gender }
      await test.domain.resources.write(
        [{ type: 'Patient', id: 'changing', text: JSON.stringify(parsed), parsed }],
        test.now(),
      )
    }
    for (const gender of ['male', 'female', 'other']) await write(gender)
    const first = (await (await read('/Patient/changing/_history?_count=2', { 'x-request-id': 'h-1' })).json()) as {
      readonly link: readonly { readonly relation: string; readonly url: string }[]
    }
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    await read(next.slice(next.indexOf('?')), { 'x-request-id': 'h-2' })
    await read('/Task/_history?_since=2999-01-01T00:00:00Z', { 'x-request-id': 'h-3' })
    await read('/Patient/nobody/_history', { 'x-request-id': 'h-4' })
    const [shown, refused, ...others] = await reads(test)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      subtype: [{ code: 'history-instance' }, { code: 'history-type' }, { code: 'read' }],
      outcome: '0',
      outcomeDesc: 'fhir: 3 histories, 3 resources shown',
    })
    const asked = (shown?.entity ?? []).filter(({ query }) => query)
    expect(
      asked.map((one) => [requestsOf(one), one.type?.code, Buffer.from(one.query ?? '', 'base64').toString()]),
    ).toEqual([
      ['h-1', 'Patient', 'Patient/changing/_history?_count=2'],
      ['h-2', undefined, expect.stringContaining('?_getpages=')],
      ['h-3', 'Task', 'Task/_history?_since=2999-01-01T00%3A00%3A00Z'],
    ])
    expect(shownIn(shown)).toEqual([3, 2, 1].map((version) => `Patient/changing/_history/${version}`))
    expect([refused?.outcome, refused?.subtype[0]?.code, shownIn(refused)]).toEqual([
      '4',
      'history-instance',
      ['Patient/nobody'],
    ])
    for (const event of [shown, refused]) expect(r4Problems(event as never)).toEqual([])
  })

  it('RBT-11 records a refused read with its caller, and nothing that an unauthenticated caller sent', async () => {
    const test = await testDomain()
    const read = await reader(test, 'narrow', [{ resourceType: 'Task' }])
    expect((await read('/Patient/marijke-jansen', { 'x-request-id': 'r-1' })).status).toBe(403)
    expect((await read('/Task/nowhere', { 'x-request-id': 'r-2' })).status).toBe(404)
    expect((await read('/Nonsense/secret-thing', { 'x-request-id': 'r-3' })).status).toBe(404)
    expect(
      (await read('/Patient/marijke-jansen', { authorization: 'Bearer stolen', 'x-request-id': 'r-4' })).status,
    ).toBe(401)
    const events = await reads(test)
    expect(events.flatMap((event) => r4Problems(event as never))).toEqual([])
    const refused = events.map(({ outcome, agent, entity }) => ({
      outcome,
      who: agent[0]?.who?.reference,
      asked: entity?.map((one) => [one.what?.reference ?? null, one.description, requestsOf(one)]),
    }))
    expect(refused).toEqual([
      {
        outcome: '4',
        who: 'Device/narrow',
        asked: [
          ['Patient/marijke-jansen', 'refused with 403', 'r-1'],
          ['Task/nowhere', 'refused with 404', 'r-2'],
          [null, 'refused with 404', 'r-3'],
        ],
      },
      { outcome: '4', who: undefined, asked: [[null, 'refused with 401', 'r-4']] },
    ])
    expect(JSON.stringify(events)).not.toContain('secret-thing')
  })

  it('LIM-02 records the first of a minute’s requests refused for being too many', async () => {
    const test = await testDomain({ RATE_LIMIT: 'on', RATE_LIMIT_FHIR: '2' })
    const read = await reader(test)
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await read('/Patient/marijke-jansen')).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2)
    const refused = (await reads(test)).filter(({ outcome }) => outcome === '4')
    expect(refused.map(({ outcomeDesc }) => outcomeDesc)).toEqual(['fhir: 1 read refused'])
  })

  it('is written within a second, and at once when somebody reads the log', async () => {
    const test = await testDomain()
    const written = async () => (await eventsOf(test.domain)).filter((event) => nameOf(event) === 'read').length
    const read = await reader(test)
    await read('/Patient/marijke-jansen')
    expect(await written()).toBe(0)
    await expect.poll(written).toBe(1)
    await read('/Patient/marijke-jansen')
    const audit = await reader(test, 'log-reader', [{ resourceType: 'AuditEvent' }])
    const log = (await (await audit('/AuditEvent?agent=Device/reads&subtype=read')).json()) as { total: number }
    expect(log.total).toBe(2)
    // Reading the log is reading, too.
    expect((await reads(test)).at(-1)?.agent[0]?.who?.reference).toBe('Device/log-reader')
  })

  it('covers a single read with AUDIT_READS=each, and is written before the answer', async () => {
    const test = await testDomain({ AUDIT_READS: 'each' })
    const read = await reader(test)
    for (let n = 1; n <= 3; n += 1) {
      await read('/Patient/marijke-jansen')
      expect((await eventsOf(test.domain)).filter((event) => nameOf(event) === 'read')).toHaveLength(n)
    }
    expect((await test.domain.audit.verify()).problems).toEqual([])
  })

  it('has at most 100 resources: what is more begins another event', async () => {
    const test = await testDomain()
    const read = await reader(test)
    const ids = Array.from({ length: 101 }, (_, n) => `many-${n}`)
    const patients = ids.map((id) => ({ resourceType: 'Patient', id }))
    const writes = patients.map((parsed) => ({ type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed }))
    await test.domain.resources.write(writes, test.now())
    oneMoment()
    for (const id of [...ids, ...ids.slice(0, 2)]) await read(`/Patient/${id}`)
    const events = await reads(test)
    expect(events.map(({ outcomeDesc }) => outcomeDesc)).toEqual([
      'fhir: 102 reads, 100 resources shown',
      'fhir: 1 read, 1 resource shown',
    ])
    expect(events.flatMap(shownIn)).toEqual(ids.map((id) => `Patient/${id}/_history/1`))
    expect((await test.domain.audit.verify()).problems).toEqual([])
  })

  it('names every request id, however often one resource is read', async () => {
    const test = await testDomain()
    const read = await reader(test)
    const ids = Array.from({ length: 501 }, (_, n) => `request-${n}`)
    oneMoment()
    for (const id of ids) await read('/Patient/marijke-jansen', { 'x-request-id': id })
    const [event, ...others] = await reads(test)
    expect(others).toEqual([])
    const details = event?.entity?.[0]?.detail?.map(({ valueString = '' }) => valueString.split(' ')) ?? []
    expect(details.map(({ length }) => length)).toEqual([500, 1])
    expect(details.flat()).toEqual(ids)
    expect(r4Problems(event as never)).toEqual([])
  })

  it('has at most 100 correlation ids: what is more begins another event', async () => {
    const test = await testDomain()
    const read = await reader(test)
    oneMoment()
    for (let n = 0; n < 101; n += 1) await read('/Patient/marijke-jansen', { 'x-correlation-id': `c-${n}` })
    expect((await reads(test)).map(({ extension }) => extension.length - 1)).toEqual([100, 1])
  })
})

describe('searching the audit log', () => {
  it('SRC-01 finds events by person, app, patient, day, type, outcome, address and launch', async () => {
    const test = await testDomain()
    const read = await reader(test)
    await read('/Patient/marijke-jansen', { 'x-trace-id': 'launch-7' })
    await read('/Patient/nobody')
    await read('/Task?patient=Patient/bram-de-wit')
    const audit = await reader(test, 'log-reader', [{ resourceType: 'AuditEvent' }])
    const day = new Date(test.now()).toISOString().slice(0, 10)
    const found = async (query: string) => {
      const answer = await audit(`/AuditEvent?${query}&agent=Device/reads`)
      const bundle = (await answer.json()) as {
        readonly entry?: readonly { readonly resource: { outcomeDesc: string } }[]
      }
      return (bundle.entry ?? []).map(({ resource }) => resource.outcomeDesc).sort()
    }
    const shown = 'fhir: 1 read, 1 resource shown'
    const refused = 'fhir: 1 read refused'
    expect(await found('patient=marijke-jansen')).toEqual([shown])
    expect(await found('patient=Patient/nobody')).toEqual([refused])
    expect(await found('entity=Patient/marijke-jansen')).toEqual([shown])
    expect(await found('outcome=4')).toEqual([refused])
    expect(await found('traceId=launch-7')).toEqual([shown])
    expect(await found('action=R')).toEqual([refused, shown])
    expect(await found('type=rest')).toHaveLength(3)
    expect(await found('address=192.0.2')).toHaveLength(3)
    expect(await found(`date=${day}&action=R`)).toEqual([refused, shown])
    expect(await found(`date=lt${day}`)).toEqual([])
    const at = (ms: number) => new Date(test.now() + ms).toISOString()
    for (const [query, count] of [
      ...[`ge${at(-3_600_000)}`, `le${at(0)}`, `${at(0).slice(0, 19)}Z`, `lt${at(3_600_000)}`].map((one) => [one, 3]),
      ...[`gt${at(3_600_000)}`, `ge${at(1000)}`, `lt${at(0).slice(0, 19)}Z`, `lt${at(-60_000)}`].map((one) => [one, 0]),
      ...[`ne${at(0).slice(0, 19)}Z`, 'lt0001', 'gt9999', `eb${day}`].map((one) => [one, 0]),
      ...[`sa${at(-86_400_000).slice(0, 10)}`, 'ge0001', 'le9999-12-31', `ne${at(-86_400_000)}`].map((one) => [one, 3]),
    ] as const)
      expect([query, (await found(`date=${query}&type=rest`)).length]).toEqual([query, count])
    expect(await found('subtype=search-type')).toHaveLength(1)
  })

  it('SRC-01 IDP-21 finds the events of a person who is known by name only: a user or an operator', async () => {
    const test = await testDomain()
    const { publicUrl, idpIdentifierSystem } = test.domain.config
    const record = (person: AuditedPerson, description: string) =>
      test.domain.audit.at(publicUrl).record({ name: 'change', request: new Request(publicUrl), person, description })
    record({ username: 'beheer@demo.test' }, 'change: one')
    record({ operator: 'root' }, 'change: two')
    const audit = await reader(test, 'log-reader', [{ resourceType: 'AuditEvent' }])
    const found = async (value: string) => {
      const answer = await audit(`/AuditEvent?agent-identifier=${encodeURIComponent(value)}`)
      const { entry = [] } = (await answer.json()) as { entry?: readonly { resource: { outcomeDesc: string } }[] }
      return entry.map(({ resource }) => resource.outcomeDesc)
    }
    expect(await found('beheer@demo.test')).toEqual(['change: one'])
    expect(await found(`${idpIdentifierSystem}|beheer@demo.test`)).toEqual(['change: one'])
    expect(await found('|beheer@demo.test')).toEqual([])
    expect(await found('root')).toEqual(['change: two'])
    expect(await found('beheer')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { CORRELATION_ID, REQUEST_ID, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, F, type Json, originOf } from '../testing/fhir-server.ts'
import {
  batch,
  deleting,
  entriesOf,
  getting,
  patching,
  posting,
  putting,
  replacing,
  requesting,
  statusesOf,
  transaction,
} from './testing/bundles.ts'
import { person, SYSTEM } from './testing/transactions.ts'
import { ifMatch, type WriteServer, writeServer } from './testing/writers.ts'

const audited = () => writeServer({}, { auditsReads: true })

interface Told {
  readonly did: string
  readonly action: string
  readonly outcome: string
  readonly outcomeDesc: string
  readonly what: readonly string[]
  readonly query: readonly string[]
  readonly json: Json
}

const valuesOf = (event: Json, url: string): readonly unknown[] =>
  (event['extension'] as readonly Json[]).filter((one) => one['url'] === url).map((one) => one['valueId'])

const codesOf = (event: Json | undefined): readonly unknown[] =>
  ((event?.['subtype'] ?? []) as readonly Json[]).map(({ code }) => code)

/** The events that came after `from`, the oldest first, and the number of all of them. */
async function toldSince({ audit, events }: WriteServer, from = 0): Promise<readonly Told[]> {
  await audit.flush()
  return (await events()).slice(from).map((event) => {
    const json = event as unknown as Json
    const entity = (json['entity'] ?? []) as readonly { what?: { reference: string }; query?: string }[]
    const [subtype] = (json['subtype'] ?? []) as readonly Json[]
    return {
      did: String(subtype?.['code']),
      action: String(json['action']),
      outcome: String(json['outcome']),
      outcomeDesc: String(json['outcomeDesc']),
      what: entity.flatMap(({ what }) => (what ? [what.reference] : [])),
      query: entity.flatMap(({ query }) => (query ? [Buffer.from(query, 'base64').toString()] : [])),
      json,
    }
  })
}

/** The events of what `work` does. */
async function told(server: WriteServer, work: () => Promise<unknown>): Promise<readonly Told[]> {
  const before = (await toldSince(server)).length
  await work()
  return toldSince(server, before)
}

const brief = (events: readonly Told[]) =>
  events.map(({ did, action, outcome, what }) => [did, action, outcome, ...what].join(' '))

describe('the audit events of writes', () => {
  it('EVT-01 say who wrote which version, one for each write', async () => {
    const server = await audited()
    const a = await server.as('A')
    const numbers = { 'x-request-id': 'r-1', 'x-trace-id': 't-1', 'x-correlation-id': 'c-1' }
    let id = ''
    const events = await told(server, async () => {
      id = ((await (await a.post('/Patient', P0, numbers)).json()) as { id: string }).id
      await a.put(`/Patient/${id}`, { ...P0, id, active: false }, { ...numbers, ...ifMatch(1) })
      await a.patch(`/Patient/${id}`, replacing('/active', true), { ...numbers, ...ifMatch(2) })
      await a.delete(`/Patient/${id}`, numbers)
    })
    expect(brief(events)).toEqual([
      `create C 0 Patient/${id}/_history/1`,
      `update U 0 Patient/${id}/_history/2`,
      `patch U 0 Patient/${id}/_history/3`,
      `delete D 0 Patient/${id}/_history/4`,
    ])
    for (const { json } of events) {
      expect(json).toMatchObject({
        type: { code: 'rest' },
        agent: expect.arrayContaining([
          expect.objectContaining({ who: expect.objectContaining({ reference: 'Device/A' }) }),
        ]),
        source: { observer: { reference: 'Device/slipway' } },
      })
      expect([REQUEST_ID, TRACE_ID, CORRELATION_ID].map((url) => valuesOf(json, url))).toEqual([
        ['r-1'],
        ['t-1'],
        ['c-1'],
      ])
    }
  })

  it('EVT-02 EVT-09 of refused writes say why, and nothing of what was sent', async () => {
    const server = await audited()
    const a = await server.as('A')
    const ro = await server.as('ro')
    const { patient, task } = await server.task()
    await a.made(task)
    const secret = 'PLANTED-SECRET'
    const body = { ...patient, birthDate: secret }
    const path = `/Patient/${patient.id}`
    const refusals: readonly (readonly [number, string, () => Promise<Response>])[] = [
      [400, `update 4 value Patient/${patient.id}`, () => a.put(path, body, ifMatch(1))],
      [403, `update 4 forbidden Patient/${patient.id}`, () => ro.put(path, body, ifMatch(1))],
      [404, 'update 4 not-found Patient/nobody', () => a.put('/Patient/nobody', { ...P0, id: 'nobody' }, ifMatch(1))],
      [404, 'operation 4 not-supported', () => a.post('/Patient/$everything', secret)],
      [405, 'update 4 not-supported AuditEvent/x', () => a.put('/AuditEvent/x', body, ifMatch(1))],
      [405, `delete 4 not-supported Patient/${patient.id}`, () => a.delete(`${path}/_history/1`)],
      [405, `create 4 not-supported Patient/${patient.id}`, () => a.post(path, body)],
      [409, `delete 4 conflict Patient/${patient.id}`, () => a.delete(path)],
      [412, `update 4 required Patient/${patient.id}`, () => a.put(path, body)],
      [415, 'create 4 not-supported', () => a.post('/Patient', secret, { 'content-type': 'text/plain' })],
      [413, 'create 4 too-long', () => a.post('/Patient', secret.padEnd(2 ** 20 + 1))],
      [
        422,
        'create 4 required',
        () => a.post('/Patient', { ...P0, name: undefined, telecom: [{ system: 'phone', value: secret }] }),
      ],
    ]
    for (const [status, expected, send] of refusals) {
      const events = await told(server, () =>
        server.changesNothing(async () => expect((await send()).status).toBe(status)),
      )
      const [{ did, outcome, outcomeDesc, what, json }] = events as [Told]
      expect(events).toHaveLength(1)
      expect(outcomeDesc).toContain(String(status))
      expect([did, outcome, outcomeDesc.split(' ').at(-1), ...what].join(' ')).toBe(expected)
      expect(JSON.stringify(json)).not.toContain(secret)
    }
    expect(JSON.stringify(server.logged)).not.toContain(secret)
  })

  it('EVT-02 HDR-05 of writes without a token are not recorded as reads: those of a moment share one event, and each answer has its own request id', async () => {
    const server = await audited()
    const numbers = { 'x-trace-id': 't-1', 'x-correlation-id': 'c-1' }
    const events = await told(server, async () => {
      for (const [method, path] of [
        ['POST', 'Patient'],
        ['PUT', 'Patient/marijke-jansen'],
        ['GET', 'Patient/marijke-jansen'],
        ['POST', 'Patient/_search'],
      ] as const) {
        const answer = await server.ask(`${F}/${path}`, { method, headers: numbers })
        expect([answer.status, answer.headers.get('x-trace-id')]).toEqual([
          401,
          method === 'PUT' || path === 'Patient' ? 't-1' : null,
        ])
      }
    })
    expect(
      events.map(({ did, action, outcomeDesc, json }) => [did, action, outcomeDesc, codesOf(json).at(-1)]),
    ).toEqual([
      ['create', 'E', 'fhir: 2 writes refused', 'write'],
      ['read', 'R', 'fhir: 1 read refused', 'read'],
      ['search-type', 'E', 'fhir: 1 search refused', 'read'],
    ])
    expect(codesOf(events[0]?.json)).toEqual(['create', 'update', 'write'])
  })

  it('EVT-03 of a transaction are one for the Bundle and one for each entry, with one number', async () => {
    const server = await audited()
    const a = await server.as('A')
    const [kept, old] = [await a.made(P0), await a.made(P0)]
    const bundle = transaction(
      posting(person('new')),
      putting({ ...kept, active: false }),
      deleting(`Patient/${old.id}`),
      getting(`Patient/${kept.id}`),
      getting('Patient?identifier=new'),
    )
    const events = await told(server, async () => {
      const response = await a.post('', bundle, { 'x-request-id': 'bundle-1' })
      expect(response.status).toBe(200)
    })
    const written = events.filter(({ json }) => JSON.stringify(json['subtype']).includes('"write"'))
    expect(written.map(({ did }) => did).toSorted()).toEqual(['create', 'delete', 'transaction', 'update'])
    for (const { json } of written) expect(valuesOf(json, REQUEST_ID)).toEqual(['bundle-1'])
    const read = events.filter((event) => !written.includes(event))
    const shown = read.flatMap(({ what }) => what)
    expect(shown).toContain(`Patient/${kept.id}/_history/2`)
    expect(shown).toHaveLength(2)
    expect(read.flatMap(({ query }) => query).join()).toContain('identifier=new')
  })

  it('EVT-03 of a refused transaction are one, and of a batch one for the Bundle and one for each entry with its outcome', async () => {
    const server = await audited()
    const a = await server.as('A')
    const refused = await told(server, () => a.post('', transaction(posting(P0), posting({ ...P0, gender: 'x' }))))
    expect(brief(refused)).toEqual(['transaction E 4'])
    const mixed = await told(server, async () => {
      const response = await a.post('', batch(posting(P0), posting({ ...P0, gender: 'x' }), deleting('Patient/nobody')))
      expect(statusesOf(await entriesOf(response, 'batch'))).toEqual([201, 400, 404])
    })
    expect(mixed.map(({ did, outcome }) => `${did} ${outcome}`).toSorted()).toEqual([
      ...['batch 0', 'create 0', 'create 4', 'delete 4'],
    ])
    const foreign = await (await server.as('B')).made(P0)
    const reads = await told(server, () => a.post('', batch(getting(`Patient/${foreign.id}`))))
    expect(JSON.stringify(reads)).toContain(`Patient/${foreign.id}`)
    expect(reads.map(({ outcome }) => outcome).toSorted()).toEqual(['0', '4'])
  })

  it('EVT-04 of a write that changed nothing say so, and those of a conditional write have its criteria', async () => {
    const server = await audited()
    const a = await server.as('A')
    const stored = await a.made(person('one'))
    const version = `Patient/${stored.id}/_history/1`
    const criteria = `identifier=${SYSTEM}|one`
    const events = await told(server, async () => {
      await a.put(`/Patient/${stored.id}`, stored, ifMatch(1))
      await a.post('/Patient', person('one'), { 'if-none-exist': criteria })
      await a.delete('/Patient?identifier=none')
    })
    expect(brief(events)).toEqual([`update U 0 ${version}`, `create C 0 ${version}`, 'delete D 0'])
    expect(events[0]?.outcomeDesc).toContain('unchanged')
    expect(events.map(({ query }) => query)).toEqual([[], [`Patient?${criteria}`], ['Patient?identifier=none']])
  })

  it('EVT-05 EVT-07 stay a chain that verifies, with the events that applications send', async () => {
    const server = await audited()
    const other = await writeServer({}, { beside: server })
    server.clients.set('A', [
      ...(server.clients.get('A') ?? []),
      { type: 'AuditEvent', operations: 'cruds', origins: ['A'] },
    ])
    const scope = 'system/AuditEvent.cruds system/Patient.cruds'
    const [one, two] = [await server.as('A', scope), await other.as('A', scope)]
    const own = { reference: 'Device/A', type: 'Device' }
    const event = (more: Json = {}): Json => ({
      ...SMALLEST['AuditEvent'],
      recorded: '2026-04-01T12:00:00Z',
      agent: [
        {
          who: own,
          requestor: true,
          type: { coding: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110152' }] },
        },
      ],
      source: { observer: own },
      entity: [{ what: { reference: 'Patient/x', type: 'Patient' } }],
      ...more,
    })
    const sent = await one.made(event())
    expect(sent['extension']).toEqual(originOf('A'))
    const [linked] = await entriesOf(await two.post('', transaction(posting(event()), posting(P0))), 'transaction')
    expect(linked?.response.status).toBe('201 Created')
    await Promise.all(
      [one, two].flatMap((writer) => [writer.post('/AuditEvent', event()), writer.post('/Patient', P0)]),
    )
    const absolute = { reference: `${F}/Device/A`, type: 'Device' }
    await one.made(
      event({ agent: [{ who: absolute, requestor: true }], source: { observer: absolute }, meta: undefined }),
    )
    const foreign = { reference: 'Device/B', type: 'Device' }
    const refused = await one.post(
      '/AuditEvent',
      event({ agent: [{ who: foreign, requestor: true }], meta: undefined }),
    )
    const { issue } = await expectOutcome(refused, 403, 'forbidden')
    expect(issue.map(({ expression }) => expression)).toEqual([['AuditEvent.agent[0].who']])
    const others = [
      { reference: 'Device/B' },
      { reference: `${F}/Device/B` },
      { type: 'Device', identifier: { value: 'B' } },
    ]
    for (const who of others) {
      const agent = [
        { who: own, requestor: true },
        { who, requestor: false },
      ]
      const beside = event({ agent, meta: undefined })
      const { issue: of } = await expectOutcome(await one.post('/AuditEvent', beside), 403, 'forbidden')
      expect(of[0]).toMatchObject({ expression: ['AuditEvent.agent[1].who'] })
    }
    for (const observer of [foreign, { type: 'Device', display: 'B' }])
      await expectOutcome(await one.post('/AuditEvent', event({ source: { observer } })), 403, 'forbidden')
    for (const recorded of ['2026-04-01T12:06:00Z', '2099-12-31T23:59:60Z']) {
      const ahead = await one.post('/AuditEvent', event({ recorded }))
      expect((await expectOutcome(ahead, 422, 'value')).issue[0]).toMatchObject({ expression: ['AuditEvent.recorded'] })
    }
    const leapt = await one.made(event({ recorded: '2016-12-31T23:59:60.5Z' }))
    const found = await one.get('/AuditEvent?date=2017-01-01')
    expect((await found.json()).entry).toMatchObject([{ resource: { id: leapt['id'] } }])
    await expectOutcome(await one.put(`/AuditEvent/${sent.id}`, sent, ifMatch(1)), 405, 'not-supported')
    await expectOutcome(await one.delete(`/AuditEvent/${sent.id}`), 405, 'not-supported')
    const patch = requesting('PATCH', `AuditEvent/${sent.id}`, { resourceType: 'Parameters' }, { ifMatch: 'W/"1"' })
    await expectOutcome(await one.post('', transaction(patch)), 405, 'not-supported')
    await server.audit.flush()
    await other.audit.flush()
    expect(await server.audit.verify()).toMatchObject({ problems: [] })
    const links = (await toldSince(server)).filter(({ json }) => json['id'] === sent.id)
    expect(links).toHaveLength(1)
  })
})

describe('the history of conditional and bundled writes', () => {
  it('HIS-11 is that of the same writes made directly', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const created = await a.put('/Patient?identifier=one', person('one'))
    const { id } = (await created.json()) as { id: string }
    const changed = { ...person('one'), active: false }
    await a.put('/Patient?identifier=one', changed, ifMatch(1))
    await a.patch('/Patient?identifier=one', replacing('/active', true), ifMatch(2))
    await a.post('', transaction(patching(`Patient/${id}`, replacing('/active', false), { ifMatch: 'W/"3"' })))
    await a.post('', transaction(requesting('DELETE', 'Patient?identifier=one')))
    const history = (await (await a.get(`/Patient/${id}/_history`)).json()) as {
      readonly entry: readonly { readonly request: Json; readonly response: Json }[]
    }
    expect(history.entry.map(({ request }) => `${request['method']} ${request['url']}`)).toEqual([
      `DELETE Patient/${id}`,
      ...Array(3).fill(`PUT Patient/${id}`),
      'POST Patient',
    ])
    expect(history.entry.map(({ response }) => String(response['status']).slice(0, 3))).toEqual([
      ...['204', '200', '200', '200', '201'],
    ])
  })
})

// Searches by the parameters that R4 defines, over types that a launch domain has by itself, and others.
import { describe, expect, it } from 'vitest'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { bundleOf, expectOutcome, FD, fhirServer, idsOf, type Json, linkOf, READER } from '../testing/fhir-server.ts'

const searching = async (...resources: readonly Json[]) => {
  const server = await fhirServer({ resourceTypes: R4_TYPES })
  await server.put(...resources)
  const list = (type: string, query: string) => server.get(`${FD}/${type}?${query}`, { prefer: 'handling=strict' })
  const found = async (type: string, query: string) => [...idsOf(await bundleOf(await list(type, query)))].sort()
  return { ...server, list, found }
}

const LOINC = 'http://loinc.org'
const to = (reference: string) => ({ reference })
const observation = (id: string, more: Json): Json => ({ resourceType: 'Observation', id, status: 'final', ...more })
const coded = (code: string, system = LOINC) => ({ coding: [{ system, code }], text: `About ${code}` })

/** A server that was started by a version with other parameters, and has not made any value anew. */
async function upgraded(...resources: readonly Json[]) {
  const server = await fhirServer({ resourceTypes: R4_TYPES })
  await server.resources.noteParameters(R4_TYPES)
  await server.put(...resources)
  await server.sql.rows(
    "UPDATE search_table SET fingerprint = 'of others'; DELETE FROM search_value WHERE param <> 'identifier'",
  )
  await server.resources.noteParameters(R4_TYPES)
  const finish = async () => {
    while (await server.resources.reindexSome());
  }
  return { ...server, finish }
}

describe('while stored resources are indexed by new parameters', () => {
  const stored = observation('a', { code: coded('1'), identifier: [{ value: 'i' }] })

  it('SRC-04 a search by values says that matches may be missing, and is not kept', async () => {
    const { get, finish } = await upgraded(stored)
    const list = async () => await bundleOf(await get(`${FD}/Observation?code=1`))
    const { entry = [], total } = await list()
    expect([entry.length, entry[0]?.search['mode'], total]).toEqual([1, 'outcome', undefined])
    expect(entry[0]?.resource).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'warning', code: 'incomplete' }],
    })
    expect((await bundleOf(await get(`${FD}/Observation?identifier=i`))).entry).toHaveLength(2)
    expect((await bundleOf(await get(`${FD}/Observation`))).total).toBe(1)
    await finish()
    expect(idsOf(await list())).toEqual(['a'])
    expect((await list()).total).toBe(1)
  })

  it('a conditional write is put off: it would take for new what it does not find', async () => {
    const { ask, token, clients, finish } = await upgraded(stored)
    clients.set(READER, [{ type: '*', operations: 'cruds' }])
    const headers = {
      authorization: `Bearer ${await token('system/*.cruds')}`,
      'content-type': 'application/fhir+json',
      'if-none-exist': 'code=1',
    }
    const { id, ...again } = stored
    const create = () => ask(`${FD}/Observation`, { method: 'POST', headers, body: JSON.stringify(again) })
    await expectOutcome(await create(), 503, 'transient')
    await finish()
    const found = await create()
    expect([found.status, ((await found.json()) as Json)['id']]).toEqual([200, id])
  })

  it('SRC-06 who wants all or an error gets one, and so does who asks for a number', async () => {
    const { get, finish } = await upgraded(stored)
    const asked = () =>
      Promise.all([
        get(`${FD}/Observation?code=1`, { prefer: 'handling=strict' }),
        get(`${FD}/Observation?code=1&_summary=count`),
      ])
    for (const answer of await asked()) {
      expect(answer.headers.get('retry-after')).toBe('5')
      await expectOutcome(answer, 503, 'transient')
    }
    await finish()
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('search parameters of R4', () => {
  it('SRC-04 a reference by Type/id, id or URL, and only to the types that it names', async () => {
    const { found } = await searching(
      observation('a', { subject: to('Patient/p'), code: coded('1') }),
      observation('b', { subject: to('Group/p'), code: coded('1') }),
      observation('c', { subject: to('Patient/q/_history/2'), code: coded('1') }),
      observation('d', { code: coded('1') }),
    )
    for (const value of ['Patient/p', 'p', `${FD}/Patient/p`])
      expect(await found('Observation', `patient=${value}`), value).toEqual(['a'])
    expect(await found('Observation', 'patient=Patient/p,Patient/q')).toEqual(['a', 'c'])
    expect(await found('Observation', 'subject=Group/p')).toEqual(['b'])
    expect(await found('Observation', 'subject=p')).toEqual(['a', 'b'])
    expect(await found('Observation', 'patient=Group/p')).toEqual([])
    expect(await found('Observation', 'patient=nobody')).toEqual([])
  })

  it('SRC-04 a bare id of any type, where a reference may be to any', async () => {
    const { found } = await searching(
      observation('a', { focus: [to('Patient/p')] }),
      observation('b', { focus: [to(`${FD}/Location/p`)] }),
      observation('c', { focus: [to('Patient/q')] }),
      { resourceType: 'QuestionnaireResponse', id: 'd', status: 'completed', subject: to('Patient/p') },
    )
    expect(await found('Observation', 'focus=p')).toEqual(['a', 'b'])
    expect(await found('QuestionnaireResponse', 'subject=p')).toEqual(['d'])
  })

  it('SRC-04 a code with its system, without one, with any; of every coding, at every depth', async () => {
    const { found } = await searching(
      observation('a', { code: { coding: [{ system: LOINC, code: '1' }, { code: 'x' }] }, category: [coded('vital')] }),
      observation('b', { code: coded('1', 'urn:other'), component: [{ code: coded('2') }, { code: coded('3') }] }),
    )
    expect(await found('Observation', `code=${LOINC}|1`)).toEqual(['a'])
    expect(await found('Observation', 'code=1')).toEqual(['a', 'b'])
    expect(await found('Observation', 'code=|x')).toEqual(['a'])
    expect(await found('Observation', `code=${LOINC}|`)).toEqual(['a'])
    expect(await found('Observation', 'category=vital')).toEqual(['a'])
    expect(await found('Observation', 'component-code=3')).toEqual(['b'])
    expect(await found('Observation', `combo-code=1&component-code=${LOINC}|2`)).toEqual(['b'])
    expect(await found('Observation', 'status=final')).toEqual(['a', 'b'])
    expect(await found('Observation', 'status=http://hl7.org/fhir/observation-status|final')).toEqual(['a', 'b'])
    expect(await found('Observation', 'status=http://hl7.org/fhir/task-status|final')).toEqual([])
  })

  it.each([
    ['2026-04-01', ['day', 'hour']],
    ['2026-04-01T12:00:00Z', ['hour']],
    ['2026-04-01T14:00:00%2B02:00', ['hour']],
    ['2026-04-01T12:00Z', ['hour']],
    ['2026-04', ['day', 'hour', 'month', 'week']],
    ['2026', ['day', 'hour', 'month', 'week']],
    ['ne2026-04-01', ['month', 'until', 'week', 'since']],
    ['gt2026-04-01', ['month', 'week', 'since']],
    ['ge2026-04-01', ['day', 'hour', 'month', 'week', 'since']],
    ['gt2026-04-30', ['since']],
    ['lt2026-04-01', ['until']],
    ['le2026-04-01', ['day', 'hour', 'until']],
    ['lt2026-04-02', ['day', 'hour', 'month', 'until', 'week']],
    ['sa2026-04-01', ['since']],
    ['sa2026-03-31', ['day', 'hour', 'month', 'since', 'week']],
    ['eb2026-04-01', ['until']],
    ['eb2026-05-01', ['day', 'hour', 'month', 'until', 'week']],
    ['eb2027-01-01', ['day', 'hour', 'month', 'until', 'week']],
    ['2025,2026-04-01', ['day', 'hour']],
  ] as const)('SRC-04 date=%s of dateTimes and Periods', async (value, expected) => {
    const { found } = await searching(
      observation('hour', { effectiveDateTime: '2026-04-01T14:00:00+02:00' }),
      observation('day', { effectiveDateTime: '2026-04-01' }),
      observation('month', { effectiveDateTime: '2026-04' }),
      observation('week', { effectivePeriod: { start: '2026-04-01', end: '2026-04-07' } }),
      observation('since', { effectivePeriod: { start: '2026-04-02' } }),
      observation('until', { effectivePeriod: { end: '2026-03-31T23:59:59Z' } }),
      observation('none', {}),
    )
    expect(await found('Observation', `date=${value}`)).toEqual([...expected].sort())
  })

  it.each([
    ['9999', ['day', 'year']],
    ['9999-12-31', ['day']],
    ['9999-12-31T23:00:00-12:00', ['west']],
    ['le9999', ['day', 'east', 'year']],
    ['gt9999', ['endless', 'west']],
    ['0001-01-01T00:00:00%2B14:00', ['east']],
    ['lt0001', ['east']],
    ['ap9999', ['day', 'endless', 'west', 'year']],
  ] as const)('SRC-04 date=%s at the ends of time', async (value, expected) => {
    const { found } = await searching(
      observation('year', { effectiveDateTime: '9999' }),
      observation('day', { effectivePeriod: { start: '9999-12-31', end: '9999-12-31' } }),
      observation('west', { effectiveDateTime: '9999-12-31T23:00:00-12:00' }),
      observation('endless', { effectivePeriod: { start: '9999-12-30' } }),
      observation('east', { effectiveDateTime: '0001-01-01T00:00:00+14:00' }),
    )
    expect(await found('Observation', `date=${value}`)).toEqual(expected)
  })

  it('SRC-04 date=ap is a tenth of the time from now about it', async () => {
    const { found } = await searching(
      observation('a', { effectiveDateTime: '2016-04-01' }),
      observation('b', { effectiveInstant: '2015-06-01T00:00:00Z' }),
      observation('c', { effectiveTiming: { event: ['2010-01-01', '2017-02-01'] } }),
      observation('d', { effectiveDateTime: '2017-06-01' }),
    )
    expect(await found('Observation', 'date=ap2016-04-01')).toEqual(['a', 'b', 'c'])
  })

  it('SRC-08 a date that is none is refused', async () => {
    const { list } = await searching()
    for (const value of ['yesterday', '2026-02-30', 'ge', '2026-04-01T25:00:00Z'])
      await expectOutcome(await list('Observation', `date=${value}`), 400, 'invalid')
  })

  it('SRC-04 strings by their beginning; names and addresses by each part', async () => {
    const { found } = await searching(
      observation('a', { valueString: 'Ünwell, somewhat' }),
      observation('b', { valueCodeableConcept: coded('1') }),
      {
        resourceType: 'Person',
        id: 'p',
        name: [{ family: 'Vos', given: ['Noor'] }],
        address: [{ line: ['Kade 1'], city: 'Delft', postalCode: '2611 AB' }],
        telecom: [
          { system: 'email', value: 'noor@example.org' },
          { system: 'phone', value: '015' },
        ],
        link: [{ target: to('Patient/p') }],
      },
      { resourceType: 'Location', id: 'l', name: 'Zaal 3', address: { city: 'Delfzijl' } },
    )
    expect(await found('Observation', 'value-string=unw')).toEqual(['a'])
    expect(await found('Observation', 'value-string=about')).toEqual(['b'])
    for (const query of ['name=noo', 'name=VOS', 'address=kade', 'address-city=delft', 'address=2611', 'patient=p'])
      expect(await found('Person', query), query).toEqual(['p'])
    expect(await found('Person', 'email=noor@example.org')).toEqual(['p'])
    expect(await found('Person', 'phone=noor@example.org')).toEqual([])
    expect(await found('Person', 'telecom=015')).toEqual(['p'])
    expect(await found('Location', 'name=zaal&address-city=delfz')).toEqual(['l'])
  })

  it('SRC-04 a canonical with its version and without, a url exactly', async () => {
    const questionnaire = 'https://a.example/Questionnaire/sleep'
    const { found } = await searching(
      { resourceType: 'QuestionnaireResponse', id: 'a', questionnaire: `${questionnaire}|1`, authored: '2026-04-01' },
      { resourceType: 'QuestionnaireResponse', id: 'b', questionnaire, authored: '2026-04-02T10:00:00Z' },
      { resourceType: 'Questionnaire', id: 'q', url: questionnaire, title: 'Sleep' },
    )
    const asked = encodeURIComponent(questionnaire)
    expect(await found('QuestionnaireResponse', `questionnaire=${asked}`)).toEqual(['a', 'b'])
    expect(await found('QuestionnaireResponse', `questionnaire=${encodeURIComponent(`${questionnaire}|1`)}`)).toEqual([
      'a',
    ])
    expect(await found('QuestionnaireResponse', 'authored=ge2026-04-02')).toEqual(['b'])
    expect(await found('Questionnaire', `url=${asked}&title=sl`)).toEqual(['q'])
    expect(await found('Questionnaire', `url=${asked.slice(0, -1)}`)).toEqual([])
  })

  it('SRC-03 sorts by them, and self says what was used', async () => {
    const { list } = await searching(
      observation('a', { subject: to('Patient/p'), effectiveDateTime: '2026-04-02' }),
      observation('b', { subject: to('Patient/p'), effectivePeriod: { start: '2026-04-01' } }),
      observation('c', { subject: to('Patient/q'), effectiveDateTime: '2026-04-03' }),
    )
    const bundle = await bundleOf(await list('Observation', 'patient=p&_sort=-date'))
    expect(idsOf(bundle)).toEqual(['a', 'b'])
    expect(linkOf(bundle, 'self')).toBe(`${FD}/Observation?patient=p&_sort=-date`)
  })

  it.each([
    ['Organization?name=zorg', { name: 'Zorggroep' }],
    ['Organization?name=ouwe', { alias: ['Ouwe naam'] }],
    ['Organization?partof=Organization/o', { partOf: to('Organization/o') }],
    ['Patient?organization=Organization/x', { managingOrganization: to('Organization/x') }],
    ['Patient?phone=1', { telecom: [{ system: 'phone', value: '1' }] }],
    ['Patient?telecom=1', { telecom: [{ system: 'phone', value: '1' }] }],
    ['Patient?address=delft', { address: [{ city: 'Delft' }] }],
    ['Patient?death-date=2026-04', { deceasedDateTime: '2026-04-02T10:00:00Z' }],
    ['Practitioner?communication=nl', { communication: [coded('nl')] }],
    ['RelatedPerson?relationship=MTH', { relationship: [coded('MTH')] }],
    ['ActivityDefinition?title=slaap', { title: 'Slaapdagboek', status: 'active' }],
    ['CareTeam?participant=Practitioner/p', { participant: [{ member: to('Practitioner/p') }] }],
    ['CareTeam?date=ge2026', { period: { start: '2026-01-02' } }],
    ['Device?device-name=meter', { deviceName: [{ name: 'Meter', type: 'user-friendly-name' }] }],
    ['Endpoint?name=launch', { name: 'Launch' }],
    ['Subscription?type=rest-hook', { channel: { type: 'rest-hook' } }],
    ['Task?authored-on=ge2026-04-01', { authoredOn: '2026-04-01T10:00:00Z' }],
    ['Task?focus=Questionnaire/q', { focus: to('Questionnaire/q') }],
  ])('P4 FTY-01 %s finds its own, and nothing else of the type', async (search, more) => {
    const [type = '', query = ''] = search.split('?')
    const { found } = await searching({ resourceType: type, id: 'one', ...more }, { resourceType: type, id: 'two' })
    expect(await found(type, query)).toEqual(['one'])
  })

  it('P4 FTY-01 every type by its tags, profiles, labels and source', async () => {
    const { found } = await searching(
      ...R4_TYPES.flatMap((resourceType) => [
        { resourceType, id: 'none', meta: { tag: [{ system: 'urn:t', code: 'b' }] } },
        {
          ...{ resourceType, id: 'one' },
          meta: {
            ...{ tag: [{ system: 'urn:t', code: 'a' }], security: [{ system: 'urn:l', code: 'R' }] },
            ...{ profile: ['https://a.example/p|1'], source: 'https://a.example/s' },
          },
        },
      ]),
    )
    const queries = [
      ...['_tag=urn:t|a', '_tag=a', '_security=R', '_profile=https://a.example/p', '_profile=https://a.example/p|1'],
      ...['_source=https://a.example/s', '_tag=urn:t|&_security=urn:l|R'],
    ]
    for (const type of R4_TYPES)
      for (const query of queries) expect([type, query, await found(type, query)]).toEqual([type, query, ['one']])
  })

  it('FTY-01 what was stored before finds itself after the upgrade', async () => {
    const patient = { resourceType: 'Patient', id: 'p', telecom: [{ system: 'phone', value: '1' }] }
    const { get, finish } = await upgraded(patient)
    await finish()
    expect(idsOf(await bundleOf(await get(`${FD}/Patient?phone=1`)))).toEqual(['p'])
  })

  it.each(R4_TYPES)('MET-07 %s: every parameter that is claimed is understood', async (type) => {
    const { ask, list } = await searching()
    const { rest } = (await (await ask(`${FD}/metadata`)).json()) as {
      readonly rest: readonly [
        { readonly resource: readonly { readonly type: string; readonly searchParam: readonly Json[] }[] },
      ]
    }
    const claimed = rest[0].resource.find((one) => one.type === type)?.searchParam ?? []
    expect(claimed.length).toBeGreaterThan(1)
    for (const { name, type: kind } of claimed)
      expect((await list(type, `${name}=${kind === 'date' ? '2026' : 'a'}&_count=1`)).status, String(name)).toBe(200)
  })
})

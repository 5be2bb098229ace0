import { describe, expect, it } from 'vitest'
import { hasFastPath } from '#server/testing/fast-path.ts'
import {
  bundleOf,
  expectOutcome,
  FD,
  fhirServer,
  idsOf,
  type Json,
  linkOf,
  originOf,
  patient,
  TYPES,
} from '../testing/fhir-server.ts'

const searching = async () => {
  const server = await fhirServer()
  const found = async (query: string, type = 'Patient') =>
    [...idsOf(await bundleOf(await server.get(`${FD}/${type}?${query}`)))].sort()
  return { ...server, found, refused: (query: string) => server.get(`${FD}/Patient?${query}`) }
}

describe('search parameters', () => {
  it('SRC-01 SRC-14 _id: exact, any of several, all of the repeated', async () => {
    const { found, put } = await searching()
    await put(patient('a'), patient('b'), patient('c'))
    expect(await found('_id=a')).toEqual(['a'])
    expect(await found('_id=A')).toEqual([])
    expect(await found('_id=a,b,unknown')).toEqual(['a', 'b'])
    expect(await found('_id=a,b&_id=b,c')).toEqual(['b'])
    expect(await found('_id=a&_id=b')).toEqual([])
    expect(await found('_id=%25')).toEqual([])
    expect(await found('_id=')).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['ge2026-04-01', ['day', 'hour', 'later', 'year']],
    ['gt2026-04-01', ['later', 'year']],
    ['sa2026-04-01', ['later', 'year']],
    ['2026-04-01', ['day', 'hour']],
    ['eq2026-04-01', ['day', 'hour']],
    ['ne2026-04-01', ['before', 'later', 'year']],
    ['lt2026-04-01T12:00:00Z', ['before', 'day']],
    ['eb2026-04-01T12:00:00Z', ['before', 'day']],
    ['le2026-04-01T12:00:00Z', ['before', 'day', 'hour']],
    ['2026-04-01T14:00:00%2B02:00', ['hour']],
    ['2026-04-01T14:00:00+02:00', ['hour']],
    ['2026-04-01T07:00-05:00', ['hour']],
    ['2026', ['before', 'day', 'hour', 'later']],
    ['2026-04', ['day', 'hour', 'later']],
    ['2026-03,2026-05,2027', ['before', 'year']],
    ['ge2026-04-01&_lastUpdated=lt2026-04-02', ['day', 'hour']],
    ['ge2027&_lastUpdated=lt2026', []],
    ['ne2026-04-01&_lastUpdated=ne2027', ['before', 'later']],
    ['2026-04-01T12:00:00.000Z', []],
    ['2026-04-01T12:00:00.250Z', ['hour']],
    ['ap2027-03-01', ['year']],
  ])('SRC-02 _lastUpdated=%s', async (value, expected) => {
    const { found, resources } = await searching()
    const write = (id: string, now: number) =>
      resources.write([{ type: 'Patient', id, text: JSON.stringify(patient(id)), parsed: patient(id) }], now)
    await write('before', Date.UTC(2026, 2, 31, 23, 59, 59, 999))
    await write('day', Date.UTC(2026, 3, 1))
    await write('hour', Date.UTC(2026, 3, 1, 12, 0, 0, 250))
    await write('later', Date.UTC(2026, 3, 2))
    await write('year', Date.UTC(2027, 1, 1))
    for (const sort of ['', '&_sort=_lastUpdated', '&_sort=_id'])
      expect(await found(`_lastUpdated=${value}${sort}`)).toEqual(expected)
  })

  it('SRC-03 _sort orders, and self shows it', async () => {
    const { advance, get, put } = await searching()
    for (const id of ['b', 'a', 'c']) {
      await put(patient(id))
      advance(1)
    }
    for (const [sort, expected] of [
      ['_id', 'abc'],
      ['-_id', 'cba'],
      ['_lastUpdated', 'bac'],
      ['-_lastUpdated', 'cab'],
      ['-_lastUpdated,_id', 'cab'],
      ['_id,_lastUpdated', 'abc'],
      ['-_id,_lastUpdated', 'cba'],
    ] as const) {
      const bundle = await bundleOf(await get(`${FD}/Patient?_sort=${sort}`))
      expect(idsOf(bundle).join('')).toBe(expected)
      expect(linkOf(bundle, 'self')).toBe(`${FD}/Patient?_sort=${sort}`)
    }
    expect(idsOf(await bundleOf(await get(`${FD}/Patient`))).join('')).toBe('cab')
  })

  it.each([
    ['family', 'dbace'],
    ['-family', 'cbade'],
    ['family,-birthdate', 'dbace'],
    ['birthdate,_id', 'dabce'],
    ['gender,family', 'edbac'],
    ['name,_id', 'dabce'],
    ['given,_lastUpdated', 'abcde'],
    ['given,-_id', 'edcba'],
  ])('SRC-03 _sort=%s orders by what the parameters find, and who has no value comes last', async (sort, expected) => {
    const { advance, get, put } = await searching()
    for (const [id, more] of Object.entries({
      a: { name: [{ family: 'Élan' }], birthDate: '1980' },
      b: { name: [{ family: 'élan' }], birthDate: '1980-02' },
      c: { name: [{ family: 'Zomer' }, { family: 'Maan' }], birthDate: '1990-01-01' },
      d: { name: [{ family: 'Dekker' }], birthDate: '1970-01-01' },
      e: { gender: 'female' },
    })) {
      await put(patient(id, more))
      advance(1)
    }
    const bundle = await bundleOf(await get(`${FD}/Patient?_sort=${sort}`))
    expect(idsOf(bundle).join('')).toBe(expected)
    expect(new URL(linkOf(bundle, 'self') ?? '').searchParams.get('_sort')).toBe(sort)
    let page = await bundleOf(await get(`${FD}/Patient?_sort=${sort}&_count=2`))
    const walked = [...idsOf(page)]
    for (let next = linkOf(page, 'next'); next; next = linkOf(page, 'next')) {
      page = await bundleOf(await get(next))
      walked.push(...idsOf(page))
    }
    expect(walked.join('')).toBe(expected)
  })

  it('SRC-04 SRC-14 identifier: system|value, |value, value, system|, with escapes', async () => {
    const { found, get, put } = await searching()
    await put(
      patient('a', { identifier: [{ system: 'urn:s', value: '1' }, { value: 'x,y|z$\\' }] }),
      patient('b', {
        identifier: [
          { system: 'urn:t', value: '1' },
          { system: 'urn:s', value: '2' },
        ],
      }),
      patient('c', { identifier: [{ value: '1' }, { system: 'urn:only' }] }),
      patient('e', { identifier: [{ system: 'urn:only' }] }),
      patient('d', { identifier: 'broken' }),
    )
    expect(await found('identifier=1')).toEqual(['a', 'b', 'c'])
    expect(await found('identifier=urn:s|1')).toEqual(['a'])
    expect(await found('identifier=|1')).toEqual(['c'])
    expect(await found('identifier=urn:s|1,urn:s|2')).toEqual(['a', 'b'])
    expect(await found('identifier=urn:s|2&identifier=urn:t|1')).toEqual(['b'])
    expect(await found(`identifier=${encodeURIComponent('x\\,y\\|z\\$\\\\')}`)).toEqual(['a'])
    expect(await found('identifier=x')).toEqual([])
    expect(await found('identifier=urn:s|')).toEqual(['a', 'b'])
    expect(await found('identifier=urn:|')).toEqual([])
    expect(await found('identifier=urn:t|,x\\,y\\|z$\\\\')).toEqual(['a', 'b'])
    expect(await found('identifier=urn:t|,urn:s|1,urn:s|')).toEqual(['a', 'b'])
    expect(await found('identifier=urn:s|&identifier=urn:t|')).toEqual(['b'])
    expect(await found('identifier=urn:only|')).toEqual(['c', 'e'])
    expect(await found('identifier=urn:only|,urn:s|1')).toEqual(['a', 'c', 'e'])
    expect(await found('identifier=urn:only|1')).toEqual([])
    for (const sort of ['identifier,_id', '-identifier,_id'])
      expect(idsOf(await bundleOf(await get(`${FD}/Patient?_sort=${sort}`))).slice(-2)).toEqual(['d', 'e'])
    expect(await found("identifier=' OR 1=1 --")).toEqual([])
    expect(await found('identifier=%25')).toEqual([])
  })

  it('SRC-04 resource-origin: the Device, its id, or its URL', async () => {
    const { found, put } = await searching()
    await put(patient('a', { extension: originOf('d') }), patient('b', { extension: originOf('e') }), patient('c'))
    for (const value of ['Device/d', 'd', `${FD}/Device/d`])
      expect(await found(`resource-origin=${value}`)).toEqual(['a'])
    expect(await found('resource-origin=Device/d,Device/e')).toEqual(['a', 'b'])
    expect(await found('resource-origin=Device/d&resource-origin=Device/e')).toEqual([])
    for (const value of ['Patient/d', 'https://other.example/Device/d'])
      expect(await found(`resource-origin=${value}`)).toEqual([])
  })

  it('SRC-04 Task: patient, subject, owner, status, instantiates', async () => {
    const { found, put } = await searching()
    const task = (id: string, subject: string, owner: string, status: string): Json => ({
      resourceType: 'Task',
      id,
      status,
      for: { reference: subject },
      owner: { reference: owner },
      extension: [
        {
          url: 'http://vzvz.nl/fhir/StructureDefinition/instantiates',
          valueReference: { reference: `ActivityDefinition/${id}` },
        },
      ],
    })
    await put(
      task('a', 'Patient/p', 'Patient/p', 'ready'),
      task('b', 'Patient/p/_history/3', 'Practitioner/p', 'completed'),
      task('c', 'Group/p', 'Practitioner/q', 'ready'),
    )
    const tasks = (query: string) => found(query, 'Task')
    for (const value of ['Patient/p', 'p', `${FD}/Patient/p`])
      expect(await tasks(`patient=${value}`)).toEqual(['a', 'b'])
    expect(await tasks('patient=Group/p')).toEqual([])
    expect(await tasks('subject=p')).toEqual(['a', 'b', 'c'])
    expect(await tasks('subject=Group/p')).toEqual(['c'])
    expect(await tasks('owner=Practitioner/p')).toEqual(['b'])
    expect(await tasks('owner=p')).toEqual(['a', 'b'])
    expect(await tasks('status=ready')).toEqual(['a', 'c'])
    expect(await tasks('status=ready,completed&patient=p')).toEqual(['a', 'b'])
    expect(await tasks('status=http://hl7.org/fhir/task-status|ready')).toEqual(['a', 'c'])
    expect(await tasks('status=|ready')).toEqual([])
    expect(await tasks('instantiates=ActivityDefinition/c')).toEqual(['c'])
  })

  it.each([
    ['Straße', ['straße', 'STRASSE', 'Strasse', 'stras', 'STRAẞE']],
    ['Ὀδυσσεύς', ['οδυσσευσ', 'ΟΔΥΣΣΕΎΣ', 'Ὀδυσσεύς', 'οδυς']],
    ['ﬁnn', ['finn', 'FI', 'ﬁ']],
    ['İlker', ['ilker', 'ILKER', 'İLK']],
    ['Zoë', ['zoe', 'ZOË', 'zoe\u0308']],
  ])('SRC-04 finds %s in any case: %j', async (family, beginnings) => {
    const { found, put } = await searching()
    await put(patient('a', { name: [{ family }] }), patient('b', { name: [{ family: 'Xa' }] }))
    for (const beginning of beginnings)
      expect([beginning, await found(`family=${encodeURIComponent(beginning)}`)]).toEqual([beginning, ['a']])
  })

  it('SRC-04 finds a name by its beginning, however long it is', async () => {
    const { found, put } = await searching()
    const long = `${'Ab'.repeat(511)}A\u{1F600}${'c'.repeat(1000)}`
    await put(patient('a', { name: [{ family: long }] }), patient('b', { name: [{ family: 'Aba' }] }))
    expect(await found('family=abab')).toEqual(['a'])
    expect(await found(`name=${'ab'.repeat(500)}`)).toEqual(['a'])
    expect(await found('name=ab')).toEqual(['a', 'b'])
  })

  it('SRC-04 finds a reference in each form that it may have been sent in, by each form', async () => {
    const { found, put } = await searching()
    const task = (id: string, reference: string) => ({
      ...{ resourceType: 'Task', id, status: 'ready', intent: 'order' },
      for: { reference },
    })
    const [base, elsewhere] = [FD.replace('/DEFAULT', ''), 'https://elsewhere.example/fhir']
    await put(
      ...[task('relative', 'Patient/p'), task('version', 'Patient/p/_history/2'), task('default', `${FD}/Patient/p`)],
      ...[
        task('defaultVersion', `${FD}/Patient/p/_history/2`),
        task('otherVersion', `${elsewhere}/Patient/v/_history/2`),
      ],
      ...[task('short', `${base}/Patient/p`), task('other', `${elsewhere}/Patient/p`), task('another', 'Patient/q')],
    )
    const all = ['default', 'defaultVersion', 'relative', 'short', 'version']
    for (const asked of ['Patient/p', 'p', `${FD}/Patient/p`, `${base}/Patient/p`, 'Patient/p/_history/1'])
      for (const name of ['patient', 'subject', 'for'])
        expect([name, asked, await found(`${name}=${asked}`, 'Task')]).toEqual([name, asked, all])
    expect(await found(`patient=${elsewhere}/Patient/p`, 'Task')).toEqual(['other'])
    for (const asked of [`${elsewhere}/Patient/v`, `${elsewhere}/Patient/v/_history/1`])
      expect(await found(`patient=${asked}`, 'Task')).toEqual(['otherVersion'])
    expect(await found(`patient=${FD}/Patient/q,${elsewhere}/Patient/p`, 'Task')).toEqual(['another', 'other'])
  })

  it('SRC-04 people: name, family, given, gender, active', async () => {
    const { found, put } = await searching()
    await put(
      patient('a', { name: [{ family: 'van der Größe', given: ['Anna', 'Zoë'] }], gender: 'female' }),
      patient('b', { name: [{ text: 'Anna-Lena' }, { family: 'Zo' }], gender: 'male', active: false }),
    )
    expect(await found('name=anna')).toEqual(['a', 'b'])
    expect(await found('name=ZOE')).toEqual(['a'])
    expect(await found('family=Van Der')).toEqual(['a'])
    expect(await found('family=der')).toEqual([])
    expect(await found('given=zoë,nobody')).toEqual(['a'])
    expect(await found('name=zo&gender=male')).toEqual(['b'])
    expect(await found('active=true')).toEqual(['a'])
    expect(await found('name=%25')).toEqual([])
  })

  it.each([
    ['vries', ['a', 'b', 'c']],
    ['de vries', ['a', 'b', 'c']],
    ['VRIES-J', ['c']],
    ['jansen', ['b', 'c']],
    ['hart', ['d']],
    ['t hart', ['d']],
    ["'t hart", ['d']],
    ['maria', ['a']],
    ['piet', ['d']],
    ['ries', []],
  ])(
    'SRC-04 name=%s finds %j: a word inside a name, from its beginning; family and given are as R4 has them',
    async (name, ids) => {
      const { found, put } = await searching()
      await put(
        patient('a', { name: [{ family: 'de Vries', given: ['Anna Maria'] }] }),
        patient('b', { name: [{ family: 'Jansen-de Vriès' }] }),
        patient('c', { name: [{ family: 'de Vries-Jansen' }] }),
        patient('d', { name: [{ family: '’t Hart' }, { text: 'Dhr. P. (Piet) ’t Hart' }] }),
      )
      expect(await found(`name=${encodeURIComponent(name)}`)).toEqual(ids)
      expect(await found('family=vries')).toEqual([])
      expect(await found('given=maria')).toEqual([])
    },
  )

  it('SRC-03 SRC-04 the words inside a name order nothing, and of a long name the first nine are found', async () => {
    const { found, get, put } = await searching()
    const many = Array.from({ length: 12 }, (_, word) => `w${word + 1}x`).join(' ')
    await put(patient('a', { name: [{ family: 'van Aa' }] }), patient('b', { name: [{ family: many }] }))
    expect(await found('name=w9x')).toEqual(['b'])
    expect(await found('name=w10x')).toEqual([])
    await put(patient('c', { name: [{ family: 'Beek' }] }))
    expect(idsOf(await bundleOf(await get(`${FD}/Patient?_sort=name`)))).toEqual(['c', 'a', 'b'])
  })

  it.each([
    ['1970', ['day', 'month', 'year']],
    ['1970-05', ['day', 'month']],
    ['1970-05-06', ['day']],
    ['lt1970-05-06', ['month', 'old', 'year']],
    ['gt1970-05-06', ['month', 'year']],
    ['ge1970-05-06', ['day', 'month', 'year']],
    ['le1970-05', ['day', 'month', 'old', 'year']],
    ['ne1970-05-06', ['month', 'old', 'year']],
    ['sa1970-04', ['day', 'month']],
    ['eb1970', ['old']],
    ['1960,1970-05-06', ['day', 'old']],
    ['ge1970-05-06T00:00:00Z', ['day', 'month', 'year']],
    ['ge1970-05-07T00:00:00Z', ['month', 'year']],
    ['ge1970-05-06T23:59:59Z', ['month', 'year']],
    ['gt1970-05-06T12:00Z', ['day', 'month', 'year']],
    ['le1970-05-06T12:00:00.5Z', ['day', 'month', 'old', 'year']],
    ['lt1970-05-06T00:00:00Z', ['month', 'old', 'year']],
    ['lt1970-05-06T00:30:00%2B01:00', ['month', 'old', 'year']],
    ['sa1970-05-05T12:00:00Z', ['day']],
    ['eb1970-05-07T12:00:00Z', ['day', 'old']],
    ['1970-05-06T12:00:00Z', []],
    ['ne1970-05-06T12:00:00Z', ['day', 'month', 'old', 'year']],
    ['ge1970-05-05T23:59:60Z', ['day', 'month', 'year']],
    ['lt1970-05-05T23:59:60Z', ['month', 'old', 'year']],
    ['gt0001', ['day', 'month', 'old', 'year']],
    ['lt0001', []],
  ])('SRC-02 SRC-04 birthdate=%s finds %j: a day, a month or a year on both sides', async (value, ids) => {
    const { found, put } = await searching()
    const dates = { day: '1970-05-06', month: '1970-05', year: '1970', old: '1960-01-01' }
    await put(...Object.entries(dates).map(([id, birthDate]) => patient(id, { birthDate })))
    expect([...(await found(`birthdate=${value}`))].sort()).toEqual(ids)
  })

  it.each([
    ['9999', ['day', 'month', 'year']],
    ['9999-12', ['day', 'month']],
    ['9999-12-31', ['day']],
    ['ne9999-12-31', ['earlier', 'month', 'year']],
    ['gt9999-12-31', []],
    ['ge9999-12-31', ['day']],
    ['lt9999-12-31', ['earlier', 'month', 'year']],
    ['le9999', ['day', 'earlier', 'month', 'year']],
    ['sa9998', ['day', 'month', 'year']],
    ['eb9999-12-31', ['earlier']],
    ['ap9999-12-31', ['day', 'month', 'year']],
    ['ge9999-12-31T23:59:59Z', []],
    ['ge9999-12-31T00:00Z', ['day', 'month', 'year']],
  ])('SRC-02 SRC-04 birthdate=%s finds %j, at the end of all days', async (value, ids) => {
    const { found, put } = await searching()
    const dates = { day: '9999-12-31', month: '9999-12', year: '9999', earlier: '1970-05-06' }
    await put(...Object.entries(dates).map(([id, birthDate]) => patient(id, { birthDate })))
    expect(await found(`birthdate=${value}`)).toEqual(ids)
  })

  it('SRC-02 _lastUpdated takes the years before 1000, which many write for "ever"', async () => {
    const { found, put } = await searching()
    await put(patient('a'))
    for (const past of ['0001', '0001-01-01', '0099-12', '0999-12-31T23:59:59Z']) {
      expect(await found(`_lastUpdated=ge${past}`), past).toEqual(['a'])
      expect(await found(`_lastUpdated=lt${past}`), past).toEqual([])
      expect(await found(`_lastUpdated=${past}`), past).toEqual([])
    }
  })

  it.each(['Practitioner', 'RelatedPerson'])(
    'SRC-04 %s: name, family, given, birthdate, gender, active',
    async (type) => {
      const { found, put } = await searching()
      await put(
        {
          resourceType: type,
          id: 'a',
          name: [{ family: 'Vos', given: ['Noor'] }],
          birthDate: '1990-05-17',
          gender: 'female',
          active: true,
        },
        { resourceType: type, id: 'b', name: [{ text: 'Vosje' }], birthDate: '1991', gender: 'other', active: false },
      )
      for (const [query, ids] of [
        ['name=vos', ['a', 'b']],
        ['family=VOS', ['a']],
        ['given=no', ['a']],
        ['birthdate=1990', ['a']],
        ['birthdate=ge1990', ['a', 'b']],
        ['gender=other', ['b']],
        ['gender=http://hl7.org/fhir/administrative-gender|female', ['a']],
        ['active=false', ['b']],
        ['active=true&gender=other', []],
      ] as const)
        expect(await found(query, type), query).toEqual(ids)
    },
  )

  it('SRC-04 CareTeam and RelatedPerson: patient, subject', async () => {
    const { found, put } = await searching()
    await put(
      { resourceType: 'CareTeam', id: 'a', subject: { reference: 'Patient/p' } },
      { resourceType: 'CareTeam', id: 'b', subject: { reference: 'Group/p' } },
      { resourceType: 'RelatedPerson', id: 'r', patient: { reference: 'Patient/p' } },
    )
    for (const value of ['Patient/p', 'p', `${FD}/Patient/p`]) {
      expect(await found(`patient=${value}`, 'CareTeam')).toEqual(['a'])
      expect(await found(`patient=${value}`, 'RelatedPerson')).toEqual(['r'])
    }
    expect(await found('subject=Group/p', 'CareTeam')).toEqual(['b'])
    expect(await found('subject=p', 'CareTeam')).toEqual(['a', 'b'])
    expect(await found('patient=Group/p', 'CareTeam')).toEqual([])
  })

  it.each(TYPES.filter((type) => !['AuditEvent', 'Subscription'].includes(type)))(
    'SRC-04 %s: identifier',
    async (type) => {
      const { found, put } = await searching()
      await put({ resourceType: type, id: 'a', identifier: [{ system: 'urn:s', value: '1' }] })
      await put({ resourceType: type, id: 'b', identifier: [{ value: '1' }] })
      expect(await found('identifier=urn:s|1', type)).toEqual(['a'])
      expect(await found('identifier=|1', type)).toEqual(['b'])
      expect(await found('identifier=1', type)).toEqual(['a', 'b'])
    },
  )

  it('SRC-04 ActivityDefinition, Endpoint and Device: url, status', async () => {
    const { found, put } = await searching()
    await put(
      { resourceType: 'ActivityDefinition', id: 'a', url: 'https://a.example/x|1', status: 'active' },
      { resourceType: 'Endpoint', id: 'e', status: 'off' },
      { resourceType: 'Device', id: 'd', status: 'inactive' },
    )
    expect(await found(`url=${encodeURIComponent('https://a.example/x|1')}`, 'ActivityDefinition')).toEqual(['a'])
    expect(await found('status=active', 'ActivityDefinition')).toEqual(['a'])
    expect(await found('status=off', 'Endpoint')).toEqual(['e'])
    expect(await found('status=active,inactive', 'Device')).toEqual(['d'])
  })

  it('finds what is so now, not what was so before', async () => {
    const { found, put } = await searching()
    await put(patient('a', { identifier: [{ value: '1' }] }))
    await put(patient('a', { identifier: [{ value: '2' }] }))
    expect(await found('identifier=1')).toEqual([])
    expect(await found('identifier=2')).toEqual(['a'])
  })

  it('pages a search by value as any other', async () => {
    const { get, put } = await searching()
    await put(...Array.from({ length: 90 }, (_, n) => patient(`p${n}`, { identifier: [{ value: n % 3 ? 'x' : 'y' }] })))
    const first = await bundleOf(await get(`${FD}/Patient?identifier=x&_count=25`))
    const second = await bundleOf(await get(linkOf(first, 'next') ?? ''))
    const third = await bundleOf(await get(linkOf(second, 'next') ?? ''))
    expect([first.total, third.total, third.entry?.length]).toEqual([60, 60, 10])
    expect(new Set([first, second, third].flatMap(idsOf)).size).toBe(60)
  })

  it('SRC-05 SRC-06 SRC-13 ignores what it does not know, unless told to be strict', async () => {
    const { get, put } = await searching()
    await put(patient('a'))
    const unknown = [
      'foo',
      '_include',
      '_revinclude',
      '_has:Task:patient:status',
      '_filter',
      '_list',
      '_text',
      '_content',
      '_contained',
      'foo.x',
      'foo:missing',
    ]
    for (const name of unknown) {
      const url = `${FD}/Patient?${name}=x`
      const ignored = await bundleOf(await get(url))
      expect([idsOf(ignored), linkOf(ignored, 'self')]).toEqual([['a'], `${FD}/Patient`])
      await expectOutcome(await get(url, { prefer: 'handling=strict' }), 400, 'not-supported')
    }
    const lenient = await get(`${FD}/Patient?foo=x`, { prefer: 'return=minimal, handling=lenient' })
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, 'handling=lenient'])
    const strict = await get(`${FD}/Patient?_id=a&_format=json`, { prefer: 'handling=strict' })
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
    expect((await get(`${FD}/Patient`)).headers.get('preference-applied')).toBeNull()
  })

  it.each([
    '_id:exact=1',
    'identifier:of-type=x',
    '_lastUpdated:missing=true',
    'resource-origin:Device=x',
    'identifier.x=1',
    '_sort:x=_id',
    '_lastUpdated.x=2026',
    'identifier:not=x',
    'gender:not=male',
    'name:exact=x',
    'family:contains=x',
    'name.given=x',
    'birthdate:missing=true',
  ])('SRC-07 does not support %s, and says so', async (query) => {
    await expectOutcome(await (await searching()).refused(query), 400, 'not-supported')
  })

  it.each([
    ...[
      '_lastUpdated=notadate',
      'birthdate=1970-02-30',
      'birthdate=1970-02-30T00:00:00Z',
      'birthdate=1970-02-03T25:00:00Z',
      'birthdate=ge9999-12-31T23:59:59-14:00',
      '_lastUpdated=2023-13',
      '_lastUpdated=2023-02-07T13:28:17%2B15:00',
      '_lastUpdated=2023-02-07T13:28:17-09:60',
      '_lastUpdated=2023-02-07T13:28:61Z',
      '_lastUpdated=2023-02-30',
      '_lastUpdated=xx2023',
      '_lastUpdated=ge',
      'birthdate=0000',
      'identifier=|',
    ],
    ...[
      '_lastUpdated=2023-01-01T25:00Z',
      '_summary=zzz',
      '_sort=zzz',
      '_sort=_id,zzz',
      '_sort=_lastUpdated,family',
      '_sort=family,',
      '_sort=resource-origin',
      '_sort=family:asc',
      '_sort=family,given,birthdate,gender,active',
      '_sort=constructor',
      '_total=some',
    ],
    ...['_elements=a.b', '_pretty=maybe', '_sort=_id&_sort=_id'],
  ])('SRC-08 refuses %s', async (query) => {
    const outcome = await expectOutcome(await (await searching()).refused(query), 400, 'invalid')
    expect(outcome.issue[0]).toMatchObject({ expression: [`http.${query.split('=')[0]}`] })
  })

  it.each([
    ['_count=-1', '_count must be a number of resources, 0 or more; it is "-1".'],
    ['_sort=zzz', /^_sort takes up to 4 of .*family.*, and behind them _lastUpdated or _id; .*\. It is "zzz"\.$/],
    ['_total=some', '_total must be one of none, estimate, accurate; it is "some".'],
    ['birthdate=1-1-1980', /^birthdate must be a year, month, day or instant, such as .*; it is "1-1-1980"\.$/],
    ['_lastUpdated=today', /^_lastUpdated must be a year, .*; it is "today"\.$/],
    ['_sort=_id&_sort=_id', '_sort was sent twice: put the values into one, with commas between them.'],
    ['_count=1&_count=1', '_count was sent twice: send it once.'],
    ['_sort:desc=_id', 'In R4 _sort has no modifiers: write _sort=-_lastUpdated for the other way round.'],
    ['name:exact=x', /search by name alone, not by "name:exact"\.$/],
    ['_format=xml', /only in application\/fhir\+json of FHIR 4\.0; _format asked for "xml"\.$/],
    [`_total=${'x'.repeat(1000)}`, /; it is a text of 1000 characters, not repeated here\.$/],
    ['_total=%3Cb%3E', /; it is a text of 3 characters, not repeated here\.$/],
  ])('SRC-08 SRC-07 says what was expected, and what came: %s', async (query, said) => {
    const { issue } = (await (await (await searching()).refused(query)).json()) as Json & {
      readonly issue: readonly [{ readonly diagnostics: string }]
    }
    expect(issue[0].diagnostics).toMatch(said)
  })

  it.each(['name=%FF', 'name=100%', 'name=%zz', 'name=%E0%A4', 'name=%ED%A0%80', '%FF=x', 'unknown=%C0%80'])(
    'refuses %s, whose percent-encoding cannot be undone, in an address and in a form',
    async (query) => {
      const { ask, get, refused, put, token } = await searching()
      await put(patient('a'))
      const headers = {
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const post = (url: string, body: string) => ask(url, { method: 'POST', body, headers })
      await expectOutcome(await refused(query), 400, 'invalid')
      await expectOutcome(await get(`${FD}/Patient/a?${query}`), 400, 'invalid')
      await expectOutcome(await get(`${FD}/Patient/_history?${query}`), 400, 'invalid')
      await expectOutcome(await post(`${FD}/Patient/_search`, query), 400, 'invalid')
      await expectOutcome(await post(`${FD}/Patient/_search?${query}`, ''), 400, 'invalid')
    },
  )

  it('SRC-10 knows no named queries', async () => {
    await expectOutcome(await (await searching()).refused('_query=x'), 400, 'not-supported')
  })

  it.each([
    ['_summary=true', ['active', 'id', 'meta', 'resourceType']],
    ['_summary=text', ['id', 'meta', 'resourceType', 'text']],
    ['_summary=data', ['active', 'id', 'meta', 'photo', 'resourceType']],
    ['_elements=photo', ['id', 'meta', 'photo', 'resourceType']],
  ])('SRC-11 gives parts with %s', async (query, members) => {
    const { get, put } = await searching()
    await put(patient('a', { photo: [{ url: 'x' }], text: { status: 'empty', div: '<div></div>' } }))
    const { entry = [] } = await bundleOf(await get(`${FD}/Patient?${query}`))
    expect(Object.keys(entry[0]?.resource ?? {}).sort()).toEqual(members)
    expect(JSON.stringify(entry)).toContain('SUBSETTED')
  })

  it('SRC-12 _total', async () => {
    const { get, put } = await searching()
    await put(...Array.from({ length: 50 }, (_, n) => patient(`p${n}`)))
    const none = await bundleOf(await get(`${FD}/Patient?_total=none`))
    expect(none).not.toHaveProperty('total')
    expect(linkOf(none, 'last')).toBeUndefined()
    expect(await bundleOf(await get(linkOf(none, 'next') ?? ''))).not.toHaveProperty('total')
    for (const total of ['estimate', 'accurate'])
      expect((await bundleOf(await get(`${FD}/Patient?_total=${total}`))).total).toBe(50)
  })

  it('SRC-15 binds every value', async () => {
    const { found, put } = await searching()
    await put(patient('a'))
    for (const value of ["'", "a' OR '1'='1", '"; DROP TABLE resource_version; --', '%00', '\\', '[{', '\ud800'])
      for (const name of ['_id', 'identifier', 'resource-origin'])
        expect(await found(`${name}=${encodeURIComponent(value.replace('\ud800', '?'))}`)).toEqual([])
    expect(await found('')).toEqual(['a'])
  })

  it('SRC-16 FBO-07 has limits', async () => {
    const { refused, found } = await searching()
    const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`)
    expect(await found(`_id=${many(100).join(',')}`)).toEqual([])
    await expectOutcome(await refused(`_id=${many(101).join(',')}`), 400, 'too-costly')
    await expectOutcome(
      await refused(
        many(51)
          .map((name) => `${name}=1`)
          .join('&'),
      ),
      400,
      'too-costly',
    )
    expect(await found(`identifier=${'x'.repeat(1024)}`)).toEqual([])
    await expectOutcome(await refused(`identifier=${'x'.repeat(1025)}`), 400, 'too-costly')
  })

  it('SRC-16 FBO-07 limits what the lists of a search come to: a bare id is a reference to each type, in each form', async () => {
    const { ask, token } = await fhirServer()
    const search = async (lists: number, before = '') => {
      const body = new URLSearchParams()
      const list = Array.from({ length: 80 }, (_, n) => `${before}x${n}`).join(',')
      for (let n = 0; n < lists; n += 1) body.append('owner', list)
      const authorization = `Bearer ${await token()}`
      return ask(`${FD}/Task/_search`, { method: 'POST', body, headers: { authorization } })
    }
    expect([(await search(2)).status, (await search(20, 'Patient/')).status]).toEqual([200, 200])
    const { issue } = await expectOutcome(await search(3), 400, 'too-costly')
    expect(issue[0]?.diagnostics).toContain('these come to 5760')
  })
})

describe('what a search read', () => {
  const timing = async (answer: Promise<Response>) => (await answer).headers.get('server-timing')

  it('FBO-12 is told to the console alone, and only of a type that its client sees whole', async () => {
    const { get, token, put, clients } = await fhirServer()
    await put(
      patient('a', { birthDate: '1980-01-01', extension: originOf('A') }),
      patient('b', { birthDate: '1981-01-01' }),
    )
    clients.set('app-of-a', [{ type: 'Patient', operations: 'rs', origins: ['A'] }])
    const console = { 'x-slipway-console': 'of the console' }
    const search = `${FD}/Patient?birthdate=gt1979`
    expect(await timing(get(search, console))).toMatch(/^search;desc="birthdate, \d+ rows"$/)
    // The first page of a whole type is walked anew until it is kept.
    const walks = [1, 2, 3].map(() => () => timing(get(`${FD}/Patient`, console)))
    const told: unknown[] = []
    for (const walk of walks) told.push(await walk())
    expect(told[0]).toMatch(/^search;desc="_lastUpdated, \d+ rows"$/)
    expect(['search;desc="memory"', ...(hasFastPath() ? [] : [told[0]])]).toContain(told[2])
    expect(await timing(get(search))).toBeNull()
    expect(await timing(get(search, { 'x-slipway-console': 'guessed' }))).toBeNull()
    const authorization = `Bearer ${await token('system/*.rs', 'app-of-a')}`
    expect(await timing(get(search, { ...console, authorization }))).toBeNull()
    expect(await timing(get(`${FD}/Patient?resource-origin=Device/A`, console))).toMatch(
      /^search;desc="resource-origin, /,
    )
  })

  it('FBO-12 is nothing of the first time, where a page is kept', async () => {
    const below = await fhirServer()
    await below.put(patient('a'))
    const search: typeof below.resources.search = async (...asked) => ({
      ...(await below.resources.search(...asked)),
      cost: { led: '_lastUpdated', rows: 7 },
    })
    const { get } = await fhirServer({ resources: { ...below.resources, search } }, { beside: below })
    const told: unknown[] = []
    for (const _ of ['walked', 'walked and kept', 'kept'])
      told.push(await timing(get(`${FD}/Patient`, { 'x-slipway-console': 'of the console' })))
    const walked = 'search;desc="_lastUpdated, 7 rows"'
    expect(told).toEqual([walked, walked, hasFastPath() ? 'search;desc="memory"' : walked])
  })

  it('FBO-13 costs its client also where it is made ahead of a second page', async () => {
    const below = await fhirServer()
    await below.put(patient('a'), patient('b'))
    const costs: unknown[] = []
    const prepare: typeof below.resources.prepare = (_, __, asking) => void costs.push(typeof asking?.spent)
    const { get } = await fhirServer({ resources: { ...below.resources, prepare } }, { beside: below })
    await bundleOf(await get(`${FD}/Patient?_count=1`))
    expect(costs).toEqual(['function'])
  })
})

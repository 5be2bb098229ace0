import { describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import {
  type BundleJson,
  bundleOf,
  expectOutcome,
  F,
  FD,
  type FhirServer,
  fhirServer,
  idsOf,
  linkOf,
  originOf,
  patient,
  READER,
} from '../testing/fhir-server.ts'

const BASES = [F, FD]

const ids = (count: number) => Array.from({ length: count }, (_, index) => `p${String(index).padStart(4, '0')}`)

/** Follows next to the end; `between` is called between the pages. */
async function walk(
  server: FhirServer,
  url: string,
  between: () => Promise<void> = async () => {},
): Promise<readonly BundleJson[]> {
  const pages: BundleJson[] = []
  for (let next: string | undefined = url; next; next = linkOf(pages.at(-1) as BundleJson, 'next')) {
    if (pages.length > 0) await between()
    pages.push(await bundleOf(await server.get(next)))
  }
  return pages
}

const paging = (bundle: BundleJson, relation: string) =>
  Object.fromEntries(new URL(linkOf(bundle, relation) ?? 'http://none').searchParams)

describe.each(BASES)('list below %s', (base) => {
  it('LST-01..04 is a searchset of absolute, readable entries', async () => {
    const { get, put } = await fhirServer()
    await put(patient('a', { x: 1.5 }), patient('b'))
    const response = await get(`${base}/Patient`)
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    const text = await response.text()
    const bundle = JSON.parse(text) as BundleJson
    expect(Object.keys(bundle)).toEqual(['resourceType', 'id', 'meta', 'type', 'total', 'link', 'entry'])
    expect(bundle).toMatchObject({
      resourceType: 'Bundle',
      meta: { lastUpdated: '2026-04-01T12:00:00.250+00:00' },
      type: 'searchset',
      total: 2,
      link: [{ relation: 'self', url: `${FD}/Patient` }],
    })
    for (const { fullUrl, resource, search } of bundle.entry ?? []) {
      expect(fullUrl).toBe(`${FD}/Patient/${String(resource['id'])}`)
      expect(search).toEqual({ mode: 'match' })
      expect(text).toContain(await (await get(fullUrl)).text())
    }
  })

  it('LST-05 shows in self exactly what was used', async () => {
    const { get, put } = await fhirServer()
    await put(patient('a'))
    const self = async (query: string) => linkOf(await bundleOf(await get(`${base}/Patient?${query}`)), 'self')
    expect(await self('foo=bar&_id=a,b&_include=x&_count=300&_sort=_id&_elements=name&_id=')).toBe(
      `${FD}/Patient?_id=a,b&_count=200&_sort=_id&_elements=name`,
    )
    expect(await self('identifier=urn:x|a%26b%20c')).toBe(`${FD}/Patient?identifier=urn:x%7Ca%26b%20c`)
  })

  it('LST-06 LST-08 LST-22 LST-23 LST-24 links its pages', async () => {
    const { get, put } = await fhirServer()
    await put(...ids(100).map((id) => patient(id)))
    const first = await bundleOf(await get(`${base}/Patient`))
    expect(first.entry?.length).toBe(40)
    expect(linkOf(first, 'next')).toBe(
      `${FD}?_getpages=${first.id}&_getpagesoffset=40&_count=40&_pretty=false&_bundletype=searchset`,
    )
    expect(linkOf(first, 'previous')).toBeUndefined()
    const second = await bundleOf(await get(linkOf(first, 'next') ?? ''))
    expect([second.id, second.total, second.entry?.length]).toEqual([first.id, 100, 40])
    expect(second.link.map(({ relation }) => relation)).toEqual(['self', 'first', 'previous', 'next', 'last'])
    expect(paging(second, 'self')).toMatchObject({ _getpagesoffset: '40' })
    expect(paging(second, 'previous')).toMatchObject({ _getpagesoffset: '0' })
    expect(paging(second, 'last')).toMatchObject({ _getpagesoffset: '80', _count: '40' })
    const last = await bundleOf(await get(linkOf(second, 'last') ?? ''))
    expect(idsOf(last)).toEqual(ids(100).slice(80))
    expect(linkOf(last, 'next')).toBeUndefined()
    expect(idsOf(await bundleOf(await get(linkOf(last, 'first') ?? '')))).toEqual(idsOf(first))
    const other = await bundleOf(await get(`${base}/Patient`))
    expect(other.id).not.toBe(first.id)
  })

  it.each([1, 7, 40, 200])('LST-07 LST-13 LST-14 gives 1000 rows once each, %i at a time', async (count) => {
    const server = await fhirServer()
    for (let at = 0; at < 1000; at += 100) {
      await server.put(
        ...ids(1000)
          .slice(at, at + 100)
          .map((id) => patient(id)),
      )
      server.advance(at % 300 === 0 ? 1 : 0)
    }
    const pages = await walk(server, `${base}/Patient?_count=${count}`)
    expect(pages.length).toBe(Math.ceil(1000 / count))
    for (const page of pages) {
      expect(page.total).toBe(1000)
      expect(page.entry?.length).toBeLessThanOrEqual(count)
    }
    const walked = pages.flatMap(idsOf)
    expect([...walked].sort()).toEqual(ids(1000))
    const whole = (await walk(server, `${base}/Patient?_count=200`)).flatMap(idsOf)
    expect(walked).toEqual(whole)
  })

  it('LST-15 stays itself while others write, change and delete', async () => {
    const server = await fhirServer()
    await server.put(...ids(95).map((id) => patient(id)))
    let round = 0
    const gone: string[] = []
    const pages = await walk(server, `${base}/Patient?_count=10`, async () => {
      round += 1
      server.advance(10)
      const ahead = `p00${String(Math.min(round * 10 + 5, 94)).padStart(2, '0')}`
      await server.put(
        patient(`new${round}`),
        patient('p0000', { multipleBirthInteger: round }),
        patient('p0090', { multipleBirthInteger: round }),
      )
      if (round > 3) return
      await server.resources.delete('Patient', ahead, server.now())
      gone.push(ahead)
    })
    const walked = pages.flatMap(idsOf)
    expect(walked).toEqual(ids(95).filter((id) => !gone.includes(id)))
    expect(gone.length).toBe(3)
    for (const page of pages) expect(page.total).toBe(95)
    const ninety = pages.flatMap(({ entry = [] }) => entry).find(({ resource }) => resource['id'] === 'p0090')
    expect(ninety?.resource['meta']).toMatchObject({ versionId: '1' })
  })

  it.each(['-_lastUpdated', '_lastUpdated', '_id', '-_id'])(
    'LST-20 answers any offset of a search sorted by %s, from either end',
    async (sort) => {
      const server = await fhirServer()
      for (let at = 0; at < 1300; at += 100) {
        await server.put(
          ...ids(1300)
            .slice(at, at + 100)
            .map((id) => patient(id)),
        )
        server.advance(1)
      }
      const pages = await walk(server, `${base}/Patient?_count=200&_sort=${sort}`)
      const whole = pages.flatMap(idsOf)
      expect(whole.length).toBe(1300)
      const url = (offset: number, count = 3) =>
        (linkOf(pages[0] as BundleJson, 'next') ?? '')
          .replace(/offset=\d+/, `offset=${offset}`)
          .replace(/_count=\d+/, `_count=${count}`)
      for (const offset of [0, 1, 499, 500, 640, 651, 900, 1201, 1298, 1299, 600])
        expect(idsOf(await bundleOf(await server.get(url(offset))))).toEqual(whole.slice(offset, offset + 3))
    },
  )

  it('LST-09 LST-10 LST-12 honours _count up to 200, 0 meaning the number alone', async () => {
    const { get, put } = await fhirServer()
    await put(...ids(250).map((id) => patient(id)))
    for (const [asked, given] of [
      ['1', 1],
      ['40', 40],
      ['200', 200],
      ['201', 200],
      ['1000000000', 200],
    ] as const)
      expect((await bundleOf(await get(`${base}/Patient?_count=${asked}`))).entry?.length).toBe(given)
    for (const query of ['_count=0', '_summary=count']) {
      const counted = await bundleOf(await get(`${base}/Patient?${query}`))
      expect(counted).toMatchObject({ total: 250, link: [{ relation: 'self' }] })
      expect(counted).not.toHaveProperty('entry')
      expect(counted.link.length).toBe(1)
    }
    const empty = await bundleOf(await get(`${base}/Task`))
    expect(empty.total).toBe(0)
    expect(empty).not.toHaveProperty('entry')
  })

  it.each(['-1', 'abc', '1.5', '1e3', '%201'])('LST-11 refuses _count=%s', async (count) => {
    const { get } = await fhirServer()
    const outcome = await expectOutcome(await get(`${base}/Patient?_count=${count}`), 400, 'invalid')
    expect(outcome.issue[0]).toMatchObject({ expression: ['http._count'], location: ['http._count'] })
  })

  it('LST-11 SRC-09 refuses a second _count, ignores an empty one', async () => {
    const { get } = await fhirServer()
    await expectOutcome(await get(`${base}/Patient?_count=1&_count=1`), 400, 'invalid')
    expect((await get(`${base}/Patient?_count=`)).status).toBe(200)
  })

  it('LST-16 lists nothing that is deleted', async () => {
    const { get, put, resources, now } = await fhirServer()
    await put(patient('a'), patient('b'))
    await resources.delete('Patient', 'a', now())
    const bundle = await bundleOf(await get(`${base}/Patient`))
    expect([idsOf(bundle), bundle.total]).toEqual([['b'], 1])
  })

  it('LST-31 CND-10 is kept by nobody', async () => {
    const { get } = await fhirServer()
    const { headers } = await get(`${base}/Patient`)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null])
  })

  it.each(['Foo', 'Observation', 'patient', 'constructor', 'DEFAULT/DEFAULT'])('LST-28 serves no %s', async (type) => {
    const { get } = await fhirServer()
    const { status } = await get(`${base}/${type}`)
    expect(status).toBe(404)
  })

  it('LST-27 takes one trailing slash', async () => {
    const { get } = await fhirServer()
    expect((await get(`${base}/Patient/`)).status).toBe(200)
    await expectOutcome(await get(`${base}//Patient`), 404, 'not-found')
    await expectOutcome(await get(`${FD}/DEFAULT/Patient`), 404, 'not-supported')
  })

  it('LST-29 searches by POST as by GET, with the parameters of both places', async () => {
    const { ask, put, token } = await fhirServer()
    await put(...ids(50).map((id) => patient(id)))
    const post = async (url: string, body: Readonly<Record<string, string>>) =>
      bundleOf(
        await ask(url, {
          method: 'POST',
          body: new URLSearchParams(body),
          headers: { authorization: `Bearer ${await token()}` },
        }),
      )
    const found = await post(`${base}/Patient/_search?_count=2`, { _id: 'p0001,p0002,p0003', _sort: '-_id' })
    expect(idsOf(found)).toEqual(['p0003', 'p0002'])
    expect(linkOf(found, 'self')).toBe(`${FD}/Patient?_count=2&_id=p0001,p0002,p0003&_sort=-_id`)
    expect((await post(`${base}/Patient/_search`, {})).entry?.length).toBe(40)
    const got = await bundleOf(
      await ask(`${base}/Patient/_search?_id=p0001`, { headers: { authorization: `Bearer ${await token()}` } }),
    )
    expect(idsOf(got)).toEqual(['p0001'])
  })

  it('LST-29 NEG-12 a POST without content has its parameters in the URL, and needs no Content-Type', async () => {
    const { ask, put, token } = await fhirServer()
    await put(...ids(3).map((id) => patient(id)))
    const headers = { authorization: `Bearer ${await token()}` }
    const empty = await ask(`${base}/Patient/_search?_id=p0001`, { method: 'POST', headers })
    expect(idsOf(await bundleOf(empty))).toEqual(['p0001'])
    const body = Buffer.from('_id=p0001')
    const odd = await ask(`${base}/Patient/_search`, { method: 'POST', headers, body })
    await expectOutcome(odd, 415, 'not-supported')
  })

  it('LST-30 searches no system', async () => {
    const { ask, get, token } = await fhirServer()
    for (const path of ['', '/', '?_id=1']) await expectOutcome(await get(base + path), 404, 'not-supported')
    const headers = { authorization: `Bearer ${await token()}` }
    const post = await ask(`${base}/_search`, { method: 'POST', body: new URLSearchParams(), headers })
    await expectOutcome(post, 404, 'not-supported')
  })
})

describe('the pages of a list', () => {
  const listed = async () => {
    const server = await fhirServer()
    await server.put(...ids(100).map((id) => patient(id, { extension: originOf('d') })))
    const first = await bundleOf(await server.get(`${FD}/Patient`))
    return { ...server, first, next: linkOf(first, 'next') ?? '' }
  }

  it.each([
    ['11111111-2222-4333-8444-555555555555'],
    [encodeURIComponent("'; drop table resource_version; --")],
    ['x'.repeat(10_240)],
    [''],
    ['%00'],
  ])('LST-17 are gone when _getpages is %s', async (id) => {
    const { get } = await listed()
    await expectOutcome(await get(`${FD}?_getpages=${id}`), 410, 'not-found')
  })

  it('LST-18 belong to the client that searched', async () => {
    const { ask, clients, next, token } = await listed()
    clients.set('other', [{ type: '*', operations: 'rs' }])
    const headers = { authorization: `Bearer ${await token('system/*.rs', 'other')}` }
    await expectOutcome(await ask(next, { headers }), 410, 'not-found')
  })

  it('LST-19 LST-25 are as open as the permission is now', async () => {
    const { ask, clients, get, next, token } = await listed()
    clients.set(READER, [{ type: 'Task', operations: 'rs' }])
    await expectOutcome(await get(next), 403, 'forbidden')
    clients.set(READER, [{ type: 'Patient', operations: 'rs', origins: ['d'] }])
    await expectOutcome(await get(next), 410, 'not-found')
    clients.set(READER, [{ type: '*', operations: 'rs' }])
    expect((await get(next)).status).toBe(200)
    const narrow = await token('system/Patient.rs?resource-origin=Device/d')
    await expectOutcome(await ask(next, { headers: { authorization: `Bearer ${narrow}` } }), 410, 'not-found')
    await expectOutcome(await ask(next), 401, 'login')
  })

  it('LST-25 are of one type, wherever they are asked for', async () => {
    const { get, next } = await listed()
    const query = next.slice(next.indexOf('?'))
    expect((await get(F + query)).status).toBe(200)
    expect((await get(`${FD}/Patient${query}`)).status).toBe(200)
    await expectOutcome(await get(`${FD}/Task${query}`), 410, 'not-found')
  })

  it('LST-20 LST-21 take numbers and searchset only', async () => {
    const { get, next } = await listed()
    const at = (offset: string) => get(next.replace('offset=40', `offset=${offset}`))
    for (const offset of ['-1', 'abc', '1.5']) await expectOutcome(await at(offset), 400, 'invalid')
    for (const offset of ['100', '9007199254740992', '9'.repeat(80)]) {
      const beyond = await bundleOf(await at(offset))
      expect(beyond).not.toHaveProperty('entry')
      expect(linkOf(beyond, 'next')).toBeUndefined()
    }
    await expectOutcome(await get(next.replace('searchset', 'transaction')), 400, 'invalid')
    await expectOutcome(await get(next.replace('_count=40', '_count=-1')), 400, 'invalid')
    expect(idsOf(await bundleOf(await get(next.replace('_count=40', '_count=2'))))).toEqual(['p0040', 'p0041'])
  })

  it('LST-26 live 15 minutes after their last use, and a hundred for each client', async () => {
    const { advance, get, next } = await listed()
    advance(14 * MINUTE)
    expect((await get(next)).status).toBe(200)
    advance(14 * MINUTE)
    expect((await get(next)).status).toBe(200)
    for (let n = 0; n < 100; n += 1) await get(`${FD}/Patient`)
    await expectOutcome(await get(next), 410, 'not-found')
    const last = linkOf(await bundleOf(await get(`${FD}/Patient`)), 'next') ?? ''
    advance(15 * MINUTE + 1)
    await expectOutcome(await get(last), 410, 'not-found')
  })

  it('look like the first one: pretty, in detail, in order', async () => {
    const { get } = await listed()
    const text = await (await get(`${FD}/Patient?_pretty=true&_elements=name&_sort=-_id&_count=10`)).text()
    expect(text).toContain('\n  "resourceType"')
    const next = linkOf(JSON.parse(text) as BundleJson, 'next') ?? ''
    expect(next).toContain('_pretty=true')
    const second = await (await get(next)).text()
    expect(second).toContain('\n  "resourceType"')
    expect(second).toContain('SUBSETTED')
    expect(idsOf(JSON.parse(second) as BundleJson)).toEqual(ids(100).reverse().slice(10, 20))
  })

  it('LST-15 leave out what has gone out of sight since', async () => {
    const { ask, put, token } = await listed()
    const headers = { authorization: `Bearer ${await token('system/Patient.rs?resource-origin=Device/d')}` }
    const first = await bundleOf(await ask(`${FD}/Patient`, { headers }))
    await put(patient('p0041', { extension: originOf('e') }))
    const second = idsOf(await bundleOf(await ask(linkOf(first, 'next') ?? '', { headers })))
    expect(second).toEqual(
      ids(100)
        .slice(40, 80)
        .filter((id) => id !== 'p0041'),
    )
  })
})

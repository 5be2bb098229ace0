// history-instance and history-type, below both bases (FHIR R4 http.html §3.1.0.13).
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import {
  expectOutcome,
  F,
  FD,
  type FhirServer,
  fhirServer,
  type Json,
  linkOf,
  originOf,
  patient,
  READER,
  START,
} from '../testing/fhir-server.ts'

interface Entry {
  readonly fullUrl: string
  readonly resource?: Json & { readonly meta: { readonly versionId: string } }
  readonly request: { readonly method: string; readonly url: string }
  readonly response: { readonly status: string; readonly etag: string; readonly lastModified: string }
}

interface HistoryJson {
  readonly resourceType: string
  readonly id: string
  readonly type: string
  readonly total: number
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly Entry[]
}

const historyOf = async (response: Response): Promise<HistoryJson> => {
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ')
  return (await response.json()) as HistoryJson
}

/** The versions of a page, such as `p/2`. */
const versionsOf = ({ entry = [] }: HistoryJson): readonly string[] =>
  entry.map(({ fullUrl, response }) => `${fullUrl.split('/').at(-1)}/${/\d+/.exec(response.etag)?.[0]}`)

/** All pages, from the one at `url`; `between` is called between them. */
async function walk(
  server: Pick<FhirServer, 'get'>,
  url: string,
  between: () => Promise<void> = async () => {},
): Promise<readonly HistoryJson[]> {
  const pages: HistoryJson[] = []
  for (let next: string | undefined = url; next; next = linkOf(pages.at(-1) as never, 'next')) {
    if (pages.length > 0) await between()
    pages.push(await historyOf(await server.get(next)))
  }
  return pages
}

/** Patient/p with versions 1, 2, 3, a minute apart, and its deletion as version 4. */
async function lived(server: FhirServer) {
  for (const gender of ['male', 'female', 'other']) {
    await server.put(patient('p', { gender }))
    server.advance(MINUTE)
  }
  await server.resources.delete('Patient', 'p', server.now())
  server.advance(MINUTE)
}

/** `count` versions of Patient/p. */
async function often(server: FhirServer, count: number) {
  for (let version = 1; version <= count; version += 1)
    await server.put(patient('p', { multipleBirthInteger: version }))
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `p/${count - index}`)

describe.each([F, FD])('history below %s', (base) => {
  it('HIS-01 tells of each version by which interaction it was made, the newest first', async () => {
    const server = await fhirServer()
    await lived(server)
    const response = await server.get(`${base}/Patient/p/_history`)
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bundle = await historyOf(response)
    expect(r4Problems(bundle)).toEqual([])
    expect(bundle).toMatchObject({
      type: 'history',
      total: 4,
      link: [{ relation: 'self', url: `${FD}/Patient/p/_history` }],
    })
    expect(bundle.entry?.map(({ request, response }) => ({ ...request, ...response }))).toEqual(
      [
        ['DELETE', 'Patient/p', '204'],
        ['PUT', 'Patient/p', '200'],
        ['PUT', 'Patient/p', '200'],
        ['POST', 'Patient', '201'],
      ].map(([method, url, status], at) => ({
        method,
        url,
        status,
        etag: `W/"${4 - at}"`,
        lastModified: formatInstant(START + (3 - at) * MINUTE),
      })),
    )
    expect(bundle.entry?.map(({ fullUrl }) => fullUrl)).toEqual(Array(4).fill(`${FD}/Patient/p`))
    expect(bundle.entry?.map(({ resource }) => resource?.['gender'])).toEqual([undefined, 'other', 'female', 'male'])
    expect(bundle.entry?.[0]).not.toHaveProperty('resource')
  })

  it('HIS-01 a resource that comes back after its deletion is created by an update', async () => {
    const server = await fhirServer()
    await lived(server)
    await server.put(patient('p'))
    const [newest] = (await historyOf(await server.get(`${base}/Patient/p/_history`))).entry ?? []
    expect(newest).toMatchObject({
      resource: { id: 'p' },
      request: { method: 'PUT', url: 'Patient/p' },
      response: { status: '201', etag: 'W/"5"' },
    })
  })

  it('HIS-02 is there for a deleted resource, and for none that is unknown or of another type', async () => {
    const server = await fhirServer()
    await lived(server)
    expect((await server.get(`${base}/Patient/p/_history`)).status).toBe(200)
    for (const path of ['Patient/q', 'Task/p', 'Patient/p_', 'Patient/P'])
      await expectOutcome(await server.get(`${base}/${path}/_history`), 404, 'not-found')
    await expectOutcome(await server.get(`${base}/Observation/p/_history`), 404, 'not-supported')
    await expectOutcome(await server.get(`${base}/Observation/_history`), 404, 'not-supported')
  })

  it('HIS-03 of a type has the versions of all its resources in the order of their commits', async () => {
    const server = await fhirServer()
    await server.put(patient('a'), patient('b'), { resourceType: 'Task', id: 'a', status: 'ready' })
    server.advance(-HOUR) // A clock that was set back changes nothing.
    await server.put(patient('b', { gender: 'female' }), patient('c'))
    await server.resources.delete('Patient', 'a', server.now())
    const whole = await historyOf(await server.get(`${base}/Patient/_history`))
    expect(r4Problems(whole)).toEqual([])
    expect(versionsOf(whole)).toEqual(['a/2', 'c/1', 'b/2', 'b/1', 'a/1'])
    expect(whole).toMatchObject({
      type: 'history',
      total: 5,
      link: [{ relation: 'self', url: `${FD}/Patient/_history` }],
    })
    const single = await Promise.all(
      ['a', 'b', 'c'].map(async (id) =>
        versionsOf(await historyOf(await server.get(`${base}/Patient/${id}/_history`))),
      ),
    )
    expect([...versionsOf(whole)].sort()).toEqual(single.flat().sort())
  })

  it('HIS-12 has the text of each version as vread gives it, to the byte', async () => {
    const server = await fhirServer()
    const text = '{"resourceType":"Patient","id":"p","multipleBirthInteger":1,"x":1.50,"note":"\\u00e9 \\/ é"}'
    const write = (changed: string) =>
      server.resources.write([{ type: 'Patient', id: 'p', text: changed, parsed: JSON.parse(changed) }], server.now())
    await write(text)
    await write(text.replace('1.50', '1.5'))
    const bundle = await (await server.get(`${base}/Patient/p/_history`)).text()
    for (const version of [1, 2]) {
      const vread = await (await server.get(`${base}/Patient/p/_history/${version}`)).text()
      expect(vread).toContain(version === 1 ? '1.50' : '1.5,')
      expect(bundle).toContain(`"resource":${vread},"request"`)
    }
  })

  it('HOC-01 HEAD of a history says what GET says', async () => {
    const { ask, get, token, ...server } = await fhirServer()
    await often({ ask, get, token, ...server }, 3)
    const headers = { authorization: `Bearer ${await token()}` }
    for (const path of ['Patient/_history', 'Patient/p/_history']) {
      const head = await ask(`${base}/${path}`, { method: 'HEAD', headers })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(String((await (await get(`${base}/${path}`)).text()).length))
    }
  })

  it('HDR-07 takes GET and HEAD', async () => {
    const { ask, token } = await fhirServer()
    const headers = { authorization: `Bearer ${await token()}` }
    for (const path of ['Patient/_history', 'Patient/p/_history']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await ask(`${base}/${path}`, { method, headers })
        expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
        await expectOutcome(response, 405, 'not-supported')
      }
      const options = await ask(`${base}/${path}`, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    }
  })
})

describe('who sees a history', () => {
  /** A server on which `reader` may only read what comes from Device/a. */
  const narrowed = async () => {
    const server = await fhirServer()
    const [a, b] = [{ extension: originOf('a') }, { extension: originOf('b') }]
    await server.put(patient('own', a), patient('foreign', b), patient('none'))
    await server.put(patient('own', { ...a, active: false }), patient('foreign', { ...b, active: false }))
    await server.put(patient('given', a), patient('taken', b), patient('gone', a), patient('gone-too', b))
    await server.put(patient('given', b), patient('taken', a))
    await server.resources.delete('Patient', 'gone', server.now())
    await server.resources.delete('Patient', 'gone-too', server.now())
    server.clients.set(READER, [{ type: 'Patient', operations: 'rs', origins: ['a'] }])
    return server
  }

  it('HIS-05 is decided by the origin that the resource has now, which a deletion keeps', async () => {
    const server = await narrowed()
    const whole = await historyOf(await server.get(`${FD}/Patient/_history`))
    expect(versionsOf(whole)).toEqual(['gone/2', 'taken/2', 'gone/1', 'own/2', 'own/1'])
    expect(whole.total).toBe(5)
    for (const [id, versions] of [
      ['own', ['own/2', 'own/1']],
      ['gone', ['gone/2', 'gone/1']],
      ['taken', ['taken/2']],
    ] as const) {
      const one = await historyOf(await server.get(`${FD}/Patient/${id}/_history`))
      expect([versionsOf(one), one.total]).toEqual([versions, versions.length])
    }
    for (const id of ['foreign', 'none', 'given', 'gone-too', 'unknown'])
      await expectOutcome(await server.get(`${FD}/Patient/${id}/_history`), 404, 'not-found')
  })

  it('HIS-05 RBT-16 shows no version that vread would not show', async () => {
    const server = await narrowed()
    for (const id of ['own', 'gone', 'taken'])
      for (const version of [1, 2]) {
        const { entry = [] } = await historyOf(await server.get(`${FD}/Patient/${id}/_history`))
        const shown = entry.some(({ response, resource }) => resource && response.etag === `W/"${version}"`)
        expect((await server.get(`${FD}/Patient/${id}/_history/${version}`)).status === 200).toBe(shown)
      }
  })

  it.each([
    ['r', 's', 'Patient/own/_history'],
    ['r', 's', 'Patient/unknown/_history'],
    ['s', 'r', 'Patient/_history'],
  ] as const)('HIS-05 RBT-12 needs %s, and not %s, for %s', async (needed, other, path) => {
    const server = await narrowed()
    const { ask, token } = server
    server.clients.set(READER, [{ type: 'Patient', operations: other }])
    await expectOutcome(await server.get(`${FD}/${path}`), 403, 'forbidden')
    server.clients.set(READER, [{ type: 'Task', operations: 'rs' }])
    await expectOutcome(await server.get(`${FD}/${path}`), 403, 'forbidden')
    await expectOutcome(await server.ask(`${FD}/${path}`), 401, 'login')
    server.clients.set(READER, [{ type: 'Patient', operations: needed }])
    const headers = { authorization: `Bearer ${await token(`system/Patient.${other}`)}` }
    await expectOutcome(await ask(`${FD}/${path}`, { headers }), 403, 'forbidden')
    expect((await server.get(`${FD}/${path}`)).status).toBe(path.includes('unknown') ? 404 : 200)
  })

  it.each([
    ['r', 'Patient/p/_history'],
    ['s', 'Patient/_history'],
  ])('HIS-05 needs %s for the further pages of %s, too', async (needed, path) => {
    const server = await fhirServer()
    await often(server, 3)
    const first = await historyOf(await server.get(`${FD}/${path}?_count=1`))
    const next = linkOf(first as never, 'next') ?? ''
    server.clients.set(READER, [{ type: 'Patient', operations: needed === 'r' ? 's' : 'r' }])
    await expectOutcome(await server.get(next), 403, 'forbidden')
    server.clients.set(READER, [{ type: 'Patient', operations: needed }])
    expect((await server.get(next)).status).toBe(200)
  })
})

describe('the pages of a history', () => {
  const written = async (count = 50) => {
    const server = await fhirServer()
    await often(server, count)
    return server
  }

  it.each(['Patient/_history', 'Patient/p/_history'])(
    'HIS-06 of %s have every version once, whatever their size',
    async (path) => {
      const server = await written(500)
      for (const count of [7, 200, 201]) {
        const pages = await walk(server, `${FD}/${path}?_count=${count}`)
        expect(pages.length).toBe(Math.ceil(500 / Math.min(count, 200)))
        expect(pages.flatMap(versionsOf)).toEqual(numbered(500))
        for (const { id, total, type } of pages) expect([id, total, type]).toEqual([pages[0]?.id, 500, 'history'])
      }
      expect((await historyOf(await server.get(`${FD}/${path}`))).entry?.length).toBe(40)
    },
  )

  it('HIS-06 link to each other, forwards and backwards', async () => {
    const server = await written()
    const first = await historyOf(await server.get(`${FD}/Patient/p/_history?_count=20`))
    expect(first.link.map(({ relation }) => relation)).toEqual(['self', 'first', 'next', 'last'])
    expect(linkOf(first as never, 'next')).toBe(
      `${FD}?_getpages=${first.id}&_getpagesoffset=20&_count=20&_pretty=false&_bundletype=history`,
    )
    const last = await historyOf(await server.get(linkOf(first as never, 'last') ?? ''))
    expect(versionsOf(last)).toEqual(numbered(50).slice(40))
    expect(last.link.map(({ relation }) => relation)).toEqual(['self', 'first', 'previous', 'last'])
    const middle = await historyOf(await server.get(linkOf(last as never, 'previous') ?? ''))
    expect(versionsOf(middle)).toEqual(numbered(50).slice(20, 40))
    expect(versionsOf(await historyOf(await server.get(linkOf(middle as never, 'first') ?? '')))).toEqual(
      versionsOf(first),
    )
  })

  it('HIS-06 _count=0 and _summary=count give the number alone', async () => {
    const server = await written()
    for (const query of ['_count=0', '_summary=count']) {
      const counted = await historyOf(await server.get(`${FD}/Patient/_history?${query}`))
      expect(counted).toMatchObject({ total: 50, link: [{ relation: 'self' }] })
      expect([counted.link.length, 'entry' in counted]).toEqual([1, false])
    }
  })

  it.each(['-1', 'x', '1.5'])('HIS-06 refuse _count=%s', async (count) => {
    const { get } = await fhirServer()
    await expectOutcome(await get(`${FD}/Patient/_history?_count=${count}`), 400, 'invalid')
  })

  it('HIS-06 belong to the client that asked, and to what it may read', async () => {
    const server = await written()
    const next = linkOf((await historyOf(await server.get(`${FD}/Patient/p/_history`))) as never, 'next') ?? ''
    server.clients.set('other', [{ type: '*', operations: 'rs' }])
    const other = { authorization: `Bearer ${await server.token('system/*.rs', 'other')}` }
    await expectOutcome(await server.ask(next, { headers: other }), 410, 'not-found')
    server.clients.set(READER, [{ type: 'Patient', operations: 's' }])
    await expectOutcome(await server.get(next), 403, 'forbidden')
    server.clients.set(READER, [{ type: 'Patient', operations: 'r', origins: ['a'] }])
    await expectOutcome(await server.get(next), 410, 'not-found')
    server.clients.set(READER, [{ type: 'Patient', operations: 'rs' }])
    const query = next.slice(next.indexOf('?'))
    expect(versionsOf(await historyOf(await server.get(`${FD}/Patient/_history${query}`)))).toEqual(
      numbered(50).slice(40),
    )
    await expectOutcome(await server.get(next.replace('=history', '=searchset')), 400, 'invalid')
  })

  it.each(['Patient/_history', 'Patient/p/_history'])(
    'HIS-07 of %s are those of its start, whatever is written meanwhile',
    async (path) => {
      const server = await written(60)
      let more = 60
      const pages = await walk(server, `${FD}/${path}?_count=10`, async () => {
        for (let times = 0; times < 10; times += 1) {
          more += 1
          await server.put(patient('p', { multipleBirthInteger: more }), patient(`new${more}`))
        }
        await server.resources.delete('Patient', `new${more}`, server.now())
      })
      expect(more).toBe(110)
      expect(pages.flatMap(versionsOf)).toEqual(numbered(60))
    },
  )

  it('HIS-05 HIS-07 leave out what has gone out of sight since', async () => {
    const server = await fhirServer()
    const from = (device: string) => ({ extension: originOf(device) })
    await server.put(...['x', 'y', 'z'].map((id) => patient(id, from('a'))))
    server.clients.set(READER, [{ type: 'Patient', operations: 's', origins: ['a'] }])
    const first = await historyOf(await server.get(`${FD}/Patient/_history?_count=1`))
    await server.put(patient('y', from('b')))
    const second = await historyOf(await server.get(linkOf(first as never, 'next') ?? ''))
    expect([versionsOf(second), second.total]).toEqual([[], 3])
    const third = await historyOf(await server.get(linkOf(second as never, 'next') ?? ''))
    expect(versionsOf(third)).toEqual(['x/1'])
  })
})

describe('the parameters of a history', () => {
  const three = async () => {
    const server = await fhirServer()
    await lived(server)
    const versions = async (query: string) =>
      versionsOf(await historyOf(await server.get(`${FD}/Patient/p/_history?${query}`)))
    return { ...server, versions }
  }
  const at = (minutes: number) => formatInstant(START + minutes * MINUTE)

  it('HIS-08 _since gives what was made at that instant or after it', async () => {
    const { get, versions } = await three()
    expect(await versions(`_since=${encodeURIComponent(at(2))}`)).toEqual(['p/4', 'p/3'])
    expect(await versions(`_since=${at(2)}`)).toEqual(['p/4', 'p/3']) // The plus was not escaped.
    const later = new Date(START + 2 * MINUTE + HOUR).toISOString().replace('Z', '%2B01:00')
    expect(await versions(`_since=${later}`)).toEqual(['p/4', 'p/3'])
    const shortlyAfter = new Date(START + 2 * MINUTE + 1).toISOString()
    expect(await versions(`_since=${shortlyAfter}`)).toEqual(['p/4'])
    expect(await versions('_since=2027-01-01T00:00:00Z')).toEqual([])
    const url = `${FD}/Patient/_history?_since=${encodeURIComponent(at(2))}`
    const whole = await historyOf(await get(url))
    expect([versionsOf(whole), whole.total]).toEqual([['p/4', 'p/3'], 2])
    expect(linkOf(whole as never, 'self')).toBe(`${FD}/Patient/_history?_since=2026-04-01T12:02:00.250%2B00:00`)
  })

  it.each(['2026-04-01', '2026-04-01T12:00Z', '2026-04-01T12:00:00', '2026-02-30T12:00:00Z', 'junk', 'ge2026-04-01'])(
    'HIS-08 refuses _since=%s',
    async (since) => {
      const { get } = await three()
      const outcome = await expectOutcome(await get(`${FD}/Patient/p/_history?_since=${since}`), 400, 'value')
      expect(outcome.issue[0]).toMatchObject({ expression: ['http._since'] })
    },
  )

  it.each(['_since', '_at'])('HIS-08 refuses %s that is given twice', async (name) => {
    const { get } = await three()
    const query = `${name}=2026-04-01T12:00:00Z&${name}=2026-04-01T12:00:00Z`
    await expectOutcome(await get(`${FD}/Patient/p/_history?${query}`), 400, 'invalid')
  })

  it('HIS-09 _at gives the versions that were current at some time in it', async () => {
    const { get, versions } = await three()
    expect(await versions('_at=2026-04-01')).toEqual(['p/4', 'p/3', 'p/2', 'p/1'])
    expect(await versions('_at=2026-03')).toEqual([])
    expect(await versions('_at=2026-05')).toEqual(['p/4'])
    const second = (ms: number) => new Date(START + ms).toISOString().replace(/\.\d+/, '')
    expect(await versions(`_at=${second(MINUTE - 20 * SECOND)}`)).toEqual(['p/1'])
    expect(await versions(`_at=${second(MINUTE)}`)).toEqual(['p/2', 'p/1'])
    expect(await versions(`_at=${new Date(START + MINUTE).toISOString()}`)).toEqual(['p/2'])
    expect(await versions(`_at=2026-04-01&_since=${encodeURIComponent(at(3))}`)).toEqual(['p/4'])
    for (const junk of ['junk', '2026-13', 'ge2026-04-01'])
      await expectOutcome(await get(`${FD}/Patient/p/_history?_at=${junk}`), 400, 'value')
  })

  it('HIS-09 _at on a page is what it was on the first one', async () => {
    const { get, put, now } = await three()
    const day = new Date(now()).toISOString().slice(0, 10)
    const first = await historyOf(await get(`${FD}/Patient/_history?_count=2&_at=${day}`))
    await put(patient('p', { gender: 'unknown' }))
    const second = await historyOf(await get(linkOf(first as never, 'next') ?? ''))
    expect([versionsOf(second), second.total]).toEqual([['p/2', 'p/1'], 4])
  })

  it.each(['_sort=_lastUpdated', '_list=x', 'gender=male', '_lastUpdated=ge2026-01-01', 'foo=bar'])(
    'HIS-10 ignores %s, or refuses it where that is preferred',
    async (query) => {
      const { get } = await three()
      const url = `${FD}/Patient/p/_history?${query}&_count=9`
      const whole = await historyOf(await get(url))
      expect([whole.total, linkOf(whole as never, 'self')]).toEqual([4, `${FD}/Patient/p/_history?_count=9`])
      await expectOutcome(await get(url, { prefer: 'handling=strict' }), 400, 'not-supported')
      const lenient = await get(url, { prefer: 'handling=lenient' })
      expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, 'handling=lenient'])
    },
  )

  it('HIS-10 honours _format, _pretty, _summary and _elements, on every page', async () => {
    const { get } = await three()
    const strict = { prefer: 'handling=strict' }
    await expectOutcome(await get(`${FD}/Patient/p/_history?_format=xml`), 406, 'not-supported')
    const query = '_format=application/json&_pretty=true&_elements=active&_count=2'
    const response = await get(`${FD}/Patient/p/_history?${query}`, strict)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const text = await response.text()
    expect(text).toContain('\n  "resourceType"')
    const next = linkOf(JSON.parse(text), 'next') ?? ''
    for (const page of [text, await (await get(next)).text()]) {
      expect(page).toContain('SUBSETTED')
      expect(page).not.toContain('gender')
    }
    const summary = await (await get(`${FD}/Patient/p/_history?_summary=true`, strict)).text()
    expect(summary).toContain('SUBSETTED')
    await expectOutcome(await get(`${FD}/Patient/p/_history?_summary=nope`), 400, 'invalid')
  })
})

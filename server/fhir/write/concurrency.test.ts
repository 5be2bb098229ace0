import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { anotherConnection } from '#server/storage/sqlite/testing/another-connection.ts'
import { F, type Json } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, type Writer, type WriteServer, writeServer } from './testing/writers.ts'

const gender = (value: string) => [{ op: 'replace', path: '/gender', value }]

/** A Bundle of one entry that replaces a resource. */
const transactionOf = (resource: Json, entryMatch: string | undefined) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      resource,
      request: { method: 'PUT', url: `${resource['resourceType']}/${resource['id']}`, ifMatch: entryMatch },
    },
  ],
})

/** A Patient of A at version 3. */
async function third(server: WriteServer): Promise<{ readonly a: Writer; readonly current: Stored }> {
  const a = await server.as('A')
  const { id } = await a.made(P0)
  await a.patch(`/Patient/${id}`, gender('male'), ifMatch(1))
  await a.patch(`/Patient/${id}`, gender('other'), ifMatch(2))
  const current = (await (await a.get(`/Patient/${id}`)).json()) as Stored
  expect(current.meta.versionId).toBe('3')
  return { a, current }
}

const versions = async (writer: Writer, id: string): Promise<readonly string[]> => {
  const { entry = [] } = (await (await writer.get(`/Patient/${id}/_history?_count=500`)).json()) as {
    readonly entry?: readonly { readonly response: { readonly etag: string } }[]
  }
  return entry.map(({ response }) => response.etag)
}

describe('the version that a writer has read (If-Match)', () => {
  it('CNC-01 is required on PUT and PATCH, alike for ids that are known, unknown and invisible', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const foreign = await (await server.as('B')).made(P0)
    await server.changesNothing(async () => {
      const answers: unknown[] = []
      for (const id of [current.id, foreign.id, 'unknown']) {
        const [put] = await expectRefused(await a.put(`/Patient/${id}`, { ...P0, id }), 412, 'required')
        const [patch] = await expectRefused(await a.patch(`/Patient/${id}`, gender('male')), 412, 'required')
        answers.push(put, patch)
      }
      const [first] = answers as readonly { readonly diagnostics: string }[]
      expect(first?.diagnostics).toMatch(/If-Match.*ETag.*version that you read/)
      for (const answer of answers) expect(answer).toEqual(first)
      const bySearch = `/Patient?_id=${current.id}`
      await expectRefused(await a.put(bySearch, { ...P0, gender: 'male' }), 412, 'required')
      await expectRefused(await a.patch(bySearch, gender('male')), 412, 'required')
      const entry = await a.post('', transactionOf({ ...current, gender: 'male' }, undefined))
      await expectRefused(entry, 412, 'required', 'Bundle.entry[0].request.ifMatch')
    })
  })

  it.each(['W/"3"', '"3"', ' W/"3" '])('CNC-02 is right as %s', async (tag) => {
    const { a, current } = await third(await writeServer())
    const response = await a.put(`/Patient/${current.id}`, { ...current, gender: 'male' }, { 'if-match': tag })
    expect([response.status, response.headers.get('etag')]).toEqual([200, 'W/"4"'])
  })

  it('CNC-03 is refused when it is stale; the current one is told to who may read it', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const change = { ...current, gender: 'male' }
    const blind = await server.as('A', 'system/Patient.u')
    await server.changesNothing(async () => {
      const told = await a.put(`/Patient/${current.id}`, change, ifMatch(2))
      expect(told.headers.get('etag')).toBe('W/"3"')
      const [issue] = await expectRefused(told, 412, 'conflict')
      expect(issue?.diagnostics).toMatch(/\b3\b.*\b2\b/)
      for (const response of [
        await a.patch(`/Patient/${current.id}`, gender('male'), ifMatch(2)),
        await a.delete(`/Patient/${current.id}`, ifMatch(4)),
      ]) {
        expect(response.headers.get('etag')).toBe('W/"3"')
        await expectRefused(response, 412, 'conflict')
      }
      const untold = await blind.put(`/Patient/${current.id}`, change, ifMatch(2))
      expect(untold.headers.get('etag')).toBeNull()
      const [hidden] = await expectRefused(untold, 412, 'conflict')
      expect(hidden?.diagnostics).not.toMatch(/\d/)
    })
    const written = await blind.put(`/Patient/${current.id}`, change, ifMatch(3))
    expect([written.status, await written.text()]).toEqual([200, ''])
  })

  it.each(['*', 'W/"1", W/"2", W/"3"', '"3","4"'])('CNC-04 is one version: %s names none', async (tag) => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const change = { ...current, gender: 'male' }
    const header = { 'if-match': tag }
    await server.changesNothing(async () => {
      for (const response of [
        await a.put(`/Patient/${current.id}`, change, header),
        await a.patch(`/Patient/${current.id}`, gender('male'), header),
        await a.delete(`/Patient/${current.id}`, header),
        await a.post('', transactionOf(change, tag)),
      ])
        await expectRefused(response, 412, 'required')
    })
  })

  it.each<[string, number, string]>([
    ['3', 400, 'invalid'],
    ['W/3', 400, 'invalid'],
    ['W/"3', 400, 'invalid'],
    ['w/"3"', 400, 'invalid'],
    [`W/"${'3'.repeat(10_000)}"`, 400, 'invalid'],
    ['""', 412, 'conflict'],
    ['W/"abc"', 412, 'conflict'],
    ['W/"03"', 412, 'conflict'],
  ])('CNC-05 is refused as malformed or as no version: %.20s', async (tag, status, code) => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const change = { ...current, gender: 'male' }
    await server.changesNothing(async () => {
      await expectRefused(await a.put(`/Patient/${current.id}`, change, { 'if-match': tag }), status, code)
      await expectRefused(await a.patch(`/Patient/${current.id}`, gender('male'), { 'if-match': tag }), status, code)
      await expectRefused(await a.delete(`/Patient/${current.id}`, { 'if-match': tag }), status, code)
      await expectRefused(await a.post('', transactionOf(change, tag)), status, code)
    })
  })

  it('CNC-05 in two header lines is a list', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const headers = new Headers({
      authorization: `Bearer ${await server.token('system/Patient.u', 'A')}`,
      'content-type': 'application/fhir+json',
    })
    headers.append('if-match', 'W/"3"')
    headers.append('if-match', 'W/"3"')
    const body = JSON.stringify({ ...current, gender: 'male' })
    await server.changesNothing(async () =>
      expectRefused(await server.ask(`${F}/Patient/${current.id}`, { method: 'PUT', headers, body }), 412, 'required'),
    )
    expect(await versions(a, current.id)).toHaveLength(3)
  })

  it('CNC-06 has no substitute: neither If-None-Match: * nor If-Unmodified-Since', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const change = { ...current, gender: 'male' }
    await server.changesNothing(async () => {
      const only = { 'if-none-match': '*' }
      await expectRefused(await a.put(`/Patient/${current.id}`, change, only), 412, 'conflict')
      await expectRefused(await a.put('/Patient/unknown', { ...P0, id: 'unknown' }, only), 412, 'required')
      const since = { 'if-unmodified-since': new Date(server.now() + 60_000).toUTCString() }
      await expectRefused(await a.put(`/Patient/${current.id}`, change, since), 412, 'required')
      await expectRefused(await a.patch(`/Patient/${current.id}`, gender('male'), since), 412, 'required')
      await expectRefused(await a.delete(`/Patient/${current.id}`, since), 412, 'required')
      await expectRefused(await a.delete(`/Patient?_id=${current.id}`, since), 412, 'required')
    })
  })
})

describe('the versions that must not be there (If-None-Match, RFC 9110 §13.1.2)', () => {
  it.each(['*', 'W/"3"', '"3"', 'W/"9", W/"3"'])('CNC-06 %s refuses every way to change version 3', async (tags) => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const change = { ...current, gender: 'male' }
    const headers = { ...ifMatch(3), 'if-none-match': tags }
    const request = { url: `Patient/${current.id}`, ifMatch: 'W/"3"', ifNoneMatch: tags }
    const entry = (more: Json) => ({ resourceType: 'Bundle', type: 'transaction', entry: [more] })
    await server.changesNothing(async () => {
      for (const response of [
        await a.put(`/Patient/${current.id}`, change, headers),
        await a.put(`/Patient?_id=${current.id}`, change, { 'if-none-match': tags }),
        await a.patch(`/Patient/${current.id}`, gender('male'), headers),
        await a.patch(`/Patient?_id=${current.id}`, gender('male'), headers),
        await a.delete(`/Patient/${current.id}`, { 'if-none-match': tags }),
        await a.delete(`/Patient?_id=${current.id}`, { 'if-none-match': tags }),
        await a.post('', entry({ resource: change, request: { method: 'PUT', ...request } })),
        await a.post('', entry({ request: { method: 'DELETE', ...request } })),
      ])
        await expectRefused(response, 412, 'conflict')
    })
  })

  it('CNC-06 other versions, and a deletion, are no hindrance', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    const path = `/Patient/${current.id}`
    const put = await a.put(path, { ...current, gender: 'male' }, { ...ifMatch(3), 'if-none-match': 'W/"2", "abc"' })
    expect([put.status, put.headers.get('etag')]).toEqual([200, 'W/"4"'])
    expect((await a.delete(path, { 'if-none-match': 'W/"3"' })).status).toBe(204)
    expect((await a.delete(path, { 'if-none-match': '*' })).status).toBe(204)
    const only = { 'if-none-match': '*' }
    await server.changesNothing(async () => expectRefused(await a.put(path, current, only), 412, 'required'))
    expect((await a.put(path, current, { ...ifMatch(5), ...only })).status).toBe(201)
  })

  it('CNC-06 what is no list of ETags is refused', async () => {
    const server = await writeServer()
    const { a, current } = await third(server)
    await server.changesNothing(async () => {
      const odd = { ...ifMatch(3), 'if-none-match': '3' }
      await expectRefused(await a.put(`/Patient/${current.id}`, current, odd), 400, 'invalid')
      await expectRefused(await a.patch(`/Patient/${current.id}`, gender('male'), odd), 400, 'invalid')
      await expectRefused(await a.delete(`/Patient/${current.id}`, odd), 400, 'invalid')
    })
  })
})

describe('writers at the same time', () => {
  it('CNC-07 lets one of twenty change a version, by whichever way they come', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const change = (n: number) => ({ ...made, birthDate: `19${n + 10}-01-01` })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        if (n % 3 === 0) return a.put(`/Patient/${made.id}`, change(n), ifMatch(1))
        if (n % 3 === 1)
          return a.patch(
            `/Patient/${made.id}`,
            [{ op: 'replace', path: '/birthDate', value: '1901-01-01' }],
            ifMatch(1),
          )
        return a.post('', transactionOf(change(n), 'W/"1"'))
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) await expectRefused(answer, 412, 'conflict')
    expect(await versions(a, made.id)).toEqual(['W/"2"', 'W/"1"'])
  })

  it('CNC-08 loses nothing of twenty who read again and repeat their change', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made({ resourceType: 'Patient' })
    const adds = async (code: string): Promise<void> => {
      for (;;) {
        const current = (await (await a.get(`/Patient/${id}`)).json()) as Stored
        const { tag = [] } = current.meta as { readonly tag?: readonly Json[] }
        const meta = { ...current.meta, tag: [...tag, { system: 'urn:example:tags', code }] }
        const { status } = await a.put(`/Patient/${id}`, { ...current, meta }, ifMatch(current.meta.versionId))
        if (status === 200) return
        expect(status).toBe(412)
      }
    }
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let n = 0; n < 10; n += 1) await adds(`${writer}-${n}`)
      }),
    )
    const { meta } = (await (await a.get(`/Patient/${id}`)).json()) as {
      readonly meta: { readonly tag: readonly Json[] }
    }
    expect(new Set(meta.tag.map(({ code }) => code)).size).toBe(200)
    expect(await versions(a, id)).toEqual(Array.from({ length: 200 }, (_, n) => `W/"${201 - n}"`))
    expect((await a.get(`/Patient/${id}/_history/1`)).status).toBe(200)
  })

  it('CNC-09 tells who repeats a write after a lost answer that it was made', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const change = { ...made, gender: 'other' }
    expect((await a.put(`/Patient/${made.id}`, change, ifMatch(1))).status).toBe(200)
    const again = await a.put(`/Patient/${made.id}`, change, ifMatch(1))
    expect(again.headers.get('etag')).toBe('W/"2"')
    await expectRefused(again, 412, 'conflict')
    expect(await (await a.get(`/Patient/${made.id}`)).json()).toMatchObject({ gender: 'other' })
    expect((await a.delete(`/Patient/${made.id}`, ifMatch(2))).status).toBe(204)
    expect((await a.delete(`/Patient/${made.id}`, ifMatch(2))).status).toBe(204)
    const criteria = { 'if-none-exist': 'identifier=urn:example:identifiers|p0' }
    const first = await a.post('/Patient', P0, criteria)
    const second = await a.post('/Patient', P0, criteria)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
  })

  it('CNC-10 waits a bounded time for a database that another process writes, while reads go on', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const other = anotherConnection(server.database.sql)
    other.exec('BEGIN IMMEDIATE')
    await server.changesNothing(async () => {
      const waiting = a.put(`/Patient/${made.id}`, { ...made, gender: 'other' }, ifMatch(1))
      expect((await a.get(`/Patient/${made.id}`)).status).toBe(200)
      const response = await waiting
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await expectRefused(response, 503, 'transient')
    })
    other.exec('ROLLBACK')
    expect((await a.put(`/Patient/${made.id}`, { ...made, gender: 'other' }, ifMatch(1))).status).toBe(200)
  })

  it.each<[string, (server: WriteServer) => unknown, number, string]>([
    ['none any more', ({ clients }) => clients.delete('A'), 401, 'login'],
    [
      'without its letter',
      ({ clients }) => clients.set('A', [{ type: 'Patient', operations: 'rs' }]),
      403,
      'forbidden',
    ],
    [
      'for the resources of others',
      ({ clients }) => clients.set('A', [{ type: 'Patient', operations: 'u', origins: ['B'] }]),
      404,
      'not-found',
    ],
  ])('CNC-11 has the permission of the moment of the commit: %s', async (_, change, status, code) => {
    const server = await writeServer()
    const a = await server.as('A')
    const made = await a.made(P0)
    const text = JSON.stringify({ ...made, gender: 'other' })
    // The body comes in two pieces; the permission changes when the second one is asked for.
    let pieces = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pieces += 1
          if (pieces === 1) return controller.enqueue(new TextEncoder().encode(text.slice(0, 20)))
          change(server)
          controller.enqueue(new TextEncoder().encode(text.slice(20)))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = {
      authorization: `Bearer ${await server.token('system/Patient.ru', 'A')}`,
      'content-type': 'application/fhir+json',
      ...ifMatch(1),
    }
    await server.changesNothing(async () =>
      expectRefused(
        await server.ask(`${F}/Patient/${made.id}`, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit),
        status,
        code,
      ),
    )
    expect(pieces).toBe(2)
  })
})

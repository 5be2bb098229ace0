import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { limiter } from '#lib/http/limiter.ts'
import { UNLIMITED } from '#lib/http/rate-limit.ts'
import { F, type Json } from '../testing/fhir-server.ts'
import { batch, entriesOf, patching, posting, putting, statusesOf, transaction } from './testing/bundles.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, type Stored, writeServer } from './testing/writers.ts'

const MEBIBYTE = 2 ** 20

/** A Patient of so many bytes. */
const patientOf = (bytes: number): string => {
  const frame = JSON.stringify({ resourceType: 'Patient', name: [{ family: '' }] })
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
}

/** A Bundle that creates so many Patients. */
const creating = (count: number, type = 'transaction') => ({
  resourceType: 'Bundle',
  type,
  entry: Array.from({ length: count }, (_, n) => ({
    resource: { resourceType: 'Patient', identifier: [{ value: `n${n}` }] },
    request: { method: 'POST', url: 'Patient' },
  })),
})

/** Extensions within each other, so many levels below the root of a Patient. */
const nested = (levels: number): string => {
  // Each extension is an array and an object.
  const pairs = (levels - 1) / 2
  return `{"resourceType":"Patient"${',"extension":[{"url":"urn:x"'.repeat(pairs)},"valueCode":"x"${'}]'.repeat(pairs)}}`
}

describe('how much is taken of a write', () => {
  it('LIM-13 takes resources and patches of 1 MiB, and not one byte more', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    expect((await a.post('/Patient', patientOf(MEBIBYTE))).status).toBe(201)
    const update = `{"id":"${id}",${patientOf(MEBIBYTE).slice(1)}`
    const patch = (bytes: number) => `[{"op":"test","path":"/gender","value":"female"}${' '.repeat(bytes - 49)}]`
    expect(patch(MEBIBYTE)).toHaveLength(MEBIBYTE)
    expect((await a.patch(`/Patient/${id}`, patch(MEBIBYTE), ifMatch(1))).status).toBe(200)
    await server.changesNothing(async () => {
      await expectRefused(await a.post('/Patient', patientOf(MEBIBYTE + 1)), 413, 'too-long')
      await expectRefused(await a.put(`/Patient/${id}`, update, ifMatch(1)), 413, 'too-long')
      await expectRefused(await a.patch(`/Patient/${id}`, patch(MEBIBYTE + 1), ifMatch(1)), 413, 'too-long')
      await expectRefused(await a.post('/Patient', P0, { 'content-length': String(MEBIBYTE + 1) }), 413, 'too-long')
    })
  })

  it('LIM-13 takes as much in an entry of a Bundle as by itself, and refuses more in the same words', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(P0)
    const long = (bytes: number) => JSON.parse(patientOf(bytes)) as Json
    const told = ({ issue }: Json) => (issue as readonly Json[]).map(({ code, diagnostics }) => ({ code, diagnostics }))
    const alone = told((await (await a.post('/Patient', patientOf(MEBIBYTE + 1))).json()) as Json)
    const entries = [posting(long(MEBIBYTE + 1)), putting({ ...long(MEBIBYTE), id, meta: { versionId: '1' } })]
    await server.changesNothing(async () => {
      for (const entry of [...entries, patching(`Patient/${id}`, 'x'.repeat(MEBIBYTE), { ifMatch: 'W/"1"' })]) {
        const refused = await a.post('', transaction(posting(P0), entry))
        expect(told((await refused.clone().json()) as Json)).toEqual(alone)
        await expectRefused(refused, 413, 'too-long', 'Bundle.entry[1].resource')
      }
    })
    const answers = await entriesOf(await a.post('', batch(...entries, posting(long(MEBIBYTE)))), 'batch')
    expect(statusesOf(answers)).toEqual([413, 413, 201])
    expect(told(answers[0]?.response.outcome ?? {})).toEqual(alone)
  })

  it('LIM-14 takes Bundles of 500 entries, and no larger ones', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    expect((await a.post('', creating(500))).status).toBe(200)
    await server.changesNothing(async () => {
      await expectRefused(await a.post('', creating(501)), 422, 'too-costly', 'Bundle.entry')
      await expectRefused(await a.post('', creating(501, 'batch')), 422, 'too-costly', 'Bundle.entry')
      await expectRefused(
        await a.post('', `${JSON.stringify(creating(1))}${' '.repeat(4 * MEBIBYTE)}`),
        413,
        'too-long',
      )
    })
  })

  it('LIM-14 gives no answer with resources of more than 16 MiB', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const made: Stored[] = []
    for (let n = 0; n < 20; n += 1) made.push(await a.made(JSON.parse(patientOf(100_000)) as Json))
    const list = { request: { method: 'GET', url: 'Patient?_count=200' } }
    const lists = (type: string) => ({ resourceType: 'Bundle', type, entry: Array.from({ length: 500 }, () => list) })
    await server.changesNothing(async () => expectRefused(await a.post('', lists('transaction')), 422, 'too-costly'))
    const response = await a.post('', lists('batch'))
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text.length).toBeLessThan(17 * MEBIBYTE)
    const { entry } = JSON.parse(text) as {
      readonly entry: readonly { readonly response: { readonly status: string; readonly outcome?: Json } }[]
    }
    expect(entry.map(({ response: { status } }) => status)).toEqual([
      ...Array(8).fill('200 OK'),
      ...Array(492).fill('422 Unprocessable Entity'),
    ])
    expect(JSON.stringify(entry[499]?.response.outcome)).toContain('too-costly')
  })

  it('LIM-14 makes the writes of a batch whose resources have no room in its answer', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made(JSON.parse(patientOf(MEBIBYTE - 1000)) as Json)
    const read = { request: { method: 'PATCH', url: `Patient/${id}` } }
    const patch = (n: number) => ({
      ...read,
      request: { ...read.request, ifMatch: `W/"${n + 1}"` },
      resource: {
        resourceType: 'Binary',
        contentType: 'application/json-patch+json',
        data: Buffer.from(JSON.stringify([{ op: 'add', path: '/active', value: n % 2 === 0 }])).toString('base64'),
      },
    })
    const batch = { resourceType: 'Bundle', type: 'batch', entry: Array.from({ length: 20 }, (_, n) => patch(n)) }
    const text = await (await a.post('', batch, { prefer: 'return=representation' })).text()
    expect(text.length).toBeLessThan(17 * MEBIBYTE)
    const { entry } = JSON.parse(text) as {
      readonly entry: readonly { readonly resource?: Json; readonly response: Json }[]
    }
    expect(entry.map(({ response }) => response['status'])).toEqual(Array(20).fill('200 OK'))
    expect(entry.filter(({ resource }) => resource)).toHaveLength(16)
    expect((await a.get(`/Patient/${id}`)).headers.get('etag')).toBe('W/"21"')
  })

  it('LIM-15 takes 60 levels of JSON, numbers of 100 characters and 100 contained resources', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const decimal = (digits: number) =>
      `{"resourceType":"Patient","extension":[{"url":"urn:x","valueDecimal":${'1'.repeat(digits)}}]}`
    const containing = (count: number) => ({
      resourceType: 'Patient',
      contained: Array.from({ length: count }, (_, n) => ({ resourceType: 'Organization', id: `o${n}`, name: 'x' })),
      extension: Array.from({ length: count }, (_, n) => ({ url: 'urn:x', valueReference: { reference: `#o${n}` } })),
    })
    for (const good of [nested(59), decimal(100), containing(100)]) {
      const response = await a.post('/Patient', good)
      expect(`${response.status} ${(await response.text()).slice(0, 300)}`).toMatch(/^201 /)
    }
    await server.changesNothing(async () => {
      for (const bad of [
        nested(61),
        '['.repeat(1_000_000),
        `{"resourceType":"Patient","extension":${'['.repeat(500_000)}`,
        decimal(101),
        decimal(1_000_000),
        containing(101),
      ])
        await expectRefused(await a.post('/Patient', bad), 400, 'structure')
    })
  })

  it('LIM-16 takes patches of 100 operations, and no result of more than a resource may be', async () => {
    const server = await writeServer()
    const a = await server.as('A')
    const { id } = await a.made({ resourceType: 'Patient', name: [{ family: 'x'.repeat(1000) }] })
    const tests = (count: number) =>
      Array.from({ length: count }, () => ({ op: 'test', path: '/resourceType', value: 'Patient' }))
    expect((await a.patch(`/Patient/${id}`, tests(100), ifMatch(1))).status).toBe(200)
    const doubling = Array.from({ length: 30 }, () => ({ op: 'copy', from: '/name', path: '/name/-' }))
    const intoItself = Array.from({ length: 70 }, () => ({ op: 'copy', from: '', path: '/contained' }))
    const deeper = Array.from({ length: 62 }, () => ({ op: 'copy', from: '/name/0', path: '/name/0/period' }))
    await server.changesNothing(async () => {
      for (const costly of [tests(101), doubling, intoItself])
        await expectRefused(await a.patch(`/Patient/${id}`, costly, ifMatch(1)), 422, 'too-costly')
      const response = await a.patch(`/Patient/${id}`, deeper, ifMatch(1))
      expect([400, 422]).toContain(response.status)
    })
  })

  it('LIM-17 counts a Bundle as its entries, before anything of it is written', async () => {
    const { count } = limiter({ points: 600, duration: 60 })
    const client = {
      count: async (caller: string) => {
        const retryAfter = await count(caller)
        return retryAfter === undefined ? undefined : { retryAfter, quota: 600, window: 60 }
      },
    }
    const server = await writeServer({ limits: { client, address: UNLIMITED } })
    const a = await server.as('A')
    expect((await a.post('', creating(500))).status).toBe(200)
    const second = await server.changesNothing(() => a.post('', creating(500)))
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(second.headers.get('ratelimit-policy')).toContain('q=600')
    await expectRefused(second, 429, 'throttled')
    await server.changesNothing(async () => expectRefused(await a.post('/Patient', P0), 429, 'throttled'))
  })

  it('LIM-18 lets a client have 32 writes under way, and another one go on', async () => {
    const server = await writeServer()
    const [a, b] = [await server.as('A'), await server.as('B')]
    const authorization = `Bearer ${await server.token('system/Patient.c', 'A')}`
    const finish: (() => void)[] = []
    const slow = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          void finish.push(() => {
            controller.enqueue(new TextEncoder().encode('{"resourceType":"Patient"}'))
            controller.close()
          }),
      })
      const headers = { authorization, 'content-type': 'application/fhir+json' }
      return server.ask(`${F}/Patient`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    }
    const underWay = Array.from({ length: 33 }, slow)
    // 32 of them wait for their bodies; one is answered at once.
    const one = await server.changesNothing(() => Promise.race(underWay))
    expect(one.headers.get('retry-after')).not.toBeNull()
    expect((await b.post('/Patient', P0)).status).toBe(201)
    for (const end of finish) end()
    const statuses = (await Promise.all(underWay)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(32).fill(201), 429])
    await expectRefused(one, 429, 'throttled')
    expect((await a.post('/Patient', P0)).status).toBe(201)
  })

  it.each(['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip'])(
    'LIM-19 unpacks nothing: 415 to a body with the Content-Encoding %s',
    async (coding) => {
      const server = await writeServer()
      const a = await server.as('A')
      const { id } = await a.made(P0)
      const packed = { 'content-encoding': coding }
      await server.changesNothing(async () => {
        for (const response of [
          await a.post('/Patient', P0, packed),
          await a.put(`/Patient/${id}`, { ...P0, id }, { ...packed, ...ifMatch(1) }),
          await a.patch(`/Patient/${id}`, [], { ...packed, ...ifMatch(1) }),
          await a.post('', creating(1), packed),
        ]) {
          expect(response.headers.get('accept-encoding')).toBe('identity')
          await expectRefused(response, 415, 'not-supported')
        }
      })
    },
  )
})

import { describe, expect, it } from 'vitest'
import { P0 } from '#lib/fhir/validation/testing/examples.ts'
import { limiter } from '#lib/http/limiter.ts'
import { UNLIMITED } from '#lib/http/rate-limit.ts'
import { F } from '../testing/fhir-server.ts'
import { expectRefused } from './testing/refusals.ts'
import { ifMatch, writeServer } from './testing/writers.ts'

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

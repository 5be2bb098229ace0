import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import type { TraceEntry } from '#server/traces/store.ts'
import { TRACE_LIFETIME_MS } from '#server/traces/store.ts'
import { contractStorage } from '../testing/contract.ts'
import { TRACE_BOUNDS, type TraceBounds } from '../traces/bounds.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const CHARACTERS = 1000

/** Bounds for so many one-request traces of a client, and of all. */
const boundsOf = (ofClient: number, ofAll: number): TraceBounds => {
  const client = { traces: 1000, size: ofClient * CHARACTERS }
  const all = { traces: 1000, size: ofAll * CHARACTERS }
  return { verified: { client, all }, unverified: { client, all } }
}

async function store(traceBounds: TraceBounds = TRACE_BOUNDS) {
  const { traces, purge, sql } = await contractStorage({ now: NOW, traceBounds })
  const count = async (table: string) => (await sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0
  const ids = async () => (await sql<{ id: string }>('SELECT id FROM trace ORDER BY "startedAt"')).map(({ id }) => id)
  return { traces, purge, sql, count, ids }
}

const entry = (n: number, clientId: string | undefined = 'app', verified = true): TraceEntry => ({
  key: `l-${clientId}-${n}`,
  facts: { traceId: undefined, verified, platform: undefined, clientId, subject: undefined, task: undefined },
  waits: true,
  links: [`link-${clientId}-${n}`],
  at: NOW + n,
  outcome: 'under_way',
  failed: undefined,
  data: 'x'.repeat(CHARACTERS),
})

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** The expected sums, counted. */
const COUNTED = `SELECT verified, '' AS owner, count(*) AS traces, CAST(sum(size) AS integer) AS size FROM trace GROUP BY verified
  UNION ALL SELECT verified, 'client ' || coalesce("clientId", ''), count(*), CAST(sum(size) AS integer) FROM trace GROUP BY verified, 2
  ORDER BY verified, owner`
const KEPT = `SELECT verified, owner, traces, size FROM trace_volume WHERE traces > 0 ORDER BY verified, owner`

describe('the room for traces', () => {
  it('LIM-10 of one client is bounded in characters, the oldest going first, with all that was linked', async () => {
    const { traces, count, ids } = await store(boundsOf(50, 1000))
    for (const n of numbers(300)) await traces.write([entry(n)])
    expect(await count('trace')).toBeLessThanOrEqual(50)
    expect(await count('trace')).toBeGreaterThan(20)
    expect(await count('trace_step')).toBe(await count('trace'))
    expect(await count('trace_link')).toBe(await count('trace'))
    expect((await ids()).at(-1)).toBe('l-app-299')
  })

  it('LIM-10 of one client does not grow with requests that old traces take later', async () => {
    const { traces, sql } = await store(boundsOf(50, 1000))
    for (const n of numbers(40)) await traces.write([entry(n)])
    for (const turn of numbers(5))
      for (const n of numbers(40)) await traces.write([{ ...entry(n), at: NOW + 1000 + turn }])
    const [sum] = await sql<{ size: number }>('SELECT CAST(sum(size) AS integer) AS size FROM trace')
    expect(sum?.size).toBeLessThanOrEqual(50 * CHARACTERS)
  })

  it('LIM-10 LIM-04 of one client is not used by another, and unproven requests never push out a launch', async () => {
    const { traces, ids } = await store(boundsOf(50, 1000))
    await traces.write([entry(0, 'quiet')])
    for (const n of numbers(200)) await traces.write([entry(n + 1, 'loud'), entry(n + 1, 'quiet', false)])
    expect(await ids()).toContain('l-quiet-0')
  })

  it('LIM-10 of all clients together is bounded, whatever client_id they name', async () => {
    const { traces, count } = await store(boundsOf(50, 100))
    for (const n of numbers(400)) await traces.write([entry(n, `claimed-${n}`, false)])
    expect(await count('trace')).toBeLessThanOrEqual(100)
    expect(await count('trace_volume')).toBeLessThanOrEqual(101)
  })

  it('is counted exactly while traces are created, grow, get a client, are merged and are deleted', async () => {
    const { traces, purge, sql } = await store(boundsOf(30, 60))
    for (const n of numbers(120)) {
      const one = entry(n, ['app', 'other', undefined][n % 3], n % 2 === 0)
      await traces.write([one, { ...one, at: NOW + n + 1 }])
      if (one.facts?.clientId === undefined && one.facts)
        await traces.write([{ ...one, facts: { ...one.facts, clientId: 'late' } }])
      if (n % 7 === 0) await traces.write([{ ...entry(n, 'folding'), links: [`l-app-${n - (n % 3)}`] }])
      expect(await sql(KEPT)).toEqual(await sql(COUNTED))
    }
    while ((await purge(NOW + 60 + TRACE_LIFETIME_MS)) > 0);
    expect(await sql(KEPT)).toEqual(await sql(COUNTED))
  })

  it('LIM-10 holds the newest of the requests that no trace has claimed, and leaves those that one has', async () => {
    const { traces, count } = await store()
    const waiting = (key: string, n: number): TraceEntry => ({
      ...entry(n),
      key,
      facts: undefined,
      links: [],
      data: '{}',
    })
    await traces.write([waiting('s-claimed', 0), { ...entry(1), links: ['s-claimed'] }])
    for (const batch of numbers(50))
      await traces.write(numbers(100).map((n) => waiting(`s-${batch * 100 + n}`, batch * 100 + n)))
    expect(await count('trace_step')).toBeGreaterThan(1900)
    expect(await count('trace_step')).toBeLessThanOrEqual(2102)
    expect(await traces.steps('l-app-1')).toHaveLength(2)
    await traces.write([{ ...entry(2), at: NOW + HOUR / 2, links: ['s-4999', 's-0'] }])
    expect(await traces.steps('l-app-2'), 'the newest is still there, the oldest is gone').toHaveLength(2)
  })

  it('LIM-04 of what proves nothing is taken from the network that fills it, of a client and of all', async () => {
    const { traces, ids } = await store({ ...boundsOf(1000, 1000), unverified: boundsOf(30, 60).unverified })
    const from = (network: string, one: TraceEntry): TraceEntry => ({ ...one, network })
    await traces.write([from('there', entry(0, 'app', false)), from('there', entry(1, 'other', false))])
    for (const n of numbers(200)) await traces.write([from('here', entry(n + 10, 'app', false))])
    for (const n of numbers(200)) await traces.write([from('here', entry(n + 10, `made-up-${n}`, false))])
    expect((await ids()).slice(0, 2)).toEqual(['l-app-0', 'l-other-1'])
    expect((await ids()).length).toBeLessThanOrEqual(60)
  })

  it('LIM-04 of requests that wait for a launch is shared by networks', async () => {
    const { traces, sql } = await store()
    const waiting = (key: string, n: number, network: string): TraceEntry => ({
      ...entry(n),
      ...{ key, facts: undefined, links: [], data: '{}', network },
    })
    await traces.write([waiting('s-theirs', 0, 'there')])
    for (const n of numbers(2500)) await traces.write([waiting(`s-${n}`, n + 1, 'here')])
    const keys = (await sql<{ key: string }>('SELECT key FROM trace_step WHERE waiting')).map(({ key }) => key)
    expect(keys).toContain('s-theirs')
    expect(keys).toContain('s-2499')
    expect(keys.length).toBeLessThanOrEqual(2100)
  })
})

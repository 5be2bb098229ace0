import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#lib/clock.ts'
import type { TraceEntry, TraceScope } from '#server/traces/store.ts'
import { TRACE_LIFETIME_MS } from '#server/traces/store.ts'
import { type ContractStorage, contractStorage } from '../testing/contract.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const ALL: TraceScope = { all: true, clients: [], subjects: [], ids: [] }

async function store(storage?: ContractStorage) {
  const { traces, purge, sql, another } = storage ?? (await contractStorage({ now: NOW }))
  const count = async (table: string) => (await sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0
  return { traces, purge, count, another }
}

const entry = (changes: Partial<TraceEntry> = {}): TraceEntry => ({
  key: 'l-one',
  facts: {
    traceId: 'jti-of-one',
    verified: true,
    platform: 'portal',
    clientId: 'app',
    subject: 'Patient/1',
    task: 'Task/1',
  },
  waits: true,
  links: [],
  at: NOW,
  outcome: 'under_way',
  failed: undefined,
  data: '{"step":"authorize"}',
  ...changes,
})

const refusal = { outcome: 'refused', failed: 'token.pkce', data: '{"failed":"token.pkce"}' } as const
const unproven = (n: number, clientId = 'app') =>
  entry({ key: `o-${n}`, at: NOW + n, facts: { ...entry().facts, clientId, verified: false } as TraceEntry['facts'] })

describe('the store of traces', () => {
  it('links a request that arrives before its launch, and one that arrives after', async () => {
    const { traces, count } = await store()
    await traces.write([entry({ key: 's-app', facts: undefined, data: '{"step":"app.launch"}' })])
    await traces.write([entry({ key: 'i-stranger', facts: undefined, waits: false })])
    expect([await count('trace'), await count('trace_step')]).toEqual([0, 1])
    await traces.write([entry({ links: ['s-app'], at: NOW + 1 })])
    await traces.write([entry({ key: 's-app', facts: undefined, at: NOW + 2, data: '{"step":"app.callback"}' })])
    expect(await traces.steps('l-one')).toEqual([
      '{"step":"app.launch"}',
      '{"step":"authorize"}',
      '{"step":"app.callback"}',
    ])
    expect((await traces.find(ALL, 's-app'))?.id).toBe('l-one')
    expect((await traces.find(ALL, 'jti-of-one'))?.id).toBe('l-one')
  })

  it('finds the traces that were refused with an error code, also when the request came before its launch', async () => {
    const { traces } = await store()
    const checks = (code: string) => ({ ...refusal, data: `{"checks":[{"outcome":"failed","code":"${code}"}]}` })
    await traces.write([entry({ key: 's-app', facts: undefined, ...checks('invalid_grant') })])
    await traces.write([entry({ links: ['s-app'], ...refusal }), entry({ key: 'l-two', ...checks('access_denied') })])
    await traces.write([entry({ key: 'l-three', data: '{"code":"invalid_grant"}' })])
    expect(await traces.refusedWith('invalid_grant', ALL), 'and none that was not refused').toEqual(['l-one'])
    expect(await traces.refusedWith('access_denied', ALL)).toEqual(['l-two'])
    expect(await traces.refusedWith('access_denied', { ...ALL, all: false }), 'of another').toEqual([])
    expect(await traces.refusedWith('invalid', ALL)).toEqual([])
  })

  it('adds facts from a later request, also that the launch began earlier', async () => {
    const { traces } = await store()
    const knowing = (facts: object) => ({ ...entry().facts, ...facts }) as TraceEntry['facts']
    await traces.write([entry({ facts: knowing({ subject: undefined, task: undefined }) })])
    await traces.write([entry({ facts: knowing({ platform: 'another', task: undefined }), at: NOW + 1 })])
    await traces.write([entry({ at: NOW - 5 })])
    expect(await traces.find(ALL, 'l-one')).toMatchObject({
      ...entry().facts,
      startedAt: NOW - 5,
      changedAt: NOW + 1,
    })
  })

  it('lets the first link of a secret hold: nobody takes a request over to a trace of their own', async () => {
    const { traces } = await store()
    await traces.write([entry({ links: ['s-app'] }), entry({ key: 'l-thief', at: NOW + 1, links: ['s-app'] })])
    expect(await traces.resolve('s-app')).toBe('l-one')
    expect((await traces.find(ALL, 'jti-of-one'))?.id).toBe('l-one')
  })

  it('keeps what stopped a launch until the launch goes on, and an opened one open', async () => {
    const { traces } = await store()
    const standing = async () => {
      const { outcome, failed } = (await traces.find(ALL, 'l-one')) ?? {}
      return [outcome, failed]
    }
    await traces.write([entry(), entry(refusal), entry({ ...refusal, failed: 'app.token' }), entry()])
    expect(await standing()).toEqual(['refused', 'token.pkce'])
    await traces.write([entry({ ...refusal, outcome: 'cancelled', failed: 'idp.login' })])
    expect(await standing()).toEqual(['refused', 'token.pkce'])
    await traces.write([entry({ outcome: 'opened' })])
    expect(await standing()).toEqual(['opened', undefined])
    await traces.write([entry({ ...refusal, failed: 'launch.jti' })])
    expect(await standing()).toEqual(['opened', undefined])
    await traces.write([
      entry({ ...refusal, failed: 'token.code', undoes: true }),
      entry({ ...refusal, failed: 'app.token', undoes: true }),
      entry({ outcome: 'answered' }),
    ])
    expect(await standing(), 'one that a refusal undoes').toEqual(['refused', 'token.code'])
  })

  it('limits the failed requests, the requests and the characters of one trace', async () => {
    const { traces, count } = await store()
    await traces.write(Array.from({ length: 40 }, () => entry(refusal)))
    expect(await count('trace_step')).toBe(20)
    expect((await traces.find(ALL, 'l-one'))?.truncated).toBe(true)
    await traces.write(Array.from({ length: 300 }, () => entry()))
    expect(await count('trace_step')).toBe(120)
    await traces.write(
      Array.from({ length: 60 }, () => entry({ key: 'l-two', data: JSON.stringify('x'.repeat(20_000)) })),
    )
    expect((await traces.steps('l-two')).join('').length).toBeLessThan(384 * 1024 + 20_010)
  })

  it('limits the traces of one client, and unproven ones push out no launch', async () => {
    const { traces, count } = await store()
    await traces.write([entry()])
    await traces.write(Array.from({ length: 450 }, (_, n) => unproven(n)))
    expect(await count('trace')).toBeLessThanOrEqual(201)
    expect(await count('trace_step')).toBe(await count('trace'))
    expect(await traces.find(ALL, 'l-one')).toBeDefined()
    expect(await traces.find(ALL, 'o-449')).toBeDefined()
    expect(await traces.find(ALL, 'o-0')).toBeUndefined()
  })

  it('shows each viewer what is theirs: by app, by person of a proven launch, by trace', async () => {
    const { traces } = await store()
    await traces.write([
      entry(),
      unproven(1),
      entry({ key: 'l-two', facts: { ...entry().facts, clientId: 'b', subject: 'Patient/2' } as TraceEntry['facts'] }),
    ])
    const ids = async (scope: Partial<TraceScope>) =>
      (await traces.list({ ...ALL, all: false, ...scope }, { limit: 10 })).map(({ id }) => id).sort()
    expect(await ids({})).toEqual([])
    expect(await ids({ clients: ['app'] })).toEqual(['l-one', 'o-1'])
    expect(await ids({ clients: ['portal'] })).toEqual(['l-one', 'l-two'])
    expect(await ids({ subjects: ['Patient/1'] })).toEqual(['l-one'])
    expect(await ids({ ids: ['o-1'] })).toEqual(['o-1'])
    expect(await traces.find({ ...ALL, all: false, clients: ['b'] }, 'l-one')).toBeUndefined()
  })

  it('finds a launch by the beginning of a key that is linked to it, for whoever may see it', async () => {
    const { traces } = await store()
    await traces.write([entry({ links: ['s-Qg1LRabcdefgh'] }), unproven(1)])
    const found = async (text: string, scope = ALL) =>
      (await traces.list(scope, { limit: 10, text })).map(({ id }) => id)
    expect(await found('s-Qg1LRa')).toEqual(['l-one'])
    expect(await found('s-Qg1LRb')).toEqual([])
    expect(await found('s-Qg1LRa', { ...ALL, all: false, clients: ['another'] })).toEqual([])
  })

  it('lists newest first, by pages without gaps, and finds by every filter', async () => {
    const { traces } = await store()
    await traces.write(Array.from({ length: 25 }, (_, n) => unproven(n)))
    const seen: string[] = []
    let before: { startedAt: number; id: string } | undefined
    for (;;) {
      const page = await traces.list(ALL, { limit: 10, before })
      seen.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last) break
      before = last
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `o-${24 - n}`))
    await traces.write([entry(refusal)])
    const found = async (query: object) => (await traces.list(ALL, { limit: 50, ...query })).length
    expect(
      await Promise.all([
        found({ outcome: 'refused' }),
        found({ check: 'token.pkce' }),
        found({ user: 'Patient/1' }),
        found({ app: 'none' }),
        found({ text: 'o-2' }),
        found({ text: '%' }),
        found({ after: await traces.latestChange() }),
        found({ after: (await traces.latestChange()) - 1 }),
      ]),
    ).toEqual([1, 1, 26, 0, 6, 0, 0, 1])
    expect(await traces.stops(ALL)).toEqual(['token.pkce'])
    expect(await traces.stops({ ...ALL, all: false }), 'of what the reader may see').toEqual([])
  })

  it('deletes a trace a week after its last request, and unclaimed requests after an hour', async () => {
    const { traces, purge, count } = await store()
    await traces.write([entry({ links: ['s-app'] }), entry({ key: 's-none', facts: undefined })])
    await purge(NOW + HOUR)
    expect([await count('trace'), await count('trace_step'), await count('trace_link')]).toEqual([1, 1, 1])
    await traces.write([entry({ at: NOW + DAY })])
    await purge(NOW + TRACE_LIFETIME_MS)
    expect(await count('trace')).toBe(1)
    await purge(NOW + DAY + TRACE_LIFETIME_MS)
    expect([await count('trace'), await count('trace_step'), await count('trace_link')]).toEqual([0, 0, 0])
  })

  it('is one for two processes on one database', async () => {
    const one = await store()
    const two = await store(await one.another())
    await one.traces.write([entry({ links: ['s-app'] })])
    await two.traces.write([entry({ key: 's-app', facts: undefined, at: NOW + 1 })])
    expect(await one.traces.steps('l-one')).toHaveLength(2)
    expect(await one.traces.latestChange()).toBe(await two.traces.latestChange())
  })

  it('shows a reader who asks for what is new every change, whichever process makes it', async () => {
    const one = await store()
    const two = await store(await one.another())
    const seen = new Set<string>()
    let after = 0
    const look = async () => {
      const rows = await one.traces.list(ALL, { limit: 1000, after })
      for (const { id, change } of rows) {
        seen.add(id)
        after = Math.max(after, change)
      }
    }
    const writes = Array.from({ length: 60 }, (_, n) =>
      (n % 2 === 0 ? one : two).traces.write([unproven(n), unproven(n), entry()]),
    )
    let isOver = false
    const over = Promise.all(writes).finally(() => {
      isOver = true
    })
    while (!isOver) await look()
    await over
    await look()
    expect(seen.size).toBe(61)
    expect(await one.traces.steps('l-one')).toHaveLength(60)
  })

  it('takes any text that a stranger may claim', async () => {
    const { traces } = await store()
    await traces.write([unproven(1, 'a\u0000b\ud800'), unproven(2)])
    expect(await traces.list(ALL, { limit: 10 })).toHaveLength(2)
    expect(await traces.steps('o-1')).toHaveLength(1)
  })
})

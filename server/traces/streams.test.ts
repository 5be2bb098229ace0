import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TraceNews } from '#lib/api/traces.ts'
import { MOST_OF_PERSON } from '#lib/http/open-streams.ts'
import { registerApp } from '../testing/app.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { type EventReader, eventReader } from '../testing/event-stream.ts'
import { runningDomain } from '../testing/running.ts'
import { countedPerTurn } from '../testing/turns.ts'
import { createStreams, type Pace } from './streams.ts'

const STREAM = '/traces/api/stream'

/** A domain whose viewer can be changed while it runs. */
async function watched(demo = true) {
  const who = { name: 'beheer@demo.test' as string | undefined }
  const viewer = async () => (who.name === undefined ? undefined : { username: who.name, name: undefined })
  const running = await testDomain({ DEMO: String(demo) }, { viewer })
  for (const name of ['one', 'two']) await registerApp(running.domain, name)
  return { who, ...running }
}

/** An authorize request that is refused, which is a trace of its own. */
const refuse = (fetch: TestDomain['fetch'], clientId: string) => fetch(`/oauth2/authorize?client_id=${clientId}`)

async function follow({ fetch }: Pick<TestDomain, 'fetch'>, query = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${STREAM}${query}`, { headers })
  expect(response.status).toBe(200)
  const events = eventReader(response)
  onTestFinished(() => events.cancel())
  expect(await events.block()).toBe('retry: 3000\n:')
  return { response, events }
}

async function news(events: EventReader): Promise<TraceNews & { readonly id: string | undefined }> {
  const { id, event, data } = (await events.next()) ?? {}
  expect(event).toBe('traces')
  return { id, ...(JSON.parse(data ?? '') as TraceNews) }
}

const apps = ({ items }: TraceNews) => items.map(({ app }) => app)

/** Streams at a pace of their own, over the traces of a domain, for one viewer who can leave. */
function ownStreams({ domain }: TestDomain, pace: Pace) {
  const viewer = { who: 'somebody', all: true, clients: [], subjects: [], ids: [] }
  let now: typeof viewer | undefined = viewer
  const streams = createStreams(
    {
      store: domain.traces,
      appName: async () => undefined,
      names: async () => undefined,
      viewer: async () => now,
      log: domain.log,
    },
    pace,
  )
  onTestFinished(streams.close)
  return {
    streams,
    viewer,
    leave: () => {
      now = undefined
    },
  }
}

describe('the event stream of the list of traces', () => {
  it('sends each change as it happens, and continues after Last-Event-ID', async () => {
    const running = await watched()
    const { response, events } = await follow(running)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await refuse(running.fetch, 'one')
    const first = await news(events)
    expect([apps(first), first.gone, first.id]).toEqual([['one'], [], String(first.change)])
    await events.cancel()
    await refuse(running.fetch, 'two')
    await running.domain.traces.flush()
    const resumed = await follow(running, '?after=0', { 'last-event-id': first.id ?? '' })
    expect(apps(await news(resumed.events))).toEqual(['two'])
    const all = await follow(running, '?after=0')
    expect(apps(await news(all.events)).sort()).toEqual(['one', 'two'])
  })

  it('sends the traces that match the filters, and the ids of changed ones that do not', async () => {
    const running = await watched()
    const { events } = await follow(running, '?app=one')
    await refuse(running.fetch, 'two')
    const other = await news(events)
    expect([other.items, other.gone.length]).toEqual([[], 1])
    await refuse(running.fetch, 'one')
    expect(apps(await news(events))).toEqual(['one'])
  })

  it('sends a developer only traces of the own apps', async () => {
    const running = await watched(false)
    const app = await registerApp(running.domain)
    await running.domain.developers.add(app.clientId, 'bram@demo.test')
    running.who.name = 'bram@demo.test'
    const { events } = await follow(running)
    await refuse(running.fetch, 'demo-app')
    await running.domain.traces.flush()
    await refuse(running.fetch, app.clientId)
    const told = await news(events)
    expect([apps(told), told.gone]).toEqual([[app.clientId], []])
  })

  it.each([
    ['signs out', undefined],
    ['is somebody else by now', 'bram@demo.test'],
  ])('ends without another event when its reader %s', async (_what, name) => {
    const running = await watched(false)
    const { events } = await follow(running)
    running.who.name = name
    await refuse(running.fetch, 'one')
    expect(await events.next()).toBeUndefined()
    const refused = await running.fetch(STREAM)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'application/json'])
  })

  it('sends heartbeats, and checks at each whether its reader may still read', async () => {
    const running = await watched()
    const { streams, viewer, leave } = ownStreams(running, { look: 10, heartbeat: 30 })
    const request = new Request(`http://localhost:3000${STREAM}`)
    const events = eventReader((await streams.open(request, viewer, { limit: 1 })) as Response)
    expect([await events.block(), await events.block(), await events.block()]).toEqual(['retry: 3000\n:', ':', ':'])
    leave()
    expect(await events.next()).toBeUndefined()
  })

  it('reaches every reader, at most eight of them in one turn of the event loop', async () => {
    const running = await watched()
    const counted = countedPerTurn()
    const viewer = { who: 'somebody', all: true, clients: [], subjects: [], ids: [] }
    const whoOf = async ({ headers }: Request) => {
      counted.note()
      return { ...viewer, who: String(headers.get('x-who')) }
    }
    const deps = {
      store: running.domain.traces,
      appName: async () => undefined,
      names: async () => undefined,
      viewer: whoOf,
      log: running.domain.log,
    }
    const streams = createStreams(deps, { look: 10, heartbeat: 60_000 })
    onTestFinished(streams.close)
    const open = Array.from({ length: 20 }, async (_, at) => {
      const request = new Request(`http://localhost:3000${STREAM}`, { headers: { 'x-who': `reader ${at}` } })
      return eventReader((await streams.open(request, { ...viewer, who: `reader ${at}` }, { limit: 9 })) as Response)
    })
    const readers = await Promise.all(open)
    await refuse(running.fetch, 'one')
    await running.domain.traces.flush()
    for (const reader of readers) expect(apps(await news(reader))).toEqual(['one'])
    expect(counted.most()).toBeLessThanOrEqual(8) // Four of each turn, where a second look has begun.
  })

  it('sends reload when more has changed than it sends, or the reader is ahead of it', async () => {
    const running = await watched()
    const ahead = await follow(running, '?after=999999999')
    expect(await ahead.events.next()).toMatchObject({ event: 'reload', id: '0', data: '{"change":0}' })
    for (let count = 0; count < 101; count += 1) await refuse(running.fetch, 'one')
    await running.domain.traces.flush()
    const behind = await follow(running, '?after=0')
    expect(await behind.events.next()).toMatchObject({ event: 'reload' })
  })

  it('has a limit for each person, which does not count for others', async () => {
    const running = await watched(false)
    const open = await Promise.all(Array.from({ length: MOST_OF_PERSON }, () => follow(running)))
    const refused = await running.fetch(STREAM)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    await running.domain.developers.add((await registerApp(running.domain)).clientId, 'bram@demo.test')
    running.who.name = 'bram@demo.test'
    await follow(running)
    running.who.name = 'beheer@demo.test'
    await open[0]?.events.cancel()
    await follow(running)
  })

  it('ends when the process stops, and no new one begins', async () => {
    const running = await watched()
    const { events } = await follow(running)
    running.domain.peers.traces.close()
    expect(await events.next()).toBeUndefined()
    expect((await running.fetch(STREAM)).status).toBe(429)
  })

  it('ends when its reader does not read, before it fills the memory', async () => {
    const running = await watched()
    const { streams, viewer } = ownStreams(running, { look: 1, heartbeat: 1 })
    const open = async () =>
      (await streams.open(new Request(`http://localhost:3000${STREAM}`), viewer, { limit: 1 })) as Response
    const answer = await open()
    for (let more = 1; more < MOST_OF_PERSON; more += 1) await open()
    // There is room for another of this person once the first has ended.
    await expect.poll(async () => (await open()).status).toBe(200)
    const events = eventReader(answer)
    let blocks = 0
    while ((await events.block()) !== undefined) blocks += 1
    expect(blocks).toBe(64)
  })
})

describe('the stream of traces over HTTP', () => {
  it('arrives at once and uncompressed, and frees its place when the reader leaves', async () => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const { url, domain } = await runningDomain({}, undefined, { viewer })
    await registerApp(domain, 'one')
    const leaving = new AbortController()
    const open = () => fetch(`${url}${STREAM}`, { headers: { 'accept-encoding': 'gzip, br' }, signal: leaving.signal })
    const answers = await Promise.all(Array.from({ length: MOST_OF_PERSON }, open))
    const events = eventReader(answers[0] as Response)
    expect(await events.block()).toBe('retry: 3000\n:')
    expect(answers[0]?.headers.get('content-encoding')).toBeNull()
    await fetch(`${url}/oauth2/authorize?client_id=one`)
    expect(apps(await news(events))).toEqual(['one'])
    expect((await fetch(`${url}${STREAM}`)).status).toBe(429)
    leaving.abort()
    await vi.waitFor(async () => {
      const again = await fetch(`${url}${STREAM}`)
      await again.body?.cancel()
      expect(again.status).toBe(200)
    }, 5000)
    domain.peers.traces.close()
  })
})

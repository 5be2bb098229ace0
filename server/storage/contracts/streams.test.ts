// The event streams of traces tell of what another process wrote.
import { expect, it, onTestFinished } from 'vitest'
import { eventReader } from '#server/testing/event-stream.ts'
import type { TraceEntry, TraceViewer } from '#server/traces/store.ts'
import { createStreams } from '#server/traces/streams.ts'
import { contractStorage } from '../testing/contract.ts'

const EVERYBODY: TraceViewer = { who: 'somebody', all: true, clients: [], subjects: [], ids: [] }
const AT = Date.parse('2026-11-20T10:00:00Z')

/** A request of a launch of `app`. */
const entryOf = (app: string): TraceEntry => ({
  ...{ key: `l-${app}`, waits: false, links: [], at: AT, outcome: 'under_way', failed: undefined, data: '{}' },
  facts: {
    ...{ traceId: `jti-${app}`, verified: true, platform: 'portal', clientId: app },
    ...{ subject: undefined, task: undefined },
  },
})

it('a stream of one process tells of a trace that another one wrote', async () => {
  const one = await contractStorage({ now: AT })
  const other = await one.another()
  const streams = createStreams(
    {
      store: one.traces,
      appName: async () => undefined,
      names: async () => undefined,
      viewer: async () => EVERYBODY,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    { look: 20, heartbeat: 60_000 },
  )
  onTestFinished(streams.close)
  const stream = await streams.open(new Request('http://localhost/'), EVERYBODY, { limit: 50 })
  const events = eventReader(stream as Response)
  for (const app of ['first', 'second']) {
    await other.traces.write([entryOf(app)])
    const { event, data } = (await events.next()) ?? {}
    expect([event, JSON.parse(data ?? '{}').items]).toMatchObject(['traces', [{ id: `l-${app}` }]])
  }
})

// GET /traces/api/stream: changes of the list, as Server-Sent Events (HTML Living Standard §9.2). One timer per process
// polls for all streams, because other processes write too and share only the database.
import type { TraceNews } from '#lib/api/traces.ts'
import { type EventStream, eventStreamHead, openEventStream, type StreamEvent } from '#lib/http/event-stream.ts'
import { HEARTBEAT_MS, openStreams } from '#lib/http/open-streams.ts'
import type { Log } from '#lib/log.ts'
import type { TracesDeps } from './deps.ts'
import { listedOf, namedIn, readerOf } from './listed.ts'
import type { TraceQuery, TraceStore, TraceViewer } from './store.ts'

export interface Streams {
  /** A stream of the changes after `query.after`; undefined when there are too many streams. */
  readonly open: (request: Request, viewer: TraceViewer, query: TraceQuery) => Promise<Response | undefined>
  /** Ends all streams and refuses new ones, because the process is stopping. */
  readonly close: () => void
}

interface StreamDeps extends Pick<TracesDeps, 'appName' | 'names'> {
  readonly store: Pick<TraceStore, 'list' | 'steps' | 'ids' | 'refusedWith' | 'latestChange'>
  /** The current access of the request's sender. */
  readonly viewer: (request: Request) => Promise<TraceViewer | undefined>
  readonly log: Log
}

/** In milliseconds. */
export interface Pace {
  readonly look: number
  /** The interval of heartbeats, which also check that the reader is still signed in. */
  readonly heartbeat: number
}

const PACE: Pace = { look: 250, heartbeat: HEARTBEAT_MS }
/** Most traces in one event; after more changes the client reads the list again. */
const MOST_IN_EVENT = 100

interface Stream {
  readonly request: Request
  readonly who: string
  readonly query: TraceQuery
  readonly events: EventStream
  /** The latest change sent to it. */
  seen: number
  /** The time of the last message, by the monotonic clock. */
  toldAt: number
  busy: boolean
}

/** Creates the streams of a process. */
export function createStreams({ viewer, log, ...deps }: StreamDeps, pace: Pace = PACE): Streams {
  const streams = openStreams<Stream>(pace.look, () => void look())
  const { store } = deps
  let looking = false

  const send = (stream: Stream, event?: StreamEvent) => {
    stream.toldAt = performance.now()
    stream.events.send(event)
  }

  /** Sends a stream the changes that its reader may (still) see. */
  const tell = async (stream: Stream, latest: number) => {
    await streams.turn()
    const now = await viewer(stream.request)
    if (!streams.has(stream)) return
    if (now?.who !== stream.who) return stream.events.end()
    if (latest === stream.seen) return send(stream)
    const news = await newsOf(deps, now, stream, latest)
    if (!streams.has(stream)) return
    stream.seen = latest
    if (news) send(stream, news)
  }

  const look = async () => {
    if (looking) return
    looking = true
    const latest = await latestOf(store, log)
    looking = false
    if (latest === undefined) return
    for (const stream of streams) {
      const due = latest !== stream.seen || performance.now() - stream.toldAt >= pace.heartbeat
      if (!due || stream.busy) continue
      stream.busy = true
      tell(stream, latest)
        .catch((error: unknown) => {
          log.warn({ cause: String(error) }, 'a stream of traces ended by a fault')
          stream.events.end()
        })
        .finally(() => {
          stream.busy = false
        })
    }
  }

  return {
    open: async (request, { who }, query) => {
      if (streams.isFull(who)) return undefined
      if (request.method === 'HEAD') return eventStreamHead()
      const seen = query.after ?? (await store.latestChange())
      if (streams.isFull(who)) return undefined // Others may have connected meanwhile.
      const events = openEventStream(request, () => streams.remove(stream))
      const stream: Stream = { request, who, query, events, seen, toldAt: performance.now(), busy: false }
      streams.add(stream)
      return events.response
    },
    close: streams.close,
  }
}

/** The latest change number. After a failed read of the database, the next poll tries again. */
async function latestOf({ latestChange }: StreamDeps['store'], log: Log): Promise<number | undefined> {
  try {
    return await latestChange()
  } catch (error) {
    log.warn({ cause: String(error) }, 'traces could not be looked for')
    return undefined
  }
}

/** The event; undefined when none of the changes is visible to this reader. */
async function newsOf(
  { store, appName, names }: Omit<StreamDeps, 'viewer' | 'log'>,
  viewer: TraceViewer,
  { request, query, seen }: Pick<Stream, 'request' | 'query' | 'seen'>,
  latest: number,
): Promise<StreamEvent | undefined> {
  const bounds = { after: seen, limit: MOST_IN_EVENT + 1 }
  const changed = latest < seen ? [] : await store.list(viewer, bounds)
  if (latest < seen || changed.length > MOST_IN_EVENT) return { event: 'reload', id: latest, data: { change: latest } }
  if (changed.length === 0) return undefined
  const reader = { store, ...(await readerOf({ appName, names }, request)) }
  const named = await namedIn(query, viewer, reader)
  const rows = await store.list(viewer, { ...query, named, before: undefined, ...bounds })
  const fits = new Set(rows.map(({ id }) => id))
  const gone = changed.map(({ id }) => id).filter((id) => !fits.has(id))
  const data = { items: await listedOf(rows, reader), gone, change: latest } satisfies TraceNews
  return { event: 'traces', id: latest, data }
}

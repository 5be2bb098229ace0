// GET /traces/api/stream: changes of the list, as Server-Sent Events (HTML Living Standard §9.2). One timer of the process polls
// for all streams: other processes write, too, and the database is what they share.
import type { TraceNews } from '#lib/api/traces.ts'
import { SECOND } from '#lib/clock.ts'
import { NO_STORE, respondStream } from '#lib/http/respond.ts'
import type { Log } from '#lib/log.ts'
import type { TraceQuery, TraceStore, TraceViewer } from './store.ts'
import { summaryOf } from './view.ts'

export interface Streams {
  /** The stream of what changes after `query.after`; undefined where there are too many. */
  readonly open: (request: Request, viewer: TraceViewer, query: TraceQuery) => Promise<Response | undefined>
  /** Ends all of them, and lets no other begin: the process is going to stop. */
  readonly close: () => void
}

interface StreamDeps {
  readonly store: Pick<TraceStore, 'list' | 'latestChange'>
  /** The current access of the sender of a request. */
  readonly viewer: (request: Request) => Promise<TraceViewer | undefined>
  readonly log: Log
}

/** In milliseconds. */
export interface Pace {
  readonly look: number
  /** The interval of heartbeats, which also check that the reader is still signed in; below the timeouts of proxies. */
  readonly heartbeat: number
}

const PACE: Pace = { look: 250, heartbeat: 15 * SECOND }
/** Concurrent streams of one person: one for each of several tabs. */
export const MOST_OF_PERSON = 8
const MOST_IN_ALL = 200
/** Most traces in one event; after more changes the list is read again. */
const MOST_IN_EVENT = 100
/** Events that wait for a reader that does not read. */
const MOST_WAITING = 64
/** The time after which a browser reconnects. */
const RETRY_MS = 3000

interface Stream {
  readonly request: Request
  readonly who: string
  readonly query: TraceQuery
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  /** The latest change that was sent to it. */
  seen: number
  /** The time of the last message, by the monotonic clock. */
  toldAt: number
  busy: boolean
}

const HEADERS = {
  'content-type': 'text/event-stream',
  ...NO_STORE,
  'cache-control': 'no-store, no-transform', // Compressed, it would come in lumps.
  'x-accel-buffering': 'no', // The same for a proxy that gathers answers.
}

const bytes = new TextEncoder()
const COMMENT = ':\n\n'

/** The streams of one process; its timer runs only while there are any. */
export function createStreams({ store, viewer, log }: StreamDeps, pace: Pace = PACE): Streams {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const forget = (stream: Stream) => {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const end = (stream: Stream) => {
    if (!streams.has(stream)) return
    forget(stream)
    stream.controller.close()
  }

  const send = (stream: Stream, text: string) => {
    stream.toldAt = Date.now()
    if ((stream.controller.desiredSize ?? 0) <= 0) return end(stream)
    stream.controller.enqueue(bytes.encode(text))
  }

  /** Sends a stream the changes that its reader may still see. */
  const tell = async (stream: Stream, latest: number) => {
    const now = await viewer(stream.request)
    if (!streams.has(stream)) return
    if (now?.who !== stream.who) return end(stream)
    const text = latest === stream.seen ? COMMENT : await newsOf(store, now, stream, latest)
    if (!streams.has(stream)) return
    stream.seen = latest
    if (text !== undefined) send(stream, text)
  }

  const look = async () => {
    const latest = await latestOf(store, log)
    if (latest === undefined) return
    for (const stream of streams) {
      const due = latest !== stream.seen || Date.now() - stream.toldAt >= pace.heartbeat
      if (!due || stream.busy) continue
      stream.busy = true
      tell(stream, latest)
        .catch((error: unknown) => {
          log.warn({ cause: String(error) }, 'a stream of traces ended by a fault')
          end(stream)
        })
        .finally(() => {
          stream.busy = false
        })
    }
  }

  const isFull = (who: string) =>
    closed ||
    streams.size >= MOST_IN_ALL ||
    [...streams].filter((stream) => stream.who === who).length >= MOST_OF_PERSON

  return {
    open: async (request, { who }, query) => {
      if (isFull(who)) return undefined
      if (request.method === 'HEAD') return respondStream(200, null, HEADERS)
      const seen = query.after ?? (await store.latestChange())
      if (isFull(who)) return undefined // Others may have come meanwhile.
      let stream: Stream | undefined
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            stream = { request, who, query, controller, seen, toldAt: Date.now(), busy: false }
            streams.add(stream)
            send(stream, `retry: ${RETRY_MS}\n${COMMENT}`)
          },
          cancel: () => stream && forget(stream),
        },
        new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
      )
      request.signal.addEventListener('abort', () => stream && end(stream), { once: true })
      timer ??= setInterval(() => void look(), pace.look).unref()
      return respondStream(200, body, HEADERS)
    },
    close: () => {
      closed = true
      for (const stream of streams) end(stream)
    },
  }
}

/** A database that does not answer at this moment is asked again at the next look. */
async function latestOf({ latestChange }: StreamDeps['store'], log: Log): Promise<number | undefined> {
  try {
    return await latestChange()
  } catch (error) {
    log.warn({ cause: String(error) }, 'traces could not be looked for')
    return undefined
  }
}

/** The event, or undefined where nothing of what changed is for this reader. */
async function newsOf(
  { list }: Pick<TraceStore, 'list'>,
  viewer: TraceViewer,
  { query, seen }: Pick<Stream, 'query' | 'seen'>,
  latest: number,
): Promise<string | undefined> {
  const bounds = { after: seen, limit: MOST_IN_EVENT + 1 }
  const changed = latest < seen ? [] : await list(viewer, bounds)
  if (latest < seen || changed.length > MOST_IN_EVENT) return eventText('reload', latest, { change: latest })
  if (changed.length === 0) return undefined
  const rows = await list(viewer, { ...query, before: undefined, ...bounds })
  const fits = new Set(rows.map(({ id }) => id))
  const gone = changed.map(({ id }) => id).filter((id) => !fits.has(id))
  return eventText('traces', latest, { items: rows.map(summaryOf), gone, change: latest } satisfies TraceNews)
}

const eventText = (event: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

// Server-Sent Events (HTML Living Standard §9.2): an answer that stays open until its reader or the process ends it.
import { NO_STORE, respondStream } from './respond.ts'

/** Events that wait for a reader that does not read. */
const MOST_WAITING = 64
/** The time after which a browser reconnects. */
const RETRY_MS = 3000
const COMMENT = ':\n\n'

const HEADERS = {
  'content-type': 'text/event-stream',
  ...NO_STORE,
  'cache-control': 'no-store, no-transform', // Compression would delay events.
  'x-accel-buffering': 'no', // The same for a proxy that gathers answers.
}

/** One event; `data` is sent as JSON on one line. */
export interface StreamEvent {
  readonly event: string
  /** The id that the browser sends to resume an interrupted stream. */
  readonly id?: number
  readonly data: object
}

/** An open stream: the answer to return, and what to send on it. */
export interface EventStream {
  readonly response: Response
  /** Sends an event; without one, a comment as a sign of life. Ends the stream of a reader that does not read. */
  readonly send: (event?: StreamEvent) => void
  readonly end: () => void
}

/** Opens a stream. `ended` is called once: when the reader leaves, does not read, or `end` is called. */
export function openEventStream({ signal }: Request, ended: () => void): EventStream {
  const bytes = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const leave = () => {
    const open = controller
    controller = undefined
    if (open) ended()
    return open
  }
  const end = () => leave()?.close()
  const write = (text: string) => {
    if (controller && (controller.desiredSize ?? 0) <= 0) end()
    controller?.enqueue(bytes.encode(text))
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (opened) => {
        controller = opened
      },
      cancel: () => void leave(),
    },
    new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
  write(`retry: ${RETRY_MS}\n${COMMENT}`)
  signal.addEventListener('abort', end, { once: true })
  return { response: respondStream(200, body, HEADERS), send: (event) => write(event ? textOf(event) : COMMENT), end }
}

/** The answer to HEAD: the headers of a stream. */
export const eventStreamHead = (): Response => respondStream(200, null, HEADERS)

const textOf = ({ event, id, data }: StreamEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

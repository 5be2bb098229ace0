// The event streams that a process has open at one address: bounded in number, looked after by one timer while there are any.
import { fewPerTurn } from '../async/turns.ts'
import { SECOND } from '../clock.ts'
import type { EventStream } from './event-stream.ts'

/** The interval of heartbeats; below the timeouts of proxies. */
export const HEARTBEAT_MS = 15 * SECOND
/** Concurrent streams of one person: one for each of several tabs. */
export const MOST_OF_PERSON = 8
const MOST_IN_ALL = 200
/** Streams that are looked after in one turn of the event loop: each takes a millisecond or two. */
const LOOKED_AFTER_PER_TURN = 4

interface OpenStream {
  readonly who: string
  readonly events: EventStream
}

export interface OpenStreams<Stream extends OpenStream> extends Iterable<Stream> {
  readonly isEmpty: () => boolean
  readonly has: (stream: Stream) => boolean
  /** True when there is no room for another one of this person. */
  readonly isFull: (who: string) => boolean
  readonly add: (stream: Stream) => void
  readonly remove: (stream: Stream) => void
  /** Await it before work for a stream: a change, or the time for a sign of life, comes to all of them at once. */
  readonly turn: () => Promise<void>
  /** Ends all streams, and lets no other begin: the process is going to stop. */
  readonly close: () => void
}

/** Calls `look` every so many milliseconds while a stream is open. */
export function openStreams<Stream extends OpenStream>(everyMs: number, look: () => void): OpenStreams<Stream> {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  return {
    [Symbol.iterator]: () => streams.values(),
    isEmpty: () => streams.size === 0,
    has: (stream) => streams.has(stream),
    isFull: (who) =>
      closed ||
      streams.size >= MOST_IN_ALL ||
      [...streams].filter((stream) => stream.who === who).length >= MOST_OF_PERSON,
    add: (stream) => {
      streams.add(stream)
      timer ??= setInterval(look, everyMs).unref()
    },
    remove: (stream) => {
      streams.delete(stream)
      if (streams.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    turn: fewPerTurn(LOOKED_AFTER_PER_TURN),
    close: () => {
      closed = true
      for (const { events } of streams) events.end()
    },
  }
}

// Who searches next: clients take turns, and only few searches of each run and wait, so that the searches of one take
// nothing from those of others (conformance FBO-05, FBO-06).
import { type SearchRefusal, SearchRefused } from '#lib/search-refused.ts'
import type { Asking } from '#server/fhir/store.ts'

/** The most searches that wait, of all clients and of one. */
const MOST_WAITING = 64
const MOST_WAITING_OF_ONE = 8
/** The longest that a search waits, in milliseconds: its client hears so before the connection is given up. */
const LONGEST_WAIT = 20_000
/** The most searches of one client that run at a time. */
const MOST_RUNNING_OF_ONE = 1

export interface Turns<Place> {
  /** Runs work in a place once it is its client's turn. Rejects with SearchRefused if too many wait, or nobody any more. */
  readonly take: <T>(asking: Asking, work: (place: Place) => Promise<T>) => Promise<T>
  /** The number of searches that run or wait. */
  readonly size: () => number
  /** Refuses all that wait. */
  readonly close: () => void
}

interface Waiting<Place> {
  readonly begin: (place: Place) => Promise<void>
  readonly giveUp: (reason: SearchRefusal) => void
}

/** Turns in a fixed number of places. */
export function turns<Place>(places: readonly Place[], longestWait = LONGEST_WAIT): Turns<Place> {
  const free = [...places]
  const running = new Map<string, number>()
  /** The client that had its turn last stands last. */
  const waiting = new Map<string, Set<Waiting<Place>>>()
  const waitingOf = (client: string) => waiting.get(client) ?? new Set()
  const total = () => [...waiting.values()].reduce((sum, { size }) => sum + size, 0)

  const leave = (client: string, one: Waiting<Place>) => {
    const others = waitingOf(client)
    others.delete(one)
    if (others.size === 0) waiting.delete(client)
  }

  const next = () => {
    const isFree = ([client]: readonly [string, unknown]) => (running.get(client) ?? 0) < MOST_RUNNING_OF_ONE
    const [client, queue] = [...waiting].find(isFree) ?? []
    const [first] = queue ?? []
    const place = client === undefined || !first ? undefined : free.pop()
    if (client === undefined || !queue || !first || place === undefined) return
    leave(client, first)
    void run(client, place, first)
  }

  const run = async (client: string, place: Place, { begin }: Waiting<Place>) => {
    running.set(client, (running.get(client) ?? 0) + 1)
    await begin(place)
    const left = (running.get(client) ?? 1) - 1
    if (left > 0) running.set(client, left)
    else running.delete(client)
    const queue = waiting.get(client)
    if (queue && waiting.delete(client)) waiting.set(client, queue)
    free.push(place)
    next()
  }

  const take = <T>({ client, signal }: Asking, work: (place: Place) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (signal?.aborted) throw new SearchRefused('gone')
      if (total() >= MOST_WAITING || waitingOf(client).size >= MOST_WAITING_OF_ONE) throw new SearchRefused('busy')
      const giveUp = (reason: SearchRefusal) => {
        end()
        leave(client, one)
        reject(new SearchRefused(reason))
      }
      const isGone = () => giveUp('gone')
      const timer = setTimeout(giveUp, longestWait, 'busy').unref()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', isGone)
      }
      const one: Waiting<Place> = {
        giveUp,
        begin: async (place) => {
          end()
          try {
            resolve(await work(place))
          } catch (error) {
            reject(error)
          }
        },
      }
      signal?.addEventListener('abort', isGone, { once: true })
      waiting.set(client, waitingOf(client).add(one))
      next()
    })

  return {
    take,
    size: () => total() + places.length - free.length,
    close: () => {
      for (const { giveUp } of [...waiting.values()].flatMap((queue) => [...queue])) giveUp('gone')
    },
  }
}

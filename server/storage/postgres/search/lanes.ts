// The connections of searches. Those that read few rows are sent without waiting for each other; the others wait their client's
// turn for one of two connections, and are cancelled when their time is up or nobody waits for them any more.
import pg from 'pg'
import { SearchRefused } from '#lib/search-refused.ts'
import type { Asking } from '#server/fhir/store.ts'
import { type Turns, turns } from '../../fair-queue.ts'
import { anew } from '../connection/anew.ts'
import { asUnavailable, isOfTheConnection } from '../connection/errors.ts'
import { ask, type Line, line, type Run } from '../connection/line.ts'
import { connectionSettings, hotSettings, PATIENCE_MS } from '../connection/settings.ts'
import { refusedOf, stopped } from './cancelled.ts'

export interface Lanes {
  /** Runs a statement that reads few rows. */
  readonly brief: Run
  /** Runs what may read many, once it is the client's turn. Rejects with SearchRefused. */
  readonly wide: <T>(asking: Asking, work: (run: Run) => Promise<T>) => Promise<T>
  /** The number of wide searches that run or wait. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

const BRIEF = 2
const WIDE = 2

/** Connections to a database, whose statements run for `ms` milliseconds at most. */
export function lanes(url: string, ms: number): Lanes {
  const searching = {
    ...connectionSettings(url, { statement_timeout: String(ms) }),
    query_timeout: ms + PATIENCE_MS, // The server has ended it by then, if it can be heard.
  }
  const brief = Array.from({ length: BRIEF }, () => line({ ...searching, pipeline: true }))
  const cancelling = line(hotSettings(url))
  const places = Array.from({ length: WIDE }, () => place(searching))
  const turn: Turns<Place> = turns(places)

  const bounded = async <T>(place: Place, asking: Asking, work: (run: Run) => Promise<T>): Promise<T> => {
    const { signal, budgetMs = ms, spent } = asking
    const client = await place.connected()
    if (signal?.aborted) throw new SearchRefused('gone') // Also while it was connected: an abort of before is heard by nobody.
    const begun = performance.now()
    let cancelled: Promise<unknown> | undefined
    const run: Run = (text, values) =>
      anew(async () => {
        if (cancelled) throw stopped(signal) // Between two statements, or two tries of one: there was none to be cancelled.
        return ask(client, text, values)
      })
    const cancel = () => {
      cancelled ??= cancelling.run('SELECT pg_cancel_backend($1)', [processOf(client)]).catch(() => undefined)
    }
    const timer = setTimeout(cancel, Math.min(ms, budgetMs))
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await work(run)
    } catch (error) {
      if (isOfTheConnection(error)) void client.end() // The next search gets another one.
      throw refusedOf(error, signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      spent?.(performance.now() - begun)
      // It may come late, and would hit who searches next.
      if (cancelled && (await cancelled)) await client.query('SELECT 1').catch(() => undefined)
    }
  }

  return {
    brief: async (text, values) => {
      try {
        return await leastBusy(brief).run(text, values)
      } catch (error) {
        throw refusedOf(error, undefined)
      }
    },
    wide: (asking, work) => turn.take(asking, (place) => bounded(place, asking, work)),
    waiting: turn.size,
    close: async () => {
      turn.close()
      await Promise.all([...brief, cancelling, ...places].map((one) => one.close()))
    },
  }
}

interface Place {
  readonly connected: () => Promise<pg.Client>
  readonly close: () => Promise<void>
}

/** One connection, made anew when it was lost. */
function place(settings: pg.ClientConfig): Place {
  let made: pg.Client | undefined
  return {
    connected: async () => {
      if (made) return made
      const client = new pg.Client(settings)
      client.on('error', () => undefined)
      client.once('end', () => {
        if (made === client) made = undefined
      })
      try {
        await client.connect()
      } catch (error) {
        throw asUnavailable(error)
      }
      made = client
      return client
    },
    close: async () => {
      await made?.end()
    },
  }
}

const processOf = (client: pg.Client): number | null =>
  (client as unknown as { readonly processID: number | null }).processID

const leastBusy = (all: readonly Line[]): Line => all.reduce((a, b) => (b.waiting() < a.waiting() ? b : a))

// Deletes expired rows in batches between requests: one batch now and then, and the next one soon while there are more.
import type { Domain } from '../domain/domain.ts'

/** Half of the shortest life of a row, in milliseconds. */
const EVERY_MS = 30_000
/** The pause between two batches of a table with more to delete, for requests. */
const PAUSE_MS = 50
/** Rows that say there may be more. */
const MANY = 500

export interface Purging {
  readonly stop: () => void
}

/** Purges while the process lives. Failures are retried: only the tables' size depends on it. */
export function keepPurging({ purge, log }: Pick<Domain, 'purge' | 'log'>, everyMs = EVERY_MS): Purging {
  let stopped = false
  const batch = async (): Promise<number> => {
    try {
      return await purge()
    } catch (error) {
      log.warn({ error: String(error) }, 'expired rows could not be purged')
      return 0
    }
  }
  const turn = async () => {
    const deleted = await batch()
    if (!stopped) timer = setTimeout(turn, deleted >= MANY ? PAUSE_MS : everyMs).unref()
  }
  let timer = setTimeout(turn, everyMs).unref()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

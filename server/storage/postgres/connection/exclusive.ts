// Work that one process does at a time: who has the advisory lock of its name, on a connection of its own, which ends with the process.
import { type Line, line } from './line.ts'
import { hotSettings } from './settings.ts'

/** A process that hangs in the middle loses its locks with its session: another one takes over. */
const SESSION = { idle_session_timeout: '60s' }

const LOCK = `hashtext('slipway work'), hashtext($1)` // Two numbers: other locks have one.
const TAKE = `SELECT pg_try_advisory_lock(${LOCK}) AS "isTaken"`
const LEAVE = `SELECT pg_advisory_unlock(${LOCK})`

export interface Exclusive extends Pick<Line, 'close'> {
  /** Runs `work`, or gives undefined where work of this name is being done, here or elsewhere. Throws StorageUnavailable. */
  readonly exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Locks of a process in a database; it connects with the first. */
export function exclusive(url: string): Exclusive {
  const { run, close } = line(hotSettings(url, SESSION))
  const here = new Set<string>() // A session may take its own lock again.

  const exclusively: Exclusive['exclusively'] = async (name, work) => {
    const [lock] = await run<{ readonly isTaken: boolean }>(TAKE, [name])
    if (!lock?.isTaken) return undefined
    try {
      return await work()
    } finally {
      await run(LEAVE, [name]).catch(() => undefined) // The lock went with the connection.
    }
  }

  return {
    exclusively: async (name, work) => {
      if (here.has(name)) return undefined
      here.add(name)
      try {
        return await exclusively(name, work)
      } finally {
        here.delete(name)
      }
    },
    close,
  }
}

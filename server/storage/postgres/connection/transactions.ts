// Transactions of several statements, each on a connection that nothing else uses meanwhile.
import pg from 'pg'
import { anew } from './anew.ts'
import { asUnavailable, codeOf, isOfTheConnection } from './errors.ts'
import { ask, type Run } from './line.ts'

/** How a transaction begins, and whether a key that another one took meanwhile is a conflict (`unique_violation`). */
export interface Isolation {
  readonly isolation?: 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE'
  readonly isTakenKeyConflict?: boolean
}

export interface Transactions {
  /**
   * Runs `work` in one transaction, READ COMMITTED unless told otherwise, and anew when it lost against another one: so it may touch
   * nothing but the database. Throws StorageUnavailable.
   */
  readonly transaction: <T>(work: (run: Run) => Promise<T>, isolation?: Isolation) => Promise<T>
  readonly close: () => Promise<void>
}

/** At most `max` at a time. */
export function transactions(settings: pg.ClientConfig, max: number): Transactions {
  const pool = new pg.Pool({ ...settings, max })
  let ended: Promise<void> | undefined
  pool.on('error', () => undefined) // An idle connection that was lost is replaced.
  return {
    transaction: async (work, { isolation = 'READ COMMITTED', isTakenKeyConflict = false } = {}) => {
      const isLost = (error: unknown) => isTakenKeyConflict && codeOf(error) === '23505'
      try {
        return await anew(() => once(pool, work, `BEGIN ISOLATION LEVEL ${isolation}`), isLost)
      } catch (error) {
        throw asUnavailable(error)
      }
    },
    close: () => {
      ended ??= pool.end()
      return ended
    },
  }
}

async function once<T>(pool: pg.Pool, work: (run: Run) => Promise<T>, begin: string): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    await client.query(begin)
    const done = await work((text, values) => ask(client, text, values))
    await client.query('COMMIT')
    return done
  } catch (error) {
    if (isOfTheConnection(error))
      broken ??= error // Nothing is answered on it any more, and the server rolls back.
    else await client.query('ROLLBACK').catch(note)
    throw error
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}

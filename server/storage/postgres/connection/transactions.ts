// Transactions of several statements, each on a connection that nothing else uses meanwhile.
import pg from 'pg'
import { asUnavailable, isConflict } from './errors.ts'
import { prepared, type Run } from './line.ts'

/** Times that a transaction runs at most, when another one keeps winning. */
const MOST_TRIES = 5

export interface Transactions {
  /**
   * Runs `work` in one transaction (READ COMMITTED), and anew when it lost against another one: so it may touch nothing but the
   * database. Throws StorageUnavailable.
   */
  readonly transaction: <T>(work: (run: Run) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** At most `max` at a time. */
export function transactions(settings: pg.ClientConfig, max: number): Transactions {
  const pool = new pg.Pool({ ...settings, max })
  pool.on('error', () => undefined) // An idle connection that was lost is replaced.
  return {
    transaction: async (work) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(pool, work)
        } catch (error) {
          if (!isConflict(error) || tries === MOST_TRIES) throw asUnavailable(error)
        }
      }
    },
    close: () => pool.end(),
  }
}

async function once<T>(pool: pg.Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  client.once('error', (error) => {
    broken = error
  })
  try {
    await client.query('BEGIN')
    const done = await work(async <Row extends object>(text: string, values?: readonly unknown[]) => {
      return (await client.query<Row>(prepared(text, values))).rows
    })
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

// A connection to PostgreSQL for single statements, which is made anew when it was lost. Statements are sent without waiting for the
// answers to those before them (pipelining), and answered in order.
import pg from 'pg'
import { asUnavailable } from './errors.ts'
import { storable } from './nul.ts'

/** Runs one statement, prepared once on its connection: `text` is a constant of the program. Times are given as Date. */
export type Run = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export interface Line {
  /** Throws StorageUnavailable. */
  readonly run: Run
  /** Statements that wait for their answer. */
  readonly waiting: () => number
  /** How often it has connected. */
  readonly made: () => number
  readonly close: () => Promise<void>
}

const names = new Map<string, string>()
let named = 0

/** The name that a statement is prepared by. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const made = `slipway_${named++}`
  names.set(text, made)
  return made
}

/**
 * True for a statement whose rows have other columns than when it was prepared, as after the migration of a newer version. All are
 * prepared anew then; it has changed nothing, and may run again.
 */
export function isOutdated(error: unknown): boolean {
  const is = error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
  if (is) names.clear()
  return is
}

/** The statement as `pg` takes it. */
export const prepared = (text: string, values: readonly unknown[] = []): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: values.map(storable),
})

/** A line with the settings; it connects with its first statement. */
export function line(settings: pg.ClientConfig): Line {
  let connection: Promise<pg.Client> | undefined
  let [waiting, times] = [0, 0]

  const connected = (): Promise<pg.Client> => {
    if (connection) return connection
    const client = new pg.Client(settings)
    const made = client.connect().then(() => {
      times += 1
      return client
    })
    const forget = () => {
      if (connection === made) connection = undefined
    }
    client.on('error', forget) // The statements that wait are told.
    client.once('end', forget)
    made.catch(forget)
    connection = made
    return made
  }

  return {
    run: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      waiting += 1
      try {
        const client = await connected()
        const ask = () => client.query<Row>(prepared(text, values))
        return (await ask().catch((error: unknown) => (isOutdated(error) ? ask() : Promise.reject(error)))).rows
      } catch (error) {
        throw asUnavailable(error)
      } finally {
        waiting -= 1
      }
    },
    waiting: () => waiting,
    made: () => times,
    close: async () => {
      await (await connection?.catch(() => undefined))?.end()
    },
  }
}

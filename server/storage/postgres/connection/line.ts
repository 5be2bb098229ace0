// A connection to PostgreSQL for single statements, which is made anew when it was lost. Statements are sent without waiting for the
// answers to those before them (pipelining), and answered in order.
import pg from 'pg'
import { statementsAnswered, tellAnswered } from '#lib/telemetry.ts'
import { anew } from './anew.ts'
import { asUnavailable, isOutdated } from './errors.ts'
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

/** What is known of a text: the name that it is prepared by, and what metrics call it. */
interface Statement {
  readonly name: string
  readonly label: string
}

const statements = new Map<string, Statement>()
let named = 0

function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const made = { name: `slipway_${named++}`, label: labelOf(text) }
  statements.set(text, made)
  return made
}

/** What metrics call a statement: its first change and the table of it; or the first table, or function, that it reads. */
function labelOf(text: string): string {
  const [, change = 'SELECT', table = READ.exec(text)?.[1] ?? CALLED.exec(text)?.[1]] = CHANGED.exec(text) ?? []
  return table === undefined ? change : `${change} ${table}`
}

const CHANGED = /\b(INSERT(?= INTO)|DELETE(?= FROM)|(?<!FOR |DO |KEY )UPDATE) (?:INTO |FROM )?"?(\w+)/
/** Questions that were asked together are no table (tables/asked.ts). */
const READ = /\b(?:FROM|JOIN) "?(?!(?:asked|LATERAL)\b)(\w+)\b(?!\()/
const CALLED = /\b(?:SELECT \(?|FROM )(\w+)\(/

/** Runs one statement on a connection, where it is prepared once, and tells how long its answer took. Gives its rows. */
export async function ask<Row extends object>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { name, label } = statementOf(text)
  const startedAt = statementsAnswered.hasSubscribers ? performance.now() : undefined
  try {
    return (await client.query<Row>({ name, text, values: values.map(storable) })).rows
  } catch (error) {
    if (isOutdated(error)) statements.clear() // All are prepared anew.
    throw error
  } finally {
    if (startedAt !== undefined) tellAnswered({ statement: label, seconds: (performance.now() - startedAt) / 1000 })
  }
}

/** A line with the settings; it connects with its first statement, and not any more once it is closed. */
export function line(settings: pg.ClientConfig): Line {
  let connection: Promise<pg.Client> | undefined
  let [waiting, times, isClosed] = [0, 0, false]

  const connected = (): Promise<pg.Client> => {
    if (isClosed) return Promise.reject(new Error('Client was closed')) // As node-postgres says it.
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
        return await anew(() => ask<Row>(client, text, values))
      } catch (error) {
        throw asUnavailable(error)
      } finally {
        waiting -= 1
      }
    },
    waiting: () => waiting,
    made: () => times,
    close: async () => {
      isClosed = true
      await (await connection?.catch(() => undefined))?.end()
    },
  }
}

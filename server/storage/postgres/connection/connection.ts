// The connections of a process to one PostgreSQL: nine at most, whatever the number of requests; five more are for searches (search/lanes.ts).

import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { PrismaClient } from '#prisma/generated/client.ts'
import type { History } from '../opening/place.ts'
import { type Barrier, barrier } from './barrier.ts'
import { type Exclusive, exclusive } from './exclusive.ts'
import { gather, shared } from './gather.ts'
import { type Line, line, type Run } from './line.ts'
import { connectionSettings, hotSettings, NAMED, named, TRANSACTION_PATIENCE_MS } from './settings.ts'
import { type Transactions, transactions } from './transactions.ts'

const FOR_STATEMENTS = 2
const FOR_TRANSACTIONS = 2
const FOR_RECORDS = 2

/** What has been written, by whichever process: two looks that are equal saw the same. */
export interface Look {
  readonly registry: number
  readonly accounts: number
  readonly versions: number
  readonly listed: number
}

export interface Postgres extends Pick<Transactions, 'transaction'>, Pick<Exclusive, 'exclusively'>, Barrier {
  /** One statement by itself. Throws StorageUnavailable, as all of these do. */
  readonly run: Run
  /**
   * A statement for all calls that wait together. `text` takes an array for each value of a question, and names the question that a
   * row answers by its number `n`: `unnest($1::text[], ...) WITH ORDINALITY AS asked(hash, n)`. Gives the row, or undefined.
   */
  readonly gathered: <Question extends readonly unknown[], Row extends object = object>(
    text: string,
  ) => (...question: Question) => Promise<Row | undefined>
  /** Looks once for all who wait, after they asked. */
  readonly look: () => Promise<Look>
  /**
   * Is added to all that a look counts. A database that was away may have lost commits that nobody was told of, and count others as it
   * counted those: what was looked at over another connection is of another era.
   */
  readonly era: () => number
  /** Whether no other process has a connection to the database at this moment. */
  readonly isAlone: () => Promise<boolean>
  /** Prisma's client on a few connections of its own, made at the first call. */
  readonly prisma: () => Promise<PrismaClient>
  readonly close: () => Promise<void>
}

const LOOK = `SELECT g."version" AS registry, g."accounts", r.versions, r.listed FROM "registry_state" g,
  (SELECT coalesce(sum("version"), 0)::bigint AS versions, coalesce(sum("listed"), 0)::bigint AS listed FROM "resource_state") r`

/** A process names its connections, so that others know them from their own. */
const OTHERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '${NAMED}%'
  AND application_name <> current_setting('application_name') LIMIT 1`

/** More than is ever counted; so many eras are told apart, within the whole numbers of JavaScript. */
const ERA = 2 ** 40
const MOST_ERAS = 4096

/** Connections to an opened database (opening/opening.ts), each made when it is first needed. */
export function connections(to: string, history: History): Postgres {
  const url = named(to)
  const lines = Array.from({ length: FOR_STATEMENTS }, () => line(hotSettings(url)))
  const [looking, flushing] = [line(hotSettings(url)), line(hotSettings(url, { synchronous_commit: 'on' }))]
  const { transaction, close } = transactions(
    { ...connectionSettings(url), query_timeout: TRANSACTION_PATIENCE_MS },
    FOR_TRANSACTIONS,
  )
  const { exclusively, close: closeLocks } = exclusive(url)
  let prisma: Promise<{ readonly client: PrismaClient; readonly close: () => Promise<void> }> | undefined
  const era = () => (Math.max(looking.made() - 1, 0) % MOST_ERAS) * ERA
  const run: Run = (text, values) => leastBusy(lines).run(text, values)
  return {
    run,
    gathered: (text) => gathered(run, text),
    transaction,
    exclusively,
    ...barrier(flushing, { transaction }, history),
    look: shared(async () => inEra(era, one(await looking.run<Look>(LOOK)))),
    era,
    isAlone: async () => (await run(OTHERS)).length === 0,
    prisma: async () => {
      prisma ??= import('../../prisma/postgres-client.ts').then(({ postgresClient }) =>
        postgresClient(url, FOR_RECORDS),
      )
      return (await prisma).client
    },
    close: async () => {
      await Promise.all([...lines, looking, flushing].map((each) => each.close()))
      await closeLocks()
      await close()
      await (await prisma)?.close()
    },
  }
}

const leastBusy = (lines: readonly Line[]): Line => lines.reduce((a, b) => (b.waiting() < a.waiting() ? b : a))

function gathered<Question extends readonly unknown[], Row extends object>(
  run: Run,
  text: string,
): (...question: Question) => Promise<Row | undefined> {
  const ask = gather<Question, Row | undefined>(async (all) => {
    const columns = (all[0] ?? []).map((_, index) => all.map((question) => question[index] ?? null))
    const answers: (Row | undefined)[] = Array.from(all, () => undefined)
    for (const { n, ...row } of await run<{ readonly n: number }>(text, columns)) answers[n - 1] = row as Row
    return answers
  })
  return (...question) => ask(question)
}

/** The counts, each of the connection that gave them. */
const inEra = (era: () => number, look: Look): Look => ({
  registry: look.registry + era(),
  accounts: look.accounts + era(),
  versions: look.versions + era(),
  listed: look.listed + era(),
})

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new StorageUnavailable('The database has no row of its own state: is it being restored?')
  return row
}

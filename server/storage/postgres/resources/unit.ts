// The transaction of a FHIR write: its work is synchronous. What it reads is answered within a transaction of PostgreSQL, after which
// it begins anew (lib/async/replay.ts); what it writes is kept until its end, and sent as one statement.
import { type Answers, answerTo } from '#lib/async/replay.ts'
import { byParam, isFoundBy } from '#lib/fhir/search/matching.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import { SearchRefused } from '#lib/search-refused.ts'
import type { SearchFound, SearchWanted, StoredVersion, WriteTransaction } from '#server/fhir/store.ts'
import { versionOf } from '../audit/events.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'
import { refusedOf } from '../search/cancelled.ts'
import { firstIn } from '../search/searches.ts'
import { append, deletion, type NewVersion, nextVersion, storedAs } from './append.ts'
import { withOwn } from './moment.ts'
import { referrersIn } from './referrers.ts'
import type { Reindexing } from './reindexing.ts'
import { CURRENT, matchesOf, toVersion, VERSION, type VersionRow } from './versions.ts'

/** One attempt of a transaction's work. */
export interface Unit {
  readonly transaction: WriteTransaction
  /** What it writes, without what it records. */
  readonly versions: readonly NewVersion[]
  /** Events of the audit log: those of `versions`, and those to be written at its end. */
  readonly sent: readonly NewVersion[]
  readonly recorded: readonly NewVersion[]
}

const REGISTRY = 'SELECT version FROM registry_state'
const VALUES = 'SELECT param, system, value FROM search_value WHERE seq = $1'
const SUBSCRIPTIONS_ON = `SELECT count(*) AS n FROM resource_version r JOIN resource_body b ON b.seq = r.seq
  WHERE r.type = 'Subscription' AND r.origin = $1 AND r."supersededBy" IS NULL AND NOT r.deleted AND r.id <> $2 AND b.body::json ->> 'status' <> 'off'`

interface Attempting extends Pick<Reindexing, 'isPartial'>, Pick<Postgres, 'era'> {}

/** An attempt whose questions are put to `run`. The answers hold for all attempts of one transaction. */
export function unitOf(run: Run, answers: Answers, { isPartial, era }: Attempting): Unit {
  const versions: NewVersion[] = []
  const sent: NewVersion[] = []
  const recorded: NewVersion[] = []
  const newest = new Map<string, NewVersion>()
  const asks = asking(run, answers, versions, { isPartial, era })

  const add = (version: NewVersion): StoredVersion => {
    versions.push(version)
    newest.set(`${version.type}/${version.id}`, version)
    return storedAs(version)
  }

  const head = (type: string, id: string): NewVersion | VersionRow | undefined =>
    newest.get(`${type}/${id}`) ?? asks.current(type, id)

  const transaction: WriteTransaction = {
    ...asks.others,
    current: (type, id) => {
      const row = head(type, id)
      return row && toVersion(row)
    },
    version: (type, id, versionId) => {
      const written = versions.find((one) => one.type === type && one.id === id && one.versionId === versionId)
      const row = written ?? asks.version(type, id, versionId)
      return row && toVersion(row)
    },
    finds: (search, { type, id }) => {
      const row = head(type, id)
      if (!row || row.deleted) return false
      const values = 'values' in row ? valuesOf(row) : asks.values(row.seq)
      return isFoundBy(search, { ...row, origin: row.origin ?? undefined }, byParam(values))
    },
    write: (resource, now, by) => add(nextVersion(resource, head(resource.type, resource.id), now, by)),
    // If there were a version after all, the unique index would refuse this one.
    add: (resource, now, by) => add(nextVersion(resource, newest.get(`${resource.type}/${resource.id}`), now, by)),
    index: ({ type, id }, values) => {
      newest.get(`${type}/${id}`)?.values.push(...values)
    },
    record: (events) => void recorded.push(...events.map(versionOf)),
    recordSent: (event, now) => {
      const version = nextVersion(event, undefined, now)
      sent.push(version)
      return { lastUpdated: version.lastUpdated, body: add(version).body ?? '' }
    },
    bury: (type, id, now) => {
      const last = head(type, id)
      if (!last) throw new Error(`There is no ${type}/${id} to delete.`)
      return add(deletion(type, id, last, now))
    },
  }
  return { transaction, versions, sent, recorded }
}

/** The questions of an attempt that has written some versions. */
function asking(run: Run, answers: Answers, versions: readonly NewVersion[], { isPartial, era }: Attempting) {
  const ask = <T>(question: readonly unknown[], find: () => Promise<T>): T =>
    answerTo(answers, JSON.stringify(question), find)

  const first = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row | undefined> =>
    (await run<Row>(text, values))[0]

  /** Asks what no memory knows, of a database that has what was written so far. */
  const askWritten = <T>(question: readonly unknown[], find: () => Promise<T>): T => {
    const written = [...versions]
    return ask([written.length, ...question], async () => {
      await run('SAVEPOINT written')
      try {
        await append(run, written)
        return await find()
      } finally {
        await run('ROLLBACK TO SAVEPOINT written')
      }
    })
  }

  const others: Pick<WriteTransaction, 'registry' | 'search' | 'referrers' | 'subscriptionsOn'> = {
    registry: () => era() + (ask(['registry'], () => first<{ readonly version: number }>(REGISTRY, []))?.version ?? 0),
    search: (wanted, { ms }) => {
      const found = askWritten(['search', wanted], () => searched(run, wanted, ms))
      if (found instanceof SearchRefused) throw found
      return { ...found, isPartial: isPartial(wanted.search) }
    },
    referrers: (...asked) => askWritten(['referrers', ...asked], () => referrersIn(run, ...asked)),
    subscriptionsOn: (...asked) =>
      askWritten(['subscriptions', ...asked], () => first<{ readonly n: number }>(SUBSCRIPTIONS_ON, asked))?.n ?? 0,
  }
  return {
    others,
    current: (type: string, id: string) => ask(['current', type, id], () => first<VersionRow>(CURRENT, [[type], [id]])),
    version: (type: string, id: string, versionId: number) =>
      ask(['version', type, id, versionId], () => first<VersionRow>(VERSION, [[type], [id], [versionId]])),
    values: (seq: number) => ask(['values', seq], () => run<IndexedValue>(VALUES, [seq])),
  }
}

type Found = Omit<SearchFound, 'isPartial'>

/** The number of the transaction, once it has written. */
const OWN = 'SELECT pg_current_xact_id_if_assigned()::text AS own'

/** What a search finds within a transaction, in `ms` milliseconds; its refusal is an answer, too. */
async function searched(run: Run, wanted: SearchWanted, ms: number): Promise<Found | SearchRefused> {
  try {
    await run("SELECT set_config('statement_timeout', $1, true)", [String(Math.max(1, Math.ceil(ms)))])
    const { moment, seqs, total } = await firstIn(run, wanted)
    const matches = await matchesOf(run, seqs, wanted.search.visibility)
    const [{ own = null } = {}] = await run<{ readonly own: string | null }>(OWN)
    return { asOfSeq: withOwn(moment, own), total, matches }
  } catch (error) {
    const refused = refusedOf(error, undefined)
    if (refused instanceof SearchRefused) return refused
    throw error
  }
}

/** Param, system and value, one after the other. */
function valuesOf({ values }: NewVersion): readonly IndexedValue[] {
  const all: IndexedValue[] = []
  for (let at = 0; at < values.length; at += 3)
    all.push({ param: values[at] ?? '', system: values[at + 1] ?? '', value: values[at + 2] ?? '' })
  return all
}

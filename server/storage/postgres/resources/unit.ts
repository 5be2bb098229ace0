// The transaction of a FHIR write: its work is synchronous. What it reads is answered within a transaction of PostgreSQL, after which
// it begins anew (lib/async/replay.ts); what it writes is kept until its end, and sent as one statement.
import { type Answers, answerTo } from '#lib/async/replay.ts'
import { byParam, isFoundBy } from '#lib/fhir/search/matching.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import { SearchRefused } from '#lib/search-refused.ts'
import type { Search, SearchFound, SearchWanted, StoredVersion, WriteTransaction } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'
import { refusedOf } from '../search/cancelled.ts'
import type { Moment } from '../search/moment.ts'
import { firstIn } from '../search/searches.ts'
import { PLANNED } from '../search/settings.ts'
import { append, deletion, type Head, type NewVersion, nextVersion, storedAs } from './append.ts'
import { referrersIn } from './referrers.ts'
import { CURRENT, matchesOf, toVersion, VERSION, type VersionRow } from './versions.ts'

/** One attempt of a transaction's work. */
export interface Unit {
  readonly transaction: WriteTransaction<Moment>
  /** What it writes. */
  readonly versions: readonly NewVersion[]
}

const REGISTRY = 'SELECT version FROM registry_state'
const VALUES = 'SELECT param, system, value FROM search_value WHERE seq = $1'
const SUBSCRIPTIONS_ON = `SELECT count(*) AS n FROM resource_version r JOIN resource_body b ON b.seq = r.seq
  WHERE r.type = 'Subscription' AND r.origin = $1 AND r."supersededBy" IS NULL AND NOT r.deleted AND r.id <> $2 AND b.body::json ->> 'status' <> 'off'`

/** An attempt whose questions are put to `run`. The answers hold for all attempts of one transaction. */
export function unitOf(run: Run, answers: Answers): Unit {
  const versions: NewVersion[] = []
  const newest = new Map<string, NewVersion>()
  const ask = <T>(question: readonly unknown[], find: () => Promise<T>): T =>
    answerTo(answers, JSON.stringify(question), find)

  const write = (version: NewVersion): StoredVersion => {
    versions.push(version)
    newest.set(`${version.type}/${version.id}`, version)
    return storedAs(version)
  }

  /** The stored row of the newest version. */
  const stored = (type: string, id: string): VersionRow | undefined =>
    ask(['current', type, id], async () => (await run<VersionRow>(CURRENT, [[type], [id]]))[0])

  const head = (type: string, id: string): Head | undefined => newest.get(`${type}/${id}`) ?? stored(type, id)

  /** Asks what no memory knows, of a database that has what was written so far. */
  const askWritten = <T>(question: readonly unknown[], find: () => Promise<T>): T =>
    ask([versions.length, ...question], async () => {
      const written = [...versions]
      await run('SAVEPOINT written')
      try {
        await append(run, written)
        return await find()
      } finally {
        await run('ROLLBACK TO SAVEPOINT written')
      }
    })

  const search = async (wanted: SearchWanted, ms: number): Promise<SearchFound<Moment> | SearchRefused> => {
    const session = Object.entries({ ...PLANNED, statement_timeout: String(Math.max(1, Math.ceil(ms))) })
    try {
      await run('SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s(name, value)', [
        session.map(([name]) => name),
        session.map(([, value]) => value),
      ])
      const { moment, seqs, total } = await firstIn(run, wanted)
      const matches = await matchesOf(run, seqs, wanted.search.visibility)
      return { asOfSeq: moment, total, isPartial: false, matches }
    } catch (error) {
      const refused = refusedOf(error, undefined)
      if (refused instanceof SearchRefused) return refused
      throw error
    }
  }

  const transaction: WriteTransaction<Moment> = {
    registry: () => ask(['registry'], async () => (await run<{ readonly version: number }>(REGISTRY))[0]?.version),
    current: (type, id) => {
      const written = newest.get(`${type}/${id}`)
      if (written) return storedAs(written)
      const row = stored(type, id)
      return row && toVersion(row)
    },
    version: (type, id, versionId) => {
      const written = versions.find((one) => one.type === type && one.id === id && one.versionId === versionId)
      if (written) return storedAs(written)
      const row = ask(
        ['version', type, id, versionId],
        async () => (await run<VersionRow>(VERSION, [[type], [id], [versionId]]))[0],
      )
      return row && toVersion(row)
    },
    search: (wanted, { ms }) => {
      const found = askWritten(['search', wanted], () => search(wanted, ms))
      if (found instanceof SearchRefused) throw found
      return found
    },
    finds: (asked, { type, id }) => {
      const written = newest.get(`${type}/${id}`)
      if (written) return isFound(asked, written, valuesOf(written))
      const row = stored(type, id)
      if (!row) return false
      return isFound(
        asked,
        row,
        ask(['values', row.seq], () => run<IndexedValue>(VALUES, [row.seq])),
      )
    },
    referrers: (...asked) => askWritten(['referrers', ...asked], () => referrersIn(run, ...asked)),
    subscriptionsOn: (origin, besideId) =>
      askWritten(
        ['subscriptions', origin, besideId],
        async () => (await run<{ readonly n: number }>(SUBSCRIPTIONS_ON, [origin, besideId]))[0]?.n ?? 0,
      ),
    write: (resource, now, by) => write(nextVersion(resource, head(resource.type, resource.id), now, by)),
    // If there were a version after all, the unique index would refuse this one.
    add: (resource, now, by) => write(nextVersion(resource, newest.get(`${resource.type}/${resource.id}`), now, by)),
    bury: (type, id, now) => {
      const last = head(type, id)
      if (!last) throw new Error(`There is no ${type}/${id} to delete.`)
      return write(deletion(type, id, last, now))
    },
  }
  return { transaction, versions }
}

/** Param, system and value, one after the other. */
function valuesOf({ values }: NewVersion): readonly IndexedValue[] {
  const all: IndexedValue[] = []
  for (let at = 0; at < values.length; at += 3)
    all.push({ param: values[at] ?? '', system: values[at + 1] ?? '', value: values[at + 2] ?? '' })
  return all
}

const isFound = (
  search: Search,
  { origin, deleted, ...version }: Pick<VersionRow, 'type' | 'id' | 'lastUpdated' | 'origin' | 'deleted'>,
  values: readonly IndexedValue[],
): boolean => !deleted && isFoundBy(search, { ...version, origin: origin ?? undefined }, byParam(values))

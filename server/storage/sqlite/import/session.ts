// One import, written in groups, so that it can be interrupted anywhere and repeated (docs/decisions/0010-import.md).
import { setTimeout as delay } from 'node:timers/promises'
import type { ImportSession, ImportSessions, PreparedResource } from '#server/fhir/store.ts'
import { type LostLogins, lostLogins, namesIn } from '../../import/lost-logins.ts'
import { whenFree } from '../durability/busy-retry.ts'
import type { Database, Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { Changes, type Head, nextVersion, versionWriter } from '../resources/resource-writer.ts'
import { type Counts, type ImportRuns, importRuns } from './version-matching.ts'

/**
 * Resources per group: many while no other process uses the database, because pages that change often are then written
 * once.
 */
const GROUP_ALONE = 5000
const GROUP_SHARED = 500
/** The longest transaction. It is short if other processes use the database, and followed by an equally long pause. */
const HOLD_ALONE_MS = 2000
const HOLD_SHARED_MS = 15
const LEAVE_MS = 15

/** Imports into a database. A dry run writes nothing. Methods throw StorageUnavailable. */
export const importSessions = ({ sql, isAlone }: Pick<Database, 'sql' | 'isAlone'>): ImportSessions => ({
  begin: ({ dryRun, loginSystem }) => {
    const lost = lostLogins(loginSystem)
    return throwingUnavailable(
      dryRun ? drySession(sql, lost, loginSystem) : writingSession(sql, isAlone, lost, loginSystem),
    )
  },
})

/** Does a part of the work; returns true when all of it is done. */
type Some = (until: () => boolean) => boolean

/** Finds what is compared with an import. */
function storedIn(sql: Sqlite, lost: LostLogins, system: string | undefined) {
  const identifiers = sql.prepare<[number], { identifiers: string | null }>(
    "SELECT body -> '$.identifier' AS identifiers FROM resource_body WHERE seq = ?",
  )
  const versionsOf = sql
    .prepare<[string, string, string], number>(
      'SELECT versionId FROM resource_version WHERE type = ? AND id = ? AND contentHash = ?',
    )
    .pluck()
  const hashOf = sql
    .prepare<[string, string, number], string | null>(
      'SELECT contentHash FROM resource_version WHERE type = ? AND id = ? AND versionId = ?',
    )
    .pluck()
  return {
    versionsOf: (type: string, id: string, contentHash: string) => versionsOf.all(type, id, contentHash),
    hashOf: (type: string, id: string, versionId: number) => hashOf.get(type, id, versionId),
    compareLogins: (resource: PreparedResource, head: Head | undefined) => {
      if (head?.deleted === 0 && lost.watches(resource))
        lost.compare(resource, namesIn(identifiers.get(head.seq)?.identifiers, system))
    },
  }
}

/** Gives up all that waits, in order, until `until`. Returns true when nothing waits. */
function giveUpAll({ waiting, giveUp }: ImportRuns, now: number, counts: Counts, until: () => boolean): boolean {
  for (let [first] = waiting(1); first; [first] = waiting(1)) {
    giveUp(first, now, counts)
    if (until()) return false
  }
  return true
}

function writingSession(
  sql: Sqlite,
  isAlone: () => boolean,
  lost: LostLogins,
  system: string | undefined,
): ImportSession {
  const { compareLogins, ...stored } = storedIn(sql, lost, system)
  const versions = versionWriter(sql)
  const newest = sql.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM resource_version')
  const begun = newest.get()?.seq ?? 0
  let changes = new Changes()
  const runs = importRuns<Head>(sql, {
    ...stored,
    head: versions.head,
    isOurs: ({ seq }) => seq > begun,
    append: (resource, last, now) => {
      compareLogins(resource, last)
      versions.append(resource, last, now, changes)
    },
  })
  const transaction = sql.transaction((some: Some, until: () => boolean): boolean => {
    changes = new Changes()
    const through = some(until)
    versions.applyCounts(changes)
    return through
  })

  /** Works in transactions of limited duration. */
  const inTurns = async (some: Some) => {
    for (let through = false; !through; ) {
      const alone = isAlone()
      through = await whenFree(sql, () => transaction.immediate(some, until(alone ? HOLD_ALONE_MS : HOLD_SHARED_MS)))
      if (!alone) await delay(LEAVE_MS)
    }
  }

  return {
    groupSize: () => (isAlone() ? GROUP_ALONE : GROUP_SHARED),
    write: async (resources, now) => {
      const counts = none()
      await inTurns(taking(resources, (resource) => runs.take(resource, now, counts)))
      return counts
    },
    finish: async (now) => {
      const counts = none()
      await inTurns((until) => giveUpAll(runs, now, counts, until))
      return counts
    },
    lostLogins: lost.all,
  }
}

/** Becomes true after some milliseconds. */
function until(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

/** Continues where it stopped. */
function taking(resources: readonly PreparedResource[], take: (resource: PreparedResource) => void): Some {
  let at = 0
  return (until) => {
    for (const resource of resources.slice(at)) {
      take(resource)
      at += 1
      if (until()) break
    }
    return at === resources.length
  }
}

const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0 })

const DRY = `
  DROP TABLE IF EXISTS temp.import_dry;
  CREATE TEMP TABLE import_dry (type TEXT, id TEXT, versionId INTEGER, contentHash TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID;
`
/** A placeholder seq for a version in a dry run, newer than any stored one. */
const WOULD_BE = { seq: Number.POSITIVE_INFINITY, lastUpdated: 0, deleted: 0, origin: null }

/** Counts what a writing session would write, using a temporary table. */
function drySession(sql: Sqlite, lost: LostLogins, system: string | undefined): ImportSession {
  const { compareLogins, ...stored } = storedIn(sql, lost, system)
  sql.exec(DRY)
  const versions = versionWriter(sql)
  const written = sql.prepare<[string, string], Pick<Head, 'versionId' | 'contentHash'>>(
    'SELECT versionId, contentHash FROM temp.import_dry WHERE type = ? AND id = ?',
  )
  const keep = sql.prepare<[string, string, number, string]>('REPLACE INTO temp.import_dry VALUES (?, ?, ?, ?)')
  const isOurs = ({ seq }: Head) => seq === WOULD_BE.seq
  const runs = importRuns<Head>(sql, {
    ...stored,
    head: (type, id) => {
      const own = written.get(type, id)
      return own ? { ...WOULD_BE, ...own } : versions.head(type, id)
    },
    isOurs,
    append: (resource, last) => {
      const { type, id, contentHash } = resource
      compareLogins(resource, last && isOurs(last) ? versions.head(type, id) : last)
      keep.run(type, id, nextVersion(last), contentHash)
    },
  })
  const reading = sql.transaction((task: (counts: Counts) => void): Counts => {
    const counts = none()
    task(counts)
    return counts
  })
  return {
    groupSize: () => GROUP_SHARED,
    write: async (resources, now) =>
      reading.deferred((counts) => {
        for (const resource of resources) runs.take(resource, now, counts)
      }),
    finish: async (now) => reading.deferred((counts) => giveUpAll(runs, now, counts, () => false)),
    lostLogins: lost.all,
  }
}

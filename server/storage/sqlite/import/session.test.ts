import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { PreparedResource } from '#server/fhir/store.ts'
import { rounds } from '#server/testing/rounds.ts'
import { newDatabase } from '#server/testing/temporary-database.ts'
import { type Database, openDatabase } from '../file/database.ts'
import { importSessions } from './session.ts'

const NOW = Date.UTC(2026, 3, 1)

let directory: string
let database: Database

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'slipway-import-'))
  database = newDatabase(path.join(directory, 'slipway.db'))
})
afterAll(async () => {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})
const empty = () =>
  database.sql.exec(
    'DELETE FROM resource_body; DELETE FROM resource_version; DELETE FROM search_value; DELETE FROM resource_count',
  )
beforeEach(empty)

/** One letter is one content; its case is the resource it belongs to. */
const prepared = (letter: string): PreparedResource => {
  const id = letter === letter.toLowerCase() ? 'small' : 'large'
  const parsed = { resourceType: 'Patient', id, name: [{ text: letter }] }
  return prepareResource({ type: 'Patient', id, text: JSON.stringify(parsed), parsed })
}

/** The versions of both resources, as letters. */
const stored = (): string =>
  (
    database.sql
      .prepare(
        "SELECT body ->> '$.name[0].text' AS letter FROM resource_version LEFT JOIN resource_body USING (seq) ORDER BY id, versionId",
      )
      .all() as { letter: string | null }[]
  )
    .map(({ letter }) => letter ?? '-')
    .join('')

/** Imports the letters in groups; where `killedAfter` groups are given, the rest is never seen. */
async function imported(letters: string, group = 1, killedAfter = Number.POSITIVE_INFINITY, dryRun = false) {
  const session = importSessions(database).begin({ dryRun })
  const total = { created: 0, updated: 0, unchanged: 0 }
  const add = (counts: typeof total) => {
    for (const outcome of ['created', 'updated', 'unchanged'] as const) total[outcome] += counts[outcome]
  }
  for (let at = 0, groups = 0; at < letters.length; at += group, groups += 1) {
    if (groups >= killedAfter) return total
    add(await session.write([...letters.slice(at, at + group)].map(prepared), NOW))
  }
  if (killedAfter === Number.POSITIVE_INFINITY) add(await session.finish(NOW))
  return total
}

describe('an import', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B'), maxLength: 12 })

  it('leaves the same versions when it is run again, wherever it was interrupted before', async () => {
    await fc.assert(
      fc.asyncProperty(
        letters,
        letters,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (before, file, group, killedAfter) => {
          empty()
          await imported(before)
          await imported(file)
          const whole = stored()
          const again = await imported(file, group)
          expect([stored(), again.created + again.updated]).toEqual([whole, 0])
          empty()
          await imported(before)
          await imported(file, group, killedAfter)
          await imported(file, 1, killedAfter)
          await imported(file, group)
          expect(stored()).toBe(whole)
        },
      ),
      { numRuns: rounds(40, 150) },
    )
  })

  it('counts every resource once, and a dry one the same without a trace', async () => {
    await fc.assert(
      fc.asyncProperty(letters, letters, async (before, file) => {
        empty()
        await imported(before)
        const versions = stored()
        const dry = await imported(file, 3, Number.POSITIVE_INFINITY, true)
        expect(stored()).toBe(versions)
        const wet = await imported(file, 2)
        expect(dry).toEqual(wet)
        expect(wet.created + wet.updated + wet.unchanged).toBe(file.length)
        expect(stored().length).toBe(versions.length + wet.created + wet.updated)
      }),
      { numRuns: rounds(40, 100) },
    )
  })
})

describe('an import beside others', () => {
  it('detects other users of the database, and then gives them turns', async () => {
    expect(database.isAlone()).toBe(true)
    const session = importSessions(database).begin({ dryRun: false })
    expect(session.groupSize()).toBe(5000)
    const other = openDatabase(path.join(directory, 'slipway.db'))
    expect([database.isAlone(), other.isAlone(), session.groupSize()]).toEqual([false, false, 500])
    await other.close()
    expect(database.isAlone()).toBe(true)
  })

  it('lets other writes in between: they wait for a part of a group at most', async () => {
    const other = openDatabase(path.join(directory, 'slipway.db'))
    const many = Array.from({ length: 3000 }, (_, n) => {
      const parsed = { resourceType: 'Patient', id: `p${n}`, name: [{ text: 'x' }] }
      return prepareResource({ type: 'Patient', id: `p${n}`, text: JSON.stringify(parsed), parsed })
    })
    const session = importSessions(database).begin({ dryRun: false })
    const writing = session.write(many, NOW)
    let turns = 0
    const count = other.sql.prepare<[], { n: number }>('SELECT count(*) AS n FROM resource_version')
    const seen: number[] = []
    for (let done = false; !done; turns += 1) {
      done = await Promise.race([writing.then(() => true), new Promise<false>((later) => setTimeout(later, 1, false))])
      other.sql.transaction(() => seen.push(count.get()?.n ?? 0)).immediate()
    }
    expect(turns).toBeGreaterThan(2)
    expect(seen.some((n) => n > 0 && n < 3000)).toBe(true)
    await other.close()
  })

  it('ERR-07 reports that the storage is unavailable when another process locks the database for long', async () => {
    const other = openDatabase(path.join(directory, 'slipway.db'))
    database.sql.pragma('busy_timeout = 50')
    other.sql.exec('BEGIN IMMEDIATE')
    const session = importSessions(database).begin({ dryRun: false })
    await expect(session.write([prepared('a')], NOW)).rejects.toThrow(StorageUnavailable)
    other.sql.exec('ROLLBACK')
    expect(await session.write([prepared('a')], NOW)).toEqual({ created: 1, updated: 0, unchanged: 0 })
    await other.close()
  })
})

// What is SQLite's own about an import; what holds for each engine is in server/storage/contracts/imports.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { PreparedResource } from '#server/fhir/store.ts'
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

const prepared = (id: string): PreparedResource => {
  const parsed = { resourceType: 'Patient', id, name: [{ text: 'x' }] }
  return prepareResource({ type: 'Patient', id, text: JSON.stringify(parsed), parsed })
}

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
    const many = Array.from({ length: 3000 }, (_, n) => prepared(`p${n}`))
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

import { describe, expect, it, onTestFinished } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { openDatabase } from '../file/database.ts'
import { resourceDatabase } from './resources.ts'

const NOW = Date.UTC(2026, 3, 1)

function temporary() {
  const database = temporaryDatabase()
  return { file: database.sql.name, database, resources: resourceDatabase(database.sql) }
}

const write = (type: string, id: string, more: object = {}) => {
  const parsed = { resourceType: type, id, ...more }
  return { type, id, text: JSON.stringify(parsed), parsed }
}

describe('versions of a resource in a file', () => {
  it('of a batch that fails are not there at all', async () => {
    const { database, resources } = temporary()
    database.sql.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON search_value WHEN NEW.value = 'b' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    )
    const batch = [write('Patient', 'a'), write('Patient', 'b', { identifier: [{ value: 'b' }] })]
    await expect(resources.write(batch, NOW)).rejects.toThrow('broken')
    expect(await resources.readCurrent('Patient', 'a')).toBeUndefined()
    expect(await resources.currentSeq()).toBe(0)
  })

  it('ERR-07 cannot be written while another process locks the database for long', async () => {
    const { file, database, resources } = temporary()
    const other = openDatabase(file)
    onTestFinished(() => other.close())
    database.sql.pragma('busy_timeout = 50')
    other.sql.exec('BEGIN EXCLUSIVE')
    await expect(resources.write([write('Patient', 'p')], NOW)).rejects.toThrow(StorageUnavailable)
    other.sql.exec('ROLLBACK')
    expect(await resources.write([write('Patient', 'p')], NOW)).toEqual(['created'])
  })
})

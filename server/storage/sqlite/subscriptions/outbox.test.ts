import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { openDatabase, type Sqlite } from '../file/database.ts'
import { copyDatabase, openCopy } from '../operations/backup.ts'
import { outboxWriter } from './outbox.ts'

function temporary(): { readonly sql: Sqlite; readonly file: string } {
  const database = temporaryDatabase()
  const file = database.sql.name
  return { sql: database.sql, file }
}

const events = (sql: Sqlite) => sql.prepare('SELECT * FROM resource_event ORDER BY seq').all()

describe('the outbox of notifications', () => {
  it('keeps which version was written, and the ids of the request that wrote it', () => {
    const { sql } = temporary()
    const outbox = outboxWriter(sql)
    outbox.add({ seq: 7, requestId: 'r1', correlationId: 'c1', traceId: 't1', clientId: 'a1' })
    outbox.add({ seq: 9, requestId: 'r2', correlationId: undefined, traceId: undefined, clientId: undefined })
    expect(events(sql)).toEqual([
      { seq: 7, requestId: 'r1', correlationId: 'c1', traceId: 't1', clientId: 'a1' },
      { seq: 9, requestId: 'r2', correlationId: null, traceId: null, clientId: null },
    ])
  })

  it('SUB-19 has nothing of a transaction that was rolled back', () => {
    const { sql } = temporary()
    const outbox = outboxWriter(sql)
    const refused = sql.transaction(() => {
      outbox.add({ seq: 7, requestId: 'r1', correlationId: undefined, traceId: undefined, clientId: undefined })
      throw new Error('refused')
    })
    expect(refused).toThrow('refused')
    expect(events(sql)).toEqual([])
  })

  it('DUR-07 is empty in a restored copy: what it held may have been sent', () => {
    const { sql, file } = temporary()
    outboxWriter(sql).add({
      seq: 7,
      requestId: 'r1',
      correlationId: undefined,
      traceId: undefined,
      clientId: undefined,
    })
    const to = `${file}-copy`
    copyDatabase(file, to)
    const copy = openCopy(to, { readonly: false })
    copy.withdraw(1, 2)
    copy.close()
    const restored = openDatabase(to)
    onTestFinished(() => restored.close())
    expect(events(restored.sql)).toEqual([])
    expect(events(sql)).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { resourceDatabase } from './resources.ts'

describe('search values of resources that are stored already', () => {
  it('FBO-08 of one long resource are made anew some at a time', async () => {
    const { sql } = temporaryDatabase()
    const count = () => sql.prepare<[], number>('SELECT count(*) FROM search_value').pluck().get() ?? 0
    const identifier = Array.from({ length: 5000 }, (_, n) => ({ value: `n${n}` }))
    const parsed = { resourceType: 'Patient', id: 'a', identifier }
    await resourceDatabase(sql).write([{ type: 'Patient', id: 'a', text: JSON.stringify(parsed), parsed }], 0)
    const whole = count()
    sql.exec("DELETE FROM search_value WHERE param = 'identifier'; DELETE FROM search_table")
    const again = resourceDatabase(sql)
    await again.noteParameters(['Patient'])
    for (let before = count(); await again.reindexSome(); before = count())
      expect(count() - before).toBeLessThanOrEqual(2000)
    expect(count()).toBe(whole)
  })

  it('FBO-08 of one long resource are looked for in many turns of the event loop', async () => {
    const { sql } = temporaryDatabase()
    const identifier = Array.from({ length: 20_000 }, (_, n) => ({ value: `n${n}` }))
    const parsed = { resourceType: 'Patient', id: 'a', identifier }
    await resourceDatabase(sql).write([{ type: 'Patient', id: 'a', text: JSON.stringify(parsed), parsed }], 0)
    sql.exec('DELETE FROM search_table')
    const again = resourceDatabase(sql)
    await again.noteParameters(['Patient'])
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await again.reindexSome()
    clearImmediate(next)
    expect(turns).toBeGreaterThan(0)
  })
})

// The database state: which writes change it, and that a state which was rolled back never equals a later one.
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { anotherConnection } from '../testing/another-connection.ts'
import { databaseState } from './cache-versions.ts'
import { resourceDatabase } from './resources.ts'

function opened() {
  const database = temporaryDatabase()
  const another = anotherConnection(database.sql)
  const resources = { here: resourceDatabase(database.sql), there: resourceDatabase(another) }
  const write = async (where: keyof typeof resources, active: boolean) => {
    const parsed = { resourceType: 'Patient', id: 'p', active }
    await resources[where].write([{ type: 'Patient', id: 'p', text: JSON.stringify(parsed), parsed }], 1)
  }
  return { ...database, another, state: databaseState(database.sql), write }
}

const ROLE = "INSERT INTO role (name, createdAt) VALUES ('a', 1)"

describe('the state of the database', () => {
  it.each(['here', 'there'] as const)(
    'changes when a version is superseded %s, and not when a resource is new',
    async (where) => {
      const { state, write } = opened()
      const first = state()
      await write(where, true)
      const before = state()
      expect(before).toEqual({ ...first, lists: expect.anything() })
      expect(before.lists).not.toBe(first.lists)
      await write(where, true)
      expect(state()).toEqual(before)
      await write(where, false)
      const after = state()
      expect(after.versions).not.toBe(before.versions)
      expect(after.lists).not.toBe(before.lists)
      expect(after.registry).toBe(before.registry)
      expect(state()).toBe(after)
    },
  )

  it.each(['sql', 'another'] as const)('changes with the registry, by %s', (connection) => {
    const { state, ...database } = opened()
    const before = state()
    database[connection].exec(ROLE)
    expect(state().registry).not.toBe(before.registry)
    expect(state().versions).toBe(before.versions)
  })

  it('is read once in a turn of the event loop, and again in the next one or without a turn', () => {
    const { state, another } = opened()
    const turn = { isOver: false }
    const before = state(turn)
    another.exec(ROLE)
    expect(state(turn)).toBe(before)
    expect(state({ isOver: false }).registry).not.toBe(before.registry)
    another.exec(ROLE.replace("'a'", "'b'"))
    const within = state(turn)
    another.exec(ROLE.replace("'a'", "'c'"))
    turn.isOver = true
    expect(state(turn).registry).not.toBe(within.registry)
    another.exec(ROLE.replace("'a'", "'d'"))
    expect(state().registry).not.toBe(within.registry)
  })

  it('is never the version of a change that was rolled back', () => {
    const { state, sql, another } = opened()
    const before = state()
    sql.exec(`BEGIN; ${ROLE}`)
    const within = [state(), state()]
    sql.exec('ROLLBACK')
    expect(state()).toEqual(before)
    another.exec(ROLE)
    const all = [before, ...within, state()]
    expect(new Set(all.map(({ registry }) => registry)).size).toBe(all.length)
  })
})

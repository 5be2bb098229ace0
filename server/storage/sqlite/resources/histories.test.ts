import { describe, expect, it } from 'vitest'
import type { History } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { historyLists } from '../search/history-list.ts'
import { workersHere } from '../threads/search-work.ts'
import { seqOf } from './moment.ts'
import { resourceDatabase } from './resources.ts'

const NOW = Date.UTC(2026, 3, 1)
const ORIGIN = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'

function temporary() {
  const database = temporaryDatabase()
  const file = database.sql.name
  /** Of each list that was made: what it was made from. */
  const asked: (number | undefined)[] = []
  const workers = workersHere(database.sql)
  const resources = resourceDatabase(database.sql, {
    ...workers,
    history: (work) => {
      asked.push(work.base?.asOfSeq)
      return workers.history(work)
    },
  })
  return { file, database, resources, asked }
}

type Temporary = ReturnType<typeof temporary>

const write = ({ resources }: Temporary, id: string, device: string, note: number, now: number) => {
  const extension = [{ url: ORIGIN, valueReference: { reference: `Device/${device}` } }]
  const parsed = { resourceType: 'Patient', id, extension, multipleBirthInteger: note }
  return resources.write([{ type: 'Patient', id, text: JSON.stringify(parsed), parsed }], now)
}

/** Patients that come, change, change hands, go and come back at random; the number of writes after each round. */
async function lives(store: Temporary): Promise<readonly number[]> {
  let state = 7
  const die = (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
  const rounds: number[] = []
  for (let round = 0; round < 150; round += 1) {
    const id = `p${die(8)}`
    // The clock stands still at times, and is set back once.
    const now = NOW + (round < 100 ? round >> 1 : round - 60)
    if (die(5) === 0) await store.resources.delete('Patient', id, now)
    else await write(store, id, `d${die(3)}`, round, now)
    rounds.push(await store.resources.currentSeq())
  }
  return rounds
}

describe('histories in storage', () => {
  it('of a type are listed once for all of their pages, in the thread', async () => {
    const store = temporary()
    await lives(store)
    const history: History = { kind: 'history', type: 'Patient', visibility: 'all' }
    const { asOfSeq } = await store.resources.history({ history, offset: 0, limit: 5 })
    await store.resources.history({ history, asOfSeq, offset: 5, limit: 5 })
    await store.resources.history({ history, offset: 0, limit: 5 }) // Nothing was written since.
    expect(store.asked).toEqual([undefined])
    await write(store, 'p1', 'd1', 1000, NOW)
    await store.resources.history({ history, asOfSeq, offset: 10, limit: 5 })
    await store.resources.history({ history, offset: 0, limit: 5 })
    expect(store.asked).toEqual([undefined, seqOf(asOfSeq)])
  })

  it.each([
    ['all', 'all'],
    ['two origins', { origins: ['d1', 'd2'] }],
  ] as const)(
    'HIS-07 of a type are the same whether continued from an older list or made anew: %s',
    async (_, visibility) => {
      const store = temporary()
      const seqs = await lives(store)
      const lists = historyLists(store.database.sql)
      let moves = 0
      for (const more of [{}, { since: NOW + 20 }, { at: { from: NOW + 10, to: NOW + 15 } }]) {
        const history: History = { kind: 'history', type: 'Patient', visibility, ...more }
        for (const [at, asOfSeq] of seqs.entries()) {
          const before = seqs[Math.max(0, at - 3)] ?? 0
          const base = lists.listOf(history, before)
          const moved = lists.listOf(history, asOfSeq, base)
          expect(moved).toEqual(lists.listOf(history, asOfSeq))
          if (moved.seqs.length > base.seqs.length) moves += 1
        }
      }
      expect(moves).toBeGreaterThan(50)
    },
  )

  it('of one resource are read on the calling thread', async () => {
    const store = temporary()
    await lives(store)
    const history: History = { kind: 'history', type: 'Patient', id: 'p1', visibility: 'all' }
    expect((await store.resources.history({ history, offset: 0, limit: 5 })).total).toBeGreaterThan(5)
    expect(store.asked).toEqual([])
  })
})

// Contract of histories, whatever the engine.
import { describe, expect, it } from 'vitest'
import type { History, Moment } from '#server/fhir/store.ts'
import { type Stores, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)
const ORIGIN = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'
const ALL: History = { kind: 'history', type: 'Patient', visibility: 'all' }

const write = ({ resources }: Stores, id: string, device: string, note: number, now: number) => {
  const extension = [{ url: ORIGIN, valueReference: { reference: `Device/${device}` } }]
  const parsed = { resourceType: 'Patient', id, extension, multipleBirthInteger: note }
  return resources.write([{ type: 'Patient', id, text: JSON.stringify(parsed), parsed }], now)
}

interface Row {
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: boolean
  readonly origin: string
}

/** What a history is by its definition, from all rows that had been written by then. */
function expected(then: readonly Row[], { id, visibility, since, at }: History): readonly string[] {
  const next = (row: Row) => then.find((other) => other.id === row.id && other.versionId === row.versionId + 1)
  const newest = (row: Row) => then.findLast((other) => other.id === row.id)
  const seen = (row: Row | undefined) => visibility === 'all' || visibility.origins.includes(row?.origin ?? '')
  const current = (row: Row) => {
    if (!at || row.lastUpdated >= at.to) return !at
    return row.lastUpdated >= at.from || (next(row)?.lastUpdated ?? Number.POSITIVE_INFINITY) > at.from
  }
  return then
    .filter((row) => (id === undefined || row.id === id) && seen(row) && seen(newest(row)) && current(row))
    .filter(({ lastUpdated }) => since === undefined || lastUpdated >= since)
    .map((row) => `${row.id}/${row.versionId}`)
    .reverse()
}

/** Patients that come, change, change hands, go and come back at random: all versions, and some moments with their number then. */
async function lives(store: Stores) {
  let state = 7
  const die = (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
  const rows: Row[] = []
  const moments: { readonly asOfSeq: Moment; readonly length: number }[] = []
  for (let round = 0; round < 150; round += 1) {
    const id = `p${die(8)}`
    // The clock stands still at times, and is set back once.
    const now = NOW + (round < 100 ? round >> 1 : round - 60)
    const isWritten = die(5) !== 0
    const device = `d${die(3)}`
    if (isWritten) await write(store, id, device, round, now)
    if (isWritten || (await store.resources.delete('Patient', id, now))) {
      const { origin, ...stored } = (await store.resources.readCurrent('Patient', id)) ?? { versionId: 0 }
      rows.push({ ...stored, origin: origin ?? '' } as Row)
    }
    if (round % 11 > 0) continue
    const { asOfSeq } = await store.resources.history({ history: ALL, offset: 0, limit: 1 })
    moments.push({ asOfSeq, length: rows.length })
  }
  return { rows, moments }
}

const HISTORIES: readonly History[] = [undefined, 'p3'].flatMap((id) =>
  (['all', { origins: ['d1', 'd2'] }] as const).flatMap((visibility) =>
    [
      {},
      { since: NOW + 20 },
      { at: { from: NOW + 10, to: NOW + 15 } },
      { since: NOW + 12, at: { from: NOW, to: NOW + 30 } },
    ].map((more) => ({ kind: 'history', type: 'Patient', visibility, ...(id ? { id } : {}), ...more }) as const),
  ),
)

describe('histories in storage', () => {
  it('HIS-03 HIS-05 HIS-07 HIS-08 HIS-09 match their definition as of any moment, from any offset', async () => {
    const store = await temporaryStores()
    const { rows, moments } = await lives(store)
    expect(rows.some(({ deleted }) => deleted)).toBe(true)
    for (const history of HISTORIES)
      for (const { asOfSeq, length } of moments) {
        const whole = expected(rows.slice(0, length), history)
        const found = await store.resources.history({ history, asOfSeq, offset: 0, limit: 1000 })
        expect(found.versions.map(({ id, versionId }) => `${id}/${versionId}`)).toEqual(whole)
        expect([found.total, found.asOfSeq]).toEqual([whole.length, asOfSeq])
        for (const offset of [3, 6, 2]) {
          const { versions } = await store.resources.history({ history, asOfSeq, offset, limit: 3 })
          expect(versions.map(({ id, versionId }) => `${id}/${versionId}`)).toEqual(whole.slice(offset, offset + 3))
        }
      }
  })

  it('HIS-01 tell which versions created their resource', async () => {
    const store = await temporaryStores()
    await lives(store)
    const { versions } = await store.resources.history({ history: ALL, offset: 0, limit: 1000 })
    const made = versions.filter(({ created }) => created)
    expect(made.some(({ versionId }) => versionId > 1)).toBe(true)
    for (const { id, versionId, deleted, created } of versions) {
      const before = await store.resources.readVersion('Patient', id, versionId - 1)
      expect(created).toBe(before === undefined || before.deleted)
      expect(created && deleted).toBe(false)
    }
  })
})

// Every kind of search by every way that it can be found, as of now and as of moments of the past, against its definition.
import { describe, expect, it, onTestFinished } from 'vitest'
import { byParam, compared, isFoundBy } from '#lib/fhir/search/matching.ts'
import type { IndexOrder, Moment, Search, SortOrder } from '#server/fhir/store.ts'
import { type PostgresResources, postgresResources } from '../resources/resources.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'

const NOW = Date.UTC(2026, 3, 1)
const INDEX_ORDERS: readonly IndexOrder[] = ['-_lastUpdated', '_lastUpdated', '_id', '-_id']
const SORTS: readonly SortOrder[] = [
  ...INDEX_ORDERS,
  { by: [{ params: ['family'], descending: false }], ties: '_id' },
  {
    by: [
      { params: ['active'], descending: true },
      { params: ['family', 'given'], descending: true },
    ],
    ties: '-_lastUpdated',
  },
]

/** They sort by their bytes, not by JavaScript's UTF-16. */
const FAMILIES = ['\u{1f600}', '\uff5e', 'zeven', 'acht', 'een']

interface Patient {
  readonly type: 'Patient'
  readonly id: string
  readonly lastUpdated: number
  readonly origin: string | undefined
  readonly values: readonly { readonly param: string; readonly system: string; readonly value: string }[]
}

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
}

const active = { param: 'active', alternatives: [{ system: 'urn:a', value: 'true' }] }
const named = {
  param: 'family',
  alternatives: [{ value: 'een' }, { value: 'acht' }, { system: 'urn:b', value: 'zeven' }],
}
const born = {
  ...{ param: 'birthdate', alternatives: [] },
  ranges: [{ param: 'birthdate', from: '1970', to: '1975', endFrom: '1970', endTo: '1976' }],
}
const SEARCHES: readonly Search[] = SORTS.flatMap((sort) =>
  (
    [
      {},
      { visibility: { origins: ['d1', 'd2'] } },
      { conditions: [active] },
      { conditions: [active, named, born] },
      { visibility: { origins: ['d0'] }, conditions: [named] },
      {
        lastUpdated: [
          { from: NOW + 3, to: NOW + 9 },
          { from: NOW + 12, to: Number.POSITIVE_INFINITY },
        ],
      },
      {
        lastUpdated: [{ from: Number.NEGATIVE_INFINITY, to: NOW + 20 }],
        conditions: [born],
        visibility: { origins: ['d1'] },
      },
      { ids: ['p1', 'p2', 'p3', 'p50', 'p3'], conditions: [active] },
    ] satisfies readonly Partial<Search>[]
  ).map((more): Search => ({ type: 'Patient', conditions: [], visibility: 'all', sort, ...more })),
)

/** The ids that a search finds by its definition. */
function expected(search: Search, patients: readonly Patient[]): readonly string[] {
  const { sort } = search
  const keys = typeof sort === 'string' ? [] : sort.by
  const ties = typeof sort === 'string' ? sort : sort.ties
  const first = ({ values }: Patient, params: readonly string[], descending: boolean) =>
    values
      .filter(({ param, value }) => params.includes(param) && value !== '')
      .map(({ value }) => value)
      .toSorted((a, b) => (descending ? compared(b, a) : compared(a, b)))[0]
  const order = (a: Patient, b: Patient): number => {
    for (const { params, descending } of keys) {
      const [one, other] = [first(a, params, descending), first(b, params, descending)]
      if (one === other) continue
      if (one === undefined) return 1
      if (other === undefined) return -1
      return descending ? compared(other, one) : compared(one, other)
    }
    const byId = compared(a.id, b.id)
    if (ties === '_id' || ties === '-_id') return ties === '_id' ? byId : -byId
    return ties === '-_lastUpdated' ? b.lastUpdated - a.lastUpdated || byId : a.lastUpdated - b.lastUpdated || -byId
  }
  return patients
    .filter((patient) => isFoundBy(search, patient, byParam(patient.values)))
    .toSorted(order)
    .map(({ id }) => id)
}

/** Patients that come, change, move and go at random; which there were at some moments. */
async function lives(resources: PostgresResources) {
  const roll = dice(7)
  const patients = new Map<string, Patient>()
  const moments: { readonly at: Moment; readonly patients: readonly Patient[] }[] = []
  for (let round = 0; round < 12; round += 1) {
    const now = NOW + 2 * round
    const written = Array.from({ length: 4 + roll(12) }, (): Patient => {
      const [n, device] = [roll(60), roll(4)]
      const values = [
        { param: 'active', system: 'urn:a', value: String(roll(3) > 0) },
        { param: 'birthdate', system: '1974', value: `19${70 + roll(9)}` },
        ...(n % 4 === 0 ? [] : [{ param: 'family', system: n % 2 ? 'urn:b' : '', value: FAMILIES[roll(5)] ?? '' }]),
        { param: 'given', system: '', value: FAMILIES[roll(5)] ?? '' },
      ]
      return { type: 'Patient', id: `p${n}`, lastUpdated: now, origin: device < 3 ? `d${device}` : undefined, values }
    })
    const last = [...new Map(written.map((patient) => [patient.id, patient])).values()]
    await resources.writePrepared(
      last.map((patient) => ({
        ...{
          type: 'Patient',
          id: patient.id,
          text: JSON.stringify({ resourceType: 'Patient', id: patient.id }),
          contentHash: `${round}`,
        },
        ...{
          origin: patient.origin ?? null,
          values: patient.values.flatMap(({ param, system, value }) => [param, system, value]),
        },
      })),
      now,
    )
    for (const patient of last) patients.set(patient.id, patient)
    for (const id of [`p${roll(60)}`, `p${roll(60)}`])
      if (await resources.delete('Patient', id, now)) patients.delete(id)
    const { asOfSeq } = await resources.search({ search: SEARCHES[0] as Search, limit: 0, mostCounted: 0 })
    moments.push({ at: asOfSeq, patients: [...patients.values()] })
  }
  return moments
}

describe('searches of PostgreSQL', () => {
  it.each([
    ['few rows', { few: 2000, lookedUp: 20_000 }],
    ['rows that are looked up', { few: 0, lookedUp: 20_000 }],
    ['walks past what is none', { few: 0, lookedUp: 0 }],
    ['the first rows of a walk, or else all', { few: 30, lookedUp: 0 }],
  ])('find the same as of now and of any moment, from any offset, by %s', async (_, limits) => {
    const postgres = await temporaryPostgres()
    const resources = postgresResources(postgres, postgres.url, { limits })
    onTestFinished(resources.close)
    const moments = await lives(resources)
    const now = moments.at(-1)?.patients ?? []
    for (const search of SEARCHES) {
      const whole = expected(search, now)
      for (const mostCounted of [0, 1e6]) {
        const { matches, total } = await resources.search({ search, limit: 5, mostCounted })
        expect([search, matches.map(({ id }) => id)]).toEqual([search, whole.slice(0, 5)])
        if (mostCounted > 0 || total !== undefined) expect([search, total]).toEqual([search, whole.length])
      }
      for (const { at, patients } of moments.filter((_, round) => round % 4 === 0)) {
        const then = expected(search, patients)
        for (const offset of [0, 4, 8, 2, 1000]) {
          const page = await resources.page(search, at, offset, 4)
          expect([search, at, offset, page.map(({ id }) => id)]).toEqual([
            search,
            at,
            offset,
            then.slice(offset, offset + 4),
          ])
        }
      }
    }
  })
})

// Measures how long requests wait beside writes: readers beside large transactions, and everybody under a steady stream
// of creates.

import { type Fact, factOf } from './facts.ts'
import { atPace, quantile, type Request } from './load.ts'
import type { Bench } from './row.ts'
import { bearers, get } from './rows/requests.ts'
import { creating, creatingTogether, statusIs } from './rows/write-requests.ts'

const ENTRIES = 500
const TRANSACTIONS = 10
/** Seconds before measuring starts, in which the server's code is compiled. */
const WARM_UP = 3

const CREATES = { perSecond: 200, width: 20 } as const
const CREATES_SECONDS = 60

const READS = { perSecond: 200, width: 20 } as const

/**
 * One transaction of 500 creates per second, and the waits of readers in the meantime. A real client may send fewer,
 * because each entry counts towards its rate limit.
 */
export async function largeTransactions(bench: Bench): Promise<readonly Fact[]> {
  const { slipway } = bench
  const bearer = await bearers(bench)()
  const writing = { request: creatingTogether(slipway, bearer, ENTRIES), perSecond: 1, width: 1 }
  await atPace(slipway, writing, WARM_UP)
  const [transactions, reads] = await Promise.all([
    atPace(slipway, writing, TRANSACTIONS),
    atPace(slipway, { request: reading(bench, bearer), ...READS }, TRANSACTIONS),
  ])
  return [
    factOf(`transaction of ${ENTRIES} creates`, transactions, {
      unit: 'ms',
      goal: { most: 2000 },
      note: `${transactions.length} of them, one a second, while others read`,
    }),
    waitOf(`a read beside transactions of ${ENTRIES}, 99th percentile`, reads, 200),
  ]
}

/** For a minute, twenty clients create at a steady pace while others read. */
export async function steadyWrites(bench: Bench): Promise<readonly Fact[]> {
  const { slipway } = bench
  const bearer = await bearers(bench)()
  const [creates, reads] = await Promise.all([
    atPace(slipway, { request: creating(slipway, bearer), ...CREATES }, CREATES_SECONDS),
    atPace(slipway, { request: reading(bench, bearer), ...READS }, CREATES_SECONDS),
  ])
  const pace = `${CREATES.perSecond} creates a second`
  return [
    waitOf(`a create of ${pace} for ${CREATES_SECONDS} s, 99th percentile`, creates, 100),
    waitOf(`a read beside ${pace}, 99th percentile`, reads, 50),
  ]
}

/** The first page of the history of all Patients. */
export async function typeHistory(bench: Bench): Promise<Fact> {
  const bytes = get(bench.slipway, '/fhir/DEFAULT/Patient/_history?_count=40', await bearers(bench)())
  const request = { bytes, wrong: statusIs(200) }
  return waitOf(
    'first page of a type history, 99th percentile',
    await atPace(bench.slipway, { request, perSecond: 20, width: 1 }, 5),
    200,
  )
}

const reading = ({ slipway, domain: { patients } }: Bench, bearer: string): Request => ({
  bytes: get(slipway, `/fhir/DEFAULT/Patient/${patients[0]}`, bearer),
  wrong: statusIs(200),
})

/** The 99th percentile of sorted waits, in milliseconds, with a goal. */
const waitOf = (name: string, waits: readonly number[], most: number): Fact => ({
  name,
  value: quantile(waits, 0.99),
  unit: 'ms',
  goal: { most },
  note: `median ${quantile(waits, 0.5).toFixed(1)} ms, most ${quantile(waits, 1).toFixed(1)} ms; ${waits.length} of them, counted from when each was due`,
})

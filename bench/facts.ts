// Measurements that are not ratios of requests: start time, memory of a server, a whole walk, the costliest lists.
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchDomain } from './domain.ts'
import { quantile, type Server } from './load.ts'
import { peakBytes, residentBytes } from './machine.ts'
import { firstAnswer, startSlipway } from './processes.ts'
import { ask, assertStatus, type Bench, get, sessionCookie } from './requests.ts'
import { type Spread, spread } from './rounds.ts'

export interface Fact {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: { readonly most: number }
  /** The values that `value` is the median of. */
  readonly spread?: Spread
  /** An explanation of the value. */
  readonly note?: string
}

const MIB = 2 ** 20
const STARTS = 3

/**
 * Seconds from the command to the first answer, on all cores, with everything built and migrated. At the address that the
 * domain has: another one would be a move, which is refused while something uses the domain.
 */
export async function coldStart(env: BenchDomain['env']): Promise<Fact> {
  const seconds: number[] = []
  while (seconds.length < STARTS) {
    const start = performance.now()
    const server = startSlipway(env)
    await firstAnswer(Number(env['PORT']), server)
    seconds.push((performance.now() - start) / 1000)
    await (await server).stop()
  }
  const all = spread(seconds)
  const more = { unit: 's', goal: { most: 2 }, note: `${STARTS} starts, all cores` }
  return { name: 'start to first answer', value: all.median, spread: all, ...more }
}

export const memory = (name: string, { pid }: Pick<Server, 'pid'>, most: number): Fact => ({
  name,
  value: residentBytes(pid) / MIB,
  unit: 'MiB',
  goal: { most },
  note: `at most ${Math.round(peakBytes(pid) / MIB)} MiB so far`,
})

/** What a start leaves for later is done by then, and what is done again and again (server/maintenance/start.ts). */
const QUIET_AFTER_MS = 15_000

/** Of a start on a domain that was started before: the first one makes its records, and sends the demo's handshake. */
export async function idleMemory(domain: BenchDomain): Promise<readonly Fact[]> {
  const server = await startSlipway(domain.env)
  await delay(QUIET_AFTER_MS)
  for (const path of ['/readyz', '/metrics']) assertStatus(await ask(server, get(server, path)), 200)
  const idle = memory('memory, idle', server, 150)
  const cookie = `cookie: ${await sessionCookie(domain, 'beheer@demo.test')}\r\n`
  assertStatus(await ask(server, get(server, '/admin/apps', '', cookie)), 200)
  const used = memory('memory, after a page of the console', server, 200)
  await server.stop()
  return [idle, used]
}

interface Bundle {
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
}

/** First pages of each of the costliest lists. */
const LIST_REQUESTS = 100
/** Milliseconds between two changes, so that no two searches find the same state. */
const CHANGE_EVERY = 25
const LISTS = ['_lastUpdated', '-_lastUpdated', '_id', '-_id'].map(
  (sort) => `_count=200&_sort=${sort}&_lastUpdated=ge2020-01-01&_lastUpdated=ne2020-01-02`,
)

/**
 * First pages of the costliest lists, one after the other, while Patients change: the 99th percentile (LIM-09). Must run
 * after everything that checks answers against stored data.
 */
export async function worstLists(bench: Bench): Promise<Fact> {
  const { server, domain, bearer } = bench
  const times: number[] = []
  const changing = keepChanging(bench)
  try {
    for (const query of LISTS)
      for (let turn = 0; turn < LIST_REQUESTS; turn += 1) {
        const bytes = get(server, `/fhir/DEFAULT/Patient?${query}`, await bearer())
        const start = performance.now()
        const answer = await ask(server, bytes)
        times.push(performance.now() - start)
        assertStatus(answer, 200)
        const { entry = [] } = JSON.parse(answer.body.toString()) as Bundle
        if (entry.length !== Math.min(200, domain.patients.length)) throw new Error(`${query}: ${entry.length} entries`)
      }
  } finally {
    clearInterval(changing)
  }
  times.sort((one, other) => one - other)
  const note = `median ${quantile(times, 0.5).toFixed(1)} ms, most ${quantile(times, 1).toFixed(1)} ms; ${times.length} first pages of 200, sorted in four ways, while Patients change`
  return { name: 'worst lists, 99th percentile', value: quantile(times, 0.99), unit: 'ms', goal: { most: 200 }, note }
}

function keepChanging({ domain: { domain, patients } }: Bench): NodeJS.Timeout {
  let turn = 0
  return setInterval(async () => {
    const id = patients[(turn * 7919) % patients.length] ?? ''
    const { multipleBirthBoolean, meta, ...stored } = JSON.parse(
      (await domain.resources.readCurrent('Patient', id))?.body ?? '{}',
    )
    const parsed = { ...stored, multipleBirthInteger: turn++ }
    await domain.resources.write([{ type: 'Patient', id, text: JSON.stringify(parsed), parsed }], Date.now())
  }, CHANGE_EVERY)
}

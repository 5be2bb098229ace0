// Measurements that are not ratios of requests: start time, memory of a server, duration of a whole walk.
import type { BenchDomain } from './domain.ts'
import type { Goal } from './goals.ts'
import type { Server } from './load.ts'
import { cpuSeconds, peakBytes, residentBytes } from './machine.ts'
import { firstAnswer, startSlipway } from './processes.ts'
import { type Spread, spread } from './rounds.ts'
import { ask, get } from './rows/requests.ts'

export interface Fact {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: Goal
  /** The values that `value` is the median of. */
  readonly spread?: Spread
  /** An explanation of the value. */
  readonly note?: string
}

export const MIB = 2 ** 20
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
  return factOf('start to first answer', seconds, { unit: 's', goal: { most: 2 }, note: `${STARTS} starts, all cores` })
}

/** A fact of several values. */
export function factOf(name: string, values: readonly number[], more: Pick<Fact, 'unit' | 'goal' | 'note'>): Fact {
  const all = spread(values)
  return { name, value: all.median, spread: all, ...more }
}

export const memory = (name: string, { pid }: Pick<Server, 'pid'>, most: number): Fact => ({
  name,
  value: residentBytes(pid) / MIB,
  unit: 'MiB',
  goal: { most },
  note: `at most ${Math.round(peakBytes(pid) / MIB)} MiB so far`,
})

/** Follows the next links through every page of a list, and checks that each Patient comes once. */
export async function wholeWalk(
  { patients }: BenchDomain,
  server: Server,
  bearer: () => Promise<string>,
): Promise<Fact> {
  const seen = new Set<string>()
  const startCpu = cpuSeconds(server.pid)
  const start = performance.now()
  let target: string | undefined = '/fhir/DEFAULT/Patient?_count=200'
  while (target !== undefined) {
    const { status, body } = await ask(server, get(server, target, await bearer()))
    if (status !== 200) throw new Error(`The walk met status ${status}: ${body}`)
    const bundle = JSON.parse(body.toString()) as {
      readonly entry?: readonly { readonly resource: { readonly id: string } }[]
      readonly link: readonly { readonly relation: string; readonly url: string }[]
    }
    for (const { resource } of bundle.entry ?? []) {
      if (seen.has(resource.id)) throw new Error(`The walk gave ${resource.id} twice`)
      seen.add(resource.id)
    }
    const next = bundle.link.find(({ relation }) => relation === 'next')?.url
    target = next && new URL(next).pathname + new URL(next).search
  }
  if (seen.size !== patients.length) throw new Error(`The walk gave ${seen.size} of ${patients.length}`)
  const seconds = (performance.now() - start) / 1000
  const cpu = ((cpuSeconds(server.pid) - startCpu) / seen.size) * 1000
  return {
    name: 'a full walk, 200 a page',
    value: seen.size / seconds,
    unit: 'resources/s',
    note: `each once; ${cpu.toFixed(3)} CPU s per 1,000`,
  }
}

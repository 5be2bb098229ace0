// Samples of a server's memory, files and rows, and the test for growth.
import { readdirSync, statSync } from 'node:fs'
import type { BenchDomain } from '../domain.ts'
import type { Server } from '../load.ts'
import { residentBytes } from '../machine.ts'
import { table } from '../report.ts'
import { median } from '../rounds.ts'

const MB = 2 ** 20

/**
 * Tables whose rows expire within a quarter of an hour. Tables that grow by design are excluded: the audit log and its
 * resources are permanent, people's sessions last eight hours, and traces a week, within their quota.
 */
const TABLES = [
  'authorize_transaction',
  'authorization_code',
  'used_jti',
  'noop_token',
  'idp_interaction',
  'idp_code',
  'pending_launch',
  'search_snapshot',
]

export type Sample = Readonly<Record<string, number>>

/** Growth up to this value counts as noise, in the measure's own unit. */
const NOISE: Readonly<Record<string, number>> = {
  'memory, MB': 32,
  'least heap, MB': 8,
  'open files': 16,
  'write-ahead log, MB': 8,
}
/** Measures that rise and fall with garbage collection, so that their minimum counts. */
const LEAST = new Set(['least heap, MB'])
const NOISE_OF_ROWS = 100

export async function sample({ domain, rows }: BenchDomain, { pid, port }: Server): Promise<Sample> {
  const count = async (table: string): Promise<readonly [string, number]> => {
    const [row] = await rows<{ readonly n: number }>(`SELECT count(*) AS n FROM ${table}`)
    return [table, row?.n ?? Number.NaN]
  }
  return {
    'memory, MB': residentBytes(pid) / MB,
    'least heap, MB': (await heapBytes(port)) / MB,
    'open files': openFiles(pid),
    'write-ahead log, MB': sizeOf(`${domain.config.databaseFile}-wal`) / MB,
    ...Object.fromEntries(await Promise.all(TABLES.map(count))),
  }
}

async function heapBytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://localhost:${port}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1])
}

const openFiles = (pid: number): number =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export interface Course {
  readonly measure: string
  readonly first: number
  /** The value for the third and for the last quarter of the samples: their median or minimum. */
  readonly third: number
  readonly last: number
  /**
   * True if the last quarter is at most a tenth above the third, or within the noise. Rows count relative to the work
   * done.
   */
  readonly isFlat: boolean
}

/** `done` is the number of operations up to each sample. A machine gets more done when its other work ends. */
export function courses(samples: readonly Sample[], done: readonly number[]): readonly Course[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const doneIn = (from: number, to: number) => (done.at(to) ?? 0) - (done.at(from) ?? 0)
  const faster = Math.max(1, doneIn(-quarter, -1) / doneIn(-2 * quarter, -quarter - 1))
  return Object.keys(samples[0] ?? {}).map((measure) => {
    const values = samples.map((one) => one[measure] ?? Number.NaN)
    const of = LEAST.has(measure) ? (some: readonly number[]) => Math.min(...some) : median
    const third = of(values.slice(-2 * quarter, -quarter))
    const last = of(values.slice(-quarter))
    const isOfRows = NOISE[measure] === undefined
    const expected = isOfRows ? third * faster : third
    const isFlat = !(last > expected * 1.1 && last - expected > (NOISE[measure] ?? NOISE_OF_ROWS))
    return { measure, first: values[0] ?? Number.NaN, third, last, isFlat }
  })
}

/** A table for people to read. */
export const tableOf = (all: readonly Course[]): string =>
  table([
    ['measure', 'first', '3rd quarter', 'last quarter', ''],
    ...all.map(({ measure, first, third, last, isFlat }) => [
      measure,
      ...[first, third, last].map((value) => value.toFixed(value < 100 ? 1 : 0)),
      isFlat ? 'flat' : 'GROWS',
    ]),
  ])

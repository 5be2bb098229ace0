// What a server holds at a moment, and whether it goes on growing.
import { readdirSync, statSync } from 'node:fs'
import type { BenchDomain } from '../domain.ts'
import { residentBytes } from '../machine.ts'
import type { Process } from '../processes.ts'

const MB = 2 ** 20

/**
 * Rows that go when their time is over, within ten minutes. What is kept by design is not among them: the audit log and its
 * resources for ever, the sessions of people for eight hours, traces for a week within the room they have.
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

/** How much a measure may grow without being told from noise, in its own unit. */
const NOISE: Readonly<Record<string, number>> = { 'memory, MB': 24, 'open files': 16, 'write-ahead log, MB': 8 }
const NOISE_OF_ROWS = 100

export function sample({ domain }: BenchDomain, { pid }: Pick<Process, 'pid'>): Sample {
  const count = (table: string) =>
    domain.database.sql.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? Number.NaN
  return {
    'memory, MB': residentBytes(pid) / MB,
    'open files': openFiles(pid),
    'write-ahead log, MB': sizeOf(`${domain.config.databaseFile}-wal`) / MB,
    ...Object.fromEntries(TABLES.map((table) => [table, count(table)])),
  }
}

const openFiles = (pid: number): number =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export interface Course {
  readonly measure: string
  readonly first: number
  /** Medians of the second and of the last quarter of the samples. */
  readonly second: number
  readonly last: number
  /** Whether the last quarter is at most a tenth above the second, or within the noise. */
  readonly isFlat: boolean
}

export const courses = (samples: readonly Sample[]): readonly Course[] =>
  Object.keys(samples[0] ?? {}).map((measure) => {
    const values = samples.map((one) => one[measure] ?? Number.NaN)
    const quarter = Math.max(1, Math.floor(values.length / 4))
    const second = median(values.slice(quarter, 2 * quarter))
    const last = median(values.slice(-quarter))
    const isFlat = !(last > second * 1.1 && last - second > (NOISE[measure] ?? NOISE_OF_ROWS))
    return { measure, first: values[0] ?? Number.NaN, second, last, isFlat }
  })

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A table for people. */
export function tableOf(all: readonly Course[]): string {
  const rows = all.map(({ measure, first, second, last, isFlat }) => [
    measure,
    ...[first, second, last].map((value) => value.toFixed(value < 100 ? 1 : 0)),
    isFlat ? 'flat' : 'GROWS',
  ])
  const head = ['measure', 'first', '2nd quarter', 'last quarter', '']
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n')
}

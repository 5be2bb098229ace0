// Cores, CPU time and memory, on Linux. Elsewhere nothing is pinned and they are unknown, NaN in the report.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The cores that this process may use, lowest first; empty if unknown. */
export const cores: readonly number[] = coresIn(statusOf('self', 'Cpus_allowed_list'))

/** The cores in a list such as `0-2,5`. */
export function coresIn(list = ''): readonly number[] {
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The cores of the measured server and of the load. */
export const [SERVER_CORE, LOAD_CORE] = cores

const TICKS_PER_SECOND = 100 // USER_HZ, which is the same for user space on every Linux architecture.

const canPin = cores.length > 1

/** Pins all threads of a process to one core, or releases them. */
export function pin(pid: number, core: number | 'all' | undefined): void {
  if (!canPin || core === undefined) return
  const list = core === 'all' ? cores.join(',') : String(core)
  execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)], { stdio: 'ignore' })
}

/** A Node command that may use all cores again, even though this process is pinned to one. */
export const onAllCores = (...args: readonly string[]): readonly [command: string, args: readonly string[]] =>
  canPin ? ['taskset', ['-c', cores.join(','), process.execPath, ...args]] : [process.execPath, args]

/** CPU seconds that all threads of a process have used; NaN if unknown. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // The name before it may contain spaces.
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process, in bytes: now, and at most so far. */
export const residentBytes = (pid: number): number => Number.parseInt(statusOf(pid, 'VmRSS') ?? '', 10) * 1024
export const peakBytes = (pid: number): number => Number.parseInt(statusOf(pid, 'VmHWM') ?? '', 10) * 1024

function statusOf(pid: number | 'self', name: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  return new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
}

export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cores.length || cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  pinned: canPin,
  /** The load average of the last minute. If it is above about one, the figures are less reliable. */
  loadAverage: Number(loadavg()[0]?.toFixed(2)),
})

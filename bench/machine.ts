// Facts about the machine and its processes: cores, CPU time and memory, on Linux. Elsewhere nothing is pinned and the
// CPU time is unknown, which the report states.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The cores that this process may use, lowest first; empty if unknown. */
export const cores: readonly number[] =
  process.platform === 'linux'
    ? coresIn(/^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])
    : []

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
const PAGE_BYTES = 4096

const canPin = cores.length > 1

/** True when the machine reports CPU time and memory of a process. */
export const canTell = process.platform === 'linux'

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
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number => Number(statOf(pid)[21]) * PAGE_BYTES

/** The peak memory of a process, in bytes. */
export function peakBytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024
}

/** The fields of /proc/PID/stat from the third on, because the second may contain spaces. */
function statOf(pid: number): readonly string[] {
  if (process.platform !== 'linux') return []
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
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

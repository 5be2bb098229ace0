// What the machine says of itself and of a process: cores, CPU time, memory. Linux; elsewhere nothing is pinned and CPU time
// is not known, and the report says so.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The core of whatever is measured, and that of the load. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

const TICKS_PER_SECOND = 100 // USER_HZ, which Linux shows to user space on every architecture.
const PAGE_BYTES = 4096

export const canPin = process.platform === 'linux' && cpus().length > 1

/** Ties all threads of a process to one core. */
export function pin(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
}

/** CPU seconds that a process has used, all threads; NaN where that cannot be had. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number => Number(statOf(pid)[21]) * PAGE_BYTES

/** The fields of /proc/PID/stat from the third on: the second may hold spaces. */
function statOf(pid: number): readonly string[] {
  if (process.platform !== 'linux') return []
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  pinned: canPin,
  /** Work of others in the last minute: more than about one, and the figures say less. */
  loadAverage: Number(loadavg()[0]?.toFixed(2)),
})

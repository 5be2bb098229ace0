// A disk of a few megabytes that can really fill up: a file system in memory, for users who may mount one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Frees the reserved space. */
  readonly makeRoom: () => void
  /** Fills the remaining space, except for so many bytes. */
  readonly fill: (butFor: number) => void
  /** Takes what is left after all. */
  readonly fillUp: () => void
  readonly unmount: () => void
}

const MB = 2 ** 20

/** A disk of some megabytes; undefined where this user may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  const rest = path.join(folder, 'rest')
  const left = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    fill: (butFor) => writeFileSync(ballast, Buffer.alloc(Math.max(0, left() - butFor), 1)),
    fillUp: () => {
      try {
        writeFileSync(rest, Buffer.alloc(left() + MB, 1))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => {
      for (const file of [ballast, rest]) rmSync(file, { force: true })
    },
    unmount: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' }) // Lazy: open files on it stay usable until they are closed.
      rmdirSync(folder)
    },
  }
}

/** True when this user may mount one. */
export function canMount(): boolean {
  const disk = smallDisk(1)
  disk?.unmount()
  return disk !== undefined
}

export const megabytes = (count: number): number => count * MB

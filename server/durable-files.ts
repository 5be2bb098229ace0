// Files that are on the disk when the call returns: what a row of the database speaks of must not be younger than the row.
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const OWNER_ONLY = 0o600

/** Writes a new file for its owner alone, and waits for the disk. Throws EEXIST where there is one. */
export function writeDurably(file: string, content: string | Buffer): void {
  writeFileSync(file, content, { mode: OWNER_ONLY, flag: 'wx', flush: true })
  settleFolder(path.dirname(file))
}

/** Waits until the content of a file is on the disk. */
export function settleFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Waits until the names in a folder are on the disk. Where a system cannot sync a folder, its names need no sync. */
export function settleFolder(folder: string): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
  } catch (error) {
    if (!CANNOT_SYNC.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const CANNOT_SYNC = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL'])

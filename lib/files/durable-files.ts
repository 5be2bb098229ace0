// Writes files that are on the disk when the call returns, so that a database row never refers to a file that a crash could lose.
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StorageUnavailable } from '../storage-unavailable.ts'

const OWNER_ONLY = 0o600

/** Error codes of a disk that accepts no writes for now. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/**
 * Writes a new file readable by its owner alone, and waits for the disk. Throws EEXIST when it exists, and
 * StorageUnavailable when the disk is full; nothing is left of it then.
 */
export function writeDurably(file: string, content: string | Buffer): void {
  try {
    writeFileSync(file, content, { mode: OWNER_ONLY, flag: 'wx', flush: true })
    syncFolder(path.dirname(file))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (!NO_ROOM.has(code ?? '')) throw cause
    rmSync(file, { force: true })
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new StorageUnavailable(`The disk cannot be written at this moment: ${message}.`, { cause, isFull })
  }
}

/** Waits until the content of a file is on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Waits until the names in a folder are on disk. Systems that cannot sync a folder do not need it. */
export function syncFolder(folder: string): void {
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

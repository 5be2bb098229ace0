// Creates a file that only its owner can read, from its first moment on: SQLite by itself would create it with the umask.
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { makePrivateFolder } from '#lib/files/folders.ts'

const OWNER_ONLY = 0o600

/** Makes an empty file and the folder it lies in, where they are not there. */
export function createPrivately(file: string): void {
  makePrivateFolder(path.dirname(file))
  if (existsSync(file)) return
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

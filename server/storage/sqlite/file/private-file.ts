// Creates a file that only its owner can read, from its first moment on: SQLite by itself would create it with the umask.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

const OWNER_ONLY = 0o600

/** Makes an empty file and the folder it lies in, where they are not there. */
export function createPrivately(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

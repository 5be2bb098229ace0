// Creates a file that only its owner can ever read. SQLite itself would create it with the permissions of the umask.
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { makePrivateFolder } from '#lib/files/folders.ts'

const OWNER_ONLY = 0o600

/** Creates an empty file and its folder if they are missing. */
export function createPrivately(file: string): void {
  makePrivateFolder(path.dirname(file))
  if (existsSync(file)) return
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

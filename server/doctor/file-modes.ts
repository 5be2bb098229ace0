// Finds files of a domain that other users of this machine could read or change.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { keyFolderOf } from '../keys/key-folder.ts'

/** Permission bits (POSIX). */
export const OTHERS = 0o007
export const GROUP_AND_OTHERS = 0o077

export interface OpenFile {
  readonly file: string
  /** Permission bits, such as 0o644. */
  readonly mode: number
  readonly isFolder: boolean
}

/** The files that must be private: database, keys, secrets. Missing ones are left out. */
export function privateFilesOf(
  { databaseFile, dataDir }: Config,
  secretFiles: readonly string[] = [],
): readonly string[] {
  const keys = keyFolderOf(dataDir)
  return [
    dataDir,
    ...['', '-wal', '-shm', '-users'].map((suffix) => `${databaseFile}${suffix}`),
    keys,
    ...entriesOf(keys).map(({ name }) => path.join(keys, name)),
    ...secretFiles,
  ]
}

/** The files whose mode has any of the bits. None when the system has no such modes. */
export function openTo(bits: number, files: readonly string[]): readonly OpenFile[] {
  if (process.platform === 'win32') return []
  return files.flatMap((file) => {
    const stat = statOf(file)
    return stat && (stat.mode & bits) !== 0 ? [{ file, mode: stat.mode & 0o777, isFolder: stat.isDirectory() }] : []
  })
}

/** The files of settings NAME_FILE. */
export const secretFilesOf = (env: Readonly<Record<string, string | undefined>>, names: readonly string[]) =>
  names.flatMap((name) => env[`${name}_FILE`] ?? [])

export const statOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false })

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

// A new domain that is prepared beside the old one: then names are swapped.
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#lib/clock.ts'
import { syncFolder } from '#lib/files/durable-files.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { OperatorError } from '#lib/operator-error.ts'
import type { Config } from '../config/config.ts'
import { exclusiveLock } from '../storage/sqlite/file/database-lock.ts'
import { asOperatorError, restoringMark, type Swapping } from '../storage/sqlite/file/opening-errors.ts'
import { KEYS } from './manifest.ts'

type Place = Pick<Config, 'dataDir' | 'databaseFile'>

const holdsSomething = (file: string) => existsSync(file) && statSync(file).size > 0

/** Whether there is a domain, or what an interrupted restore left of one. */
export const isInUse = ({ dataDir, databaseFile }: Place): boolean =>
  holdsSomething(databaseFile) ||
  existsSync(restoringMark(databaseFile)) ||
  (existsSync(path.join(dataDir, KEYS)) && readdirSync(path.join(dataDir, KEYS)).length > 0)

/** Locks out servers and commands until the returned function is called. Throws OperatorError, which says what to do `then`. */
export function alone({ dataDir, databaseFile }: Place, then: string): () => void {
  try {
    makePrivateFolder(dataDir)
    const release = exclusiveLock(databaseFile)
    if (release) return release
  } catch (error) {
    throw asOperatorError(dataDir, error)
  }
  throw new OperatorError(`A server or a command is using ${databaseFile}. Stop it, and ${then}.`)
}

/** What is to be the database and the key folder. */
export interface Staged {
  readonly database: string
  readonly keys: string
}

export const stagedIn = ({ dataDir, databaseFile }: Place): Staged => ({
  database: `${databaseFile}-staged`,
  keys: path.join(dataDir, `${KEYS}-staged`),
})

/** Removes what is prepared. */
export function unstage({ database, keys }: Staged): void {
  for (const suffix of ['', '-journal', '-wal', '-shm', '-users']) rmSync(`${database}${suffix}`, { force: true })
  rmSync(keys, { recursive: true, force: true })
}

/** Removes what an interrupted move has put into an empty folder. */
export function undoMove({ dataDir, databaseFile }: Place): void {
  rmSync(databaseFile, { force: true })
  rmSync(path.join(dataDir, KEYS), { recursive: true, force: true })
  rmSync(restoringMark(databaseFile))
}

/**
 * Moves the existing files aside and the copy into their place. After an interruption in between, no server starts
 * until it is done again.
 */
export function swap({ dataDir, databaseFile }: Place, staged: Staged, clock: Clock, by: Swapping): readonly string[] {
  const mark = restoringMark(databaseFile)
  const settle = () => {
    syncFolder(dataDir)
    syncFolder(path.dirname(databaseFile))
  }
  writeFileSync(mark, by, { mode: 0o600, flush: true })
  settle()
  const stamp = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
  const putAside = (file: string, suffix = ''): readonly string[] => {
    if (!existsSync(`${file}${suffix}`)) return []
    const aside = `${file}.before-restore-${stamp}${suffix}`
    renameSync(`${file}${suffix}`, aside)
    return [aside]
  }
  const keys = path.join(dataDir, KEYS)
  // The old write-ahead log moves with its database: SQLite would apply it to any other database beside it.
  const aside = [...['', '-wal', '-shm'].flatMap((suffix) => putAside(databaseFile, suffix)), ...putAside(keys)]
  renameSync(staged.keys, keys)
  renameSync(staged.database, databaseFile)
  settle()
  rmSync(mark)
  settle()
  return aside
}

// Explains why a database file cannot be opened: damaged, from another program, inaccessible or in use. Each case
// becomes a sentence for the operator.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Database as Sqlite } from 'better-sqlite3'
import { OperatorError } from '#lib/operator-error.ts'

/** What puts a database file in its place. */
export type Swapping = 'restore' | 'move'

/** A marker beside a database file while it is swapped for another; it says by what. */
export const restoringMark = (file: string): string => `${file}-restoring`

const RESTORE =
  'Put a backup back with "./bin/slipway restore BACKUP --replace", which keeps the damaged file beside it.'

/**
 * What is wrong with a file and what to do, by SQLite's result code (https://sqlite.org/rescode.html) or the system's
 * error code.
 */
const FAULTS: readonly (readonly [RegExp, (file: string) => string])[] = [
  [
    /^SQLITE_NOTADB/,
    (file) => `${file} is not a SQLite database, or is encrypted. Move it away, or set DATA_DIR to another folder.`,
  ],
  [/^SQLITE_CORRUPT/, (file) => `${file} is damaged. ${RESTORE}`],
  [
    /^(SQLITE_READONLY|EROFS|EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_AUTH|SQLITE_PERM)/,
    (file) =>
      `${file} cannot be opened and written by this user. Give it the folder and everything in it, or set DATA_DIR to another folder.`,
  ],
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT|SQLITE_IOERR|EIO)/,
    (file) =>
      `${file} cannot be read or written: the disk is full or failing. Make room, or look at the disk; nothing was lost.`,
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL)/,
    (file) =>
      `${file} is held by another process for longer than five seconds. Wait for the import or restore that is running, or end what holds it.`,
  ],
  [
    /^(ENOTDIR|EEXIST)/,
    (file) => `${file} cannot be made, because a part of its path is a file and no folder. Set DATA_DIR to a folder.`,
  ],
]

/** Opens a database. Throws OperatorError for problems that an operator can resolve, and other errors unchanged. */
export function openingOf<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    throw asOperatorError(file, cause)
  }
}

/** The sentence for an error about a file. Returns errors of another kind unchanged. */
export function asOperatorError(file: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const fault = FAULTS.find(([pattern]) => pattern.test(code))
  return fault ? new OperatorError(fault[1](file), { cause }) : cause
}

/** Throws OperatorError if there is no database. Commands that inspect or change a domain never create one. */
export function assertThere(file: string): void {
  if (sizeOf(file) > 0) return
  throw new OperatorError(
    `There is no domain at ${path.dirname(file)}: set DATA_DIR to the folder of one, or make it with "slipway start" or "slipway init".`,
  )
}

/** The size in bytes, 0 if the file does not exist. An inaccessible folder throws, because it may contain a domain. */
function sizeOf(file: string): number {
  return openingOf(file, () => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
}

/** What was interrupted while it swapped the file, if anything. */
export function interruptedAt(file: string): Swapping | undefined {
  if (!existsSync(restoringMark(file))) return undefined
  return readFileSync(restoringMark(file), 'utf8') === 'move' ? 'move' : 'restore'
}

/** Throws OperatorError if a restore or a move was interrupted: the files may come from two domains. */
export function assertNotRestoring(file: string): void {
  const interrupted = interruptedAt(file)
  if (interrupted === 'move')
    throw new OperatorError(`A move to ${file} was cut off. Run "./bin/slipway move file" again.`)
  if (interrupted)
    throw new OperatorError(`A restore of ${file} was cut off. Run "./bin/slipway restore BACKUP --replace" again.`)
}

/** Throws OperatorError if a database has tables, none of which is ours. */
export function assertOurs(sql: Sqlite, file: string): void {
  const names = sql.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  if (names.length === 0 || names.includes('_prisma_migrations')) return
  throw new OperatorError(
    `${file} is the database of another program (it has a table ${names[0]}). Nothing was changed in it: set DATA_DIR or DATABASE_URL to another place.`,
  )
}

/**
 * Throws OperatorError if the file is shorter than the pages that its header counts. `hadLog` must be determined before
 * anything opens the file: with a write-ahead log, the missing pages may be in there.
 */
export function assertWhole(sql: Sqlite, file: string, hadLog: boolean): void {
  if (hadLog) return
  const bytes =
    (sql.pragma('page_count', { simple: true }) as number) * (sql.pragma('page_size', { simple: true }) as number)
  const { size } = statSync(file)
  if (size > 0 && size < bytes)
    throw new OperatorError(`${file} is damaged: it ends after ${size} of ${bytes} bytes. ${RESTORE}`)
}

/** True if a non-empty write-ahead log lies beside a database file. */
export const hasLog = (file: string): boolean => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0

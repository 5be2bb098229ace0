// Distinguishes a temporarily unavailable database from an invalid statement.

import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { tellUnavailable } from '#lib/telemetry.ts'

const FOR_NOW = /^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR|FULL|PROTOCOL|READONLY)/

/** The same functions, which throw StorageUnavailable if SQLite is busy, locked or cannot reach its file. */
export function throwingUnavailable<T extends object>(store: T): T {
  const guarded = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'function' ? guard(member as (...args: readonly unknown[]) => unknown) : member,
  ])
  return Object.fromEntries(guarded) as T
}

const guard =
  (method: (...args: readonly unknown[]) => unknown) =>
  (...args: readonly unknown[]): unknown => {
    try {
      const result = method(...args)
      return result instanceof Promise ? result.catch(rethrow) : result
    } catch (cause) {
      return rethrow(cause)
    }
  }

/** True if another connection holds a lock; the statement, or the transaction, has changed nothing. */
export const isBusy = (error: unknown): boolean => said(error).code?.startsWith('SQLITE_BUSY') ?? false

function rethrow(cause: unknown): never {
  throw asUnavailable(cause)
}

/** StorageUnavailable for SQLite's error of a moment; any other error as it is. */
export function asUnavailable(cause: unknown): unknown {
  const { code, message } = said(cause)
  if (code === undefined || !FOR_NOW.test(code)) return cause
  tellUnavailable(code)
  // For the log and for users of commands: SQLite's message names the disk, the lock or the permission.
  return new StorageUnavailable(`The database cannot be used at this moment: ${message} (${code}).`, {
    cause,
    isFull: code === 'SQLITE_FULL',
  })
}

interface Said {
  readonly code?: string
  readonly message?: string
}

function said(error: unknown): Said {
  if (!(error instanceof Error)) return {}
  if (error instanceof StorageUnavailable) return said(error.cause)
  return 'code' in error && typeof error.code === 'string' ? { code: error.code, message: error.message } : {}
}

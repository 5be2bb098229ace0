// Distinguishes a database that is unavailable for now from a wrong statement.

import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { tellUnavailable } from '#lib/telemetry.ts'

const FOR_NOW = /^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR|FULL|PROTOCOL|READONLY)/

/** The same functions, throwing StorageUnavailable where SQLite is busy, locked, or cannot reach its file. */
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

function rethrow(cause: unknown): never {
  if (!isForNow(cause)) throw cause
  tellUnavailable(cause.code)
  // For the log, and for who types a command: SQLite's own words name the disk, the lock or the permission.
  throw new StorageUnavailable(`The database cannot be used at this moment: ${cause.message} (${cause.code}).`, {
    cause,
    isFull: cause.code === 'SQLITE_FULL',
  })
}

const isForNow = (cause: unknown): cause is Error & { readonly code: string } =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && FOR_NOW.test(cause.code)

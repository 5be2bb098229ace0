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
  const { code, message } = said(cause)
  if (code === undefined || !FOR_NOW.test(code)) throw cause
  tellUnavailable(code)
  // For the log and for users of commands: SQLite's message names the disk, the lock or the permission.
  throw new StorageUnavailable(`The database cannot be used at this moment: ${message} (${code}).`, {
    cause,
    isFull: code === 'SQLITE_FULL',
  })
}

interface Said {
  readonly code?: string
  readonly message?: string
}

/** SQLite's error code, from its driver or from Prisma, which wraps it and has codes of its own. */
function said(error: unknown): Said {
  if (!(error instanceof Error)) return {}
  if (error instanceof StorageUnavailable) return said(error.cause)
  const ofDriver = memberOf(memberOf(memberOf(error, 'meta'), 'driverAdapterError'), 'cause') ?? error.cause
  const [code, message] = [memberOf(ofDriver, 'originalCode'), memberOf(ofDriver, 'originalMessage')]
  if (typeof code === 'string' && typeof message === 'string') return { code, message }
  return 'code' in error && typeof error.code === 'string' ? { code: error.code, message: error.message } : {}
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

// Wraps synchronous functions over SQLite into a port whose methods return promises.
import { againWhenFree } from '../durability/busy-retry.ts'
import type { Sqlite } from './connection.ts'
import { throwingUnavailable } from './unavailable.ts'

/** A port as SQLite implements it: its methods return values instead of promises. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Port[Name]
}

type Implementation<Port> = { readonly [Name in keyof Port]: Port[Name] | Synchronous<Port>[Name] }
type Method = (...args: readonly unknown[]) => unknown

/**
 * The port on a connection: each function's result or error arrives as a promise. A function that finds another
 * connection writing runs again once that is done, so it must be a single statement, or a transaction. Rejects with
 * StorageUnavailable if SQLite is busy for too long, locked or cannot reach its file.
 */
export function asyncPort<Port extends object>(sql: Sqlite, store: Implementation<Port>): Port {
  const members = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'function' ? promising(sql, member as Method) : member,
  ])
  return throwingUnavailable(Object.fromEntries(members) as Port)
}

const promising =
  (sql: Sqlite, method: Method): Method =>
  (...args) => {
    try {
      return Promise.resolve(method(...args))
    } catch (error) {
      return againWhenFree(sql, error, () => method(...args))
    }
  }

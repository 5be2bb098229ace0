// Wraps synchronous functions over SQLite into a port whose methods return promises.
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
 * The port: each function's result or error arrives as a promise. It rejects with StorageUnavailable if SQLite is busy,
 * locked or cannot reach its file.
 */
export function asyncPort<Port extends object>(store: Implementation<Port>): Port {
  const members = Object.entries(throwingUnavailable(store)).map(([name, member]) => [
    name,
    typeof member === 'function' ? promising(member as Method) : member,
  ])
  return Object.fromEntries(members) as Port
}

const promising =
  (method: Method): Method =>
  (...args) => {
    try {
      return Promise.resolve(method(...args))
    } catch (error) {
      return Promise.reject(error)
    }
  }

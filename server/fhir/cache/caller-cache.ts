// Callers by their Authorization header, until their registration or permissions change.
import type { Caller } from '../caller.ts'
import { versionedCache } from './versioned-cache.ts'

export interface CachedCaller extends Caller {
  /** A unique number, part of the key of cached answers, so that they end with the caller's permissions. */
  readonly number: number
}

interface CallerCache {
  readonly get: (header: string) => CachedCaller | undefined
  readonly put: (header: string | undefined, caller: Caller) => void
}

/** Tokens live 5 minutes, so this allows about 30 new tokens per second. */
const MOST_CALLERS = 10_000

/** The callers for a state of the registry; dropped with the next state. */
export function callerCache(): (registry: unknown) => CallerCache {
  let number = 0
  return versionedCache(() => {
    const callers = new Map<string, CachedCaller>()
    return {
      get: (header) => callers.get(header),
      put: (header, caller) => {
        if (header === undefined) return
        if (callers.size >= MOST_CALLERS) callers.clear()
        number += 1
        callers.set(header, { ...caller, number })
      },
    }
  })
}

/** The header that authenticates the caller; undefined when there is none, or more than one. */
export const headerOf = (headers: Headers): string | undefined =>
  headers.has('authentication') ? undefined : (headers.get('authorization') ?? undefined)

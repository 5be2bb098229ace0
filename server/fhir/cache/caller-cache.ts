// Callers by their Authorization header, until their registration or permissions change.
import type { Caller } from '../caller.ts'
import { versionedCache } from './versioned-cache.ts'

export interface CachedCaller extends Caller {
  /** A unique number: answers are cached under it, so that they end with the caller's permissions. */
  readonly number: number
}

interface CallerCache {
  readonly get: (header: string) => CachedCaller | undefined
  readonly put: (header: string | undefined, caller: Caller) => void
}

/** Tokens live 5 minutes, so this is some 30 new tokens a second. */
const MOST_CALLERS = 10_000

/** The callers that hold for a state of the registry; forgotten with the next one. */
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

/** The header that says who asks; undefined where there is none, or two that do. */
export const headerOf = (headers: Headers): string | undefined =>
  headers.has('authentication') ? undefined : (headers.get('authorization') ?? undefined)

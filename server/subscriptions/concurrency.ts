// The concurrency limits of notifications: in total, per host, and lower ones for Subscriptions whose last attempt
// failed. So receivers that do not answer never hold up those that do.

/** Most concurrent notifications in one process. */
const MOST = 16
const MOST_PER_HOST = 2
/** Most of these for Subscriptions whose last attempt failed. */
const MOST_FAILING = MOST / 2
const MOST_FAILING_PER_HOST = MOST_PER_HOST / 2

interface Taken {
  readonly host: string
  readonly failing: boolean
}

export interface ConcurrencyLimits {
  /** Takes a place for a Subscription; false when there is none for it now. Each has at most one place. */
  readonly take: (id: string, taken: Taken) => boolean
  readonly leave: (id: string) => void
  readonly isTaken: (id: string) => boolean
}

export function createConcurrencyLimits(): ConcurrencyLimits {
  const places = new Map<string, Taken>()
  const count = (test: (taken: Taken) => boolean) => [...places.values()].filter(test).length
  return {
    take: (id, { host, failing }) => {
      const isFull =
        places.size >= MOST ||
        places.has(id) ||
        count((taken) => taken.host === host) >= MOST_PER_HOST ||
        (failing && count((taken) => taken.failing) >= MOST_FAILING) ||
        (failing && count((taken) => taken.failing && taken.host === host) >= MOST_FAILING_PER_HOST)
      if (!isFull) places.set(id, { host, failing })
      return !isFull
    },
    leave: (id) => {
      places.delete(id)
    },
    isTaken: (id) => places.has(id),
  }
}

// The concurrency limits of notifications: in all, for each host, and lower ones for Subscriptions whose last try failed. So receivers
// that do not answer never hold up those that do.

/** Most notifications under way in one process. */
const MOST = 16
const MOST_PER_HOST = 2
/** Most of these that are of Subscriptions whose last try failed. */
const MOST_FAILING = MOST / 2
const MOST_FAILING_PER_HOST = MOST_PER_HOST / 2

interface Taken {
  readonly host: string
  readonly failing: boolean
}

export interface Places {
  /** Takes a place for a Subscription; false where there is none for it now. Each has one place at most. */
  readonly take: (id: string, taken: Taken) => boolean
  readonly leave: (id: string) => void
  readonly isTaken: (id: string) => boolean
}

export function createPlaces(): Places {
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

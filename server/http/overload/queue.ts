// Queues requests while the event loop is late. Node accepts one new connection in each tick of its loop (libuv since 1.45), so a tick that
// answers everything keeps new connections, a liveness probe's among them, waiting for many ticks. A tick therefore begins little, few
// signatures are made at once, and the rest waits in the order of arrival (queue.test.ts; waiting.system.test.ts, "one who has to connect
// first").

/** Milliseconds per tick in which requests are begun. */
const SLICE = 1
/** Concurrent requests with signatures: more than the threads that sign, and enough to share a flush of the disk. */
const MOST_HEAVY = 16

/** A queued request. */
export interface Work {
  readonly begin: () => void
  /** True for work with signatures, of which few run concurrently. */
  readonly isHeavy: boolean
  /** Calls back when it is over, also if it was never begun. */
  readonly whenOver: (over: () => void) => void
}

export interface RequestQueue {
  /** Starts the work as soon as a tick has time for it. */
  readonly wait: (work: Work) => void
  readonly isEmpty: () => boolean
  /** The wait of the first in the queue, in milliseconds; 0 when it is empty. */
  readonly age: () => number
}

interface Waiting {
  readonly since: number
  readonly work: Work
}

/** `now` in milliseconds. */
export function createRequestQueue(now: () => number = () => performance.now()): RequestQueue {
  const queue: Waiting[] = []
  let heavy = 0
  let isDue = false

  const mayBegin = ({ work: { isHeavy } }: Waiting) => !isHeavy || heavy < MOST_HEAVY

  const soon = () => {
    if (isDue || queue.length === 0) return
    isDue = true
    setImmediate(turn)
  }

  const over = () => {
    heavy -= 1
    soon()
  }

  /** Begins the first that may; false when there is none. */
  const beginOne = (): boolean => {
    const at = queue.findIndex(mayBegin)
    const [first] = at < 0 ? [] : queue.splice(at, 1)
    if (!first) return false
    const { work } = first
    if (work.isHeavy) {
      heavy += 1
      work.whenOver(over)
    }
    work.begin()
    return true
  }

  const turn = (): void => {
    isDue = false
    const until = now() + SLICE
    while (beginOne() && now() < until);
    if (queue.some(mayBegin)) soon()
  }

  return {
    wait: (work) => {
      queue.push({ since: now(), work })
      soon()
    },
    isEmpty: () => queue.length === 0,
    age: () => (queue[0] ? now() - queue[0].since : 0),
  }
}

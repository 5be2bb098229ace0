// Queues requests while the event loop is late. Node accepts one new connection per tick of its loop (libuv since
// 1.45), so a tick that answers everything makes new connections wait for many ticks, including a liveness probe's. A
// tick therefore starts little, few signatures run at once, and the rest waits in order of arrival (queue.test.ts;
// waiting.system.test.ts, "one who has to connect first").

/** Milliseconds per tick for starting requests. */
const SLICE = 1
/** Concurrent requests with signatures: more than there are signing threads, and enough to share a flush of the disk. */
const MOST_HEAVY = 16

/** A queued request. */
export interface Work {
  readonly begin: () => void
  /** True for work with signatures, of which few run concurrently. */
  readonly isHeavy: boolean
  /** Calls back when the work is over, even if it was never started. */
  readonly whenOver: (over: () => void) => void
}

export interface RequestQueue {
  /** Starts the work as soon as a tick has time. */
  readonly wait: (work: Work) => void
  readonly isEmpty: () => boolean
  /** How long the first in the queue has waited, in milliseconds; 0 when it is empty. */
  readonly age: () => number
  /** How many wait in it. */
  readonly size: () => number
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

  /** Starts the first work that may start; false when there is none. */
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
    size: () => queue.length,
  }
}

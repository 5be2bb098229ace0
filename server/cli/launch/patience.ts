// Waits when a server answers that there were too many requests (RFC 6585 §4): a series of launches is faster than a
// person.
import { SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'

const TOO_MANY_REQUESTS = 429
/** The longest wait: just over a minute, the window of every limit here. */
const LONGEST_WAIT_S = 61

interface Waiting {
  /** The origins that are waited for. */
  readonly origins: ReadonlySet<string>
  readonly tell: (seconds: number) => void
  readonly sleep: (ms: number) => Promise<unknown>
}

/** A fetch that retries once after Retry-After. Bodies must be texts, so that they can be sent again. */
export const patient =
  (fetch: Fetch, { origins, tell, sleep }: Waiting): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, init)
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const isWaitedFor = answer.status === TOO_MANY_REQUESTS && seconds <= LONGEST_WAIT_S
    if (!isWaitedFor || input instanceof Request || !origins.has(new URL(input).origin)) return answer
    await answer.body?.cancel()
    tell(seconds)
    await sleep(seconds * SECOND)
    return fetch(input, init)
  }

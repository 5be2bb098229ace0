// Groups requests that arrived in the same tick of the event loop (Tick in lib/http/request-context.ts).
import type { ServerResponse } from 'node:http'
import type { Tick } from '#lib/http/request-context.ts'

/** Requests of one tick. More would come in only where more connections are ready than Node asks the system for at once. */
const MOST_REQUESTS = 64

/**
 * Which tick the request of an answer came in with. To be called when Node has read its head, and not later: Node reads from
 * the connections that were ready when it asked the system, and what was sent by a connection that was not is of the next
 * tick. Undefined for a request that waits behind another one of its connection: that may have been sent at any time.
 */
export function ticks(): (response: ServerResponse) => Tick | undefined {
  let current: { isOver: boolean; requests: number } | undefined
  const end = () => {
    if (current) current.isOver = true
    current = undefined
  }
  return (response) => {
    if (!response.socket) return undefined
    if (current && current.requests >= MOST_REQUESTS) end()
    if (!current) {
      const begun = { isOver: false, requests: 0 }
      current = begun
      setImmediate(() => {
        begun.isOver = true
        if (current === begun) current = undefined
      })
    }
    current.requests += 1
    return current
  }
}

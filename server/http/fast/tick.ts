// Groups requests that arrived in the same tick of the event loop (Tick in lib/http/request-context.ts).
import type { ServerResponse } from 'node:http'
import type { Tick } from '#lib/http/request-context.ts'

/** Requests per tick. More would arrive only when more connections are ready than Node asks the system for at once. */
const MOST_REQUESTS = 64

/**
 * Returns the tick in which a request arrived. Call it right after Node has read the head: Node reads from the
 * connections that were ready when it asked the system, and anything sent by another connection belongs to the next
 * tick. Undefined for a pipelined request that waits behind another one: it may have been sent at any time.
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

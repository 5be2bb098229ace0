// Bounds traces by number and by characters, per client and in total. The oldest are deleted first, and unverified
// requests never evict verified launches.
import { HOUR } from '#lib/clock.ts'

interface Bound {
  readonly traces: number
  /** Characters of their requests. */
  readonly size: number
}

export interface TraceBounds {
  readonly verified: { readonly client: Bound; readonly all: Bound }
  readonly unverified: { readonly client: Bound; readonly all: Bound }
}

const MB = 2 ** 20

/** Anybody can send unverified requests under any client_id, so all of them together get a small share. */
export const TRACE_BOUNDS: TraceBounds = {
  verified: { client: { traces: 2000, size: 64 * MB }, all: { traces: 200_000, size: 512 * MB } },
  unverified: { client: { traces: 200, size: 8 * MB }, all: { traces: 5000, size: 32 * MB } },
}

/** Traces deleted at once when there are too many. */
export const SURPLUS = 20

/** Whose traces are counted together: a client's, or those of all clients. */
export interface TraceOwner {
  readonly verified: boolean
  /** The client_id, null where none is known; undefined for all clients together. */
  readonly clientId: string | null | undefined
}

/** The owner of a count, as `trace_volume` names it. */
export const ownerName = ({ clientId }: TraceOwner): string =>
  clientId === undefined ? '' : `client ${clientId ?? ''}`

/** True when these are more than an owner may have. */
export function isTooMuch({ verified, clientId }: TraceOwner, { traces, size }: Bound, bounds: TraceBounds): boolean {
  const { client, all } = verified ? bounds.verified : bounds.unverified
  const most = clientId === undefined ? all : client
  return traces > most.traces || size > most.size
}

/** The most requests and characters in one trace. */
export const MOST_STEPS = 120
export const LARGEST = 384 * 1024
/** The most failed requests in one trace, so that repeating a bad request cannot fill the trace of a good launch. */
export const MOST_FAILED = 20

/** How long an unassigned request waits for the launch that it belongs to. */
export const UNCLAIMED_LIFETIME_MS = HOUR
/** The most unassigned requests, because anybody can send these. */
export const MOST_WAITING = 2000
/** The number of writes after which surplus unassigned requests are deleted. */
export const DROP_EVERY = 100

/** Rows that one purge deletes from each table. */
export const PURGED_AT_ONCE = 500

// Storage port of the traces. Implemented in server/storage/sqlite/traces/traces.ts.

import type { TraceOutcome } from '#lib/api/traces.ts'
import { DAY } from '#lib/clock.ts'

export type { TraceOutcome } from '#lib/api/traces.ts'

/** The time a trace is stored after its last request. */
export const TRACE_LIFETIME_MS = 7 * DAY

/** The facts of a trace as a whole; later facts fill in missing earlier ones. */
export interface TraceFacts {
  /** jti of the launch token, or X-Trace-Id: as claimed, unless `verified`. */
  readonly traceId: string | undefined
  /** True when the launch token's signature is proven to be its platform's. */
  readonly verified: boolean
  readonly platform: string | undefined
  readonly clientId: string | undefined
  readonly subject: string | undefined
  readonly task: string | undefined
}

/** One request to store. */
export interface TraceEntry {
  /** See keys.ts. */
  readonly key: string
  /** Facts of the trace that begins here if there is none; undefined where only a linked trace can take the step. */
  readonly facts: TraceFacts | undefined
  /** True for a request that is stored for a while although it belongs to no trace yet. */
  readonly waits: boolean
  /** Keys that belong to this trace from now on. */
  readonly links: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
  /** The origin: unverified requests share their storage by network. */
  readonly network?: string
  readonly outcome: TraceOutcome
  readonly failed: string | undefined
  /** JSON of the StepRecord, redacted. */
  readonly data: string
}

export interface TraceRow extends TraceFacts {
  readonly id: string
  readonly outcome: TraceOutcome
  readonly failed: string | undefined
  readonly startedAt: number
  readonly changedAt: number
  /** Number of the latest change of all traces that this one has part in. */
  readonly change: number
  /** True when steps were left out because there were too many. */
  readonly truncated: boolean
}

/** The traces that a viewer may see: all, or those of some apps and people and single ones. */
export interface TraceScope {
  readonly all: boolean
  readonly clients: readonly string[]
  /** `Patient/x` and the like, of verified launches. */
  readonly subjects: readonly string[]
  readonly ids: readonly string[]
}

/** A viewer of traces. */
export interface TraceViewer extends TraceScope {
  /** A unique name of the person, for counting. */
  readonly who: string
}

export interface TraceQuery {
  readonly app?: string | undefined
  readonly user?: string | undefined
  readonly outcome?: TraceOutcome | undefined
  readonly check?: string | undefined
  readonly text?: string | undefined
  /** Changes after this number only. */
  readonly after?: number | undefined
  /** The last row of the page before. */
  readonly before?: { readonly startedAt: number; readonly id: string } | undefined
  readonly limit: number
}

export interface TraceStore {
  /** Stores requests, in one transaction. Those beyond the bounds of a trace or a client are left out. */
  readonly write: (entries: readonly TraceEntry[]) => Promise<void>
  /** Traces by time of their beginning, newest first. */
  readonly list: (scope: TraceScope, query: TraceQuery) => Promise<readonly TraceRow[]>
  /** By id, by a key that was linked with it, by the traceId of a verified launch, or by the X-Trace-Id that a client gave its calls. */
  readonly find: (scope: TraceScope, idOrTraceId: string) => Promise<TraceRow | undefined>
  /** JSON texts of the steps of a trace, in order of time. */
  readonly steps: (id: string) => Promise<readonly string[]>
  /** The trace that a key was linked with. */
  readonly resolve: (key: string) => Promise<string | undefined>
  /** Number of the latest change of all. */
  readonly latestChange: () => Promise<number>
}

/** A link to a trace that needs no login. Its token is not kept, only the SHA-256 of it. */
export interface TraceShare {
  readonly id: string
  readonly tokenHash: string
  /** The trace. */
  readonly traceId: string
  /** User name of who made it. */
  readonly by: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface TraceShares {
  /** False, and nothing kept, where the trace is gone, or has as many links as it may have. */
  readonly add: (share: TraceShare, most: number) => Promise<boolean>
  /** The links to a trace that still lead to it, newest first. */
  readonly ofTrace: (traceId: string, now: number) => Promise<readonly Omit<TraceShare, 'tokenHash'>[]>
  /** The id of the trace that a token leads to; undefined where it does not, or not any more. */
  readonly traceOf: (tokenHash: string, now: number) => Promise<string | undefined>
  /** Takes a link away; false where there is none, or not of `by`, if that is given. */
  readonly remove: (traceId: string, id: string, by: string | undefined) => Promise<boolean>
}

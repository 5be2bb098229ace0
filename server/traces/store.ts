// Storage port of the traces. Implemented in server/storage/sqlite/traces/traces.ts.

import type { TraceOutcome } from '#lib/api/traces.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { TRACE_LIFETIME_DAYS } from '#lib/trace/trace-days.ts'

export type { TraceOutcome } from '#lib/api/traces.ts'

/** How long a trace is stored after its last request. */
export const TRACE_LIFETIME_MS = TRACE_LIFETIME_DAYS * DAY

/** The facts of a whole trace; later facts only fill in missing ones. */
export interface TraceFacts {
  /** jti of the launch token, or X-Trace-Id; only claimed, unless `verified`. */
  readonly traceId: string | undefined
  /** True when the launch token's signature is verified as its platform's. */
  readonly verified: boolean
  readonly platform: string | undefined
  readonly clientId: string | undefined
  readonly subject: string | undefined
  readonly task: string | undefined
}

/**
 * How a trace stands by its latest request. What is `under_way` or has its `code_issued` is abandoned when nothing follows
 * for as long as ABANDONED_AFTER_MS says.
 */
export type StandingOutcome = Exclude<TraceOutcome, 'abandoned'> | 'code_issued'

/**
 * After this time nothing can follow. `under_way`: a launch token expires after five minutes, and what waits for the
 * person to log in after ten (server/oauth/authorize/transaction-cookie.ts). `code_issued`: a code is exchanged within a
 * minute (server/oauth/authorize/callback.ts), and the request that issued it may have taken some time by itself.
 */
export const ABANDONED_AFTER_MS = { under_way: 10 * MINUTE, code_issued: 2 * MINUTE } as const

/** One request to store. */
export interface TraceEntry {
  /** See keys.ts. */
  readonly key: string
  /** Facts for a new trace, if the request starts one; undefined when the request can only join a linked trace. */
  readonly facts: TraceFacts | undefined
  /** True for a request that is stored temporarily although it belongs to no trace yet. */
  readonly waits: boolean
  /** Keys that lead to this trace from now on. */
  readonly links: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
  /** The origin: unverified requests share the storage by network. */
  readonly network?: string
  readonly outcome: StandingOutcome
  readonly failed: string | undefined
  /** True for a refusal after which a launch is not an opened one, though its tokens were issued. */
  readonly undoes?: boolean
  /** JSON of the StepRecord, redacted. */
  readonly data: string
}

/** A trace in a list. */
export interface TraceRow extends TraceFacts {
  readonly id: string
  readonly outcome: TraceOutcome
  readonly failed: string | undefined
  readonly startedAt: number
  readonly changedAt: number
  /** The change number, counted over all traces, of this trace's latest change. */
  readonly change: number
  /** True when steps were dropped because there were too many. */
  readonly truncated: boolean
}

/** The traces that a viewer may see: all, or those of some apps and people, and single ones. */
export interface TraceScope {
  readonly all: boolean
  readonly clients: readonly string[]
  /** References such as `Patient/x` from verified launches. */
  readonly subjects: readonly string[]
  readonly ids: readonly string[]
}

export interface TraceViewer extends TraceScope {
  /** A unique name for the person, for counting. */
  readonly who: string
}

/** Ids that traces have, each with a name that is stored elsewhere. */
export interface NamedIds {
  readonly subjects: readonly string[]
  readonly tasks: readonly string[]
  readonly clients: readonly string[]
}

/** What a text stands for that the traces themselves do not contain. */
export interface FoundIds extends NamedIds {
  /** Traces that were refused with the error code that the text is. */
  readonly traces: readonly string[]
}

/** The filters and the place of a list of traces; an absent one filters nothing. */
export interface TraceQuery {
  readonly app?: string | undefined
  readonly user?: string | undefined
  readonly outcome?: TraceOutcome | undefined
  readonly check?: string | undefined
  readonly text?: string | undefined
  /** Beside `text`: ids of things whose names contain it, and of traces that it is the error code of. */
  readonly named?: FoundIds | undefined
  /** Only changes after this number. */
  readonly after?: number | undefined
  /** The last row of the previous page. */
  readonly before?: { readonly startedAt: number; readonly id: string } | undefined
  readonly limit: number
}

/** The stored traces. */
export interface TraceStore {
  /** Stores requests in one transaction. Requests beyond the limits of a trace or client are dropped. */
  readonly write: (entries: readonly TraceEntry[]) => Promise<void>
  /** Traces by start time, newest first. */
  readonly list: (scope: TraceScope, query: TraceQuery) => Promise<readonly TraceRow[]>
  /** Finds a trace by id, by a linked key, by the traceId of a verified launch, or by a client's X-Trace-Id. */
  readonly find: (scope: TraceScope, idOrTraceId: string) => Promise<TraceRow | undefined>
  /** The steps of a trace as JSON, in order of time. */
  readonly steps: (id: string) => Promise<readonly string[]>
  /** The trace linked to a key. */
  readonly resolve: (key: string) => Promise<string | undefined>
  /** The people, tasks and apps of the traces that began last. */
  readonly ids: (scope: TraceScope) => Promise<NamedIds>
  /** Among the traces that were refused last, those where a request was refused with an error code. */
  readonly refusedWith: (code: string, scope: TraceScope) => Promise<readonly string[]>
  /** The names of the checks that stopped the traces that were refused last. */
  readonly stops: (scope: TraceScope) => Promise<readonly string[]>
  /** The number of the latest change of any trace. */
  readonly latestChange: () => Promise<number>
}

/** A link to a trace that needs no log-in. Only the SHA-256 of its token is stored. */
export interface TraceShare {
  readonly id: string
  readonly tokenHash: string
  readonly traceId: string
  /** User name of the link's creator. */
  readonly by: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** Links by which anybody can read a trace, by the hash of their token. */
export interface TraceShares {
  /** False, with nothing stored, when the trace is gone or has its maximum of links. */
  readonly add: (share: TraceShare, most: number) => Promise<boolean>
  /** The working links to a trace, newest first. */
  readonly ofTrace: (traceId: string, now: number) => Promise<readonly Omit<TraceShare, 'tokenHash'>[]>
  /** The id of the trace behind a token; undefined when the link does not work (any more). */
  readonly traceOf: (tokenHash: string, now: number) => Promise<string | undefined>
  /** Removes a link; false when there is none, or when `by` is given and is not its creator. */
  readonly remove: (traceId: string, id: string, by: string | undefined) => Promise<boolean>
}

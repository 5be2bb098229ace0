// The JSON of /traces/api: the requests of each launch, check by check. Secrets were removed before they were stored.
import type { CheckName } from '../checks/checks.ts'
import type { StepName } from '../checks/steps.ts'
import type { Actor } from '../html/actor-icon.ts'

/**
 * The state of a trace. `opened`: the app has the tokens of its launch. `answered`: successful calls outside of a launch. `fault`:
 * the server itself failed. `abandoned`: it was under way, and nothing came for half an hour.
 */
export const TRACE_OUTCOMES = ['under_way', 'opened', 'answered', 'refused', 'fault', 'abandoned'] as const
export type TraceOutcome = (typeof TRACE_OUTCOMES)[number]

export interface TraceSummary {
  readonly id: string
  /** jti of the launch token, or the X-Trace-Id of calls; as claimed unless `verified`. */
  readonly traceId: string | null
  /** True when the signature of the launch token was verified with a key of a registered platform. */
  readonly verified: boolean
  /** client_id of the launching platform. */
  readonly platform: string | null
  /** client_id of the app. */
  readonly app: string | null
  /** The user of the launch, such as Patient/7. */
  readonly user: string | null
  readonly task: string | null
  readonly outcome: TraceOutcome
  /** The check that stopped it. */
  readonly failed: CheckName | null
  /** Epoch milliseconds of the first and the latest request. */
  readonly startedAt: number
  readonly changedAt: number
}

export interface TraceList {
  /** By time of their beginning, newest first. */
  readonly items: readonly TraceSummary[]
  /** `before` of the next page; absent on the last one. */
  readonly next?: string
  /** `after` for what changes from now on. */
  readonly change: number
}

/** The data of an event `traces` of /traces/api/stream. An event `reload` has `change` alone: too much has changed to list. */
export interface TraceNews {
  /** The changed traces that match the filters. */
  readonly items: readonly TraceSummary[]
  /** Ids of what changed and does not fit them, or no longer. */
  readonly gone: readonly string[]
  /** `after`, or Last-Event-ID, for what changes from then on. */
  readonly change: number
}

export type Members = Readonly<Record<string, unknown>>

export interface TraceCheck {
  readonly name: CheckName
  readonly outcome: 'passed' | 'failed' | 'not_reached'
  /** The compared values by name; members of the same name belong together. */
  readonly expected?: Members
  readonly received?: Members
  /** Of a failed check: the code of the protocol and the sentence of the refusal. */
  readonly code?: string
  readonly reason?: string
  /** The rule, in the language of the request. */
  readonly rule: string
  /** The meaning of the failure, and its remedy; of the failed check only. */
  readonly meaning?: string
  readonly causes?: readonly string[]
  readonly mend?: string
  /** The section of the standard. */
  readonly source: string
}

/** What the comparison of a written version with a Subscription came to. */
export interface TracedSubscription {
  readonly id: string
  /** client_id of its app. */
  readonly owner: string
  readonly criteria: string
  readonly verdict: 'matched' | 'criteria' | 'permission' | 'not_running'
  /** Of the event, where there is one. */
  readonly number?: number
}

/** One request of the launch, and its answer; or what followed from a write. */
export interface TraceStep {
  readonly step: StepName
  readonly peer: Actor
  readonly at: number
  /** From request to answer, in milliseconds. */
  readonly ms: number
  readonly method: string
  readonly url: string
  readonly sent: Members
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  readonly location?: string
  readonly answered?: Members
  /** Of a step that is about Subscriptions: those that the reader may know of. */
  readonly subscriptions?: readonly TracedSubscription[]
  /** How many there are beside them. */
  readonly otherSubscriptions?: number
  readonly checks: readonly TraceCheck[]
  readonly failed?: CheckName
  readonly fault?: true
  /** The client that proved itself. */
  readonly client?: string
  /** The way in which the reader can rerun the step: in the demo, for its own portal and app. */
  readonly again?: RerunMode
}

/** `alone`: this request, with fresh tokens. `up_to`: a new launch up to this request, which shows what counts once. */
export const AGAIN_MODES = ['alone', 'up_to'] as const
export type RerunMode = (typeof AGAIN_MODES)[number]

/** The result of rerunning a step. */
export interface TraceRerun {
  /** The trace that records the rerun. */
  readonly id: string
  readonly step: TraceStep
}

export interface TraceDetail extends TraceSummary {
  readonly steps: readonly TraceStep[]
  /** True when there were more requests than a trace holds. */
  readonly truncated: boolean
  /** True where the reader may share it. */
  readonly shareable?: boolean
}

/** GET /traces/api/{id}/shares: the links to a trace that still lead to it. */
export interface TraceShareList {
  readonly items: readonly TraceShareItem[]
}

export interface TraceShareItem {
  readonly id: string
  /** User name of who made it. */
  readonly by: string
  /** True for a link that the reader may withdraw. */
  readonly own: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** POST /traces/api/{id}/shares: a link that was made; it is told this once. */
export interface TraceShared {
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

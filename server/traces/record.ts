// The stored form of one request of a launch: its parameters, the checks in order, and the answer.
import type { TracedSubscription } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { StepName } from '#lib/checks/steps.ts'
import type { FactList } from '#lib/trace/trace.ts'

export interface CheckRecord {
  readonly name: CheckName
  readonly outcome: 'passed' | 'failed'
  readonly expected?: FactList
  readonly received?: FactList
  /** For a failed check: the protocol's error code and the sentence of the refusal. */
  readonly code?: string
  readonly reason?: string
}

export interface StepRecord {
  readonly step: StepName
  /** Epoch milliseconds. */
  readonly at: number
  /** Milliseconds from the request to the answer. */
  readonly ms: number
  readonly method: string
  /** Without query. */
  readonly url: string
  readonly sent: FactList
  readonly status: number
  readonly location?: string
  readonly answered?: FactList
  readonly checks: readonly CheckRecord[]
  /** For deliveries that followed from a write. */
  readonly subscriptions?: readonly TracedSubscription[]
  /** The failed check; absent when the step succeeded or the server was at fault. */
  readonly failed?: CheckName
  readonly fault?: true
  readonly client?: string
  /** The client that an unauthenticated request names. */
  readonly claimed?: string
}

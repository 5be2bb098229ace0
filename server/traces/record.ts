// The stored form of one request of a launch: what was sent, checked in order, and answered.
import type { TracedSubscription } from '#lib/api/traces.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { StepName } from '#lib/checks/steps.ts'
import type { FactList } from '#lib/trace/trace.ts'

export interface CheckRecord {
  readonly name: CheckName
  readonly outcome: 'passed' | 'failed'
  readonly expected?: FactList
  readonly received?: FactList
  /** Of a failed check: the protocol's code and the sentence of the refusal. */
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
  /** Of what followed from a write. */
  readonly subscriptions?: readonly TracedSubscription[]
  /** The check that failed; absent where the step went well, or where it failed by a fault of the server. */
  readonly failed?: CheckName
  readonly fault?: true
  /** The client that proved itself. */
  readonly client?: string
  /** The client that the request names, which proved nothing. */
  readonly claimed?: string
}

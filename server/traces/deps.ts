// The ports of the traces, complete: they have access to nothing else.
import type { RerunMode, TraceDetail } from '#lib/api/traces.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Log } from '#lib/log.ts'
import type { TraceRow, TraceShares, TraceStore, TraceViewer } from './store.ts'

/** Reruns of steps: in the demo only, whose people are invented. */
export interface RerunPort {
  /** The modes in which the sender can rerun each step of a trace. */
  readonly offered: (request: Request, trace: TraceDetail) => Promise<readonly (RerunMode | undefined)[]>
  /** Counts a run; seconds to wait where there were too many. */
  readonly waitFor: (request: Request) => Promise<number | undefined>
  /** Runs a step; the id that its trace is found by, or undefined where it cannot be run. */
  readonly run: (request: Request, trace: TraceDetail, index: number) => Promise<string | undefined>
}

export interface TracesDeps {
  readonly store: Omit<TraceStore, 'write'>
  /** Writes the records that are still in memory. */
  readonly flush: () => Promise<void>
  /** The access of the sender of a request; undefined for none. */
  readonly viewer: (request: Request) => Promise<TraceViewer | undefined>
  /** Apps whose Subscriptions everybody who sees a trace may know of: those of the demo itself. */
  readonly knownApps: readonly string[]
  /** True for a trace that its reader may see although it is not in their list. */
  readonly opens: (request: Request, trace: TraceRow) => Promise<boolean>
  /** The person; undefined for a visitor of the demo who has not signed in. */
  readonly person: (request: Request) => Promise<{ readonly username: string } | undefined>
  /** Who shares a trace, by user name: signed in, or in the demo acting as somebody. */
  readonly sharer: (request: Request) => Promise<string | undefined>
  readonly shares: TraceShares
  readonly random: Random
  readonly audit: Pick<Audit, 'record'>
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  readonly rerun: RerunPort | undefined
}

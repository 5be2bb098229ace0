// The ports of the traces. They have access to nothing else.
import type { RerunMode, TraceDetail } from '#lib/api/traces.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { TraceNames } from './names.ts'
import type { TraceRow, TraceShares, TraceStore, TraceViewer } from './store.ts'

/** Reruns of steps, in the demo only, where all people are invented. */
export interface RerunPort {
  /** For each step of a trace, the mode in which the sender can rerun it. */
  readonly offered: (request: Request, trace: TraceDetail) => Promise<readonly (RerunMode | undefined)[]>
  /** Counts a run; the seconds to wait when there were too many. */
  readonly waitFor: (request: Request) => Promise<number | undefined>
  /** Runs a step. Returns the id by which its trace is found, or undefined when it cannot be run. */
  readonly run: (request: Request, trace: TraceDetail, index: number) => Promise<string | undefined>
}

export interface TracesDeps extends Runtime {
  readonly store: Omit<TraceStore, 'write'>
  /** Writes the records that are still in memory. */
  readonly flush: () => Promise<void>
  /** The access of the request's sender; undefined when they have none. */
  readonly viewer: (request: Request) => Promise<TraceViewer | undefined>
  /** Apps whose Subscriptions everybody who sees a trace may see: the demo's own. */
  readonly knownApps: readonly string[]
  /** The name by which an app is registered; undefined when it is not. */
  readonly appName: (clientId: string, language: Language) => Promise<string | undefined>
  /** The names that a reader may see. */
  readonly names: TraceNames
  /** True when the reader may see the trace although it is not in their list. */
  readonly opens: (request: Request, trace: TraceRow) => Promise<boolean>
  readonly person: (request: Request) => Promise<{ readonly username: string } | undefined>
  /** The user name of the person who shares a trace. */
  readonly sharer: (request: Request) => Promise<string | undefined>
  readonly shares: TraceShares
  readonly audit: Pick<Audit, 'record'>
  readonly publicUrl: string
  /** Of this software, for the files that it makes. */
  readonly version: string
  readonly rerun: RerunPort | undefined
}

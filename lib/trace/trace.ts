// The trace port of the peers. A check is run by the recorder of its request, which notes that it ran and how it ended, so a trace
// shows the actual decisions. Without tracing the same checks run.
import type { CheckName } from '../checks/checks.ts'
import type { StepName } from '../checks/steps.ts'

/** Values by the names of the parameters, claims or members that they are of. Secrets are cut out before they are stored. */
export type FactList = Readonly<Record<string, unknown>>

/** The compared values: members of the same name belong together. A list of expected values means any of them. */
export interface Facts {
  readonly expected?: FactList
  readonly received?: FactList
}

/** An error with a reason that a trace may repeat. Other errors are only logged. */
export interface Explained {
  readonly explanation: {
    /** The check that refused, where the error knows better than who ran it. */
    readonly check?: CheckName
    /** The protocol's code, such as invalid_grant. */
    readonly code: string
    readonly reason: string
    /** What was compared, where the error knows better than who ran the check. */
    readonly compared?: Facts | undefined
  }
}

/** The people and things that a request names, as far as known; nothing here decides who may see the trace. */
export interface Subject {
  readonly jti?: unknown
  readonly platform?: unknown
  readonly clientId?: string | undefined
  readonly sub?: unknown
  readonly task?: unknown
}

/**
 * Kinds of secret by which requests of one launch find each other: the state that an app or the authorization server sent
 * out. Only who took part can know it.
 */
export type LinkKind = 'app-state' | 'idp-state'

/** The record of one request. */
export interface StepRecorder {
  /** Runs a check. It passes when `run` returns (or resolves) and fails when it throws; the error is rethrown unchanged. */
  readonly check: <T>(name: CheckName, run: () => T, facts?: () => Facts) => T
  /** A part of a check that is finished later: its failing is that of the check, its passing is not yet. */
  readonly precheck: <T>(name: CheckName, run: () => T, facts?: () => Facts) => T
  /** Sets the step that this request is. */
  readonly step: (name: StepName) => void
  readonly subject: (subject: Subject) => void
  /** The launch that this request is proven to belong to. */
  readonly launch: (platform: string, jti: string) => void
  /** Assigns the request to the launch that this secret was correlated with. */
  readonly correlatedBy: (kind: LinkKind, secret: string) => void
  /** Correlates the secret with the launch of this request: later requests with the secret belong to the launch. */
  readonly correlate: (kind: LinkKind, secret: string) => void
  /** The client that proved itself; with X-Trace-Id its requests belong together. */
  readonly client: (clientId: string) => void
  /**
   * The X-Trace-Id that the answer is going to have although the client sent none: the request is kept under it, where few of that client
   * are. After `client`.
   */
  readonly named: (traceId: () => string) => void
  /** Parameters of the body; those of the URL are known. */
  readonly sent: (parameters: FactList) => void
  /** Members of the answer's body. */
  readonly answered: (body: FactList) => void
  /** The id of the trace; undefined for a request that is not going to be stored. Failed requests are stored. */
  readonly id: (wentWrong?: boolean) => string | undefined
  /** Closes the record: with the answer, and with the error where there was one. Returns the answer, with X-Trace-Id. */
  readonly end: (answer: Response, error?: unknown) => Response
}

/** The factory of recorders. */
export interface Tracing {
  readonly begin: (step: StepName, request: Request) => StepRecorder
  /** True while a developer watches the requests of a client: then each of them gets a recorder. */
  readonly follows: (clientId: string) => boolean
}

/** The header by which an application names a chain of requests, and by which answers name theirs. */
export const TRACE_HEADER = 'x-trace-id'

/** A caller's own number for what it does, over several requests. */
export const CORRELATION_HEADER = 'x-correlation-id'

const run = <T>(_name: CheckName, work: () => T): T => work()
const nothing = (): void => undefined

/** Runs every check and records nothing. */
export const NO_RECORDER: StepRecorder = {
  check: run,
  precheck: run,
  step: nothing,
  subject: nothing,
  launch: nothing,
  correlatedBy: nothing,
  correlate: nothing,
  client: nothing,
  named: nothing,
  sent: nothing,
  answered: nothing,
  id: () => undefined,
  end: (answer) => answer,
}

/** The explanation of an error for the trace; undefined for a fault of ours. */
export function explanationOf(error: unknown): Explained['explanation'] | undefined {
  const explained = error as Partial<Explained> | null | undefined
  return typeof explained === 'object' ? explained?.explanation : undefined
}

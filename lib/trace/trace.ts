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
    /** The check that refused, if the error knows it better than the code that ran it. */
    readonly check?: CheckName
    /** The protocol's code, such as invalid_grant. */
    readonly code: string
    readonly reason: string
    /** The compared values, if the error knows them better than the code that ran the check. */
    readonly compared?: Facts | undefined
  }
}

/** The people and things that a request names, as far as known. Who may see the trace does not depend on them. */
export interface Subject {
  readonly jti?: unknown
  readonly platform?: unknown
  readonly clientId?: string | undefined
  readonly sub?: unknown
  readonly task?: unknown
}

/**
 * Kinds of secret that connect the requests of one launch: the state sent by an app or by the authorization server.
 * Only the participants know it.
 */
export type LinkKind = 'app-state' | 'idp-state'

/** The record of one request. */
export interface StepRecorder {
  /** Runs a check. It passes when `run` returns (or resolves) and fails when it throws; the error is rethrown unchanged. */
  readonly check: <T>(name: CheckName, run: () => T, facts?: () => Facts) => T
  /** A part of a check that is completed later: its failure fails the check, its success does not yet pass it. */
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
   * The X-Trace-Id of the answer when the client sent none: the request is stored under it if few of that client's are.
   * Call it after `client`.
   */
  readonly named: (traceId: () => string) => void
  /** Parameters of the body; those in the URL are already known. */
  readonly sent: (parameters: FactList) => void
  /** Members of the answer's body. */
  readonly answered: (body: FactList) => void
  /** The id of the trace; undefined for a request that is not going to be stored. Failed requests are stored. */
  readonly id: (wentWrong?: boolean) => string | undefined
  /**
   * Closes the record with the answer, and with the error if there was one. Returns the answer with X-Trace-Id, unless it
   * has one already.
   */
  readonly end: (answer: Response, error?: unknown) => Response
}

/** The factory of recorders. */
export interface Tracing {
  readonly begin: (step: StepName, request: Request) => StepRecorder
  /** True while a developer watches the requests of a client: then each of them gets a recorder. */
  readonly follows: (clientId: string) => boolean
}

/** The header by which an application identifies a chain of requests, and by which answers identify theirs. */
export const TRACE_HEADER = 'x-trace-id'

/** A caller's own id for an operation over several requests. */
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

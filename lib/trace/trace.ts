// The trace as the peers see it. A check is run by the trail, which writes down that it ran and how it ended: what is shown
// of a launch is what was decided, told by the code that decided it. Where no trace is kept the same checks run all the same.
import type { CheckName } from '../checks/checks.ts'
import type { StepName } from '../checks/steps.ts'

/** Values by the names of the parameters, claims or members that they are of. Secrets are cut out before they are stored. */
export type FactList = Readonly<Record<string, unknown>>

/** What was held against what: members of the same name belong together. A list of expected values means any of them. */
export interface Facts {
  readonly expected?: FactList
  readonly received?: FactList
}

/** An error that says why in words which a trace may repeat. Of any other error only the log hears. */
export interface Explained {
  readonly explanation: {
    /** The check that refused, where the error knows better than who ran it. */
    readonly check?: CheckName
    /** The protocol's code, such as invalid_grant. */
    readonly code: string
    readonly reason: string
  }
}

/** Whom and what a request speaks of, as far as is known; nothing here decides whose trace it is. */
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
export interface Trail {
  /** Runs a check. It passes when `run` returns (or resolves) and fails when it throws; the error goes on as it is. */
  readonly check: <T>(name: CheckName, run: () => T, facts?: () => Facts) => T
  /** A part of a check that is finished later: its failing is that of the check, its passing is not yet. */
  readonly precheck: <T>(name: CheckName, run: () => T, facts?: () => Facts) => T
  /** Which step this turns out to be. */
  readonly step: (name: StepName) => void
  readonly subject: (subject: Subject) => void
  /** The launch that this request is proven to belong to. */
  readonly launch: (platform: string, jti: string) => void
  /** The request belongs to whichever launch this secret was linked with. */
  readonly correlatedBy: (kind: LinkKind, secret: string) => void
  /** From now on whoever knows the secret belongs to the launch of this request. */
  readonly correlate: (kind: LinkKind, secret: string) => void
  /** The client that proved itself; with X-Trace-Id its requests belong together. */
  readonly client: (clientId: string) => void
  /** Parameters of the body; those of the URL are known. */
  readonly sent: (parameters: FactList) => void
  /** Members of the answer's body. */
  readonly answered: (body: FactList) => void
  /** Under which id the request can be looked up; undefined where it is not going to be kept. What went wrong is kept. */
  readonly id: (wentWrong?: boolean) => string | undefined
  /** Closes the record: with the answer, and with the error where there was one. Returns the answer, with X-Trace-Id. */
  readonly end: (answer: Response, error?: unknown) => Response
}

/** Where peers get their trails. */
export interface Tracing {
  readonly begin: (step: StepName, request: Request) => Trail
  /** Whether somebody follows each request of a client: then none is answered without a trail. */
  readonly follows: (clientId: string) => boolean
}

/** The header by which an application names a chain of requests, and by which answers name theirs. */
export const TRACE_HEADER = 'x-trace-id'

/** A caller's own number for what it does, over several requests. */
export const CORRELATION_HEADER = 'x-correlation-id'

const run = <T>(_name: CheckName, work: () => T): T => work()
const nothing = (): void => undefined

/** Runs every check and keeps nothing. */
export const NO_TRAIL: Trail = {
  check: run,
  precheck: run,
  step: nothing,
  subject: nothing,
  launch: nothing,
  correlatedBy: nothing,
  correlate: nothing,
  client: nothing,
  sent: nothing,
  answered: nothing,
  id: () => undefined,
  end: (answer) => answer,
}

export const NO_TRACING: Tracing = { begin: () => NO_TRAIL, follows: () => false }

/** What an error tells a trace; undefined for a fault of ours. */
export function explanationOf(error: unknown): Explained['explanation'] | undefined {
  const explained = error as Partial<Explained> | null | undefined
  return typeof explained === 'object' ? explained?.explanation : undefined
}

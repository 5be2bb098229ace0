// Problems that a verification of the audit log can report.

export type AuditProblemKind =
  /** The event is not what was recorded, or readers are shown something else in its place. */
  | 'changed'
  /** The event, or its link, is gone. */
  | 'removed'
  /** The link was not written at this place: it was moved, put in, or made by another key. */
  | 'misplaced'
  /** An event that looks like one of the log and was never recorded. */
  | 'inserted'
  /** The end of the log is not the one that was sealed. */
  | 'end'
  /** The log does not hold the head that was expected. */
  | 'head'
  /** The place up to which the log is said to be archived was not sealed, or is not that of this chain. */
  | 'anchor'
  /** An archive is not what was recorded, or does not fit the others and the log; `reason` says how. */
  | 'archive'

export interface AuditProblem {
  readonly kind: AuditProblemKind
  readonly position?: number
  /** The last position of a gap. */
  readonly through?: number
  /** `AuditEvent/…`, where it is known. */
  readonly event?: string
  /** One sentence. */
  readonly reason?: string
}

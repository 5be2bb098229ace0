// Problems that a verification of the audit log can report.

/** What is wrong at a place of the log. */
export type AuditProblemKind =
  /** The event differs from the recorded one, or readers are shown another one in its place. */
  | 'changed'
  /** The event or its link is missing. */
  | 'removed'
  /** The link was not written at this place: it was moved, inserted, or made with another key. */
  | 'misplaced'
  /** An event that looks like part of the log but was never recorded. */
  | 'inserted'
  /** The end of the log is not the sealed end. */
  | 'end'
  /** The log does not contain the expected head. */
  | 'head'
  /** The place up to which the log is archived is not sealed, or belongs to another chain. */
  | 'anchor'
  /** An archive differs from what was recorded, or does not fit the other archives and the log; `reason` explains it. */
  | 'archive'

/** One mismatch that a verification found, and where. */
export interface AuditProblem {
  readonly kind: AuditProblemKind
  readonly position?: number
  /** The last position of a gap. */
  readonly through?: number
  /** `AuditEvent/…`, if known. */
  readonly event?: string
  /** One sentence. */
  readonly reason?: string
}

// The FHIR API's settings for writes.
import type { ProfileValidation } from './validation/koppeltaal.ts'

/** How strictly a domain validates writes. */
export interface WriteRules {
  /** When the profiles of Koppeltaal apply: if a resource claims one, always, or never. */
  readonly profiles: ProfileValidation
  /** False to allow references to missing resources, for migrations. */
  readonly integrity: boolean
  /** False to allow any status change of a Task. */
  readonly guardedTasks: boolean
}

/** The most that one write may hold. */
export interface WriteLimits {
  /** Bytes of a resource or a patch. */
  readonly resource: number
  /** Bytes of a Bundle. */
  readonly bundle: number
  /** Entries of a Bundle. */
  readonly entries: number
  /** The longest that the searches of one request may run together, in milliseconds. */
  readonly searchMs: number
}

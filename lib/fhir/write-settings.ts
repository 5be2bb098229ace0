// The settings of the FHIR API for what is written.
import type { ProfileValidation } from './validation/koppeltaal.ts'

/** How strict a domain is with what is written. */
export interface WriteRules {
  /** Whether the profiles of Koppeltaal hold where a resource claims one, always, or never. */
  readonly profiles: ProfileValidation
  /** False where references may point to nothing, for migrations. */
  readonly integrity: boolean
  /** False where a Task may go from any status to any other. */
  readonly guardedTasks: boolean
}

export interface WriteLimits {
  /** Bytes of a resource or a patch. */
  readonly resource: number
  /** Bytes of a Bundle. */
  readonly bundle: number
  /** Entries of a Bundle. */
  readonly entries: number
}

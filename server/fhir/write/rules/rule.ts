// What a rule of the domain looks at when a resource of a type is written.
import type { FhirIssue } from '../../outcome.ts'
import type { ResourceObject } from '../change.ts'
import type { Unit } from '../unit.ts'

export interface Written {
  readonly type: string
  readonly id: string
  readonly parsed: ResourceObject
  /** The Device that it comes from. */
  readonly origin: string | undefined
  /** The content that it replaces; undefined for a new resource. */
  readonly before: ResourceObject | undefined
}

/** What does not fit: 403 where the writer may not, 422 where nobody could. */
export interface Misfit extends FhirIssue {
  readonly status: 400 | 403 | 422
}

/** What does not fit; nothing where all is well. */
export type Rule = (written: Written, unit: Unit) => readonly Misfit[]

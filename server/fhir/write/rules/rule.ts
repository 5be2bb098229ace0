// What a rule of the domain looks at when a resource of a type is written.

import type { ResourceObject } from '../change.ts'
import type { Misfit } from '../misfit.ts'
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

/** What does not fit; nothing where all is well. */
export type Rule = (written: Written, unit: Unit) => readonly Misfit[]

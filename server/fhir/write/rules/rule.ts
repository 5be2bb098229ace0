// The input and output of a domain rule, which checks the writing of one resource type.

import type { ResourceObject } from '../change.ts'
import type { RuleProblem } from '../rule-problem.ts'
import type { WriteContext } from '../write-context.ts'

export interface Written {
  readonly type: string
  readonly id: string
  readonly parsed: ResourceObject
  /** The Device that the resource originates from. */
  readonly origin: string | undefined
  /** The content that it replaces; undefined for a new resource. */
  readonly before: ResourceObject | undefined
}

/** The problems found; empty if there are none. */
export type Rule = (written: Written, context: WriteContext) => readonly RuleProblem[]

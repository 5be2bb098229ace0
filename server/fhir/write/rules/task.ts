// The life cycle of a Task (FHIR R4 task.html#statemachine): a final status stays final, and a Task stays with its
// patient.

import { isDeepStrictEqual } from 'node:util'
import { INSTANTIATES } from '#lib/fhir/koppeltaal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { problemOf } from '#lib/fhir/validation/finding.ts'
import { claimedTypes } from '#lib/fhir/validation/koppeltaal.ts'
import { itemsOf } from '#lib/fhir/validation/problem.ts'
import { subTaskFindings } from '#lib/fhir/validation/sub-task.ts'
import { isObject } from '#lib/json.ts'
import { may } from '../../authorize.ts'
import type { JsonObject, ResourceObject } from '../change.ts'
import { type Following, localOf } from '../references.ts'
import type { RuleProblem } from '../rule-problem.ts'
import type { Rule, Written } from './rule.ts'

const FINAL: readonly unknown[] = ['completed', 'cancelled', 'failed', 'rejected']
const ENTERED_IN_ERROR = 'entered-in-error'

/** Whether a Task may change from one status to another, if the domain enforces that. */
export function isStep(from: unknown, to: unknown): boolean {
  if (from === to) return true
  if (from === ENTERED_IN_ERROR || to === 'draft') return false
  return to === ENTERED_IN_ERROR || !FINAL.includes(from)
}

export const taskRule: Rule = ({ parsed, before }, { rules, bases }) =>
  before === undefined
    ? []
    : [...(rules.guardedTasks ? stepProblems(before, parsed) : []), ...fixedProblems(before, parsed, bases)]

function stepProblems(
  before: Readonly<Record<string, unknown>>,
  { status }: Readonly<Record<string, unknown>>,
): readonly RuleProblem[] {
  if (isStep(before['status'], status)) return []
  const diagnostics = `A Task cannot go from ${String(before['status'])} to ${String(status)}.`
  return [{ status: 422, code: 'business-rule', expression: 'Task.status', diagnostics }]
}

/** Once a Task is no longer a draft, its person and its activity are fixed. */
function fixedProblems(before: JsonObject, parsed: JsonObject, bases: readonly string[]): readonly RuleProblem[] {
  if (before['status'] === 'draft') return []
  return FIXED.filter(
    ({ of }) => !isDeepStrictEqual(whomOrWhat(of(before), before, bases), whomOrWhat(of(parsed), parsed, bases)),
  ).map(({ name, expression }) => ({
    status: 422,
    code: 'business-rule',
    expression,
    diagnostics: `${name} of a Task can only be changed while it is a draft: create another Task.`,
  }))
}

const FIXED = [
  { name: 'for', expression: 'Task.for', of: (task: JsonObject) => task['for'] },
  {
    name: 'instantiates',
    expression: 'Task.extension',
    of: ({ extension }: JsonObject) =>
      itemsOf(extension).find((one): one is JsonObject => isObject(one) && one['url'] === INSTANTIATES)?.[
        'valueReference'
      ],
  },
] as const

/**
 * The target of a reference in a Task, in one form: a URL below one of the own bases becomes a relative one, a
 * contained resource becomes its content, and a logical reference its identifier.
 */
function whomOrWhat(value: unknown, { contained }: JsonObject, bases: readonly string[]): unknown {
  if (!isObject(value)) return undefined
  const { reference, identifier } = value
  if (typeof reference !== 'string')
    return isObject(identifier) ? [identifier['system'], identifier['value']] : undefined
  const within = itemsOf(contained).find((one) => isObject(one) && reference === `#${one['id']}`)
  return within ?? localOf(reference, bases)
}

/** A Task that is part of another one, by the profile of Koppeltaal (conformance VAL-12). */
export function subTaskProblems({ parsed }: Written, { tx, rules, caller, bases }: Following): readonly RuleProblem[] {
  if (rules.profiles === 'off' || !claimedTypes(parsed).includes('Task') || !('partOf' in parsed)) return []
  const lookup = (reference: string): ResourceObject | undefined => {
    const { type, id } = parseReference(localOf(reference, bases)) ?? {}
    const found = type === 'Task' && id !== undefined ? tx.current(type, id) : undefined
    return found?.body !== undefined && may(caller, 'r', found) ? JSON.parse(found.body) : undefined
  }
  return subTaskFindings(parsed, lookup).map((finding) => problemOf(422, parsed, finding))
}

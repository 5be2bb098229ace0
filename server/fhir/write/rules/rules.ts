// The rules of the domain for what is written, by type: each has a file of its own.
import { FhirError } from '../../outcome.ts'
import type { StoredVersion } from '../../store.ts'
import type { ResourceObject } from '../change.ts'
import type { Misfit } from '../misfit.ts'
import type { Following } from '../references.ts'
import type { Unit } from '../unit.ts'
import { auditEventRule } from './audit-event.ts'
import { deviceRule, isOfClient } from './device.ts'
import { endpointRule } from './endpoint.ts'
import type { Rule, Written } from './rule.ts'
import { foreignHeaderProblems, subscriptionRule, subscriptionToStore } from './subscription.ts'
import { subTaskProblems, taskRule } from './task.ts'

const RULES: Readonly<Record<string, Rule>> = {
  AuditEvent: auditEventRule,
  Device: deviceRule,
  Endpoint: endpointRule,
  Subscription: subscriptionRule,
  Task: taskRule,
}

/** What does not fit in a resource that is to be stored. */
export const ruleProblems = (written: Written, unit: Unit): readonly Misfit[] =>
  RULES[written.type]?.(written, unit) ?? []

/** What does not fit in a resource as it was sent, before it becomes what is stored. Where there is something, nothing else is told. */
export const sentProblems = ({ type, parsed, before }: Written, unit: Unit): readonly Misfit[] =>
  type === 'Subscription' ? foreignHeaderProblems(parsed, before, unit) : []

/** The text to store for what was sent, which a type may change. */
export const toStore = (
  text: string,
  parsed: ResourceObject,
  before: ResourceObject | undefined,
  unit: Unit,
): string => (parsed.resourceType === 'Subscription' ? subscriptionToStore(text, parsed, before, unit) : text)

/** What does not fit together with other resources, once all that is written at the same time is there. */
export const laterProblems = (written: Written, unit: Following): readonly Misfit[] =>
  written.type === 'Task' ? subTaskProblems(written, unit) : []

/** Throws FhirError 409 for what may not be deleted, whatever refers to it. */
export function assertDeletable({ type, id }: StoredVersion, unit: Unit): void {
  if (type === 'Device' && isOfClient(id, unit))
    throw new FhirError(
      409,
      'conflict',
      'This Device is the identity of an application: it stays as long as that is registered.',
    )
}

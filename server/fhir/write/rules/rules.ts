// The domain's rules for writes, by resource type. Each type has a file of its own.
import { FhirError } from '../../outcome.ts'
import type { StoredVersion } from '../../store.ts'
import type { ResourceObject } from '../change.ts'
import { assertFit } from '../draft.ts'
import type { Following } from '../references.ts'
import type { RuleProblem } from '../rule-problem.ts'
import type { WriteContext } from '../write-context.ts'
import { auditEventRule } from './audit-event.ts'
import { deviceRule, isOfClient } from './device.ts'
import { endpointRule } from './endpoint.ts'
import type { Rule, Written } from './rule.ts'
import { subscriptionRule } from './subscription.ts'
import { subTaskProblems, taskRule } from './task.ts'

const RULES: Readonly<Record<string, Rule>> = {
  AuditEvent: auditEventRule,
  Device: deviceRule,
  Endpoint: endpointRule,
  Subscription: subscriptionRule,
  Task: taskRule,
}

/** The problems of a resource that is to be stored. */
export const ruleProblems = (written: Written, context: WriteContext): readonly RuleProblem[] =>
  RULES[written.type]?.(written, context) ?? []

/**
 * The problems of a resource as it was sent, before it is changed for storing. If there are any, only these are
 * reported.
 */
export const sentProblems = (
  { parsed, before }: Pick<Written, 'parsed' | 'before'>,
  { ports, caller }: WriteContext,
): readonly RuleProblem[] =>
  parsed.resourceType === 'Subscription' ? ports.subscriptions.sentProblems(caller.clientId, parsed, before) : []

/** The text to store for the text in the request; a resource type may change it. Throws FhirError for what was sent. */
export function toStore(
  text: string,
  parsed: ResourceObject,
  before: ResourceObject | undefined,
  context: WriteContext,
): string {
  assertFit(sentProblems({ parsed, before }, context))
  return parsed.resourceType === 'Subscription' ? context.ports.subscriptions.toStore(text, parsed, before) : text
}

/** The problems in relation to other resources, checked once all simultaneous writes are made. */
export const laterProblems = (written: Written, context: Following): readonly RuleProblem[] =>
  written.type === 'Task' ? subTaskProblems(written, context) : []

/** Throws FhirError 409 for a resource that must not be deleted, whether or not others refer to it. */
export function assertDeletable({ type, id }: StoredVersion, context: WriteContext): void {
  if (type === 'Device' && isOfClient(id, context))
    throw new FhirError(
      409,
      'conflict',
      'This Device is the identity of a registered app, and cannot be deleted before that.',
    )
}

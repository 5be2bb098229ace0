// An application may add events of its own to the audit log: as itself, and not from the future.

import { MINUTE } from '#lib/clock.ts'
import type { JsonObject } from '../change.ts'
import type { Misfit } from '../misfit.ts'
import type { Rule } from './rule.ts'

const MOST_AHEAD_MS = 5 * MINUTE

export const auditEventRule: Rule = ({ parsed }, { caller, now }) => {
  const own = `Device/${caller.clientId}`
  const { agent, source, recorded } = parsed
  const agents = Array.isArray(agent) ? (agent as readonly JsonObject[]) : []
  const isNamed = agents.some(({ who }) => referenceOf(who) === own)
  return [
    ...(isNamed ? [] : [notOwn(own, 'AuditEvent.agent[0].who')]),
    ...agents.flatMap((one, index) => foreign(one['who'], own, `AuditEvent.agent[${index}].who`)),
    ...foreign((source as JsonObject | undefined)?.['observer'], own, 'AuditEvent.source.observer'),
    ...(Date.parse(String(recorded)) > now + MOST_AHEAD_MS
      ? [
          {
            status: 422,
            code: 'value',
            expression: 'AuditEvent.recorded',
            diagnostics: 'An event cannot be recorded more than five minutes ahead of the time of this server.',
          } as const,
        ]
      : []),
  ]
}

/** An acting or observing Device has to be the application itself; people may be named beside it. */
function foreign(reference: unknown, own: string, expression: string): readonly Misfit[] {
  const text = referenceOf(reference)
  return text === own || !text.includes('Device/') ? [] : [notOwn(own, expression)]
}

const referenceOf = (reference: unknown): string =>
  String((reference as { readonly reference?: unknown } | undefined)?.reference ?? '')

const notOwn = (own: string, expression: string): Misfit => ({
  status: 403,
  code: 'forbidden',
  expression,
  diagnostics: `The event has to be of ${own}, which sends it.`,
})

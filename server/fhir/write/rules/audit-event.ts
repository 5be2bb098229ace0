// An application may add events to the audit log, only as itself and not with a time in the future.

import { MINUTE } from '#lib/clock.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import type { JsonObject } from '../change.ts'
import type { Misfit } from '../misfit.ts'
import { localOf } from '../references.ts'
import type { Rule } from './rule.ts'

const MOST_AHEAD_MS = 5 * MINUTE

export const auditEventRule: Rule = ({ parsed }, { caller, now, bases }) => {
  const own = `Device/${caller.clientId}`
  const { agent, source, recorded } = parsed
  const agents = Array.isArray(agent) ? (agent as readonly JsonObject[]) : []
  const named = agents.map(({ who }) => localOf(referenceOf(who), bases))
  const observer = localOf(referenceOf((source as JsonObject | undefined)?.['observer']), bases)
  const wrong = [
    ...(named.includes(own) ? [] : ['AuditEvent.agent[0].who']),
    ...named.flatMap((who, index) => (isForeign(who, own) ? [`AuditEvent.agent[${index}].who`] : [])),
    ...(isForeign(observer, own) ? ['AuditEvent.source.observer'] : []),
  ]
  return [
    ...[...new Set(wrong)].map((expression) => notOwn(own, expression)),
    ...((timeOfInstant(recorded) ?? now) > now + MOST_AHEAD_MS
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

/** An acting or observing Device must be the application itself. The event may also name people. */
const isForeign = (reference: string, own: string): boolean => reference !== own && reference.includes('Device/')

/** The address in a reference. For a Device named only by an identifier or display text, the beginning of that. */
function referenceOf(reference: unknown): string {
  const { reference: address, type } = (reference ?? {}) as { readonly reference?: unknown; readonly type?: unknown }
  return String(address ?? (type === 'Device' ? 'Device/' : ''))
}

const notOwn = (own: string, expression: string): Misfit => ({
  status: 403,
  code: 'forbidden',
  expression,
  diagnostics: `The event must be of its sender, ${own}.`,
})

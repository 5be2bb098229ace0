// An application may add events to the audit log, only as itself and not with a time in the future.

import { MINUTE } from '#lib/clock.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import { CLIENT_ID_SYSTEM } from '#lib/fhir/koppeltaal.ts'
import { referredType } from '#lib/fhir/reference.ts'
import { type Locals, localsOf } from '#lib/fhir/validation/references.ts'
import { isObject } from '#lib/json.ts'
import type { JsonObject } from '../change.ts'
import { localOf } from '../references.ts'
import type { RuleProblem } from '../rule-problem.ts'
import type { Rule } from './rule.ts'

const MOST_AHEAD_MS = 5 * MINUTE

export const auditEventRule: Rule = ({ parsed }, { caller, now, bases }) => {
  const own = `Device/${caller.clientId}`
  const { agent, source, recorded } = parsed
  const agents = Array.isArray(agent) ? (agent as readonly JsonObject[]) : []
  const locals = localsOf(parsed)
  const isOwn = (party: unknown) => isObject(party) && localOf(String(party['reference']), bases) === own
  const isForeign = (party: unknown) =>
    isObject(party) && (names(party, caller.clientId) || !(isOwn(party) || isNoDevice(party, locals)))
  const wrong = [
    ...(agents.some(({ who }) => isOwn(who)) ? [] : ['AuditEvent.agent[0].who']),
    ...agents.flatMap(({ who }, index) => (isForeign(who) ? [`AuditEvent.agent[${index}].who`] : [])),
    ...(isForeign((source as JsonObject | undefined)?.['observer']) ? ['AuditEvent.source.observer'] : []),
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

/** True for a party with the identifier of an application other than this one, whatever it refers to. */
const names = ({ identifier }: JsonObject, clientId: string): boolean =>
  isObject(identifier) && identifier['system'] === CLIENT_ID_SYSTEM && identifier['value'] !== clientId

const DEFINITIONS = 'http://hl7.org/fhir/StructureDefinition/'

/** True for a party that is certainly no Device: an event may also name people, who say what they are. */
function isNoDevice({ reference, type }: JsonObject, locals: Locals): boolean {
  const literal = typeof reference === 'string' ? literalType(reference, locals) : undefined
  const said = literal ?? (typeof type === 'string' ? type.replace(DEFINITIONS, '') : undefined)
  return said !== undefined && said !== 'Device'
}

const literalType = (reference: string, locals: Locals): unknown =>
  reference.startsWith('#')
    ? locals.get(reference.slice(1))?.['resourceType']
    : (referredType(reference) ?? /^([A-Z][A-Za-z]+)\?/.exec(reference)?.[1])

const notOwn = (own: string, expression: string): RuleProblem => ({
  status: 403,
  code: 'forbidden',
  expression,
  diagnostics: `The event must be of its sender, ${own}. Others in it are people or organizations, of which the type is said.`,
})

// Events before they are written: the recorded facts with an id and a time.
import { AUDIT_ID_PREFIX, type AuditedEvent, type AuditedWrite, type NewEvent } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { auditEvent } from './audit-event.ts'
import { type AccessGroup, readEvent } from './read-audit-event.ts'
import { writeEvent } from './write-audit-event.ts'

export interface EventDeps {
  readonly clock: Clock
  readonly random: Random
  /** identifier.system of user names. */
  readonly identifierSystem: string
  /** `unknown` for a request inside the domain. */
  readonly clientAddress: (request: Request) => string
}

export interface Recorded {
  readonly site: string
  readonly event: AuditedEvent
  /** Epoch milliseconds. */
  readonly at: number
  /** The origin, if it differs from the request's. */
  readonly address?: string
}

export function newEvent({ site, event, at: recorded, address: known }: Recorded, deps: EventDeps): NewEvent {
  const id = idOf(recorded, deps.random)
  const address = known ?? deps.clientAddress(event.request)
  return { id, recorded, resource: auditEvent(event, { ...deps, id, recorded, site, address }) }
}

export function newReadEvent(group: AccessGroup, deps: Omit<EventDeps, 'clientAddress'>): NewEvent {
  const recorded = deps.clock()
  const id = idOf(recorded, deps.random)
  return { id, recorded, resource: readEvent(group, { ...deps, id, recorded }) }
}

export function newWriteEvent(write: AuditedWrite, site: string, deps: Omit<EventDeps, 'clientAddress'>): NewEvent {
  const recorded = deps.clock()
  const id = idOf(recorded, deps.random)
  return { id, recorded, resource: writeEvent(write, { ...deps, id, recorded, site }) }
}

/** Ids sort by time, so that new ids touch neighbouring pages of the index. */
const idOf = (recorded: number, random: Random) =>
  `${AUDIT_ID_PREFIX}${recorded.toString(36).padStart(TIME_LENGTH, '0')}.${random.uuid()}`

/** Characters of a time in base 36, enough for the next three thousand years. */
const TIME_LENGTH = 9

// Hands events to the log. A failed write undoes nothing: it is logged, counted, and reported with the next event that can be written
// (docs/decisions/0009-audit.md).
import type { Maybe } from '#lib/async/maybe.ts'
import { type AuditedEvent, type AuditedWrite, DOMAIN_DEVICE, type NewEvent } from '#lib/audit/audit.ts'
import type { Log } from '#lib/log.ts'
import { type EventDeps, newEvent, newReadEvent, newWriteEvent, type Recorded } from './event-row.ts'
import type { AccessGroup } from './read-audit-event.ts'
import type { AuditStore } from './store.ts'

export interface EventWriterDeps extends EventDeps {
  readonly store: Pick<AuditStore, 'enqueue' | 'flush'>
  readonly log: Log
}

export class EventWriter {
  readonly #deps: EventWriterDeps
  /** Events that could not be written and are not reported yet. */
  #lost = 0

  constructor(deps: EventWriterDeps) {
    this.#deps = deps
  }

  /** Writes an event before its request is answered. */
  record(recorded: Recorded): void {
    const lost = this.#lost
    this.#lost = 0
    const loss = lost > 0 ? [{ ...recorded, event: lossOf(lost, recorded.site) }] : []
    const make = () => [...loss, recorded].map((one) => newEvent(one, this.#deps))
    this.#enqueue(make, (cause) => {
      this.#lost += lost + 1
      this.#deps.log.error({ event: recorded.event.name, cause }, 'an audit event could not be recorded')
    })
  }

  /** Like record, for a refused write. A write that was made is recorded in the transaction of its version. */
  recordRefused(write: AuditedWrite, site: string): void {
    const make = () => [newWriteEvent(write, site, this.#deps)]
    this.#enqueue(make, (cause) => {
      this.#lost += 1
      this.#deps.log.error({ event: 'write', count: 1, cause }, 'a refused write could not be recorded')
    })
  }

  /** Writes an event for each group of reads: now, or as soon as the database can be written. Never throws. */
  readonly writeReads = (groups: readonly AccessGroup[]): Maybe<void> => {
    const make = () => groups.map((group) => newReadEvent(group, this.#deps))
    this.#enqueue(make, (cause) => {
      const count = groups.reduce((sum, { reads }) => sum + reads, 0)
      this.#lost += count
      this.#deps.log.error({ event: 'read', count, cause }, 'reads could not be recorded')
    })
    return this.#deps.store.flush()
  }

  #enqueue(make: () => readonly NewEvent[], lose: (cause: object | string) => void): void {
    const lost = (error: unknown) => lose(causeOf(error))
    let events: readonly NewEvent[]
    try {
      events = make()
    } catch (error) {
      lost(error)
      return
    }
    this.#deps.store.enqueue(events, lost)
  }
}

const lossOf = (lost: number, site: string): AuditedEvent => ({
  name: 'recording',
  request: new Request(site),
  client: DOMAIN_DEVICE,
  outcome: 'failed',
  description: `recording: ${lost} ${lost === 1 ? 'event' : 'events'} before this one could not be recorded`,
})

/** Name and message of an error, without the data that it concerns. */
const causeOf = (cause: unknown) => (cause instanceof Error ? { name: cause.name, message: cause.message } : 'unknown')

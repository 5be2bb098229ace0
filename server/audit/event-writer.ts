// Writes events to the log; the events of several requests share a transaction. A failed write undoes nothing: it is
// logged, counted, and reported with the next event that can be written (docs/decisions/0009-audit.md).
import { type AuditedEvent, type AuditedWrite, DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { Log } from '#lib/log.ts'
import { type EventDeps, newEvent, newReadEvent, newWriteEvent, type Recorded } from './new-event.ts'
import type { AccessGroup } from './read-event.ts'
import type { AuditStore } from './store.ts'

export interface EventWriterDeps extends EventDeps {
  readonly store: Pick<AuditStore, 'appendAll'>
  readonly log: Log
  /**
   * Schedules a write that happens before the recording request is answered
   * (server/storage/sqlite/durability/write-queue.ts).
   */
  readonly enqueue: (write: () => void) => void
}

export class EventWriter {
  readonly #deps: EventWriterDeps
  #recorded: Recorded[] = []
  #refusedWrites: { readonly write: AuditedWrite; readonly site: string }[] = []
  /** Events that could not be written and are not reported yet. */
  #lost = 0

  constructor(deps: EventWriterDeps) {
    this.#deps = deps
  }

  /** Writes an event before its request is answered. */
  record(recorded: Recorded): void {
    this.#recorded.push(recorded)
    this.#deps.enqueue(this.#writeRecorded)
  }

  /** Like record, for a refused write. A write that was made is recorded in the transaction of its version. */
  recordRefused(write: AuditedWrite, site: string): void {
    this.#refusedWrites.push({ write, site })
    this.#deps.enqueue(this.#writeRefused)
  }

  /** Writes an event for each group of reads. Never throws. */
  readonly writeReads = (groups: readonly AccessGroup[]): void => {
    try {
      this.#deps.store.appendAll(groups.map((group) => newReadEvent(group, this.#deps)))
    } catch (cause) {
      const count = groups.reduce((sum, { reads }) => sum + reads, 0)
      this.#lost += count
      this.#deps.log.error({ event: 'read', count, cause: causeOf(cause) }, 'reads could not be recorded')
    }
  }

  /** Writes all queued events. */
  flush(): void {
    this.#writeRecorded()
    this.#writeRefused()
  }

  readonly #writeRecorded = (): void => {
    const events = this.#recorded
    const [first] = events
    if (!first) return
    this.#recorded = []
    try {
      const loss = this.#lost > 0 ? [{ ...first, event: lossOf(this.#lost, first.site) }] : []
      this.#deps.store.appendAll([...loss, ...events].map((recorded) => newEvent(recorded, this.#deps)))
      this.#lost = 0
    } catch (cause) {
      this.#lost += events.length
      for (const { event } of events)
        this.#deps.log.error({ event: event.name, cause: causeOf(cause) }, 'an audit event could not be recorded')
    }
  }

  readonly #writeRefused = (): void => {
    const refused = this.#refusedWrites
    const count = refused.length
    if (count === 0) return
    this.#refusedWrites = []
    try {
      this.#deps.store.appendAll(refused.map(({ write, site }) => newWriteEvent(write, site, this.#deps)))
    } catch (cause) {
      this.#lost += count
      this.#deps.log.error({ event: 'write', count, cause: causeOf(cause) }, 'refused writes could not be recorded')
    }
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

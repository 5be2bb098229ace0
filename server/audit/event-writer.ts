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
   * Schedules a write that happens before the recording request is answered, or `failed` gets its error
   * (server/storage/sqlite/durability/write-queue.ts).
   */
  readonly enqueue: (write: () => void, failed: (error: unknown) => void) => void
}

export class EventWriter {
  readonly #deps: EventWriterDeps
  #recorded: Recorded[] = []
  #refusedWrites: { readonly write: AuditedWrite; readonly site: string }[] = []
  #reads: AccessGroup[] = []
  /** Events that could not be written and are not reported yet. */
  #lost = 0

  constructor(deps: EventWriterDeps) {
    this.#deps = deps
  }

  /** Writes an event before its request is answered. */
  record(recorded: Recorded): void {
    this.#recorded.push(recorded)
    this.#deps.enqueue(this.#writeRecorded, this.#loseRecorded)
  }

  /** Like record, for a refused write. A write that was made is recorded in the transaction of its version. */
  recordRefused(write: AuditedWrite, site: string): void {
    this.#refusedWrites.push({ write, site })
    this.#deps.enqueue(this.#writeRefused, this.#loseRefused)
  }

  /** Writes an event for each group of reads: now, or as soon as the database can be written. Never throws. */
  readonly writeReads = (groups: readonly AccessGroup[]): void => {
    this.#reads.push(...groups)
    this.#deps.enqueue(this.#writeReads, this.#loseReads)
    this.#attempt(this.#writeReads)
  }

  /** Writes all queued events that can be written now; the others stay queued. */
  flush(): void {
    this.#attempt(this.#writeRecorded)
    this.#attempt(this.#writeRefused)
    this.#attempt(this.#writeReads)
  }

  #attempt(write: () => void): void {
    try {
      write()
    } catch {
      // The queue makes the write again, and reports what it cannot write.
    }
  }

  readonly #writeRecorded = (): void => {
    const events = this.#recorded
    const [first] = events
    if (!first) return
    const loss = this.#lost > 0 ? [{ ...first, event: lossOf(this.#lost, first.site) }] : []
    this.#deps.store.appendAll([...loss, ...events].map((recorded) => newEvent(recorded, this.#deps)))
    this.#recorded = []
    this.#lost = 0
  }

  readonly #loseRecorded = (cause: unknown): void => {
    for (const { event } of this.#recorded)
      this.#deps.log.error({ event: event.name, cause: causeOf(cause) }, 'an audit event could not be recorded')
    this.#lost += this.#recorded.length
    this.#recorded = []
  }

  readonly #writeRefused = (): void => {
    if (this.#refusedWrites.length === 0) return
    this.#deps.store.appendAll(this.#refusedWrites.map(({ write, site }) => newWriteEvent(write, site, this.#deps)))
    this.#refusedWrites = []
  }

  readonly #loseRefused = (cause: unknown): void => {
    const count = this.#refusedWrites.length
    if (count === 0) return
    this.#refusedWrites = []
    this.#lost += count
    this.#deps.log.error({ event: 'write', count, cause: causeOf(cause) }, 'refused writes could not be recorded')
  }

  readonly #writeReads = (): void => {
    if (this.#reads.length === 0) return
    this.#deps.store.appendAll(this.#reads.map((group) => newReadEvent(group, this.#deps)))
    this.#reads = []
  }

  readonly #loseReads = (cause: unknown): void => {
    const count = this.#reads.reduce((sum, { reads }) => sum + reads, 0)
    if (count === 0) return
    this.#reads = []
    this.#lost += count
    this.#deps.log.error({ event: 'read', count, cause: causeOf(cause) }, 'reads could not be recorded')
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

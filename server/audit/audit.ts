// The audit log of the domain: decides which events are recorded, and which are omitted as too frequent.
// append-events.ts writes them.
import { andThen, type Maybe } from '#lib/async/maybe.ts'
import type { Audit, AuditedEvent, WriteAudit } from '#lib/audit/audit.ts'
import { EventWriter, type EventWriterDeps } from './append-events.ts'
import type { Chain } from './chain.ts'
import { newEvent, newWriteEvent, type Recorded } from './event-row.ts'
import { readEventBuffer } from './read-event-buffer.ts'
import { repeats } from './repeats.ts'
import { createRetention, type Retention } from './retention.ts'
import type { AuditStore, RetentionStore } from './store.ts'
import { type AuditReport, verifyLog } from './verify.ts'

export interface AuditDeps extends Omit<EventWriterDeps, 'store'> {
  readonly store: AuditStore & RetentionStore
  readonly chain: Chain
  /** True to record each read before its answer leaves. */
  readonly eachRead?: boolean
}

/** The log of the whole domain, of which each peer gets its part. */
export interface AuditLog {
  /** The log for events at one part of the domain; `site` is its URL. */
  readonly at: (site: string) => Audit
  /** The log for writes through the FHIR API at a URL. */
  readonly writesAt: (site: string) => WriteAudit
  /** Records the buffered reads. Never rejects. */
  readonly flush: () => Maybe<void>
  /** Records the outstanding counts of omitted events; nothing is recorded after it. */
  readonly close: () => Promise<void>
  /** Recomputes the chain over everything stored; `expected` is a previously noted head. */
  readonly verify: (expected?: string) => Promise<AuditReport>
  /**
   * The head of the log, unverified, in the form that `verify` prints; and the position up to which the log is
   * archived.
   */
  readonly state: () => Promise<{ readonly head: string | null; readonly archivedUpTo: number | null }>
  /** Archiving and pruning; `site` is where the command runs. */
  readonly retention: (site: string) => Retention
}

/** Creates the audit log from its ports. One per process: it buffers events, and its store writes the chain. */
export function createAudit({ store, chain, ...deps }: AuditDeps): AuditLog {
  const { clock } = deps
  const writer = new EventWriter({ store, ...deps })
  const reads = readEventBuffer(writer.writeReads, { clock, each: deps.eachRead === true })
  const tooOften = repeats<Caller>(clock, (who, leftOut) => writer.record(leftOutOf(who, leftOut, clock())))
  const flush = () => andThen(reads.flush(), store.flush)

  return {
    writesAt: (site) => ({
      written: (transaction, writes) => transaction.record(writes.map((write) => newWriteEvent(write, site, deps))),
      refused: (write) => writer.recordRefused(write, site),
    }),
    at: (site) => ({
      record: (event) => {
        const leftOut = event.tooOften ? tooOften.keep(...callerOf(event, site, deps)) : 0
        if (leftOut === undefined) return
        writer.record({ site, event: leftOut > 0 ? { ...event, leftOut } : event, at: clock() })
      },
      read: (read) => {
        if (read.status === TOO_MANY_REQUESTS) {
          const who: Caller = { site, name: 'read', client: read.client, address: read.address }
          const leftOut = tooOften.keep(`read ${read.client} ${read.address}`, () => who)
          if (leftOut === undefined) return undefined
          if (leftOut > 0) writer.record(leftOutOf(who, leftOut, clock()))
        }
        return reads.keep(read, site)
      },
      flush,
    }),
    flush,
    close: async () => {
      tooOften.close()
      await flush()
    },
    verify: async (expected) => {
      await flush()
      return verifyLog(store, chain, expected)
    },
    state: async () => {
      const [end, anchor] = [await store.end(), await store.anchor()]
      return { head: end ? `${end.position}:${end.hash}` : null, archivedUpTo: anchor?.position ?? null }
    },
    retention: (site) =>
      createRetention({
        store,
        chain,
        flush,
        eventOf: (event) => newEvent({ site, event, at: clock() }, deps),
      }),
  }
}

const TOO_MANY_REQUESTS = 429

/** The sender of repeated events. */
interface Caller extends Pick<AuditedEvent, 'name' | 'client' | 'person'> {
  readonly site: string
  readonly address: string
}

/**
 * A caller is the authenticated app, otherwise the address and the person, at one part of the domain. Including the
 * person keeps colleagues behind one address apart.
 */
function callerOf(
  { name, client, person, request }: AuditedEvent,
  site: string,
  { clientAddress }: Pick<AuditDeps, 'clientAddress'>,
): [key: string, who: () => Caller] {
  const address = client === undefined ? clientAddress(request) : ''
  return [
    `${site} ${name} ${client ?? ''} ${address} ${JSON.stringify(person ?? null)}`,
    () => ({ site, name, client, person, address: client === undefined ? address : 'unknown' }),
  ]
}

/** The event with the count of omitted events, for a caller whose next event does not come to carry it. */
const leftOutOf = ({ site, name, client, person, address }: Caller, leftOut: number, at: number): Recorded => ({
  site,
  at,
  address,
  event: {
    name,
    client,
    person,
    request: new Request(site),
    outcome: 'refused',
    description: `${name}: ${leftOut} more ${leftOut === 1 ? 'refusal' : 'refusals'} for too many requests left out here`,
    leftOut,
  },
})

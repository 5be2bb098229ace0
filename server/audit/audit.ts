// The audit log of the domain: what is recorded, and what is left out because it comes too often. event-writer.ts writes it.
import type { Audit, AuditedEvent, WriteAudit } from '#lib/audit/audit.ts'
import type { Chain } from './chain.ts'
import { EventWriter, type EventWriterDeps } from './event-writer.ts'
import { newEvent, newWriteEvent, type Recorded } from './new-event.ts'
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

export interface AuditLog {
  /** The log for what happens at one part of the domain; `site` is its URL. */
  readonly at: (site: string) => Audit
  /** The log of what is written through the FHIR API at a URL. */
  readonly writesAt: (site: string) => WriteAudit
  /** Records the buffered reads. */
  readonly flush: () => void
  /** Records the outstanding counts of omitted events; nothing is recorded after it. */
  readonly close: () => void
  /** Recomputes the chain over all that is stored; `expected` is a head that was noted earlier. */
  readonly verify: (expected?: string) => AuditReport
  /** The end of the log as `verify` prints it, unverified, and up to where it was archived. */
  readonly state: () => { readonly head: string | null; readonly archivedUpTo: number | null }
  /** Archiving and pruning; `site` is the place of the command. */
  readonly retention: (site: string) => Retention
}

/** The audit log from its ports. One per process: it buffers events, and its store writes the chain. */
export function createAudit({ store, chain, ...deps }: AuditDeps): AuditLog {
  const { clock } = deps
  const writer = new EventWriter({ store, ...deps })
  const reads = readEventBuffer(writer.writeReads, { clock, each: deps.eachRead === true })
  const tooOften = repeats<Caller>(clock, (who, leftOut) => writer.record(leftOutOf(who, leftOut, clock())))
  const flush = () => {
    writer.flush()
    reads.flush()
  }

  return {
    writesAt: (site) => ({
      written: (writes) => store.appendAll(writes.map((write) => newWriteEvent(write, site, deps))),
      refused: (write) => writer.recordRefused(write, site),
      append: store.appendSent,
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
          if (leftOut === undefined) return
          if (leftOut > 0) writer.record(leftOutOf(who, leftOut, clock()))
        }
        reads.keep(read, site)
      },
      flush,
    }),
    flush,
    close: () => {
      tooOften.close()
      flush()
    },
    verify: (expected) => {
      flush()
      return store.read((stored) => verifyLog(stored, chain, expected))
    },
    state: () => {
      const end = store.end()
      return { head: end ? `${end.position}:${end.hash}` : null, archivedUpTo: store.anchor()?.position ?? null }
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

/** The caller of repeated events. */
interface Caller extends Pick<AuditedEvent, 'name' | 'client' | 'person'> {
  readonly site: string
  readonly address: string
}

/**
 * A caller by the app that it has proven to be, else by its address and the person, at one part of the domain: colleagues behind
 * one address are each in the log.
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

/** The event with the count of omitted ones, when no further event of the caller carries it. */
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

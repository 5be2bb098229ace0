// The audit log of the domain. An event is recorded after its operation; a failed write undoes nothing, is logged, and is reported
// by the next event that can be written (docs/decisions/0009-audit.md).
import {
  AUDIT_ID_PREFIX,
  type Audit,
  type AuditedEvent,
  type AuditedWrite,
  DOMAIN_DEVICE,
  type WriteAudit,
} from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import type { Log } from '#lib/log.ts'
import type { Chain } from './chain.ts'
import { auditEvent } from './event.ts'
import { type ReadGroup, readEvent } from './read-event.ts'
import { readEventBuffer } from './read-event-buffer.ts'
import { repeats } from './repeats.ts'
import { createRetention, type Retention } from './retention.ts'
import type { AuditStore, NewEvent, RetentionStore } from './store.ts'
import { type AuditReport, verifyLog } from './verify.ts'
import { writeEvent } from './write-event.ts'

export interface AuditDeps {
  readonly store: AuditStore & RetentionStore
  readonly chain: Chain
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Schedules a write before the answer of the recording request leaves (server/storage/sqlite/durability/write-queue.ts). */
  readonly enqueue: (write: () => void) => void
  /** identifier.system of user names. */
  readonly identifierSystem: string
  /** `unknown` for a request from within the domain. */
  readonly clientAddress: (request: Request) => string
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
  const { clock, log, enqueue } = deps
  let pending: Recorded[] = []
  let lost = 0

  const lose = (events: readonly Recorded[], cause: unknown) => {
    lost += events.length
    for (const { event } of events)
      log.error({ event: event.name, cause: causeOf(cause) }, 'an audit event could not be recorded')
  }

  /** Everything that was recorded since the last time, in one transaction. */
  const write = () => {
    const events = pending
    const [first] = events
    if (!first) return
    pending = []
    try {
      const loss = lost > 0 ? [{ ...first, event: lossOf(lost, first.site) }] : []
      store.appendAll([...loss, ...events].map((recorded) => newEvent(recorded, deps)))
      lost = 0
    } catch (cause) {
      lose(events, cause)
    }
  }

  const writeReads = (groups: readonly ReadGroup[]) => {
    try {
      store.appendAll(groups.map((group) => newReadEvent(group, deps)))
    } catch (cause) {
      const count = groups.reduce((sum, { reads }) => sum + reads, 0)
      lost += count
      log.error({ event: 'read', count, cause: causeOf(cause) }, 'reads could not be recorded')
    }
  }

  let refused: { readonly write: AuditedWrite; readonly site: string }[] = []
  const writeRefused = () => {
    const events = refused
    if (events.length === 0) return
    refused = []
    try {
      store.appendAll(events.map(({ write, site }) => newWriteEvent(write, site, deps)))
    } catch (cause) {
      lost += events.length
      log.error({ event: 'write', count: events.length, cause: causeOf(cause) }, 'refused writes could not be recorded')
    }
  }

  const take = (recorded: Recorded) => {
    pending.push(recorded)
    enqueue(write)
  }
  const tooOften = repeats<Caller>(clock, (who, leftOut) => take(leftOutOf(who, leftOut, clock())))

  const reads = readEventBuffer(writeReads, { clock, each: deps.eachRead === true })
  const flush = () => {
    write()
    writeRefused()
    reads.flush()
  }

  return {
    writesAt: (site) => ({
      written: (writes) => store.appendAll(writes.map((write) => newWriteEvent(write, site, deps))),
      refused: (write) => {
        refused.push({ write, site })
        enqueue(writeRefused)
      },
      append: store.appendSent,
    }),
    at: (site) => ({
      record: (event) => {
        const leftOut = event.tooOften ? tooOften.keep(...callerOf(event, site, deps)) : 0
        if (leftOut === undefined) return
        take({ site, event: leftOut > 0 ? { ...event, leftOut } : event, at: clock() })
      },
      read: (read) => {
        if (read.status === TOO_MANY_REQUESTS) {
          const who: Caller = { site, name: 'read', client: read.client, address: read.address }
          const leftOut = tooOften.keep(`read ${read.client} ${read.address}`, () => who)
          if (leftOut === undefined) return
          if (leftOut > 0) take(leftOutOf(who, leftOut, clock()))
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

interface Recorded {
  readonly site: string
  readonly event: AuditedEvent
  /** Epoch milliseconds. */
  readonly at: number
  /** The origin, if it is not that of the request. */
  readonly address?: string
}

/** The caller of repeated events. */
interface Caller extends Pick<AuditedEvent, 'name' | 'client' | 'person'> {
  readonly site: string
  readonly address: string
}

function newEvent(
  { site, event, at: recorded, address: known }: Recorded,
  deps: Omit<AuditDeps, 'store' | 'chain'>,
): NewEvent {
  const id = idOf(recorded, deps.random)
  const address = known ?? deps.clientAddress(event.request)
  return { id, recorded, resource: auditEvent(event, { ...deps, id, recorded, site, address }) }
}

function newReadEvent(group: ReadGroup, deps: Pick<AuditDeps, 'clock' | 'random' | 'identifierSystem'>): NewEvent {
  const recorded = deps.clock()
  const id = idOf(recorded, deps.random)
  return { id, recorded, resource: readEvent(group, { ...deps, id, recorded }) }
}

function newWriteEvent(
  write: AuditedWrite,
  site: string,
  deps: Pick<AuditDeps, 'clock' | 'random' | 'identifierSystem'>,
): NewEvent {
  const recorded = deps.clock()
  const id = idOf(recorded, deps.random)
  return { id, recorded, resource: writeEvent(write, { ...deps, id, recorded, site }) }
}

/** Ids in the order of time: the pages of the index that they touch lie together. */
const idOf = (recorded: number, random: Random) =>
  `${AUDIT_ID_PREFIX}${recorded.toString(36).padStart(TIME_LENGTH, '0')}.${random.uuid()}`

/** Characters of a time in base 36, for the next three thousand years. */
const TIME_LENGTH = 9

const lossOf = (lost: number, site: string): AuditedEvent => ({
  name: 'recording',
  request: new Request(site),
  client: DOMAIN_DEVICE,
  outcome: 'failed',
  description: `recording: ${lost} ${lost === 1 ? 'event' : 'events'} before this one could not be recorded`,
})

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

/** Name and message of an error, without the data it is about. */
const causeOf = (cause: unknown) => (cause instanceof Error ? { name: cause.name, message: cause.message } : 'unknown')

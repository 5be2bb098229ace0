// The audit log of a test: the real one, over the test's database.
import path from 'node:path'
import type { Audit } from '#lib/audit/audit.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Looking, lookingAtFile } from '#server/testing/looking.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { type AuditLog, createAudit } from '../audit/audit.ts'
import { auditChain } from '../audit/chain.ts'
import { auditStore } from '../storage/sqlite/audit/audit.ts'

/** The part of an AuditEvent that tests read. */
export interface ReadEvent {
  readonly id: string
  readonly resourceType: 'AuditEvent'
  readonly extension: readonly { readonly url: string; readonly valueId?: string }[]
  readonly type: { readonly code: string }
  readonly subtype: readonly { readonly system: string; readonly code: string }[]
  readonly action: string
  readonly period?: { readonly start: string; readonly end: string }
  readonly recorded: string
  readonly outcome: string
  readonly outcomeDesc: string
  readonly agent: readonly {
    readonly type: { readonly coding: readonly { readonly code: string }[] }
    readonly who?: Whom
    readonly requestor: boolean
    readonly policy?: readonly string[]
    readonly network?: { readonly address: string; readonly type: string }
  }[]
  readonly source: { readonly site: string; readonly observer: Whom }
  readonly entity?: readonly {
    readonly what?: Whom
    readonly type?: { readonly code: string }
    readonly role?: { readonly code: string }
    readonly query?: string
    readonly detail?: readonly { readonly type: string; readonly valueString: string }[]
    readonly name?: string
    readonly description?: string
  }[]
}

interface Whom {
  readonly reference?: string
  readonly identifier?: { readonly system?: string; readonly value: string }
}

/** What events are read from: the storage that has recorded them, and a look into its database. */
interface Recorded {
  readonly storage: Pick<Storage, 'durable'>
  readonly sql: Pick<Looking, 'values'>
}

/** Every event that was recorded, in the order of the chain, once all of them are written. */
export async function eventsOf({ storage, sql }: Recorded): Promise<readonly ReadEvent[]> {
  await storage.durable()
  const bodies = await sql.values<string>(
    `SELECT body FROM audit_link JOIN resource_version r ON r.type = 'AuditEvent' AND r.id = eventId AND r.versionId = 1
     JOIN resource_body b ON b.seq = r.seq ORDER BY position`,
  )
  return bodies.map((body) => JSON.parse(body) as ReadEvent)
}

/** The name of an event: the last of its subtypes. */
export const nameOf = ({ subtype }: Pick<ReadEvent, 'subtype'>): string => subtype.at(-1)?.code ?? ''

interface TestAudit {
  readonly open: Storage['audit']
  readonly clock: () => number
  readonly identifierSystem: string
  readonly clientAddress: (request: Request) => string
  readonly site: string
}

/** An audit log for peers that are put together by hand. */
export function testAudit({ open, site, ...deps }: TestAudit): Audit & Pick<AuditLog, 'verify' | 'retention'> {
  const chain = auditChain('the key of a test')
  const ignore = () => {}
  const log = { info: ignore, warn: ignore, error: ignore }
  const audit = createAudit({
    ...deps,
    store: open(chain),
    chain,
    random: systemRandom,
    log,
  })
  return { ...audit.at(site), verify: audit.verify, retention: audit.retention }
}

/** A log in a database of its own. `record` writes immediately, a millisecond after the one before. */
export function openLog() {
  const database = temporaryDatabase()
  const site = 'https://as.example'
  let now = Date.parse('2026-11-21T12:00:00Z')
  const audit = testAudit({
    open: (chain) => auditStore(database.sql, chain, database.owed),
    clock: () => now++,
    site,
    identifierSystem: 'https://idp.example',
    clientAddress: () => '192.0.2.1',
  })
  const noted = (client: string) =>
    audit.record({ name: 'token', request: new Request(site), description: 'token: issued', client })
  const record = (client: string) => {
    noted(client)
    void database.owed.flush()
  }
  const { verify, retention } = audit
  const directory = path.dirname(database.sql.name)
  const written = { storage: { durable: async () => void database.owed.flush() }, sql: lookingAtFile(database) }
  const events = () => eventsOf(written)
  return {
    events,
    directory,
    database,
    noted,
    record,
    verify,
    retention,
    sql: (text: string) => database.sql.exec(text),
  }
}

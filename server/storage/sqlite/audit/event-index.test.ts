// Events of the audit log in the search index: written later than the log, and never missed by a search.
import { expect, it } from 'vitest'
import type { NewEvent } from '#lib/audit/audit.ts'
import { auditChain } from '#server/audit/chain.ts'

import type { Search } from '#server/fhir/store.ts'
import { openLog } from '#server/testing/audit.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { anotherConnection } from '../testing/another-connection.ts'
import { auditStore } from './audit.ts'
import { eventIndex } from './event-index.ts'

const TOGETHER = 32

/** Events of one client. */
const eventsBy = (client: string): Search => ({
  type: 'AuditEvent',
  visibility: 'all',
  sort: '-_lastUpdated',
  conditions: [{ param: 'agent', alternatives: [{ value: `Device/${client}` }] }],
})

const indexed = "SELECT count(DISTINCT seq) FROM search_value WHERE type = 'AuditEvent'"

function openIndexedLog() {
  const log = openLog()
  const { sql } = log.database
  const count = sql.prepare<[], number>(indexed).pluck()
  const find = async (connection: typeof sql, client: string) =>
    (await resourceDatabase(connection).search({ search: eventsBy(client), limit: 1000, mostCounted: 1000 })).total
  return { ...log, isIndexed: () => count.get(), find: (client: string, connection = sql) => find(connection, client) }
}

it('IDP-21 an event is found by its values at once, though they are written with the search', async () => {
  const { record, isIndexed, find } = openIndexedLog()
  record('a')
  record('b')
  expect(isIndexed()).toBe(0)
  expect(await find('a')).toBe(1)
  expect(isIndexed()).toBe(2)
  record('a')
  expect(await find('a')).toBe(2)
})

it('IDP-21 another process finds events that this one has not put into the index', async () => {
  const { database, record, find } = openIndexedLog()
  record('a')
  expect(await find('a', anotherConnection(database.sql))).toBe(1)
})

it('IDP-21 a list of all events reads no values, so it writes none, and needs no lock', async () => {
  const { database, record, isIndexed } = openIndexedLog()
  record('a')
  anotherConnection(database.sql).exec('BEGIN IMMEDIATE')
  const search: Search = { type: 'AuditEvent', visibility: 'all', sort: '_lastUpdated', conditions: [] }
  const found = await resourceDatabase(database.sql).search({ search, limit: 10, mostCounted: 10 })
  expect([found.matches.length, isIndexed()]).toEqual([1, 0])
})

it('indexes events in batches when nobody searches', async () => {
  const { record, isIndexed, find } = openIndexedLog()
  for (let n = 1; n < TOGETHER; n += 1) record('a')
  expect(isIndexed()).toBe(0)
  record('a')
  expect(isIndexed()).toBe(TOGETHER)
  record('a')
  expect(isIndexed()).toBe(TOGETHER)
  expect(await find('a')).toBe(TOGETHER + 1)
})

it('indexes no more events at once than one turn of the event loop allows', async () => {
  const { database, isIndexed, find } = openIndexedLog()
  const log = auditStore(database.sql, auditChain('the key of a test'))
  const eventOf = (id: string, outcomeDesc = ''): NewEvent => ({
    id,
    recorded: 0,
    resource: { resourceType: 'AuditEvent', outcomeDesc, agent: [{ who: { reference: 'Device/a' }, requestor: true }] },
  })
  await log.appendAll(Array.from({ length: 3 * TOGETHER }, (_, number) => eventOf(`small-${number}`)))
  expect(isIndexed()).toBe(TOGETHER)
  expect(await find('a')).toBe(3 * TOGETHER)
  for (const number of Array(12).keys()) await log.appendAll([eventOf(`large-${number}`, 'x'.repeat(2 ** 16))])
  expect(isIndexed()).toBe(3 * TOGETHER + 12)
  await log.appendAll(Array.from({ length: 12 }, (_, number) => eventOf(`more-${number}`, 'x'.repeat(2 ** 16))))
  expect(isIndexed()).toBe(3 * TOGETHER + 16)
  expect(await find('a')).toBe(3 * TOGETHER + 24)
})

it('reports that it is behind while an event waits, and not on an empty log', () => {
  const { database, record } = openIndexedLog()
  const index = eventIndex(database.sql)
  expect(index.isBehind()).toBe(false)
  record('a')
  expect(index.isBehind()).toBe(true)
  index.catchUp()
  expect(index.isBehind()).toBe(false)
})

it('continues after an event that was removed from the database', async () => {
  const { record, sql, find } = openIndexedLog()
  record('a')
  record('b')
  sql("DROP TRIGGER audit_event_is_not_deleted; DELETE FROM resource_version WHERE type = 'AuditEvent' AND seq = 2")
  record('b')
  expect(await find('b')).toBe(1)
  record('b')
  expect(await find('b')).toBe(2)
})

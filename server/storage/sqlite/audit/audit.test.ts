// The chain of the audit log: its report after tampering with the database, and what the database refuses by itself.
import { describe, expect, it } from 'vitest'
import { auditChain } from '#server/audit/chain.ts'
import { verifyLog } from '#server/audit/verify.ts'
import { nameOf, openLog, type ReadEvent } from '#server/testing/audit.ts'
import { auditStore } from './audit.ts'

/** A log of five events, whose database an intruder has opened. */
async function tampered(intrusion: string) {
  const log = openLog()
  for (const client of ['a', 'b', 'c', 'd', 'e']) log.record(client)
  const ids = (await log.events()).map(({ id }) => id)
  const head = (await log.verify()).head ?? ''
  const triggers = log.database.sql
    .prepare<[], { readonly name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) log.sql(`DROP TRIGGER ${name}`)
  log.sql(intrusion.replaceAll(/#(\d)/g, (_, n) => `'${ids[Number(n) - 1]}'`))
  return { ...log, head, named: (n: number) => `AuditEvent/${ids[n - 1]}`, problems: (await log.verify()).problems }
}

const copyOfThird = (id: string, origin: string) => `
  INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted, origin)
  SELECT type, '${id}', 1, lastUpdated, 0, ${origin} FROM resource_version WHERE id = #3;
  INSERT INTO resource_body SELECT new.seq, b.body FROM resource_version new, resource_version old
  JOIN resource_body b ON b.seq = old.seq WHERE new.id = '${id}' AND old.id = #3`

describe('the chain of the audit log', () => {
  it('IDP-21 verifies over all recorded events, and names its head', async () => {
    const { record, verify } = openLog()
    expect(await verify()).toEqual({ events: 0, head: null, problems: [] })
    record('a')
    record('b')
    const { events, head, problems } = await verify()
    expect([events, problems]).toEqual([2, []])
    expect(head).toMatch(/^2:[\w-]{43}$/)
  })

  it('IDP-21 writes events among the resources, with the origin of the domain', () => {
    const { database, record } = openLog()
    record('a')
    const row = database.sql.prepare(
      "SELECT origin, versionId, deleted FROM resource_version WHERE type = 'AuditEvent'",
    )
    expect(row.all()).toEqual([{ origin: 'slipway', versionId: 1, deleted: 0 }])
    expect(database.sql.prepare("SELECT origin, count FROM resource_count WHERE type = 'AuditEvent'").all()).toEqual([
      { origin: 'slipway', count: 1 },
    ])
  })

  it.each([
    [
      'the text of an event',
      `UPDATE resource_body SET body = replace(body, '"0"', '"4"') WHERE seq = (SELECT seq FROM resource_version WHERE id = #3)`,
    ],
    ['its time', 'UPDATE resource_version SET lastUpdated = 1 WHERE id = #3'],
    ['its origin', "UPDATE resource_version SET origin = 'other' WHERE id = #3"],
    [
      'its place among all writes',
      'UPDATE resource_body SET seq = 1000 WHERE seq = (SELECT seq FROM resource_version WHERE id = #3); UPDATE resource_version SET seq = 1000 WHERE id = #3',
    ],
    ['that it is shown', 'UPDATE resource_version SET supersededBy = 1000 WHERE id = #3'],
    ['that it is there, to readers', 'UPDATE resource_version SET deleted = 1 WHERE id = #3'],
  ])('IDP-21 names the event when somebody changed %s', async (_, intrusion) => {
    const { problems, named } = await tampered(intrusion)
    expect(problems).toEqual([{ kind: 'changed', position: 3, event: named(3) }])
  })

  it('IDP-21 names an event that is hidden behind a later version', async () => {
    const { problems, named } = await tampered(`
      INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted) VALUES ('AuditEvent', #3, 2, 1, 1)`)
    expect(problems).toEqual([{ kind: 'changed', position: 3, event: named(3) }])
  })

  it.each([
    ['an event', 'DELETE FROM resource_version WHERE id = #3', [{ kind: 'removed', position: 3, event: 3 }]],
    [
      'an event with its link',
      'DELETE FROM resource_version WHERE id = #3; DELETE FROM audit_link WHERE position = 3',
      [{ kind: 'removed', position: 3, through: 3 }],
    ],
    [
      'the first events with their links',
      'DELETE FROM resource_version WHERE id IN (#1, #2); DELETE FROM audit_link WHERE position < 3',
      [{ kind: 'removed', position: 1, through: 2 }],
    ],
    [
      'the last events with their links',
      'DELETE FROM resource_version WHERE id IN (#4, #5); DELETE FROM audit_link WHERE position > 3',
      [{ kind: 'removed', position: 4, through: 5 }],
    ],
    [
      'the last event with its link, and moved the end back',
      'DELETE FROM resource_version WHERE id = #5; DELETE FROM audit_link WHERE position = 5; UPDATE audit_head SET position = 4',
      [{ kind: 'end' }],
    ],
    ['the end', 'DELETE FROM audit_head', [{ kind: 'end' }]],
    [
      'a link',
      'DELETE FROM audit_link WHERE position = 3',
      [
        { kind: 'removed', position: 3, through: 3 },
        { kind: 'inserted', event: 3 },
      ],
    ],
  ])('IDP-21 says so when somebody removed %s', async (_, intrusion, expected) => {
    const { problems, named } = await tampered(intrusion)
    expect(problems).toEqual(
      expected.map(({ event, ...problem }: { event?: number; kind: string }) =>
        event === undefined ? problem : { ...problem, event: named(event) },
      ),
    )
  })

  it('IDP-21 names events whose order was changed', async () => {
    const { problems, named } = await tampered(`
      UPDATE audit_link SET position = 100 WHERE position = 2; UPDATE audit_link SET position = 2 WHERE position = 4;
      UPDATE audit_link SET position = 4 WHERE position = 100`)
    expect(problems).toEqual([
      { kind: 'misplaced', position: 2, event: named(4) },
      { kind: 'misplaced', position: 4, event: named(2) },
    ])
  })

  it('IDP-21 names events that trade places with each other', async () => {
    const { problems, named } = await tampered(`
      UPDATE resource_version SET id = 'x' WHERE id = #2; UPDATE resource_version SET id = #2 WHERE id = #4;
      UPDATE resource_version SET id = #4 WHERE id = 'x'`)
    expect(problems).toEqual([
      { kind: 'changed', position: 2, event: named(2) },
      { kind: 'changed', position: 4, event: named(4) },
    ])
  })

  it.each([
    ["the log's kind of id", copyOfThird('audit.forged', 'NULL'), 'AuditEvent/audit.forged'],
    ["the domain's origin", copyOfThird('forged', "'slipway'"), 'AuditEvent/forged'],
  ])('IDP-21 names an event that was put in with %s', async (_, intrusion, event) => {
    expect((await tampered(intrusion)).problems).toEqual([{ kind: 'inserted', event }])
  })

  it('IDP-21 names a link that was put in without the key', async () => {
    const { problems } = await tampered(`${copyOfThird('audit.forged', "'slipway'")};
      INSERT INTO audit_link SELECT 6, 'audit.forged', eventHash, hash, hash FROM audit_link WHERE position = 5;
      UPDATE audit_head SET position = 6`)
    expect(problems).toEqual([{ kind: 'misplaced', position: 6, event: 'AuditEvent/audit.forged' }, { kind: 'end' }])
  })

  it('IDP-21 names every link of a log that was chained with another key', async () => {
    const { database, record } = openLog()
    record('a')
    record('b')
    const chain = auditChain('another key')
    const { problems } = await verifyLog(auditStore(database.sql, chain), chain)
    expect(problems.map(({ kind, position }) => [kind, position])).toEqual([
      ['misplaced', 1],
      ['misplaced', 2],
      ['end', undefined],
    ])
  })

  it('IDP-21 misses the head of an earlier run in a log that was emptied', async () => {
    const { verify, head } = await tampered(
      'DELETE FROM audit_link; DELETE FROM audit_head; DELETE FROM resource_version',
    )
    expect((await verify(head)).problems).toEqual([{ kind: 'head' }])
    const { verify: grown, record } = openLog()
    record('a')
    const first = (await grown()).head ?? ''
    record('b')
    expect((await grown(first)).problems).toEqual([])
  })
})

describe('the database', () => {
  it.each([
    `UPDATE resource_version SET origin = 'x' WHERE type = 'AuditEvent'`,
    "UPDATE resource_body SET body = '{}' WHERE seq IN (SELECT seq FROM resource_version WHERE type = 'AuditEvent')",
    "DELETE FROM resource_body WHERE seq IN (SELECT seq FROM resource_version WHERE type = 'AuditEvent')",
    `DELETE FROM resource_version WHERE type = 'AuditEvent'`,
    `INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted)
     SELECT type, id, 2, 1, 1 FROM resource_version WHERE type = 'AuditEvent'`,
    'UPDATE audit_link SET position = 7',
    'DELETE FROM audit_link',
  ])('IDP-21 refuses by itself: %s', async (statement) => {
    const { sql, record, verify } = openLog()
    record('a')
    expect(() => sql(statement)).toThrow('the audit log is append-only')
    expect((await verify()).problems).toEqual([])
  })

  it('leaves the AuditEvents of others alone', async () => {
    const { sql, verify } = openLog()
    sql(`INSERT INTO resource_version (type, id, versionId, lastUpdated, deleted, origin) VALUES ('AuditEvent', 'x', 1, 1, 0, 'app');
      UPDATE resource_version SET supersededBy = 2 WHERE id = 'x'; DELETE FROM resource_version WHERE id = 'x'`)
    expect(await verify()).toEqual({ events: 0, head: null, problems: [] })
  })
})

describe('events of one moment', () => {
  const stored = "SELECT count(*) FROM resource_version WHERE type = 'AuditEvent'"

  it('IDP-21 are in the log, in one transaction, before the waiting caller gets its result', async () => {
    const { database, noted, sql, verify } = openLog()
    const count = database.sql.prepare<[], number>(stored).pluck()
    const three = () => ['a', 'b', 'c'].forEach(noted)
    sql(`CREATE TRIGGER third BEFORE INSERT ON audit_link WHEN NEW.position = 3 BEGIN SELECT RAISE(ABORT, 'no'); END`)
    three()
    await database.durable()
    expect(count.get()).toBe(0)
    sql('DROP TRIGGER third')
    three()
    expect(count.get()).toBe(0)
    await database.durable()
    expect(count.get()).toBe(4) // The loss of the first three, and the three.
    expect(await verify()).toMatchObject({ events: 4, problems: [] })
  })

  it('IDP-21 are written soon when nobody waits, and at once when somebody reads the log', async () => {
    const { database, noted, events } = openLog()
    const count = database.sql.prepare<[], number>(stored).pluck()
    noted('a')
    await expect.poll(() => count.get()).toBe(1)
    noted('b')
    expect(await events()).toHaveLength(2)
  })
})

describe('an event that cannot be written', () => {
  const FULL = `CREATE TRIGGER full BEFORE INSERT ON audit_link BEGIN SELECT RAISE(ABORT, 'no room'); END`

  it('IDP-21 undoes no other event, leaves nothing half written, and is mentioned by the next event', async () => {
    const { database, record, sql, verify, events: eventsOf } = openLog()
    record('a')
    sql(FULL)
    expect(() => record('b')).not.toThrow()
    record('c')
    expect(database.sql.prepare("SELECT count(*) AS n FROM resource_version WHERE type = 'AuditEvent'").get()).toEqual({
      n: 1,
    })
    sql('DROP TRIGGER full')
    record('d')
    record('e')
    const events = await eventsOf()
    expect(events.map(nameOf)).toEqual(['token', 'recording', 'token', 'token'])
    const loss = events[1] as ReadEvent
    expect([loss.type.code, loss.subtype[0]?.code, loss.outcome]).toEqual(['110113', '110133', '8'])
    expect(loss.outcomeDesc).toBe('recording: 2 events before this one could not be recorded')
    expect(await verify()).toMatchObject({ events: 4, problems: [] })
  })
})

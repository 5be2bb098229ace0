// Pruning the log: the content of an archive, what may be removed, and how other removals are detected.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { nameOf, openLog } from '../testing/audit.ts'

const ASKED = { request: new Request('https://as.example'), person: { operator: 'root' } }
const ALL = Number.POSITIVE_INFINITY

/** A log of events by the apps 1, 2, 3, … */
function openLogOf(events: number) {
  const log = openLog()
  for (let n = 1; n <= events; n++) log.record(String(n))
  const retention = log.retention('./bin/slipway')
  const named = (name: string) => path.join(log.directory, name)
  const count = (query: string) => log.database.sql.prepare<[], number>(query).pluck().get() ?? 0
  return {
    ...log,
    named,
    count,
    archive: (name: string, until = ALL) => retention.archive(named(name), until, ASKED),
    prune: (name: string) => retention.prune(named(name), ASKED),
    verifyWith: (names: readonly string[], head?: string) => retention.verify(names.map(named), head),
    linesOf: (name: string) => readFileSync(named(name), 'utf8').trimEnd().split('\n'),
  }
}

type Log = ReturnType<typeof openLogOf>

/** The database refuses this, but a person who opens the file with another program can do it. */
function dropTriggers({ database, sql }: Log): void {
  const triggers = database.sql.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) sql(`DROP TRIGGER ${name}`)
}

const REMOVE_FIRST = (n: number) => `
  DELETE FROM resource_version WHERE id IN (SELECT eventId FROM audit_link WHERE position <= ${n});
  DELETE FROM audit_link WHERE position <= ${n}`

/** A prune that is killed on the way: the anchor is set, and the first events are gone. */
async function cutOff(log: Log, name: string, gone: number): Promise<void> {
  log.sql("CREATE TRIGGER stop BEFORE DELETE ON audit_link BEGIN SELECT RAISE(ABORT, 'stop'); END")
  await expect(log.prune(name)).rejects.toThrow('stop')
  log.sql('DROP TRIGGER stop')
  for (let position = 1; position <= gone; position++)
    log.sql(`DELETE FROM resource_body WHERE seq = (SELECT seq FROM resource_version WHERE id = (SELECT eventId FROM audit_link WHERE position = ${position}));
      DELETE FROM resource_version WHERE id = (SELECT eventId FROM audit_link WHERE position = ${position});
      DELETE FROM audit_link WHERE position = ${position}`)
}

describe('an archive of the audit log', () => {
  it('IDP-21 has each link with its event as stored, a sealed last line, and mode 0600', async () => {
    const log = openLogOf(3)
    const stored = await log.events()
    const archive = await log.archive('a.ndjson')
    const [first, , third, trailer, ...rest] = log.linesOf('a.ndjson').map((line) => JSON.parse(line))
    expect(rest).toEqual([])
    expect(first).toMatchObject({ position: 1, previous: '', event: { id: stored[0]?.id, origin: 'slipway' } })
    expect(JSON.parse(third.event.body)).toEqual(stored[2])
    expect(trailer).toMatchObject({
      archive: 'slipway-audit-archive-1',
      ...{ first: 1, previous: '', last: 3, hash: third.hash, events: 3 },
    })
    expect(statSync(log.named('a.ndjson')).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(log.named('a.ndjson'))
    expect(archive).toMatchObject({ events: 3, sha256: createHash('sha256').update(bytes).digest('hex') })
  })

  it('IDP-21 is compressed when its name ends in .gz, and the log records who saved it', async () => {
    const log = openLogOf(3)
    await log.archive('a.ndjson')
    await log.archive('b.ndjson.gz')
    const packed = gunzipSync(readFileSync(log.named('b.ndjson.gz'))).toString()
    expect(packed.trimEnd().split('\n').slice(0, 3)).toEqual(log.linesOf('a.ndjson').slice(0, 3))
    const event = (await log.events()).at(-1)
    expect([event && nameOf(event), event?.action, event?.agent[0]]).toMatchObject(['view', 'R', { altId: 'root' }])
    expect(event?.entity?.[0]?.detail).toContainEqual({ type: 'archive', valueString: 'b.ndjson.gz' })
    expect((await log.verifyWith(['b.ndjson.gz'])).problems).toEqual([])
  })

  it('IDP-21 ends before the first event that is younger than asked', async () => {
    const log = openLogOf(5)
    const third = Date.parse((await log.events())[2]?.recorded ?? '')
    expect(await log.archive('a.ndjson', third)).toMatchObject({ first: 1, last: 2, events: 2 })
    await expect(log.archive('b.ndjson', 0)).rejects.toThrow('There is nothing to archive')
    expect(readdirSync(log.directory).filter((name) => name.includes('ndjson'))).toEqual(['a.ndjson'])
  })

  it('IDP-21 never overwrites a file', async () => {
    const log = openLogOf(2)
    writeFileSync(log.named('a.ndjson'), 'mine')
    await expect(log.archive('a.ndjson')).rejects.toThrow('is there already')
    expect(readFileSync(log.named('a.ndjson'), 'utf8')).toBe('mine')
    await expect(log.archive('nowhere/a.ndjson')).rejects.toThrow(`There is no folder ${log.named('nowhere')}`)
    expect(readdirSync(log.directory).some((name) => name.endsWith('.part'))).toBe(false)
  })

  it('IDP-21 is refused when the log does not verify', async () => {
    const log = openLogOf(3)
    dropTriggers(log)
    log.sql(
      'UPDATE resource_version SET lastUpdated = 1 WHERE id = (SELECT eventId FROM audit_link WHERE position = 2)',
    )
    await expect(log.archive('a.ndjson')).rejects.toThrow('does not hold')
    expect(existsSync(log.named('a.ndjson'))).toBe(false)
  })
})

describe('pruning what is archived', () => {
  it('IDP-21 removes the events with their index entries, records it, and leaves a chain that verifies', async () => {
    const log = openLogOf(600)
    const values = "SELECT count(*) FROM search_value WHERE type = 'AuditEvent'"
    const seq = log.count('SELECT seq FROM resource_version JOIN audit_link ON id = eventId WHERE position = 590')
    const { sha256 } = await log.archive('a.ndjson', Date.parse((await log.events())[590]?.recorded ?? ''))
    const before = log.count(values)
    expect(await log.prune('a.ndjson')).toMatchObject({ removed: 590, archive: { first: 1, last: 590 } })
    expect(log.count(values)).toBeLessThan(before)
    for (const table of ['search_value', 'resource_body', 'resource_version'])
      expect(log.count(`SELECT count(*) FROM ${table} WHERE seq <= ${seq}`)).toBe(0)
    expect(log.count("SELECT count FROM resource_count WHERE type = 'AuditEvent'")).toBe(12)
    const events = await log.events()
    expect(events.slice(-2).map((event) => [nameOf(event), event.action])).toEqual([
      ['view', 'R'],
      ['change', 'D'],
    ])
    expect(events.at(-1)?.entity?.[0]).toMatchObject({
      what: { identifier: { value: 'events 1 to 590' } },
      detail: expect.arrayContaining([{ type: 'SHA-256', valueString: sha256 }]),
    })
    expect(await log.verify()).toMatchObject({ events: 12, first: 591, archivedUpTo: 590, problems: [] })
    log.record('after')
    expect(await log.verify()).toMatchObject({ events: 13, head: expect.stringMatching(/^603:/), problems: [] })
  })

  it('IDP-21 continues after an interruption, and the log verifies meanwhile', async () => {
    const log = openLogOf(6)
    await log.archive('a.ndjson')
    await cutOff(log, 'a.ndjson', 2)
    expect(await log.verify()).toMatchObject({ first: 3, archivedUpTo: 6, problems: [] })
    await expect(log.archive('b.ndjson')).rejects.toThrow('their removal was cut off')
    expect(await log.prune('a.ndjson')).toMatchObject({ removed: 4 })
    expect(await log.verify()).toMatchObject({ first: 7, archivedUpTo: 6, problems: [] })
    expect(await log.prune('a.ndjson')).toMatchObject({ removed: 0 })
  })

  it('IDP-21 takes the next archive only when it begins where the removed one ended', async () => {
    const log = openLogOf(4)
    const third = Date.parse((await log.events())[2]?.recorded ?? '')
    await log.archive('two.ndjson', third)
    await log.archive('four.ndjson', third + 2)
    await log.prune('two.ndjson')
    await expect(log.prune('four.ndjson')).rejects.toThrow('the log begins with event 3')
    await log.archive('next.ndjson')
    expect(await log.prune('next.ndjson')).toMatchObject({ archive: { first: 3 } })
    expect((await log.verifyWith(['next.ndjson', 'two.ndjson'])).problems).toEqual([])
  })

  it('IDP-21 never removes the newest event', async () => {
    const log = openLogOf(3)
    log.sql(
      `CREATE TRIGGER unnoted BEFORE INSERT ON audit_link WHEN NEW.position = 4 BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    await expect(log.archive('a.ndjson')).rejects.toThrow('no')
    log.sql('DROP TRIGGER unnoted')
    await expect(log.prune('a.ndjson')).rejects.toThrow('has the newest event of the log')
    expect(await log.verify()).toEqual({ events: 3, head: expect.any(String), problems: [] })
  })

  it.each<[string, (lines: string[]) => readonly string[]]>([
    ['an event was changed in', (lines) => lines.map((line, n) => (n === 1 ? line.replace('issued', 'ISSUED') : line))],
    ['an event is missing in', (lines) => lines.filter((_, n) => n !== 1)],
    ['the first event is missing in', (lines) => lines.slice(1)],
    ['the last event is missing in', (lines) => lines.filter((_, n) => n !== 2)],
    ['the end is missing in', (lines) => lines.slice(0, -1)],
    ['something follows the end of', (lines) => [...lines, lines[0] ?? '']],
    ['two events changed places in', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
    ['a line is no line of', (lines) => ['{}', ...lines]],
    ['nothing is in', () => []],
  ])('IDP-21 refuses where %s the archive', async (_, change) => {
    const log = openLogOf(3)
    await log.archive('a.ndjson')
    writeFileSync(
      log.named('a.ndjson'),
      change(log.linesOf('a.ndjson'))
        .map((line) => `${line}\n`)
        .join(''),
    )
    await expect(log.prune('a.ndjson')).rejects.toThrow('is no archive of this audit log')
    expect((await log.verifyWith(['a.ndjson'])).problems).toContainEqual({
      kind: 'archive',
      reason: expect.stringContaining('is no archive of this audit log'),
    })
    expect(await log.verify()).toMatchObject({ events: 4, problems: [] })
  })

  it('says that there is no archive of that name', async () => {
    const log = openLogOf(1)
    await expect(log.prune('none.ndjson.gz')).rejects.toThrow(`${log.named('none.ndjson.gz')} is not there`)
  })

  it('IDP-21 refuses an archive that is cut off in the middle of its compression', async () => {
    const log = openLogOf(50)
    await log.archive('a.ndjson.gz')
    const bytes = readFileSync(log.named('a.ndjson.gz'))
    writeFileSync(log.named('a.ndjson.gz'), bytes.subarray(0, bytes.length / 2))
    await expect(log.prune('a.ndjson.gz')).rejects.toThrow('cannot be written or read')
    writeFileSync(log.named('b.ndjson.gz'), gzipSync('x'.repeat(20 * 2 ** 20)))
    await expect(log.prune('b.ndjson.gz')).rejects.toThrow('is no archive of an audit log')
    expect(await log.verify()).toMatchObject({ events: 51, problems: [] })
  })

  it('IDP-21 refuses the archive of another log', async () => {
    const other = openLogOf(3)
    await other.archive('a.ndjson')
    const log = openLogOf(4)
    writeFileSync(log.named('a.ndjson'), readFileSync(other.named('a.ndjson')))
    await expect(log.prune('a.ndjson')).rejects.toThrow('event 1 differs')
    expect(await log.verify()).toMatchObject({ events: 4, problems: [] })
  })

  it('IDP-21 refuses when the log itself does not verify', async () => {
    const log = openLogOf(4)
    await log.archive('a.ndjson')
    dropTriggers(log)
    log.sql('DELETE FROM resource_version WHERE id = (SELECT eventId FROM audit_link WHERE position = 5)')
    await expect(log.prune('a.ndjson')).rejects.toThrow('does not hold')
    expect(log.count('SELECT count(*) FROM audit_link')).toBe(5)
  })
})

describe('verifying archives and log as one chain', () => {
  it('IDP-21 accepts a head from before the archived events', async () => {
    const log = openLogOf(4)
    const head = (await log.verify()).head ?? ''
    await log.archive('a.ndjson')
    await log.prune('a.ndjson')
    log.record('x')
    await log.archive('b.ndjson')
    expect((await log.verifyWith(['b.ndjson', 'a.ndjson'], head)).problems).toEqual([])
    await log.prune('b.ndjson')
    expect(await log.verifyWith(['b.ndjson', 'a.ndjson'], head)).toMatchObject({ archivedUpTo: 7, problems: [] })
    expect((await log.verifyWith([], head)).problems).toEqual([{ kind: 'head', position: 4 }])
    expect((await log.verifyWith(['a.ndjson'])).problems).toEqual([{ kind: 'removed', position: 5, through: 7 }])
  })

  it('IDP-21 names an archive that is missing between two others', async () => {
    const log = openLogOf(2)
    for (const name of ['a.ndjson', 'b.ndjson', 'c.ndjson']) {
      await log.archive(name)
      await log.prune(name)
    }
    expect((await log.verifyWith(['a.ndjson', 'c.ndjson'])).problems).toEqual([
      { kind: 'archive', reason: expect.stringContaining('does not follow') },
    ])
    expect((await log.verifyWith(['a.ndjson', 'b.ndjson', 'c.ndjson'])).problems).toEqual([])
  })

  it('IDP-21 shows that the log was put back to a state from before the archive', async () => {
    const log = openLogOf(4)
    await log.archive('a.ndjson')
    dropTriggers(log)
    log.sql('DELETE FROM resource_version WHERE id IN (SELECT eventId FROM audit_link WHERE position > 2)')
    log.sql('DELETE FROM audit_link WHERE position > 2; DELETE FROM audit_head')
    expect((await log.verifyWith(['a.ndjson'])).problems).toContainEqual({ kind: 'removed', position: 3, through: 4 })
  })
})

describe('an attacker who has the database but not the key', () => {
  const anchored = async () => {
    const log = openLogOf(8)
    await log.archive('a.ndjson', Date.parse((await log.events())[3]?.recorded ?? ''))
    await log.prune('a.ndjson')
    dropTriggers(log)
    return log
  }
  const kinds = async (log: Log) =>
    (await log.verify()).problems.map(({ kind, position, through }) => [kind, position, through])

  it('IDP-21 cannot forge an anchor: verifying reports the anchor and the removed events', async () => {
    const log = openLogOf(5)
    dropTriggers(log)
    log.sql(`INSERT INTO audit_anchor SELECT 1, position, hash, 1000, hash FROM audit_link WHERE position = 3;
      ${REMOVE_FIRST(3)}`)
    expect(await kinds(log)).toEqual([
      ['anchor', undefined, undefined],
      ['removed', 1, 3],
    ])
  })

  it.each([
    ['on', 'UPDATE audit_anchor SET position = 5, hash = (SELECT hash FROM audit_link WHERE position = 5)', 5],
    ['back', 'UPDATE audit_anchor SET position = 2', 3],
    ['away', 'DELETE FROM audit_anchor', 3],
  ])('IDP-21 cannot move the anchor %s and remove the events up to it', async (_, move, gone) => {
    const log = await anchored()
    log.sql(`${move}; ${REMOVE_FIRST(gone)}`)
    expect(await kinds(log)).toContainEqual(['removed', 1, gone])
  })

  it('IDP-21 cannot use a seal made for another purpose as the seal of an anchor', async () => {
    const log = openLogOf(5)
    await log.archive('a.ndjson')
    const { seal } = JSON.parse(log.linesOf('a.ndjson').at(-1) ?? '')
    dropTriggers(log)
    log.sql(`INSERT INTO audit_anchor SELECT 1, position, hash, 1000, '${seal}' FROM audit_link WHERE position = 5;
      ${REMOVE_FIRST(5)}`)
    expect(await kinds(log)).toContainEqual(['anchor', undefined, undefined])
    log.sql('UPDATE audit_anchor SET seal = (SELECT seal FROM audit_head)')
    expect(await kinds(log)).toContainEqual(['anchor', undefined, undefined])
  })

  it('IDP-21 cannot remove more than what was archived, or the whole log', async () => {
    const log = await anchored()
    log.sql(REMOVE_FIRST(5))
    expect(await kinds(log)).toEqual([['removed', 4, 5]])
    const whole = await anchored()
    whole.sql(`${REMOVE_FIRST(100)}; DELETE FROM audit_head`)
    expect(await kinds(whole)).toEqual([['end', undefined, undefined]])
  })

  it('IDP-21 cannot insert a forged version of an archived event', async () => {
    const log = await anchored()
    log.sql(`INSERT INTO resource_version (seq, type, id, versionId, lastUpdated, deleted, origin)
      VALUES (1, 'AuditEvent', 'audit.forged', 1, 1, 0, 'slipway')`)
    expect(await kinds(log)).toEqual([['inserted', undefined, undefined]])
  })
})

describe('the database itself', () => {
  const ANCHOR = (position: number, seq = 1000) =>
    `INSERT INTO audit_anchor (id, position, hash, seq, seal) VALUES (1, ${position}, 'x', ${seq}, 'x')`

  it.each([
    ['to remove anything behind the anchor', `${ANCHOR(2, 2)}; DELETE FROM audit_link WHERE position = 3`],
    ['to begin anywhere but at the beginning', `${ANCHOR(2)}; DELETE FROM audit_link WHERE position = 2`],
    ['to remove an event behind the anchor', `${ANCHOR(2, 2)}; DELETE FROM resource_version WHERE seq > 2`],
    ['to remove the text of an event behind the anchor', `${ANCHOR(2, 2)}; DELETE FROM resource_body WHERE seq > 2`],
    ['to put the anchor at the last link', ANCHOR(4)],
    ['to move the anchor to the last link', `${ANCHOR(2, 2)}; UPDATE audit_anchor SET position = 4, seq = 4`],
    ['to move the anchor back', `${ANCHOR(2)}; UPDATE audit_anchor SET position = 1`],
    ['to have two anchors', `${ANCHOR(2)}; INSERT INTO audit_anchor VALUES (2, 3, 'x', 3, 'x')`],
    ['to replace the anchor', `${ANCHOR(2)}; INSERT OR REPLACE INTO audit_anchor VALUES (1, 1, 'x', 1, 'x')`],
    ['to take the anchor away', `${ANCHOR(2)}; DELETE FROM audit_anchor`],
    ['to change a link up to the anchor', `${ANCHOR(2)}; UPDATE audit_link SET hash = 'x' WHERE position = 1`],
    ['to change an event up to the anchor', `${ANCHOR(2)}; UPDATE resource_body SET body = '{}' WHERE seq = 1`],
  ])('IDP-21 refuses %s', (_, statements) => {
    const { sql } = openLogOf(4)
    expect(() => sql(`BEGIN; ${statements}`)).toThrow('the audit log is append-only')
    sql('ROLLBACK')
  })
})

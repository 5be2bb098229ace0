// Contract of the audit log, whatever the engine: one chain, whoever writes, of events that are there exactly when what they tell is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NewEvent } from '#lib/audit/audit.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { createAudit } from '#server/audit/audit.ts'
import { createRetention } from '#server/audit/retention.ts'
import { verifyLog } from '#server/audit/verify.ts'
import type { Search } from '#server/fhir/store.ts'
import { testStorage } from '#server/testing/test-storage.ts'
import { CHAIN, type ContractLog, temporaryLog } from '../testing/logs.ts'

const NOW = Date.UTC(2026, 3, 1)

/** An event about an app. */
const eventOf = (app: string, id = `audit.${app}.${crypto.randomUUID()}`): NewEvent => ({
  id,
  recorded: NOW,
  resource: {
    resourceType: 'AuditEvent',
    id,
    extension: [
      {
        url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
        valueReference: { reference: 'Device/slipway' },
      },
    ],
    agent: [{ who: { reference: `Device/${app}` }, requestor: true }],
  },
})

const by = (app: string): Search => ({
  ...{ type: 'AuditEvent', visibility: 'all', sort: '-_lastUpdated' },
  conditions: [{ param: 'agent', alternatives: [{ value: `Device/${app}` }] }],
})

const patient = (id: string) => {
  const parsed = { resourceType: 'Patient', id }
  return prepareResource({ type: 'Patient', id, text: JSON.stringify(parsed), parsed })
}

const sent = (id: string) => {
  const { resource } = eventOf('a', id)
  return prepareResource({ type: 'AuditEvent', id, text: JSON.stringify(resource), parsed: resource })
}

const lost: unknown[] = []
const enqueue = ({ audit }: ContractLog, ...events: readonly NewEvent[]) =>
  audit.enqueue(events, (error) => lost.push(error))
const verified = ({ audit }: ContractLog, expected?: string) => verifyLog(audit, CHAIN, expected)
const rowsOf = async ({ sql }: ContractLog, table: string) =>
  Number((await sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n)

describe('the chain', () => {
  it('IDP-21 has what was appended and what was enqueued, in order, and its head is found again', async () => {
    const log = await temporaryLog()
    expect(await verified(log)).toEqual({ events: 0, head: null, problems: [] })
    await log.audit.appendAll([eventOf('a'), eventOf('b')])
    const { head } = await verified(log)
    expect(head).toMatch(/^2:[\w-]{43}$/)
    enqueue(log, eventOf('c'))
    enqueue(log, eventOf('d'))
    await log.durable()
    expect(await verified(log, head ?? '')).toMatchObject({ events: 4, problems: [] })
    expect(await rowsOf(log, 'audit_head')).toBe(1)
    expect(
      (await log.audit.linksFrom(1, 10)).map(({ event }) => /Device\/([a-d])/.exec(event?.body ?? '')?.[1]),
    ).toEqual([...'abcd'])
  })

  it.each(['storage', 'oauth', 'idp'] as const)(
    'DUR-01 has what was enqueued before when %s says that all is on the disk',
    async (who) => {
      const { storage, sql } = await testStorage(() => NOW)
      const events = Array.from({ length: 1000 }, () => eventOf('a')) // They take a while.
      storage.audit(CHAIN).enqueue(events, (error) => lost.push(error))
      await { storage, ...storage }[who].durable()
      expect([await sql.value('SELECT count(*) FROM audit_link'), lost]).toEqual([events.length, []])
    },
  )

  it('IDP-21 is one for all processes: eight that write in every way at once', async () => {
    const first = await temporaryLog()
    const eight = [first, ...(await Promise.all(Array.from({ length: 7 }, first.another)))]
    const ROUNDS = 10
    await Promise.all(
      eight.map(async (log, n) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          enqueue(log, eventOf('enqueued'))
          await log.transact((tx) => {
            tx.write(patient(`p${n}`), NOW)
            tx.record([eventOf('recorded')])
          })
          if (round % 5 === 0) await log.audit.appendAll([eventOf('appended'), eventOf('appended')])
          await log.durable()
        }
      }),
    )
    const events = eight.length * ROUNDS * 2 + eight.length * 4
    expect(await verified(first)).toMatchObject({ events, problems: [] })
    expect(lost).toEqual([])
    expect(await rowsOf(first, 'audit_head')).toBe(1)
  })

  it('IDP-21 verifies while others write', async () => {
    const log = await temporaryLog()
    const other = await log.another()
    let isOver = false
    const writing = (async () => {
      while (!isOver) await other.audit.appendAll([eventOf('a'), eventOf('b')])
    })()
    for (let looks = 0; looks < 20; looks += 1) expect((await verified(log)).problems).toEqual([])
    isOver = true
    await writing
  })

  it('IDP-21 misses events that were put in, and a head that it does not have', async () => {
    const log = await temporaryLog()
    await log.audit.appendAll([eventOf('a')])
    await log.transact((tx) => tx.add(sent('audit.forged'), NOW))
    const { problems } = await verified(log, '1:another')
    expect(problems).toEqual([{ kind: 'inserted', event: 'AuditEvent/audit.forged' }, { kind: 'head' }])
  })
})

describe('events of a transaction', () => {
  it('IDP-21 are there with what it writes, and found by their values', async () => {
    const log = await temporaryLog()
    await log.transact((tx) => {
      tx.record([eventOf('first')])
      tx.add(patient('p'), NOW)
      tx.record([eventOf('second')])
    })
    expect(await verified(log)).toMatchObject({ events: 2, problems: [] })
    expect([await log.found(by('first')), await log.found(by('second')), await log.found(by('third'))]).toEqual([
      1, 1, 0,
    ])
  })

  it('IDP-21 are not there when it is undone', async () => {
    const log = await temporaryLog()
    const undone = log.transact((tx) => {
      tx.record([eventOf('a')])
      tx.recordSent(sent('sent'), NOW)
      throw new Error('refused')
    })
    const kept = log.transact((tx) => tx.record([eventOf('b')]))
    await expect(undone).rejects.toThrow('refused')
    await kept
    expect(await verified(log)).toMatchObject({ events: 1, problems: [] })
    expect([await log.found(by('a')), await log.found(by('b'))]).toEqual([0, 1])
  })

  it('IDP-21 are written once when its work begins anew', async () => {
    const log = await temporaryLog()
    const others = [log, await log.another(), await log.another()]
    let begun = 0
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        others[n % 3]?.transact((tx) => {
          begun += 1
          tx.record([eventOf('a')])
          tx.recordSent(sent(`sent-${n}-${begun}`), NOW)
          expect(tx.current('Patient', 'p')?.versionId ?? 0).toBeLessThan(12)
          tx.write({ ...patient('p'), contentHash: String(begun) }, NOW)
        }),
      ),
    )
    expect(begun).toBeGreaterThanOrEqual(12)
    expect(await verified(log)).toMatchObject({ events: 24, problems: [] })
    expect(await log.found(by('a'))).toBe(24)
  })

  it('IDP-21 that an application sent are as they are stored, and seen by its searches; its own are not yet', async () => {
    const log = await temporaryLog()
    const wanted = { search: by('a'), limit: 10, mostCounted: 0 }
    const { body } = await log.transact((tx) => {
      tx.record([eventOf('a')])
      const event = tx.recordSent(sent('sent'), NOW)
      const found = tx.search(wanted, { before: undefined, ms: 60_000 })
      expect(found?.matches.map(({ id }) => id)).toEqual(['sent'])
      expect(event.lastUpdated).toBe(NOW)
      return event
    })
    const links = await log.audit.linksFrom(1, 10)
    expect(links.map(({ eventId }) => eventId)).toEqual(['sent', expect.stringMatching(/^audit\.a\./)])
    expect(links[0]?.event?.body).toBe(body)
    expect(await verified(log)).toMatchObject({ events: 2, problems: [] })
  })
})

describe('an event that cannot be written', () => {
  it('IDP-21 is told, undoes no other, and is counted before the next one', async () => {
    const log = await temporaryLog()
    const ids = ['same', 'same', 'third', 'fourth']
    const site = 'https://as.example'
    const logged: unknown[] = []
    const audit = createAudit({
      ...{ store: log.audit, chain: CHAIN, clock: () => NOW, identifierSystem: site, clientAddress: () => '192.0.2.1' },
      random: { uuid: () => ids.shift() ?? '' } as never,
      log: { info: () => {}, warn: () => {}, error: (facts) => logged.push(facts) },
    }).at(site)
    const record = async (client: string) => {
      audit.record({ name: 'token', request: new Request(site), description: `token: ${client}`, client })
      await log.durable()
    }
    await record('a')
    await record('b')
    expect(logged).toMatchObject([{ event: 'token' }])
    await record('c')
    const told = (await log.audit.linksFrom(1, 10)).map(({ event }) => JSON.parse(event?.body ?? '').outcomeDesc)
    expect(told).toEqual(['token: a', 'recording: 1 event before this one could not be recorded', 'token: c'])
    expect(await verified(log)).toMatchObject({ events: 3, problems: [] })
  })
})

describe('a log that is shortened', () => {
  const ASKED = { request: new Request('https://as.example'), person: { operator: 'root' } }

  async function shortening() {
    const log = await temporaryLog()
    const directory = mkdtempSync(path.join(tmpdir(), 'slipway-archive-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const commands = createRetention({
      ...{ store: log.audit, chain: CHAIN, flush: log.audit.flush },
      eventOf: ({ description }) => eventOf(description.split(':', 1)[0] ?? ''),
    })
    const named = (file: string) => path.join(directory, file)
    return {
      log,
      archive: (file: string) => commands.archive(named(file), Number.POSITIVE_INFINITY, ASKED),
      prune: (file: string) => commands.prune(named(file), ASKED),
      verify: (files: readonly string[]) => commands.verify(files.map(named)),
    }
  }

  it('IDP-21 holds, and so does it with its archives', async () => {
    const { log, archive, prune, verify } = await shortening()
    await log.audit.appendAll(Array.from({ length: 600 }, () => eventOf('a')))
    expect(await archive('first')).toMatchObject({ first: 1, last: 600 })
    expect(await prune('first')).toMatchObject({ removed: 600 })
    expect(await verify([])).toMatchObject({ events: 2, first: 601, archivedUpTo: 600, problems: [] })
    expect(await log.found({ ...by('a'), conditions: [] })).toBe(2)
    expect(await log.found(by('a'))).toBe(0)
    await log.audit.appendAll([eventOf('b'), eventOf('c')])
    await archive('second')
    await prune('second')
    expect(await verify(['second', 'first'])).toMatchObject({ archivedUpTo: 604, problems: [] })
    expect(await prune('second')).toMatchObject({ removed: 0 })
  })

  it('IDP-21 keeps its newest event, and its anchor when another one moved it', async () => {
    const { log } = await shortening()
    await log.audit.appendAll([eventOf('a'), eventOf('b'), eventOf('c')])
    const [, second, third] = await log.audit.linksFrom(1, 3)
    const anchorAt = ({ position = 0, hash = '', event }: Partial<NonNullable<typeof second>> = {}) => {
      const place = { position, hash, seq: event?.seq ?? 0 }
      return { ...place, seal: CHAIN.anchorSeal(place) }
    }
    expect(await log.audit.setAnchor(anchorAt(third), 0, eventOf('d'))).toBe(false)
    expect(await log.audit.setAnchor({ ...anchorAt(second), hash: 'another' }, 0, eventOf('d'))).toBe(false)
    expect(await log.audit.setAnchor(anchorAt(second), 0, eventOf('d'))).toBe(true)
    expect(await log.audit.setAnchor(anchorAt(third), 0, eventOf('e'))).toBe(false)
    expect(await log.audit.anchor()).toEqual(anchorAt(second))
    expect((await log.audit.end())?.position).toBe(4)
    expect([await log.audit.removeSome(1), await log.audit.removeSome(10), await log.audit.removeSome(10)]).toEqual([
      1, 1, 0,
    ])
    expect(await verified(log)).toMatchObject({ events: 2, first: 3, problems: [] })
  })
})

describe('the database', () => {
  it.each([
    `UPDATE resource_version SET origin = 'x' WHERE type = 'AuditEvent'`,
    `UPDATE resource_body SET body = '{}' WHERE seq IN (SELECT seq FROM resource_version WHERE type = 'AuditEvent')`,
    `DELETE FROM resource_body WHERE seq IN (SELECT seq FROM resource_version WHERE type = 'AuditEvent')`,
    `DELETE FROM resource_version WHERE type = 'AuditEvent'`,
    'UPDATE audit_link SET position = 7',
    'DELETE FROM audit_link',
    `INSERT INTO audit_anchor (id, position, hash, seq, seal) VALUES (1, 7, '', 7, '')`,
  ])('IDP-21 refuses by itself: %s', async (statement) => {
    const log = await temporaryLog()
    await log.audit.appendAll([eventOf('a'), eventOf('b')])
    await expect(log.sql(statement)).rejects.toThrow('the audit log is append-only')
    expect(await verified(log)).toMatchObject({ events: 2, problems: [] })
  })
})

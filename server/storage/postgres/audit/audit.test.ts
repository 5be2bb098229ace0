// The audit log in PostgreSQL: what an intruder's changes are reported as, numbers that are not in the order of the chain, and a
// process that ends in the middle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NewEvent } from '#lib/audit/audit.ts'
import { type StatementAnswered, statementsAnswered } from '#lib/telemetry.ts'
import { verifyLog } from '#server/audit/verify.ts'
import { CHAIN } from '../../testing/logs.ts'
import { append } from '../resources/append.ts'
import { asSuperuser, temporaryPostgres } from '../testing/temporary-postgres.ts'
import { auditLog } from './audit.ts'
import { eventsOf, versionOf } from './events.ts'

const eventOf = (n: number): NewEvent => {
  const id = `audit.${String(n).padStart(9, '0')}`
  return { id, recorded: n, resource: { resourceType: 'AuditEvent', id, outcome: '0' } }
}

async function opened(events: number) {
  const postgres = await temporaryPostgres()
  const log = auditLog(postgres)
  const audit = log.open(CHAIN)
  await audit.appendAll(Array.from({ length: events }, (_, n) => eventOf(n + 1)))
  return { postgres, log, audit, verify: (head?: string) => verifyLog(audit, CHAIN, head) }
}

const named = (n: number) => `AuditEvent/${eventOf(n).id}`
const THIRD = `(SELECT seq FROM resource_version WHERE id = '${eventOf(3).id}')`

/** A log of five events, whose tables somebody has changed who may drop triggers. */
async function tampered(...intrusion: readonly string[]) {
  const log = await opened(5)
  const { head } = await log.verify()
  await log.postgres.transaction(async (run) => {
    for (const table of ['resource_version', 'resource_body', 'audit_link', 'audit_anchor'])
      await run(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    for (const statement of intrusion) await run(statement)
  })
  return log.verify(head ?? undefined)
}

describe('events of one moment', () => {
  it('are two statements in a transaction, however many they are', async () => {
    const { audit, verify } = await opened(1)
    const asked: string[] = []
    const hear = (told: unknown) => void asked.push((told as StatementAnswered).statement)
    statementsAnswered.subscribe(hear)
    onTestFinished(() => void statementsAnswered.unsubscribe(hear))
    const lost = () => void asked.push('lost')
    for (const n of [2, 3, 4, 5]) audit.enqueue([eventOf(n)], lost)
    await audit.flush()
    expect(asked).toEqual(['SELECT audit_end', 'INSERT resource_version'])
    expect(await verify()).toMatchObject({ problems: [] })
  })
})

describe('a verification', () => {
  it.each([
    ['the text of an event', `UPDATE resource_body SET body = replace(body, '"0"', '"4"') WHERE seq = ${THIRD}`],
    ['its time', `UPDATE resource_version SET "lastUpdated" = 1 WHERE seq = ${THIRD}`],
    ['its origin', `UPDATE resource_version SET origin = 'other' WHERE seq = ${THIRD}`],
    ['that it is there, to readers', `UPDATE resource_version SET deleted = TRUE WHERE seq = ${THIRD}`],
  ])('IDP-21 names the event when somebody changed %s', async (_, statement) => {
    expect((await tampered(statement)).problems).toEqual([{ kind: 'changed', position: 3, event: named(3) }])
  })

  it('IDP-21 names what is missing, put in, or has lost its end', async () => {
    const gone = await tampered(`DELETE FROM resource_version WHERE seq = ${THIRD}`)
    expect(gone.problems).toEqual([{ kind: 'removed', position: 3, event: named(3) }])
    const unlinked = await tampered('DELETE FROM audit_link WHERE position = 3')
    expect(unlinked.problems).toEqual([
      { kind: 'removed', position: 3, through: 3 },
      { kind: 'inserted', event: named(3) },
    ])
    const cut = await tampered(
      'DELETE FROM audit_link WHERE position = 5',
      `DELETE FROM resource_version WHERE id = '${eventOf(5).id}'`,
    )
    expect(cut.problems).toMatchObject([{ kind: 'removed', position: 5 }, { kind: 'head' }])
    const sealed = await tampered('DELETE FROM audit_link WHERE position = 5', 'UPDATE audit_head SET position = 4')
    expect(sealed.problems.map(({ kind }) => kind)).toEqual(['end', 'inserted', 'head'])
  })
})

describe('events whose numbers are not in the order of the chain', () => {
  it('IDP-21 are archived, removed, and followed by others', async () => {
    const { postgres, log, audit, verify } = await opened(1)
    await postgres.transaction(async (run) => {
      const versions = [versionOf(eventOf(2))]
      const seqs = await append(run, versions)
      await audit.appendAll([eventOf(3)]) // It has a greater number, and an earlier place.
      await log.links().add(run, eventsOf(versions, seqs))
    })
    await audit.appendAll([eventOf(4), eventOf(5)])
    const links = await audit.linksFrom(1, 10)
    expect(links.map(({ event }) => event?.seq)).toEqual([1, 3, 2, 4, 5])
    for (const [at, from] of [
      [2, 0],
      [3, 2],
    ] as const) {
      const { hash = '' } = links[at - 1] ?? {}
      const anchor = { position: at, hash, seq: 3 } // The greatest number so far.
      expect(await audit.setAnchor({ ...anchor, seal: CHAIN.anchorSeal(anchor) }, from, eventOf(10 + at))).toBe(true)
      expect(await audit.removeSome(10)).toBe(at - from)
    }
    expect(await verify()).toMatchObject({ events: 4, first: 4, archivedUpTo: 3, problems: [] })
  })
})

describe('a process that ends in the middle', () => {
  it('IDP-21 leaves a chain that verifies, with all that it told, and others go on', async () => {
    const { postgres, audit, verify } = await opened(0)
    const writer = spawn(process.execPath, [path.resolve('server/storage/postgres/testing/writing-process.ts')], {
      env: { ...process.env, DATABASE_URL: postgres.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void writer.kill('SIGKILL'))
    const told: string[] = []
    createInterface(writer.stdout).on('line', (id) => told.push(id))
    const ended = once(writer, 'exit')
    await expect.poll(() => told.length).toBeGreaterThan(20)
    writer.kill('SIGKILL')
    await ended
    await audit.appendAll([eventOf(1)])
    expect((await verify()).problems).toEqual([])
    const linked = new Set((await audit.linksFrom(1, 1_000_000)).map(({ eventId }) => eventId))
    expect(told.filter((id) => !linked.has(id))).toEqual([])
    const [unrecorded] = await postgres.run<{ n: number }>(
      `SELECT count(*) AS n FROM resource_version v WHERE type = 'Patient' AND NOT EXISTS (SELECT 1 FROM audit_link WHERE "eventId" = 'audit.' || v.id || '.' || v."versionId")`,
    )
    expect(unrecorded?.n).toBe(0)
  })

  it('IDP-21 tells no event that its connections were lost with, and goes on by new ones', async () => {
    const { postgres, audit, log, verify } = await opened(0)
    const name = new URL(postgres.url).pathname.slice(1)
    const lost = new Set<string>()
    for (let n = 1; n <= 60; n += 1) {
      const event = eventOf(n)
      audit.enqueue([event], () => lost.add(event.id))
      if (n % 20 === 10)
        await asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
      if (n % 3 === 0) await log.flush()
    }
    await log.flush()
    await audit.appendAll([eventOf(100)])
    expect((await verify()).problems).toEqual([])
    const linked = new Set((await audit.linksFrom(1, 1000)).map(({ eventId }) => eventId))
    const missing = Array.from({ length: 60 }, (_, n) => eventOf(n + 1).id).filter((id) => !linked.has(id))
    expect(missing.filter((id) => !lost.has(id))).toEqual([])
  })
})

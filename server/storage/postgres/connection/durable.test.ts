// What was told to somebody is there after PostgreSQL ended without a chance to write anything.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Jti } from '#server/oauth/store.ts'
import { startPostgres } from '../../../../scripts/postgres.mjs'
import { replayStore } from '../oauth/replay.ts'
import { openPostgres } from '../opening/opening.ts'

describe('the barrier', () => {
  it('AST-13 brings every claim that it was awaited for to the disk, of whichever process', async () => {
    const { url, stop, crash } = await startPostgres()
    onTestFinished(stop)
    const processes = [await openPostgres(url), await openPostgres(url)]
    const told: string[] = []
    let isOver = false
    const caller = async (number: number) => {
      const postgres = processes[number % processes.length]
      const other = processes[(number + 1) % processes.length]
      for (let n = 0; postgres && other && !isOver; n += 1) {
        const jti = `${number} ${n}`
        await replayStore(postgres).claim('launch', 'portal', jti as Jti, 1)
        await other.durable() // The claim is in the log before it, whoever made it.
        told.push(jti)
      }
    }
    const callers = Array.from({ length: 16 }, (_, number) => caller(number).catch(() => undefined))
    await expect.poll(() => told.length).toBeGreaterThan(100)
    await crash()
    isOver = true
    await Promise.all(callers)
    const { isClaimed } = replayStore(processes[0] as (typeof processes)[number])
    await expect.poll(() => isClaimed('launch', 'portal', '0 0' as Jti).catch(() => false)).toBe(true)
    const found = await Promise.all(told.map((jti) => isClaimed('launch', 'portal', jti as Jti)))
    expect(found.filter((isThere) => !isThere)).toEqual([])
    await Promise.all(processes.map(({ close }) => close()))
  })
})

describe('a record', () => {
  it('KEY-05 is on the disk once it was changed: nobody who changes one awaits the barrier', async () => {
    const { url, stop, crash } = await startPostgres()
    onTestFinished(stop)
    const postgres = await openPostgres(url)
    onTestFinished(postgres.close)
    const { signingKey } = await postgres.prisma()
    const told: string[] = []
    const change = async () => {
      for (;;) {
        const kid = `key ${told.length}`
        const key = { kid, owner: 'oauth', alg: 'ES256', publicJwk: '{}', status: 'retired', createdAt: new Date(0) }
        await signingKey.create({ data: key })
        told.push(kid)
      }
    }
    const changing = change().catch(() => undefined)
    await expect.poll(() => told.length).toBeGreaterThan(100)
    await crash()
    await changing
    const there = async () => (await signingKey.findMany({ where: { kid: { in: told } } })).map(({ kid }) => kid)
    await expect.poll(() => there().catch(() => [])).toHaveLength(told.length)
  })
})

// Limits (IDP-15, INT-12, LIM-01): what three processes count, and what is known of each other's.
import { describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto/hash.ts'
import type { LimiterOptions } from '#lib/http/limiter.ts'
import { attempts } from '#server/idp/login/attempts.ts'
import { type ContractStorage, contractStorage } from '../testing/contract.ts'
import { IS_POSTGRES } from '../testing/engine.ts'

const FIVE: LimiterOptions = { points: 5, duration: 60, blockDuration: 900 }

/** Three processes on one database. SQLite's count in their own memory, so there it is one process. */
async function processes(): Promise<readonly ContractStorage[]> {
  const one = await contractStorage()
  return IS_POSTGRES ? [one, await one.another(), await one.another()] : [one, one, one]
}

const turns = async (storages: readonly ContractStorage[], times: number, options = FIVE) => {
  const limiters = storages.map(({ limiters }) => limiters.exact('test', options))
  const waits: (number | undefined)[] = []
  for (let n = 0; n < times; n += 1) waits.push(await limiters[n % limiters.length]?.count('a'))
  return { limiters, waits }
}

describe('an exact limit', () => {
  it('IDP-15 counts five of a caller, whichever process each of them comes to', async () => {
    const { limiters, waits } = await turns(await processes(), 7)
    expect(waits.slice(0, 5)).toEqual([undefined, undefined, undefined, undefined, undefined])
    for (const wait of waits.slice(5)) expect(wait).toBeGreaterThan(800)
    for (const { wait } of limiters) expect(await wait('a')).toBeGreaterThan(800)
    expect(await limiters[0]?.count('b')).toBeUndefined()
  })

  it('IDP-15 lets five of twenty through that come at once', async () => {
    const limiters = (await processes()).map(({ limiters }) => limiters.exact('test', FIVE))
    const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => limiters[n % limiters.length]?.count('a')))
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(5)
  })

  it('knows no caller of another limit', async () => {
    const { limiters } = await contractStorage()
    await limiters.exact('one', { points: 0, duration: 60 }).count('a')
    expect(await limiters.exact('other', { points: 0, duration: 60 }).wait('a')).toBeUndefined()
  })

  it('takes a count back, and forgets a caller', async () => {
    const [one, , other] = (await turns(await processes(), 5)).limiters
    await other?.giveBack('a')
    expect([await one?.count('a'), await one?.wait('a')]).toEqual([undefined, undefined])
    expect(await one?.count('a')).toBeGreaterThan(0)
    await other?.forget('a')
    expect([await one?.wait('a'), await one?.count('a')]).toEqual([undefined, undefined])
  })

  it('ends with its window', async () => {
    const { limiters } = await turns(await processes(), 2, { points: 1, duration: 1 })
    await expect.poll(() => limiters[1]?.wait('a')).toBeUndefined()
    expect(await limiters[2]?.count('a')).toBeUndefined()
  })
})

describe('an eventual limit', () => {
  it('LIM-01 counts what its own process let in at once, and what the others did soon', async () => {
    const options = { points: 20_000, duration: 600 } // More than the other counts by asking.
    const [one, other] = (await processes()).map(({ limiters }) => limiters.eventual('test', options))
    for (let n = 0; n < 20_000; n += 1) expect(await one?.count('a')).toBeUndefined()
    expect(await one?.count('a')).toBeGreaterThan(0)
    await expect.poll(() => other?.count('a')).toBeGreaterThan(500)
  })
})

describe('log-ins', () => {
  const [HOME, ELSEWHERE] = ['192.0.2.1', '198.51.100.1']

  it('IDP-15 five wrong passwords, of which each comes to another process, are five', async () => {
    const logins = (await processes()).map(({ limiters, idp }) => attempts(limiters, idp.networks))
    const waits: unknown[] = []
    for (let n = 0; n < 7; n += 1) waits.push(await logins[n % 3]?.login('anna', HOME))
    expect(waits.map((wait) => wait === undefined)).toEqual([true, true, true, true, true, false, false])
  })

  it('IDP-15 a locked account stays open, in each process, for the network of its owner', async () => {
    const storages = await processes()
    const [one, other, third] = storages.map(({ limiters, idp }) => attempts(limiters, idp.networks))
    await one?.login('anna', HOME)
    await one?.succeeded('anna', HOME)
    expect(await storages[1]?.idp.networks.find(sha256('anna'))).toBe(HOME)
    for (const address of [ELSEWHERE, '203.0.113.1', '198.18.0.1']) {
      await other?.login('anna', address)
      await third?.login('anna', address)
    }
    expect((await third?.login('anna', '198.18.1.1'))?.seconds).toBeGreaterThan(0)
    expect(await third?.login('anna', HOME)).toBeUndefined()
  })
})

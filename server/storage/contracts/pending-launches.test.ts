import { describe, expect, it } from 'vitest'
import { contractStorage } from '../testing/contract.ts'

async function openStore(most?: number) {
  const { pendingLaunches, sql } = await contractStorage({ most })
  const count = async () => (await sql<{ n: number }>('SELECT count(*) AS n FROM pending_launch'))[0]?.n
  return { store: pendingLaunches, count }
}

const pending = (stateHash: string, expiresAt = 1000) => ({ stateHash, browserHash: 'browser', data: '{}', expiresAt })
const from = (network: string, launch: ReturnType<typeof pending>) => ({ ...launch, network })

describe('pending launches', () => {
  it('APP-04 are used once', async () => {
    const { store } = await openStore()
    await store.create(from('here', pending('a')), 0)
    expect(await store.consume('a', 'browser', 500)).toEqual(pending('a'))
    expect(await store.consume('a', 'browser', 500)).toBeUndefined()
  })

  it('APP-04 are used by their own browser only, and another browser does not use them up', async () => {
    const { store } = await openStore()
    await store.create(from('here', pending('a')), 0)
    expect(await store.consume('a', 'other', 500)).toBeUndefined()
    expect(await store.consume('a', 'browser', 500)).toBeDefined()
  })

  it('APP-04 cannot be used after their lifetime, and are deleted', async () => {
    const { store, count } = await openStore()
    await store.create(from('here', pending('a')), 0)
    expect(await store.consume('a', 'browser', 1000)).toBeUndefined()
    await store.create(from('here', pending('b', 2000)), 1000)
    expect(await count()).toBe(1)
  })

  it('LIM-10 are bounded: a flood pushes out what has waited longest', async () => {
    const { store, count } = await openStore(20)
    for (let n = 0; n < 200; n += 1) await store.create(from('here', pending(`s${n}`)), 0)
    expect(await count()).toBe(20)
    expect(await store.consume('s199', 'browser', 500)).toBeDefined()
    expect(await store.consume('s179', 'browser', 500)).toBeUndefined()
  })

  it('LIM-04 are pushed out by a flood from their own network only', async () => {
    const { store, count } = await openStore(20)
    await store.create(from('there', pending('theirs')), 0)
    for (let n = 0; n < 200; n += 1) await store.create(from('here', pending(`s${n}`)), 0)
    expect(await count()).toBe(20)
    expect(await store.consume('theirs', 'browser', 500)).toBeDefined()
  })
})

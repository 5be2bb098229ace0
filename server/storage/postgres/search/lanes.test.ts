// How long a search may run on PostgreSQL, and who stops it.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '../testing/standby.ts'
import { temporaryUrl } from '../testing/temporary-postgres.ts'
import { lanes } from './lanes.ts'

async function opened(ms: number) {
  const url = await temporaryUrl()
  const all = lanes(url, ms)
  onTestFinished(all.close)
  const sleep = (client: string, seconds: number, more: object = {}) =>
    all
      .wide({ client, ...more }, (run) => run('SELECT pg_sleep($1)', [seconds]))
      .then(
        () => 'answered',
        (error: { readonly reason?: string }) => error.reason,
      )
  return { url, all, sleep }
}

describe('searches on PostgreSQL', () => {
  it('FBO-01 are stopped when their time is up, the shorter of what they have and what a search may take', async () => {
    const { all, sleep } = await opened(200)
    let spent = 0
    expect(await sleep('a', 600, { spent: (ms: number) => (spent = ms) })).toBe('too-costly')
    expect(spent).toBeGreaterThanOrEqual(199)
    const longer = await opened(600_000)
    expect(await longer.sleep('a', 600, { budgetMs: 50 })).toBe('too-costly')
    const brief = all.brief('SELECT pg_sleep(600)').catch((error: { readonly reason?: string }) => error.reason)
    expect(await brief).toBe('too-costly')
    expect(await sleep('a', 0)).toBe('answered')
  })

  it('go on when a migration gives their rows another column', async () => {
    const { url, all } = await opened(600_000)
    const found = () =>
      Promise.all([
        all.brief('SELECT * FROM role'),
        ...['a', 'b'].map((client) => all.wide({ client }, (run) => run('SELECT * FROM role'))),
      ])
    expect(await found()).toEqual([[], [], []])
    await rowsOf(url, 'ALTER TABLE role ADD COLUMN "ofTheNextVersion" TEXT')
    expect(await found()).toEqual([[], [], []])
  })

  it('FBO-02 are stopped when their client has gone, and the connection goes on', async () => {
    const { sleep } = await opened(600_000)
    const gone = new AbortController()
    const asked = [sleep('a', 600, { signal: gone.signal }), sleep('b', 600, { signal: gone.signal })]
    await delay(100)
    gone.abort()
    expect(await Promise.all(asked)).toEqual(['gone', 'gone'])
    const going = new AbortController()
    const left = (await opened(600_000)).sleep('a', 600, { signal: going.signal })
    going.abort()
    expect(await left, 'while it was connected').toBe('gone')
    expect(await Promise.all([sleep('a', 0), sleep('b', 0), sleep('c', 0)])).toEqual(Array(3).fill('answered'))
  })

  it('FBO-05 of one client run one at a time, and others do not wait behind them', async () => {
    const { all, sleep } = await opened(600_000)
    const gone = new AbortController()
    const many = Array.from({ length: 8 }, () => sleep('a', 600, { signal: gone.signal }))
    expect(await sleep('b', 0)).toBe('answered')
    expect(await all.brief('SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(all.waiting()).toBe(8)
    gone.abort()
    expect(new Set(await Promise.all(many))).toEqual(new Set(['gone']))
  })
})

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

/** The same with `lost()`, which loses against another transaction whenever it runs, and the number of its tries. */
async function counting() {
  const { url, all } = await opened(600_000)
  await rowsOf(
    url,
    `CREATE SEQUENCE tries; CREATE FUNCTION lost() RETURNS text LANGUAGE plpgsql AS
     $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION USING ERRCODE = 'serialization_failure'; END $$`,
  )
  const tries = async () => {
    const [row] = await rowsOf(url, 'SELECT CASE WHEN is_called THEN last_value::int ELSE 0 END AS n FROM tries')
    return row?.['n']
  }
  return { all, tries }
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

  it('FBO-02 begin no statement more when their client has gone between two', async () => {
    const { all, tries } = await counting()
    const gone = new AbortController()
    const left = all.wide({ client: 'a', signal: gone.signal }, async (run) => {
      gone.abort()
      return run(`SELECT nextval('tries')`)
    })
    await expect(left).rejects.toMatchObject({ reason: 'gone' })
    expect(await tries()).toBe(0)
  })

  it('FBO-01 FBO-02 do not begin anew what lost against another one, when their client has gone or their time is up', async () => {
    const { all, tries } = await counting()
    const losing = (asking: object) => all.wide({ client: 'a', ...asking }, (run) => run('SELECT lost()'))
    const gone = new AbortController()
    const left = losing({ signal: gone.signal })
    left.catch(() => undefined) // Awaited below.
    while ((await tries()) === 0);
    gone.abort()
    await expect(left).rejects.toMatchObject({ reason: 'gone' })
    await expect(losing({ budgetMs: 50 })).rejects.toMatchObject({ reason: 'too-costly' })
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

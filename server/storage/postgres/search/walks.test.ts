// Pages show one moment, however many write meanwhile and in whichever order their commits become visible.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Search } from '#server/fhir/store.ts'
import { append, deletion, nextVersion } from '../resources/append.ts'
import { postgresResources } from '../resources/resources.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'

const WRITERS = 6
const WALKS = 60
const PAGE = 7
const RESOURCES = 60

const SEARCHES: readonly Search[] = (['-_lastUpdated', '_id'] as const).flatMap((sort) =>
  [{}, { conditions: [{ param: 'gender', alternatives: [{ value: 'female' }] }] }].map((more) => ({
    ...{ type: 'Patient', conditions: [], visibility: 'all' as const, sort },
    ...more,
  })),
)

const NEWEST = `SELECT seq, "versionId", "lastUpdated", deleted, origin, "contentHash" FROM resource_version
  WHERE type = 'Patient' AND id = $1 ORDER BY "versionId" DESC LIMIT 1 FOR UPDATE`

/** A writer that draws numbers early and commits late, and gives up one time in ten. Returns how often it committed. */
async function writing(url: string, n: number, isOver: () => boolean): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  let commits = 0
  while (!isOver()) {
    await client.query('BEGIN')
    try {
      for (let count = 1 + Math.floor(Math.random() * 3); count > 0; count -= 1) {
        const id = `p${Math.floor(Math.random() * RESOURCES)}`
        await client.query('SELECT pg_advisory_xact_lock(1, hashtext($1))', [id])
        const { rows } = await client.query(NEWEST, [id])
        const last = rows[0] && {
          ...rows[0],
          seq: Number(rows[0].seq),
          versionId: Number(rows[0].versionId),
          lastUpdated: Number(rows[0].lastUpdated),
        }
        const now = Date.now()
        const text = JSON.stringify({ resourceType: 'Patient', id })
        const values = ['gender', '', Math.random() < 0.7 ? 'female' : 'male']
        const next =
          last && !last.deleted && Math.random() < 0.2
            ? deletion('Patient', id, last, now)
            : nextVersion({ type: 'Patient', id, text, contentHash: `${n}`, origin: null, values }, last, now)
        await append(async (statement, bound) => (await client.query(statement, [...(bound ?? [])])).rows, [next])
        await delay(Math.random() * 10)
      }
      await client.query(Math.random() < 0.1 ? 'ROLLBACK' : 'COMMIT')
      commits += 1
    } catch {
      await client.query('ROLLBACK') // Two that wait for each other.
    }
  }
  await client.end()
  return commits
}

const idsOf = (matches: readonly { readonly id: string; readonly versionId: number }[]) =>
  matches.map(({ id, versionId }) => `${id}/${versionId}`)

describe('pages of PostgreSQL', () => {
  it('LST-15 are those of one moment while others write: each walk ends with the list that its first page was of', async () => {
    const postgres = await temporaryPostgres()
    const resources = postgresResources(postgres, postgres.url)
    // Another process gives the pages: walked one by one, or found among the first rows. A third one finds those of a jump.
    const second = postgresResources(postgres, postgres.url, { limits: { few: 20, lookedUp: 0 } })
    const third = postgresResources(postgres, postgres.url)
    onTestFinished(() => Promise.all([resources, second, third].map(({ close }) => close())))
    let isOver = false
    const writers = Array.from({ length: WRITERS }, (_, n) => writing(postgres.url, n, () => isOver))
    await expect
      .poll(async () => (await resources.search({ search: SEARCHES[0] as Search, limit: 0, mostCounted: 0 })).total)
      .toBeGreaterThan(RESOURCES / 2)

    const walk = async (search: Search): Promise<void> => {
      // The whole of a list is found in one statement, and so is of one moment by itself.
      const { asOfSeq, matches: truth } = await resources.search({ search, limit: 1000, mostCounted: 1000 })
      const found: string[] = []
      for (;;) {
        await delay(Math.random() * 10)
        const page = await second.page(search, asOfSeq, found.length, PAGE)
        found.push(...idsOf(page))
        if (page.length < PAGE) break
      }
      expect(found).toEqual(idsOf(truth))
      const jump = Math.floor(truth.length / 2)
      expect(idsOf(await third.page(search, asOfSeq, jump, PAGE))).toEqual(idsOf(truth).slice(jump, jump + PAGE))
    }
    try {
      for (let n = 0; n < WALKS; n += SEARCHES.length) await Promise.all(SEARCHES.map(walk))
    } finally {
      isOver = true
    }
    const commits = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0)
    expect(commits).toBeGreaterThan(WALKS)
  })
})

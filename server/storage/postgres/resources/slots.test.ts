// What all writers count is spread over rows, one for each session that writes: the sums are right, and nobody waits for another's row.
import { EventEmitter, once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryPostgres, temporaryUrl } from '../testing/temporary-postgres.ts'
import { append, nextVersion } from './append.ts'
import { postgresResources } from './resources.ts'
import { SERIALIZED } from './writer.ts'

/** Each of two processes writes so many resources, each time first, again, and as deleted, several at a time. */
const EACH = 24

async function processOf(url: string) {
  const postgres = await temporaryPostgres(url)
  const resources = postgresResources(postgres, url)
  onTestFinished(resources.close)
  return { ...postgres, ...resources }
}

async function twoProcesses() {
  const url = await temporaryUrl()
  return [await processOf(url), await processOf(url)] as const
}

const patient = (id: string, gender: string) => {
  const parsed = { resourceType: 'Patient', id, gender }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

const COUNTED = `SELECT sum(count)::bigint AS count, count(DISTINCT slot)::int AS slots, (SELECT count(*)::int FROM resource_state) AS states,
  (SELECT count(*)::bigint FROM resource_version WHERE "supersededBy" IS NULL AND NOT deleted) AS current
  FROM resource_count WHERE type = 'Patient'`

describe('counts over slots', () => {
  it('add up, whichever of two processes counts, while both write as fast as they can', async () => {
    const [one, other] = await twoProcesses()
    const before = await one.look()
    const life = async ({ write, delete: remove }: typeof one, id: string, goes: boolean) => {
      await write([patient(id, 'female')], 1)
      await write([patient(id, 'male')], 2)
      if (goes) await remove('Patient', id, 3)
    }
    const lives = Array.from({ length: EACH }, (_, n) => [
      life(one, `one-${n}`, n % 2 === 0),
      life(other, `other-${n}`, n % 3 === 0),
    ])
    await Promise.all(lives.flat())
    const stay = EACH / 2 + (EACH / 3) * 2
    const [counted] = await other.run<Record<'count' | 'slots' | 'states' | 'current', number>>(COUNTED)
    expect(counted).toMatchObject({ count: stay, current: stay })
    expect(counted?.slots).toBeGreaterThan(1)
    expect(counted?.states).toBeGreaterThan(1)
    for (const { look } of [one, other]) {
      const { versions, listed } = await look()
      // First versions change lists; each later one, a deletion too, what was read.
      expect(listed - before.listed).toBe(2 * EACH)
      expect(versions - before.versions).toBe(2 * EACH + (2 * EACH - stay))
    }
  })

  it('let others write and commit while a session that has counted goes on', async () => {
    const [one, other] = await twoProcesses()
    const gate = new EventEmitter()
    onTestFinished(() => void gate.emit('commit')) // It waits for nobody whose test has failed.
    const [counted, committed] = [once(gate, 'counted'), once(gate, 'commit')]
    const first = nextVersion({ ...patient('slow', 'female'), contentHash: '', origin: null, values: [] }, undefined, 1)
    const slow = one.transaction(async (run) => {
      await append(run, [first])
      gate.emit('counted')
      await committed
    }, SERIALIZED)
    await counted
    const before = await other.look()
    for (const { write } of [one, other]) await write([patient(crypto.randomUUID(), 'male')], 1)
    expect((await other.look()).listed - before.listed, 'of those two, and not of the one that waits').toBe(2)
    gate.emit('commit')
    await slow
    expect((await other.look()).listed - before.listed).toBe(3)
  })
})

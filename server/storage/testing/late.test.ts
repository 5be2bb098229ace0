// The late storage: it gives the answers of the one that it stands before, later.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Jti } from '#server/oauth/store.ts'
import { openStorage } from '../open.ts'
import { late } from './late.ts'

async function opened() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-late-'))
  const { storage } = await openStorage(
    { databaseFile: path.join(directory, 'test.db') },
    { clock: () => 0, random: systemRandom },
  )
  onTestFinished(async () => {
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return storage
}

describe('a storage that answers late', () => {
  it('gives the same answers', async () => {
    const { oauth } = late(await opened(), 1)
    expect(await oauth.replay.claim('launch', 'portal', 'jti' as Jti, 1)).toBe(true)
    expect(await oauth.replay.claim('launch', 'portal', 'jti' as Jti, 1)).toBe(false)
  })

  it('lets others come in between two calls', async () => {
    const { oauth } = late(await opened(), 1)
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 100) setImmediate(count)
    }
    setImmediate(count)
    for (let n = 0; n < 10; n += 1) await oauth.replay.isClaimed('launch', 'portal', 'jti' as Jti)
    expect(turns).toBeGreaterThan(5)
  })

  it('runs a write that is not awaited after the read that follows it', async () => {
    const storage = await opened()
    const { oauth } = late(storage, 1)
    const forgotten = Array.from({ length: 20 }, (_, n) => oauth.replay.claim('launch', 'portal', String(n) as Jti, 1))
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, n) => storage.oauth.replay.isClaimed('launch', 'portal', String(n) as Jti)),
    )
    expect(seen).toContain(false)
    await Promise.all(forgotten)
  })

  it('restarts a transaction at its first read, and keeps the writes of the last run only', async () => {
    const { resources } = late(await opened(), 1)
    let begun = 0
    const patient = { type: 'Patient', id: 'a', text: '{"resourceType":"Patient","id":"a"}' }
    const resource = prepareResource({ ...patient, parsed: { resourceType: 'Patient', id: 'a' } })
    const { versionId } = await resources.transact((tx) => {
      begun += 1
      expect(tx.current('Patient', 'a')).toBeUndefined()
      const written = tx.write(resource, 0)
      expect(tx.version('Patient', 'a', 1)).toMatchObject({ versionId: 1 })
      return written
    })
    expect(versionId).toBe(1)
    expect(begun, 'once for each question, and once with all answers').toBeGreaterThanOrEqual(3)
  })
})

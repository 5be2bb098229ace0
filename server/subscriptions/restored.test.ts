import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyDatabase, openCopy } from '../storage/sqlite/operations/backup.ts'
import { receiver, status } from './testing/receiver.ts'
import { subscribed } from './testing/subscribed.ts'

describe('a restored copy', () => {
  it('DUR-07 sends no event that waited at the backup, and continues with later ones', async () => {
    const hook = await receiver()
    const endpoint = `${hook.origin}/hook`
    const { subscribe, task, settle, domain, now } = await subscribed({ endpoint })
    await subscribe()
    await settle()
    await task('one')
    await settle()
    hook.answer = status(500)
    await task('waits')
    await settle()
    await task('not-compared')

    const directory = mkdtempSync(path.join(tmpdir(), 'slipway-restored-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    cpSync(path.join(domain.config.dataDir, 'keys'), path.join(directory, 'keys'), { recursive: true })
    chmodSync(path.join(directory, 'keys'), 0o700) // Node 24 copies a folder without its mode.
    copyDatabase(domain.config.databaseFile, path.join(directory, 'slipway.db'))
    const copy = openCopy(path.join(directory, 'slipway.db'), { readonly: false })
    copy.withdraw(now(), now())
    copy.close()

    hook.answer = status(200)
    hook.arrived.length = 0
    const later = now() + 3_600_000
    const restored = await subscribed({ endpoint, existing: { directory, now: later } })
    await restored.settle()
    expect(hook.arrived).toEqual([])
    await restored.task('new')
    await restored.settle()
    expect(hook.numbers()).toEqual([3])
  })
})

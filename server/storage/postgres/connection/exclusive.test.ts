import { EventEmitter, once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asSuperuser, temporaryUrl } from '../testing/temporary-postgres.ts'
import { exclusive } from './exclusive.ts'

/** Two processes on one database. */
async function twoProcesses() {
  const url = await temporaryUrl()
  const both = [exclusive(url), exclusive(url)] as const
  onTestFinished(async () => {
    for (const { close } of both) await close()
  })
  return { url, one: both[0].exclusively, other: both[1].exclusively }
}

/** Work that has begun, and ends when it is told to. */
async function begun(exclusively: ReturnType<typeof exclusive>['exclusively'], name = 'purge') {
  const gate = new EventEmitter()
  const started = once(gate, 'started')
  const done = exclusively(name, async () => {
    gate.emit('started')
    await once(gate, 'end')
    return 'done'
  })
  await started
  return { end: () => gate.emit('end'), done }
}

describe('work of one process at a time', () => {
  it('is refused to another process, and to its own, until it has ended', async () => {
    const { one, other } = await twoProcesses()
    const work = await begun(one)
    expect(await other('purge', async () => 'twice')).toBeUndefined()
    expect(await one('purge', async () => 'twice')).toBeUndefined()
    expect(await other('reindex', async () => 'another name')).toBe('another name')
    work.end()
    expect(await work.done).toBe('done')
    expect(await other('purge', async () => 'then')).toBe('then')
  })

  it('is free again after it failed', async () => {
    const { one, other } = await twoProcesses()
    await expect(one('purge', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await other('purge', async () => 'then')).toBe('then')
  })

  it('is taken over when the connection of who does it is killed', async () => {
    const { url, one, other } = await twoProcesses()
    const work = await begun(one)
    await asSuperuser(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
    )
    await expect.poll(() => other('purge', async () => 'taken over')).toBe('taken over')
    work.end()
    expect(await work.done).toBe('done')
    await expect.poll(() => one('purge', async () => 'connected anew')).toBe('connected anew')
  })
})

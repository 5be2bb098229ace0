import { describe, expect, it } from 'vitest'
import type { PortalTask } from '#lib/api/portal.ts'
import { toldChange } from './task-news.ts'

const task = (status: string, more: Partial<PortalTask> = {}): PortalTask => ({
  reference: 'Task/1',
  title: 'Sleep diary',
  status,
  launchable: true,
  owner: 'Marijke Jansen',
  ...more,
})
const NEWS = { reference: 'Task/1', status: 'completed', trace: 't' }

describe('a change of a task', () => {
  it.each([
    ['in-progress', 'begun'],
    ['completed', 'completed'],
    ['cancelled', 'cancelled'],
    ['on-hold', 'other'],
  ])('TSK-08 to %s is told by whose task it is: %s', (status, kind) => {
    const told = toldChange(NEWS, [task('ready')], [task(status)], 5)
    expect(told).toEqual({ kind, title: 'Sleep diary', status, who: 'Marijke Jansen', trace: 't', at: 5 })
  })

  it('is told as a new task where there was none', () => {
    expect(toldChange(NEWS, [], [task('ready')], 5)).toMatchObject({ kind: 'given' })
  })

  it('is not told where the page shows it already, or shows it no more', () => {
    expect(toldChange(NEWS, [task('completed')], [task('completed')], 5)).toBeUndefined()
    expect(toldChange(NEWS, [task('ready')], [], 5)).toBeUndefined()
  })
})

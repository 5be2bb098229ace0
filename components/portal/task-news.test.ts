import { describe, expect, it, vi } from 'vitest'
import type { PortalTask } from '#lib/api/portal.ts'
import { announcedAfter, atMostEvery, toldChange } from './task-news.ts'

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
  ])('TSK-08 to %s is announced with the owner of the task: %s', (status, kind) => {
    const told = toldChange(NEWS, [task('ready')], [task(status)], 5)
    expect(told).toEqual({ kind, title: 'Sleep diary', status, who: 'Marijke Jansen', trace: 't', at: 5 })
  })

  it('is announced as a new task when it was not in the list', () => {
    expect(toldChange(NEWS, [], [task('ready')], 5)).toMatchObject({ kind: 'given' })
  })

  it.each([
    ['in-progress', 'begun'],
    ['completed', 'completed'],
  ])('TSK-08 to %s is not announced as a new task where the stream was lost while it was given', (status, kind) => {
    expect(toldChange({ ...NEWS, status }, [], [task(status)], 5)).toMatchObject({ kind })
  })

  it('is not announced when the page shows it already, or no longer shows the task', () => {
    expect(toldChange(NEWS, [task('completed')], [task('completed')], 5)).toBeUndefined()
    expect(toldChange(NEWS, [task('ready')], [], 5)).toBeUndefined()
  })
})

describe('the change that a page shows', () => {
  const given = [task('requested')]
  const done = [task('completed')]
  const late = { reference: 'Task/1', status: 'requested', trace: 'of giving' }

  it('TSK-08 has the trace of its own request where the news of an earlier one comes late', () => {
    const first = announcedAfter(undefined, late, given, done, 5)
    expect(first).toMatchObject({ change: { kind: 'completed', trace: undefined } })
    expect(announcedAfter(first, NEWS, done, done, 6)).toMatchObject({
      change: { kind: 'completed', trace: 't', at: 5 },
    })
  })

  it('keeps that trace where both come at once, the late one last', () => {
    const both = announcedAfter(announcedAfter(undefined, NEWS, given, done, 5), late, given, done, 6)
    expect(both).toMatchObject({ change: { kind: 'completed', trace: 't' } })
  })

  it('gives way to the next change, of this task or of another', () => {
    const first = announcedAfter(undefined, late, [], given, 5)
    expect(first).toMatchObject({ change: { kind: 'given', trace: 'of giving' } })
    expect(announcedAfter(first, NEWS, given, done, 6)).toMatchObject({ change: { kind: 'completed', trace: 't' } })
    const other = task('ready', { reference: 'Task/2' })
    const news = { reference: 'Task/2', status: 'ready', trace: 'of another' }
    expect(announcedAfter(first, news, given, [...given, other], 6)).toMatchObject({ reference: 'Task/2' })
    expect(announcedAfter(first, news, [other], [other], 6)).toBe(first)
  })
})

describe('a page that is read again when any task changes', () => {
  it('is read at once, and once more after a pause however much changed in it', () => {
    vi.useFakeTimers()
    const read = vi.fn()
    const { call, stop } = atMostEvery(3000, read)
    call()
    expect(read).toHaveBeenCalledTimes(1)
    for (let changes = 0; changes < 100; changes += 1) call()
    expect(read).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3000)
    expect(read).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(60_000)
    expect(read).toHaveBeenCalledTimes(2)
    call()
    call()
    stop()
    vi.advanceTimersByTime(60_000)
    expect(read).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })
})

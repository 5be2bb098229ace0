import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { whenHeard } from './when-heard.ts'

/** The history of a page whose router does not listen yet. */
function pageComingToLife(): { history: object } {
  vi.useFakeTimers()
  const window = { history: Object.create({ pushState: () => undefined }) }
  vi.stubGlobal('window', window)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return window
}

describe('a change of the address', () => {
  it('waits until the router has replaced the functions of the history', () => {
    const { history } = pageComingToLife()
    const change = vi.fn()
    whenHeard(change)
    vi.advanceTimersByTime(1000)
    expect(change).not.toHaveBeenCalled()
    Object.assign(history, { pushState: () => undefined })
    vi.advanceTimersByTime(1000)
    expect(change).toHaveBeenCalledOnce()
    whenHeard(change)
    expect(change).toHaveBeenCalledTimes(2)
  })

  it('is made after a while even without a router', () => {
    pageComingToLife()
    const change = vi.fn()
    whenHeard(change)
    vi.advanceTimersByTime(60_000)
    expect(change).toHaveBeenCalledOnce()
  })
})

import { describe, expect, it } from 'vitest'
import { progressOn } from './import-progress.ts'

function terminal(columns = 80) {
  const written: string[] = []
  return { isTTY: true, columns, write: (text: string) => written.push(text), written }
}

describe('the progress of an import', () => {
  it('is one line that is written over, at most ten times a second, and left at the end', () => {
    const screen = terminal()
    let time = 1_000_000
    const progress = progressOn(screen, { totalBytes: 200, now: () => time })
    for (let count = 0; count < 20; count += 1) {
      time += 50
      progress.reached(count * 10)
      progress.show(count * 100)
    }
    progress.end()
    expect(screen.written.length).toBeLessThanOrEqual(12)
    expect(screen.written.slice(0, -1).every((text) => /^\r[^\n]*\u001b\[K$/.test(text))).toBe(true)
    expect(screen.written.at(-2)).toBe('\r[######################..] 95 %, 1900 resources, 1900/s\u001b[K')
    expect(screen.written.at(-1)).toBe('\n')
  })

  it('is never as wide as the terminal, which would scroll', () => {
    const screen = terminal(30)
    const progress = progressOn(screen, { totalBytes: 10 })
    progress.show(1_000_000)
    progress.end()
    for (const text of screen.written) expect(text.replace('\r', '').replace('\u001b[K', '').length).toBeLessThan(30)
  })

  it('has no bar where nobody knows how much there is', () => {
    const screen = terminal()
    progressOn(screen, { totalBytes: undefined, now: () => 0 }).end()
    expect(screen.written[0]).toBe('\r0 resources, 0/s\u001b[K')
  })

  it('is nothing on what is no terminal', () => {
    const written: string[] = []
    const progress = progressOn({ isTTY: false, write: (text) => written.push(text) }, { totalBytes: 10 })
    progress.reached(5)
    progress.show(5)
    progress.end()
    expect(written).toEqual([])
  })
})

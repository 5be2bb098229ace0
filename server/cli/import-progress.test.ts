import { describe, expect, it } from 'vitest'
import { progressOn } from './import-progress.ts'

function terminal(columns = 80) {
  const written: string[] = []
  return { isTTY: true, columns, write: (text: string) => written.push(text), written }
}

describe('the progress of an import', () => {
  it('is one line that is overwritten at most ten times a second, and left at the end', () => {
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

  it('is narrower than the terminal, so that it does not scroll', () => {
    const screen = terminal(30)
    const progress = progressOn(screen, { totalBytes: 10 })
    progress.show(1_000_000)
    progress.end()
    for (const text of screen.written) expect(text.replace('\r', '').replace('\u001b[K', '').length).toBeLessThan(30)
  })

  it('has no bar when the total is unknown', () => {
    const screen = terminal()
    progressOn(screen, { totalBytes: undefined, now: () => 0 }).end()
    expect(screen.written[0]).toBe('\r0 resources, 0/s\u001b[K')
  })

  it('says how much time is left once the speed is known', () => {
    const screen = terminal()
    let time = 0
    const progress = progressOn(screen, { totalBytes: 1000, now: () => time })
    for (const [at, read] of [
      [1000, 100],
      [10_000, 250],
      [20_000, 100],
    ] as const) {
      time = at
      progress.reached(read)
      progress.show(1)
    }
    expect(screen.written.map((text) => / (\d+ (s|min)) left/.exec(text)?.[1])).toEqual([undefined, '30 s', '3 min'])
  })

  it('is a line every five seconds in a pipe, without a bar, and none for a short import', () => {
    const written: string[] = []
    let time = 0
    const pipe = { isTTY: false, write: (text: string) => written.push(text) }
    const progress = progressOn(pipe, { totalBytes: 100, now: () => time })
    for (let seconds = 1; seconds <= 11; seconds += 1) {
      time = seconds * 1000
      progress.reached(seconds * 5)
      progress.show(seconds * 10)
    }
    progress.end()
    expect(written).toEqual(['25 %, 50 resources, 10/s, 15 s left\n', '50 %, 100 resources, 10/s, 10 s left\n'])
  })

  it('is nothing without an output to write to', () => {
    const progress = progressOn(undefined, { totalBytes: 10 })
    expect(() => [progress.reached(5), progress.show(5), progress.end()]).not.toThrow()
  })
})

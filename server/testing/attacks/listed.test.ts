// docs/reference/attacks.tsv names the test of each attack: every named test exists.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const rows = readFileSync(path.resolve('docs/reference/attacks.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))

describe('the list of attacks', () => {
  it('names for each attack a file and words of a title of a test in it', () => {
    const [heading, ...attacks] = rows
    expect(heading).toEqual(['attack', 'file', 'test'])
    expect(attacks.length).toBeGreaterThan(50)
    const missing = attacks.filter(([attack = '', file = '', title = '']) => {
      const titles = readFileSync(path.resolve(file), 'utf8').match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? []
      return attack === '' || title === '' || !titles.some((quoted) => quoted.includes(title))
    })
    expect(missing).toEqual([])
  })
})

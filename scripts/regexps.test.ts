// The check of regular expressions: it sees every one of a text, and tells those that grow with the square of their text.
import { describe, expect, it } from 'vitest'
import { problemOf, regexpsOf } from './regexps.mjs'

describe('the check of regular expressions', () => {
  it('LIM-40 reads literals and expressions built from constants, and reports those that it cannot read', () => {
    const text = [
      'const WORD = "[a-z]+"',
      `const all = [/a\\/b/g, new RegExp(\`^\${WORD}$\`, "u"), RegExp(String.raw\`\\d\`), new RegExp(words.join("|"))]`,
    ]
    expect(regexpsOf(text.join('\n'))).toEqual(['/a\\/b/g', '/^[a-z]+$/u', '/\\d/', 'new RegExp(words.join("|"))'])
  })

  it.each(['/[a-z]{10,}\\.[a-z]{10,}/', '/\\s*;\\s*/', '/<a [^>]*>/', '/(a|a)*$/', '/\\bx-[a-z-]+=/'])(
    'LIM-40 refuses %s',
    async (regexp) => {
      expect(await problemOf(regexp)).toMatch(/polynomial|exponential/)
    },
  )

  it.each(['/^[a-z]{10,}\\.[a-z]{10,}$/', '/[?#].*/s', '/(?<![a-z])[a-z]{10,}\\.[a-z]{10,}/', '/<a [^<>]*>/'])(
    'LIM-40 takes %s',
    async (regexp) => {
      expect(await problemOf(regexp)).toBeUndefined()
    },
  )
})

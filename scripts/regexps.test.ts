// The check of regular expressions: it sees every one of a text, and tells those that grow with the square of their text.
import path from 'node:path'
import { describe, expect, it } from 'vitest'

interface Regexps {
  readonly regexpsOf: (text: string) => readonly string[]
  readonly problemOf: (regexp: string) => Promise<string | undefined>
}
const regexps = (): Promise<Regexps> => import(/* @vite-ignore */ path.resolve('scripts/regexps.mjs'))

describe('the check of regular expressions', () => {
  it('LIM-40 reads literals, and what is made of constants; of what else is made it says so', async () => {
    const { regexpsOf } = await regexps()
    const text = [
      'const WORD = "[a-z]+"',
      `const all = [/a\\/b/g, new RegExp(\`^\${WORD}$\`, "u"), RegExp(String.raw\`\\d\`), new RegExp(words.join("|"))]`,
    ]
    expect(regexpsOf(text.join('\n'))).toEqual(['/a\\/b/g', '/^[a-z]+$/u', '/\\d/', 'new RegExp(words.join("|"))'])
  })

  it.each(['/[a-z]{10,}\\.[a-z]{10,}/', '/\\s*;\\s*/', '/<a [^>]*>/', '/(a|a)*$/', '/\\bx-[a-z-]+=/'])(
    'LIM-40 refuses %s',
    async (regexp) => {
      expect(await (await regexps()).problemOf(regexp)).toMatch(/polynomial|exponential/)
    },
  )

  it.each(['/^[a-z]{10,}\\.[a-z]{10,}$/', '/[?#].*/s', '/(?<![a-z])[a-z]{10,}\\.[a-z]{10,}/', '/<a [^<>]*>/'])(
    'LIM-40 takes %s',
    async (regexp) => {
      expect(await (await regexps()).problemOf(regexp)).toBeUndefined()
    },
  )
})

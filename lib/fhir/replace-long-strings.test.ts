import { describe, expect, it } from 'vitest'
import { LONGEST_SHOWN, leftOutOf } from './long-strings.ts'
import { replaceLongStrings } from './replace-long-strings.ts'

const LONG = 'x'.repeat(LONGEST_SHOWN)

describe('JSON text without its long strings', () => {
  it('P6 is unchanged when no string is long', async () => {
    for (const text of ['{"a":1.00}', `{"a":[${'"some text", '.repeat(100_000)}"\\u00e9 \\" \\\\"], "b" : 1.0}`])
      expect(await replaceLongStrings(text)).toBe(text)
  })

  it('P6 has the path, kind and length of each long string in its place, also with quotes and escapes in it', async () => {
    const written = `{"resourceType":"Media","content":{"contentType":"a/b","data":"${LONG}"},"note":[{"text":"\\"${LONG}\\\\"}],"x":1.00}`
    const text = await replaceLongStrings(written)
    expect(text.length).toBeLessThan(500)
    expect(text).toContain('"x":1.00}')
    expect(leftOutOf(JSON.parse(text))).toEqual([
      { path: 'Media.content.data', contentType: 'a/b', characters: LONG.length, isData: true },
      { path: 'Media.note[0].text', contentType: undefined, characters: LONG.length + 4, isData: false },
    ])
  })

  it('P6 distinguishes two strings of the same length', async () => {
    const [one, same, other] = await Promise.all(
      [`"${LONG}"`, `"${LONG}"`, `"y${LONG.slice(1)}"`].map(replaceLongStrings),
    )
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })
})

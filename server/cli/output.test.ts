// Stored text is shown on an operator's terminal without control sequences (CWE-150).
import { afterEach, expect, it, vi } from 'vitest'
import { result, say, table } from './output.ts'

const HOSTILE = 'Eve \u001b[31mRed\u009b2J\r\u202e\ud800'
const SHOWN = 'Eve \\u001b[31mRed\\u009b2J\\u000d\\u202e\\ud800'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The output of a function on standard output and standard error. */
function written(write: () => void): string {
  const texts: string[] = []
  const take = (text: string | Uint8Array) => texts.push(String(text)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(take)
  vi.spyOn(process.stderr, 'write').mockImplementation(take)
  write()
  return texts.join('')
}

it('shows control characters in results and sentences as what they are', () => {
  expect(written(() => result(false, {}, `${HOSTILE}\nnext`))).toBe(`${SHOWN}\nnext\n`)
  expect(written(() => say(`${HOSTILE}\nnext`))).toBe(`${SHOWN}\nnext\n`)
})

it('keeps JSON what it was, without a control character in it', () => {
  const json = written(() => result(true, { name: HOSTILE }, ''))
  expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  expect(JSON.parse(json)).toEqual({ name: HOSTILE })
})

it('makes no line of a table out of what is in a cell', () => {
  expect(table([['name'], [`a\nadmin@demo.test`], ['b']])).toBe('name\na\\u000aadmin@demo.test\nb')
})

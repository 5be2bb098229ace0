import { describe, expect, it } from 'vitest'
import { closest, differenceOf } from './differences.ts'

const marked = (expected: string, received: string) => {
  const { expected: one, received: other } = differenceOf(expected, received)
  return [one, other].map((pieces) => pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''))
}

describe('the difference of two texts', () => {
  it.each([
    ['https://app.test/cb', 'https://app.test/cb/', 'https://app.test/cb', 'https://app.test/cb[/]'],
    ['http://a.test:3000/x', 'http://a.test:3001/x', 'http://a.test:300[0]/x', 'http://a.test:300[1]/x'],
    ['S256', 'plain', '[S256]', '[plain]'],
    ['same', 'same', 'same', 'same'],
    ['aa', 'aaa', 'aa', 'aa[a]'],
    ['', 'new', '', '[new]'],
  ])('between %s and %s is marked in both', (expected, received, one, other) => {
    expect(marked(expected, received)).toEqual([one, other])
  })

  it('is shown against the closest of several expected values', () => {
    expect(closest(['https://other.test/', 'https://app.test/cb'], 'https://app.test/cb/')).toBe('https://app.test/cb')
    expect(closest([], 'x')).toBeUndefined()
  })
})

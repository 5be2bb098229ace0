import { describe, expect, it } from 'vitest'
import { isName, isString, visibleText } from './text.ts'

describe('text from outside', () => {
  it.each(['Zoë de Vries', 'Ὀδυσσεύς', '李小龍', 'a\u200cb', '👩‍⚕️ Anna', 'עברית', ''])('can be the name %j', (text) => {
    expect([isName(text), isString(text)]).toEqual([true, true])
  })

  it.each(['a\u0000b', '\u001b[31mRed', 'a\u0008', '\ud800', 'x\udc00y'])(
    'is no string of R4, and no name: %j',
    (text) => {
      expect([isName(text), isString(text)]).toEqual([false, false])
    },
  )

  it.each(['a\nb', 'a\tb', 'a\rb', 'a\u0085b', 'a\u009b31m', 'a\u007f', 'a\u2028b', '\u202egnp.exe', 'a\u2066b'])(
    'is no name, though it may be a string: %j',
    (text) => {
      expect([isName(text), isString(text)]).toEqual([false, true])
    },
  )

  it('is shown with everything in it that cannot be seen', () => {
    expect(visibleText('a\u001b[31mb\u009b\u202e\ud800\n👩é')).toBe('a\\u001b[31mb\\u009b\\u202e\\ud800\\u000a👩é')
  })
})

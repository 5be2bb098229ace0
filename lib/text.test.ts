import { describe, expect, it } from 'vitest'
import { isName, isString, visibleText } from './text.ts'

describe('text from outside', () => {
  it.each(['Zoë de Vries', 'Ὀδυσσεύς', '李小龍', 'a\u200cb', '👩‍⚕️ Anna', 'עברית', ''])('can be the name %j', (text) => {
    expect([isName(text), isString(text)]).toEqual([true, true])
  })

  it.each(['a\u0000b', '\u001b[31mRed', 'a\u0008', '\ud800', 'x\udc00y'])(
    'is neither a FHIR string nor a name: %j',
    (text) => {
      expect([isName(text), isString(text)]).toEqual([false, false])
    },
  )

  it.each(['a\nb', 'a\tb', 'a\rb', 'a\u0085b', 'a\u009b31m', 'a\u007f', 'a\u2028b', '\u202egnp.exe', 'a\u2066b'])(
    'is no name but a FHIR string: %j',
    (text) => {
      expect([isName(text), isString(text)]).toEqual([false, true])
    },
  )

  it.each([
    ...[
      'a\u00adb',
      'a\u034fb',
      'a\u061cb',
      'a\u115fb',
      'a\u200bb',
      'a\u200eb',
      'a\u2060b',
      'a\u2800b',
      'a\u3164b',
      'a\ufeffb',
    ],
    ...['a\ufff9b', 'a\ue000b', 'a\ufdd0b', 'a\u{e0041}b', 'a\u{1d173}b', '\u200d', ' \ufe0f\u200c '],
  ])('is no name, because of invisible characters: %j', (text) => {
    expect(isName(text)).toBe(false)
  })

  it('is shown with its invisible characters escaped', () => {
    expect(visibleText('a\u001b[31mb\u009b\u202e\ud800\n👩é')).toBe('a\\u001b[31mb\\u009b\\u202e\\ud800\\u000a👩é')
  })
})

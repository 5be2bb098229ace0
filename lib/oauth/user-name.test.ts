import { describe, expect, it } from 'vitest'
import { isEmailUserName, isUserName, typedUserName } from './user-name.ts'

describe('a user name that a person chooses', () => {
  it.each([
    ...[
      'marijke@demo.test',
      'a.b+c_d~e@x.example',
      "o'neill@x.example",
      'jos\u00e9@x.example',
      '李小龍@例子.example',
      'שלום@x.example',
    ],
    ...['नमस्ते@x.example', 'ΟΔΥΣΣΕΥΣ@x.example'],
  ])('can be %j', (text) => {
    expect(isUserName(typedUserName(text))).toBe(true)
  })

  it.each([
    ...[
      '',
      'a b',
      'a\tb',
      'a\u001b[31m',
      'a\ud800',
      'a\u00adb',
      'a\u034fb',
      'a\u115fb',
      'a\u200bb',
      'a\u200cb',
      'a\u200db',
      'a\u202eb',
    ],
    ...['a\u2060b', 'a\u2800b', 'a\u3164b', 'a\ufe0fb', 'a\ufeffb', 'a\u{e0041}b', 'a\ue000b'],
  ])('is not %j, which has an invisible character', (text) => {
    expect(isUserName(typedUserName(text))).toBe(false)
  })

  it.each(['ｍarijke@demo.test', '𝐦arijke@demo.test', 'ﬁona@demo.test', 'marijke@demo．test', 'marijke②@demo.test'])(
    'is not %j, which Unicode changes into another name',
    (text) => {
      expect(isUserName(typedUserName(text))).toBe(false)
    },
  )
})

describe('the user name of an account with a password', () => {
  it.each(['anna@example.org', 'a..b@x.example', 'jos\u00e9@x.example', `${'a'.repeat(240)}@x.example`])(
    'can be %j',
    (text) => {
      expect(isEmailUserName(typedUserName(text))).toBe(true)
    },
  )

  it.each(['', 'anna', 'anna@example', '@example.org', 'a@b@example.org', 'a b@example.org', 'an\u200bna@example.org'])(
    'is not %j, which is no e-mail address',
    (text) => {
      expect(isEmailUserName(typedUserName(text))).toBe(false)
      expect(isEmailUserName(`${'a'.repeat(250)}@x.example`)).toBe(false)
    },
  )
})

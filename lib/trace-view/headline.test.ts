import { describe, expect, it } from 'vitest'
import { CHECK_NAMES, CHECKS, type CheckName } from '../checks/checks.ts'
import type { Language } from '../i18n/language.ts'
import { leadOf, reasonOf } from './headline.ts'

const REASON = 'scope must be launch openid fhirUser.'

describe('the first sentence about a failed check', () => {
  it.each(CHECK_NAMES)(
    'APP-14 of %s is Dutch for a Dutch reader, with the sentence of the answer next to it',
    (name) => {
      const { en, nl } = CHECKS[name]
      expect(nl.expected).not.toBe(en.expected)
      expect(leadOf({ rule: nl.expected, reason: REASON }, 'nl')).toEqual({ lead: nl.expected, told: REASON })
    },
  )

  it('is the sentence of the answer for an English reader', () => {
    expect(leadOf({ rule: 'a rule.', reason: REASON }, 'en')).toEqual({ lead: REASON, told: undefined })
  })

  it('is the rule of the check when the answer had no sentence', () => {
    for (const language of ['en', 'nl'] as const)
      expect(leadOf({ rule: 'a rule.' }, language)).toEqual({ lead: 'a rule.', told: undefined })
  })
})

describe('the reason in a headline', () => {
  const reason = (name: CheckName, language: Language, received = {}) => {
    const { meaning, expected: rule } = CHECKS[name][language]
    return reasonOf({ name, meaning, rule, received }, language)
  }

  it('says in the language of the reader what was wrong, in one sentence that follows a colon', () => {
    expect(reason('user.match', 'en')).toBe('somebody signed in, but not the person for whom the task was opened')
    expect(reason('user.match', 'nl')).toBe('er is ingelogd, maar niet door de persoon voor wie de taak is geopend')
    expect(reason('token.client_assertion', 'en'), 'the first sentence').toBe('the app did not prove who it is')
  })

  it.each([
    ['is over', { iat: 50, exp: 100 }, 'the launch token had expired', 'het launch-token was verlopen'],
    ['is not valid yet', { iat: 700, exp: 900 }, /is not valid yet$/, /is nog niet geldig$/],
    ['is not valid yet by nbf', { iat: 390, exp: 600, nbf: 590 }, /is not valid yet$/, /is nog niet geldig$/],
    ['lasts too long', { iat: 390, exp: 4000 }, /not between 1 and 300 seconds$/, /niet tussen 1 en 300 seconden$/],
    ['counts in milliseconds', { iat: 1.7e12, exp: 1.7e12 + 300 }, /in milliseconds, not in seconds$/, /milliseconden/],
    ['has no exp', { iat: 390 }, /does not say, as numbers, /, /zegt niet in getallen /],
    ['has a string', { iat: '390', exp: 500 }, /does not say, as numbers, /, /zegt niet in getallen /],
  ])('says of a launch token that %s just that', (_what, times, en, nl) => {
    const received = { now: 400, ...times }
    expect(reason('launch.time', 'en', received)).toMatch(en)
    expect(reason('launch.time', 'nl', received)).toMatch(nl)
  })
})

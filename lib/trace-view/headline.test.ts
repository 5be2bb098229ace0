import { describe, expect, it } from 'vitest'
import { CHECK_NAMES, CHECKS } from '../checks/checks.ts'
import { leadOf } from './headline.ts'

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

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CHECK_NAMES, CHECKS, type CheckName } from '../checks/checks.ts'
import type { Language } from '../i18n/language.ts'
import { DUTCH_REASONS } from './dutch-reasons.ts'
import { leadOf, reasonOf } from './headline.ts'

const REASON = 'scope must be launch openid fhirUser.'

describe('the first sentence about a failed check', () => {
  it.each(CHECK_NAMES)(
    'APP-14 of %s is Dutch for a Dutch reader, with the sentence of the answer next to it',
    (name) => {
      const { en, nl } = CHECKS[name]
      expect(nl.expected).not.toBe(en.expected)
      expect(leadOf({ name, rule: nl.expected, reason: REASON }, 'nl')).toEqual({ lead: nl.expected, told: REASON })
    },
  )

  it('is the sentence of the answer for an English reader', () => {
    expect(leadOf({ name: 'launch.iss', rule: 'a rule.', reason: REASON }, 'en')).toEqual({
      lead: REASON,
      told: undefined,
    })
  })

  it('is the rule of the check when the answer had no sentence', () => {
    for (const language of ['en', 'nl'] as const)
      expect(leadOf({ name: 'launch.iss', rule: 'a rule.' }, language)).toEqual({ lead: 'a rule.', told: undefined })
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
    ['is not known', { known: false }, /not one of this server/, /niet van deze server/],
    ['was used', { known: true, used: true }, 'the code was used a second time', /een tweede keer gebruikt/],
    ['is of another', { known: true, used: false, client_id: 'b' }, /issued to another app/, /aan een andere app/],
    ['is over', { known: true, used: false, client_id: 'a' }, 'the code had expired', 'de code was verlopen'],
  ])('says of a code that %s just that', (_what, received, en, nl) => {
    const failed = { name: 'token.code', rule: 'a rule.', expected: { client_id: 'a' }, received } as const
    expect(reasonOf(failed, 'en')).toMatch(en)
    expect(reasonOf(failed, 'nl')).toMatch(nl)
  })

  const SIGNED = { kid: 'a', alg: 'ES384', verifies: false }
  it.each([
    [
      'of a kid that the portal lacks',
      { kid: 'never' },
      { kid: ['a', null] },
      /no usable key with the kid never; it has a$/,
    ],
    ['of another signature', {}, { kid: ['a', 'b'] }, /^the key with the kid a did not make this signature$/],
    ['without kid, of several keys', { kid: undefined }, { kid: ['a', 'b'] }, /has no kid, and the portal has several/],
    ['without kid, of one key', { kid: undefined }, { kid: ['a', null] }, /^the only key of the portal did not make/],
    ['of an alg that the key is not for', { alg: 'RS256' }, { kid: ['a', null] }, /is not for RS256/],
    ['of keys that were not read', { jwks_problem: 'x' }, { kid: [] }, /keys of the portal could not be read$/],
    ['of no key', {}, { kid: [] }, /has no key that can be used$/],
    [
      'with the jku of another',
      { jku: 'https://evil' },
      { kid: ['a', null], jwks_uri: 'https://a' },
      /^jku of the token/,
    ],
  ])('says of a launch token %s just that, and another sentence in Dutch', (_what, received, expected, en) => {
    const failed = {
      ...({ name: 'launch.signature', rule: 'a rule.', reason: 'a rule.' } as const),
      expected: { alg: ['ES384'], ...expected },
      received: { ...SIGNED, ...received },
    }
    expect(reasonOf(failed, 'en')).toMatch(en)
    expect(reasonOf(failed, 'nl')).not.toMatch(/the|rule/)
    expect(leadOf(failed, 'en')).toEqual({ lead: expect.stringMatching(/\.$/), told: 'a rule.' })
  })

  it.each([
    ['token.pkce', { code_challenge: undefined }, 'the app sent no code_verifier'],
    ['token.pkce', { code_challenge: 'c' }, /^code_verifier does not have 43 to 128 characters/],
    ['token.pkce', { code_challenge: 'd' }, /^code_verifier does not match/],
    ['user.match', { username: 'm…e' }, /has no user name/],
  ] as const)('tells the causes of %s apart: %j', (name, received, en) => {
    const failed = { name, rule: 'a rule.', expected: { code_challenge: 'c', username: [] }, received }
    expect(reasonOf(failed, 'en')).toMatch(en)
    expect(reasonOf(failed, 'nl')).not.toMatch(/the |rule/)
  })

  it('is the answer of a check that has several, and its translation', () => {
    const failed = { name: 'idp.login', rule: 'a rule.', meaning: 'One of two.' } as const
    const busy = { ...failed, reason: 'the identity provider is busy.' }
    expect([reasonOf(busy, 'en'), reasonOf(busy, 'nl')]).toEqual([
      'the identity provider is busy',
      'de identiteitsprovider heeft het druk',
    ])
    expect(leadOf(busy, 'nl')).toEqual({ lead: 'de identiteitsprovider heeft het druk.', told: busy.reason })
    expect(reasonOf({ ...failed, reason: 'jti is required.' }, 'nl')).toBe('jti ontbreekt')
    expect(reasonOf({ ...failed, reason: 'something else.' }, 'nl'), 'what it means').toBe('one of two')
  })

  it('has Dutch for sentences that a refusal of the server says, and for no others', () => {
    const sources = ['server/oauth', 'server/fhir'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
    )
    const said = sources.join('\n')
    expect(Object.keys(DUTCH_REASONS).filter((sentence) => !said.includes(sentence))).toEqual([])
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

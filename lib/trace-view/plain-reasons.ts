// What the values of a failed check make plain, where its answer has one sentence for several causes. The answer has one on purpose,
// or comes to somebody who may not know the values; a trace has them.
import type { TraceCheck } from '../api/traces.ts'
import type { CheckName } from '../checks/checks.ts'
import { isInMilliseconds } from '../clock.ts'
import type { Catalogue, Language } from '../i18n/language.ts'

type Values = NonNullable<TraceCheck['received']>

/** The times of a launch token (RFC 7519 §4.1.4 to §4.1.6). */
const TIMES: Catalogue<Record<'missing' | 'milliseconds' | 'ahead' | 'over' | 'long', string>> = {
  en: {
    missing: 'the launch token does not say, as numbers, from when to when it is valid',
    milliseconds: 'the times of the launch token are in milliseconds, not in seconds',
    ahead: 'the launch token is not valid yet',
    over: 'the launch token had expired',
    long: 'the lifetime of the launch token is not between 1 and 300 seconds',
  },
  nl: {
    missing: 'het launch-token zegt niet in getallen van wanneer tot wanneer het geldig is',
    milliseconds: 'de tijden van het launch-token zijn in milliseconden, niet in seconden',
    ahead: 'het launch-token is nog niet geldig',
    over: 'het launch-token was verlopen',
    long: 'de levensduur van het launch-token ligt niet tussen 1 en 300 seconden',
  },
}

const CODES: Catalogue<Record<'unknown' | 'used' | 'theirs' | 'expired', string>> = {
  en: {
    unknown: 'the code is not one of this server, or is long over',
    used: 'the code was used a second time',
    theirs: 'the code was issued to another app',
    expired: 'the code had expired',
  },
  nl: {
    unknown: 'de code is niet van deze server, of is al lang voorbij',
    used: 'de code werd een tweede keer gebruikt',
    theirs: 'de code is aan een andere app gegeven',
    expired: 'de code was verlopen',
  },
}

const KEYS = {
  en: {
    unread: 'the keys of the portal could not be read',
    none: 'the portal has no key that can be used',
    noKid: (known: string) => `the token has no kid, and the portal has several keys: ${known}`,
    unknown: (kid: string, known: string) => `the portal has no usable key with the kid ${kid}; it has ${known}`,
    jku: 'jku of the token is not the address where the portal publishes its keys',
    unfit: (alg: string) => `the key of the portal is not for ${alg}, which the token is signed with`,
    unproven: 'the only key of the portal did not make this signature',
    unprovenBy: (kid: string) => `the key with the kid ${kid} did not make this signature`,
  },
  nl: {
    unread: 'de sleutels van het portaal konden niet worden gelezen',
    none: 'het portaal heeft geen bruikbare sleutel',
    noKid: (known: string) => `het token heeft geen kid, en het portaal heeft meer sleutels: ${known}`,
    unknown: (kid: string, known: string) => `het portaal heeft geen bruikbare sleutel met de kid ${kid}; wel ${known}`,
    jku: 'jku van het token is niet het adres waar het portaal zijn sleutels publiceert',
    unfit: (alg: string) => `de sleutel van het portaal is niet voor ${alg}, waarmee het token is ondertekend`,
    unproven: 'deze handtekening is niet met de enige sleutel van het portaal gemaakt',
    unprovenBy: (kid: string) => `deze handtekening is niet met de sleutel met de kid ${kid} gemaakt`,
  },
} satisfies Catalogue<unknown>

const PKCE: Catalogue<Record<'missing' | 'malformed' | 'other', string>> = {
  en: {
    missing: 'the app sent no code_verifier',
    malformed: 'code_verifier does not have 43 to 128 characters out of A-Z a-z 0-9 - . _ ~',
    other: 'code_verifier does not match the code_challenge of the authorize request',
  },
  nl: {
    missing: 'de app stuurde geen code_verifier',
    malformed: 'code_verifier heeft geen 43 tot 128 tekens uit A-Z a-z 0-9 - . _ ~',
    other: 'code_verifier past niet bij de code_challenge van het authorize-verzoek',
  },
}

const NO_USER_NAME: Catalogue<string> = {
  en: 'the record of the person for whom the task was opened has no user name, so nobody can be that person',
  nl: 'het dossier van de persoon voor wie de taak is geopend heeft geen gebruikersnaam, dus niemand kan die persoon zijn',
}

const PLAIN: Partial<
  Record<CheckName, (received: Values, expected: Values, language: Language) => string | undefined>
> = {
  'launch.time': (received, _expected, language) =>
    typeof received['now'] === 'number' ? TIMES[language][timeFault({ ...received, now: received['now'] })] : undefined,
  'launch.signature': keyFault,
  'token.code': (received, expected, language) => CODES[language][codeFault(received, expected)],
  'token.pkce': (received, expected, language) => PKCE[language][verifierFault(received, expected)],
  'user.match': (_received, { username }, language) =>
    Array.isArray(username) && username.length === 0 ? NO_USER_NAME[language] : undefined,
}

/** Why a check refused, by the values that its trace keeps, without a full stop; undefined where they do not tell. */
export const plainReason = (
  { name, expected = {}, received }: Pick<TraceCheck, 'name' | 'expected' | 'received'>,
  language: Language,
): string | undefined => received && PLAIN[name]?.(received, expected, language)

const KEYS_WITHOUT_KID: Catalogue<string> = { en: 'one without kid', nl: 'een zonder kid' }

/** Which key was missed, or did not verify. */
function keyFault({ kid, alg, jku, verifies, jwks_problem }: Values, expected: Values, language: Language) {
  const texts = KEYS[language]
  if (verifies !== false || !Array.isArray(expected['kid'])) return undefined
  if (jku !== undefined && jku !== expected['jwks_uri']) return texts.jku
  if (jwks_problem !== undefined) return texts.unread
  const known = expected['kid'].filter((one) => typeof one === 'string')
  const isOnly = expected['kid'].includes(null)
  if (known.length === 0 && !isOnly) return texts.none
  if (typeof kid === 'string' && !known.includes(kid))
    return texts.unknown(kid, known.join(', ') || KEYS_WITHOUT_KID[language])
  if (typeof kid !== 'string' && !isOnly) return texts.noKid(known.join(', '))
  if (!(Array.isArray(expected['alg']) && expected['alg'].includes(alg))) return texts.unfit(String(alg))
  return typeof kid === 'string' ? texts.unprovenBy(kid) : texts.unproven
}

/** What was wrong with a code_verifier, of which a trace keeps the challenge that it makes. */
function verifierFault(received: Values, expected: Values): keyof (typeof PKCE)['en'] {
  if (typeof received['code_challenge'] !== 'string') return 'missing'
  return received['code_challenge'] === expected['code_challenge'] ? 'malformed' : 'other'
}

/** What was wrong with a code. */
function codeFault(received: Values, expected: Values): keyof (typeof CODES)['en'] {
  if (received['known'] !== true) return 'unknown'
  if (received['used'] === true) return 'used'
  return expected['client_id'] === received['client_id'] ? 'expired' : 'theirs'
}

type Times = Readonly<Record<string, unknown>> & { readonly now: number }

/** Which time of a refused launch token is wrong, in the order in which they are checked. */
function timeFault({ iat, exp, nbf, now }: Times): keyof (typeof TIMES)['en'] {
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'missing'
  if (isInMilliseconds(Math.max(iat, exp))) return 'milliseconds'
  if (exp < now) return 'over'
  return iat > now || (typeof nbf === 'number' && nbf > now) ? 'ahead' : 'long'
}

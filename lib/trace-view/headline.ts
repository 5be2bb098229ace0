// A failed check in words: why it refused, as a headline says it, and its rule in the person's language, with the protocol's own
// English sentence beside it.
import type { TraceCheck } from '../api/traces.ts'
import { isInMilliseconds } from '../clock.ts'
import type { Catalogue, Language } from '../i18n/language.ts'

export interface Lead {
  /** In the language of the reader. */
  readonly lead: string
  /** The English sentence of the answer, when that is another one. */
  readonly told: string | undefined
}

/** `check` as it was asked for in that language: its rule is. */
export const leadOf = ({ reason, rule }: Pick<TraceCheck, 'reason' | 'rule'>, language: Language): Lead =>
  language === 'en' || reason === undefined
    ? { lead: reason ?? rule, told: undefined }
    : { lead: rule, told: reason === rule ? undefined : reason }

type FailedCheck = Pick<TraceCheck, 'name' | 'received' | 'meaning' | 'rule'>

/** The times of a launch token (RFC 7519 §4.1.4 to §4.1.6), as what is wrong with them is told after a colon. */
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

/** Why a check refused, to follow a colon: the first sentence of its meaning, or what the received values make plain. */
export function reasonOf({ name, received, meaning, rule }: FailedCheck, language: Language): string {
  const now = received?.['now']
  if (name === 'launch.time' && typeof now === 'number') return TIMES[language][timeFault({ ...received, now })]
  const [first = ''] = (meaning ?? rule).split(/\.(?= |$)/)
  return `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`
}

type Times = Readonly<Record<string, unknown>> & { readonly now: number }

/** Which time of a refused launch token is wrong, by the values that its trace keeps; in the order in which they are checked. */
function timeFault({ iat, exp, nbf, now }: Times): keyof (typeof TIMES)['en'] {
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'missing'
  if (isInMilliseconds(Math.max(iat, exp))) return 'milliseconds'
  if (exp < now) return 'over'
  return iat > now || (typeof nbf === 'number' && nbf > now) ? 'ahead' : 'long'
}

// A failed check in words: why it refused, as a headline says it, and its rule in the person's language, with the protocol's own
// English sentence beside it.
import type { TraceCheck } from '../api/traces.ts'
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

const EXPIRED: Catalogue<string> = { en: 'the launch token had expired', nl: 'het launch-token was verlopen' }

/** Why a check refused, to follow a colon: the first sentence of its meaning, or what the received values make plain. */
export function reasonOf({ name, received, meaning, rule }: FailedCheck, language: Language): string {
  if (name === 'launch.time' && isPast(received)) return EXPIRED[language]
  const [first = ''] = (meaning ?? rule).split(/\.(?= |$)/)
  return `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`
}

/** True for times that end before the request was made. */
const isPast = ({ exp, now }: Readonly<Record<string, unknown>> = {}): boolean =>
  typeof exp === 'number' && typeof now === 'number' && exp < now

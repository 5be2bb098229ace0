// What a failed check says first: to a person in their language, and beside it the protocol's own sentence, which is English.
import type { TraceCheck } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'

export interface Lead {
  /** In the language of the reader. */
  readonly lead: string
  /** What the answer said, in English, where that is another sentence. */
  readonly told: string | undefined
}

/** `check` as it was asked for in that language: its rule is. */
export const leadOf = ({ reason, rule }: Pick<TraceCheck, 'reason' | 'rule'>, language: Language): Lead =>
  language === 'en' || reason === undefined
    ? { lead: reason ?? rule, told: undefined }
    : { lead: rule, told: reason === rule ? undefined : reason }

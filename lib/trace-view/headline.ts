// The headline of a failed check: in the person's language, with the protocol's own English sentence beside it.
import type { TraceCheck } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'

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

// Why an event of the audit log was refused, in the language of its reader.
import type { AuditItem } from '#lib/api/audit.ts'
import { LOGIN_REFUSALS } from '#lib/audit/login-refusals.ts'
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import type { Language } from '#lib/i18n/language.ts'

/** What a status of the FHIR API says of a change that a person asked for. */
const BY_STATUS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  403: { en: 'it is not permitted', nl: 'het is niet toegestaan' },
  404: { en: 'there is no such record', nl: 'het dossier bestaat niet' },
  409: {
    en: 'something refers to it, or it conflicts with another record',
    nl: 'iets verwijst ernaar, of het botst met een ander dossier',
  },
  412: { en: 'somebody else changed the record meanwhile', nl: 'iemand anders heeft het dossier intussen gewijzigd' },
  422: { en: 'its contents break a rule', nl: 'de inhoud is in strijd met een regel' },
  429: { en: 'there were too many requests', nl: 'er waren te veel verzoeken' },
}
const FHIR_API = { en: 'the FHIR API answered', nl: 'de FHIR-API antwoordde' }

/**
 * The rule of the check that refused it, else what was recorded, which is English where no check has words for it. Undefined for an
 * event that was not refused.
 */
export function whyOf({ outcome, description }: Pick<AuditItem, 'outcome' | 'description'>, language: Language) {
  if (outcome === '0') return undefined
  const [, check = '', recorded = ''] = /^(?:[a-z -]+: )?(?:([a-z_.]+): )?(.*)$/s.exec(description) ?? []
  if (Object.hasOwn(CHECKS, check)) return CHECKS[check as CheckName][language].expected
  const [, status] = /^resource(?:, by the FHIR console)?, (\d{3})$/.exec(recorded) ?? []
  if (status !== undefined) {
    const words = BY_STATUS[status]?.[language]
    return `${FHIR_API[language]} ${status}${words === undefined ? '' : `: ${words}`}`
  }
  return Object.values(LOGIN_REFUSALS).find(({ en }) => en === recorded)?.[language] ?? recorded
}

// Why an event of the audit log was refused, in the language of its reader.
import type { AuditItem } from '#lib/api/audit.ts'
import { LOGIN_REFUSALS } from '#lib/audit/login-refusals.ts'
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import type { Language } from '#lib/i18n/language.ts'

/**
 * The rule of the check that refused it, else what was recorded, which is English where no check has words for it. Undefined for an
 * event that was not refused.
 */
export function whyOf({ outcome, description }: Pick<AuditItem, 'outcome' | 'description'>, language: Language) {
  if (outcome === '0') return undefined
  const [, check = '', recorded = ''] = /^(?:[a-z -]+: )?(?:([a-z_.]+): )?(.*)$/s.exec(description) ?? []
  if (Object.hasOwn(CHECKS, check)) return CHECKS[check as CheckName][language].expected
  return Object.values(LOGIN_REFUSALS).find(({ en }) => en === recorded)?.[language] ?? recorded
}

// Why an event of the audit log was refused, in the language of its reader.
import type { AuditItem } from '#lib/api/audit.ts'
import { CHECKS, type CheckName } from '#lib/checks/checks.ts'
import type { Language } from '#lib/i18n/language.ts'

/** What the identity provider records of a log-in that it refuses (server/idp/audited.ts), in Dutch. */
const DUTCH: Readonly<Record<string, string>> = {
  'the password is wrong': 'het wachtwoord is onjuist',
  'no account has that user name': 'geen account heeft die gebruikersnaam',
  'the account is locked': 'het account is geblokkeerd',
  'locked after too many attempts': 'geblokkeerd na te veel pogingen',
  'no new account, after too many from the same address': 'geen nieuw account, na te veel vanaf hetzelfde adres',
}

/**
 * The rule of the check that refused it, else what was recorded, which is English where no check has words for it. Undefined for an
 * event that was not refused.
 */
export function whyOf({ outcome, description }: Pick<AuditItem, 'outcome' | 'description'>, language: Language) {
  if (outcome === '0') return undefined
  const [, check = '', recorded = ''] = /^(?:[a-z -]+: )?(?:([a-z_.]+): )?(.*)$/s.exec(description) ?? []
  if (Object.hasOwn(CHECKS, check)) return CHECKS[check as CheckName][language].expected
  return language === 'nl' ? (DUTCH[recorded] ?? recorded) : recorded
}

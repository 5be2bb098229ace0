// Why the audit log could not be read: a filter in the address that cannot be, or anything else.
'use client'

import { showQuery } from '#components/ui/address/use-address.ts'
import { BadFilters } from '#components/ui/http/bad-filters.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { AUDIT_OUTCOMES, type AuditFilters } from '#lib/api/audit-words.ts'
import { AUDIT_NAMES } from '#lib/audit/audit.ts'
import { isDay } from '#lib/fhir/days.ts'
import { badFilters, type KnownValues, withoutBad } from '#lib/http/bad-filters.ts'
import { addressText } from './audit-queries.ts'
import { auditTexts } from './texts.ts'

const oneOf =
  (known: readonly string[]) =>
  (value: string): boolean =>
    known.includes(value)

const KNOWN: KnownValues = {
  name: oneOf(AUDIT_NAMES),
  outcome: oneOf(AUDIT_OUTCOMES),
  from: isDay,
  to: isDay,
  record: (value) => /^([A-Za-z]+\/)?[A-Za-z0-9\-.]{1,64}$/.test(value),
}

interface AuditFailedProps {
  readonly filters: AuditFilters
  readonly error: Error
  readonly retry: () => unknown
}

export function AuditFailed({ filters, error, retry }: AuditFailedProps) {
  const texts = useTexts(auditTexts)
  const bad = badFilters(filters, KNOWN)
  if (bad.length === 0) return <LoadFailed error={error} retry={retry} />
  const named = bad.map(([name, value]) => [texts[name as 'name'], value] as const)
  return <BadFilters bad={named} leaveOut={() => showQuery(addressText(withoutBad(filters, KNOWN)))} />
}

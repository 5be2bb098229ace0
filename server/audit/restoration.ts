// The event of a domain that was put back to an earlier moment, whatever put it back.
import { type AuditedEvent, DOMAIN_DEVICE } from '#lib/audit/audit.ts'

/** `site` is the public URL; `what` says what was put back. */
export const restorationAt = (site: string, what: string): AuditedEvent => ({
  name: 'restoration',
  request: new Request(site),
  client: DOMAIN_DEVICE,
  description: `restoration: ${what}; what happened after it is not in this log`,
})

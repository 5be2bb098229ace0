// Audit events of the record browser, in the name of the reader: to the FHIR API, the only client is the console.

import type { AuditedRead } from '#lib/audit/audit.ts'
import { requestedRead } from '#lib/audit/requested-read.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { BrowseDeps, Reader } from './deps.ts'

/** The read of a person at an address through this page; undefined for the addresses without records. */
export function readBy(
  { clientId, random, clientAddress, fhirBase }: BrowseDeps,
  { username }: Reader,
  request: Request,
  address: string,
  { status, ok }: Pick<Response, 'status' | 'ok'>,
): AuditedRead | undefined {
  const read = requestedRead(fhirBase, address)
  if (!read && ok) return undefined
  const { one, ...asked } = read ?? { interaction: 'read' }
  return {
    ...asked,
    status,
    client: clientId,
    person: username,
    address: clientAddress(request),
    requestId: requestIdOf(request) ?? random.uuid(),
    shown: ok && one !== undefined ? [one] : [],
  }
}

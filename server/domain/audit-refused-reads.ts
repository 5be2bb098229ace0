// Audit events of refused reads: a refused read of records is in the log, whichever its address. What the FHIR
// API itself refuses, to a client or to a page that passes its answer on, is recorded by who asked it.

import type { AuditedRead, ReadAudit } from '#lib/audit/audit.ts'
import { requestedRead } from '#lib/audit/requested-read.ts'
import type { Random } from '#lib/crypto/random.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { requestIdOf } from '#lib/http/request-id.ts'

interface RefusedReadDeps {
  /** The audit log of the part of the domain at a path, such as `/browse`. */
  readonly auditAt: (path: string) => ReadAudit
  readonly fhirBase: string
  readonly random: Pick<Random, 'uuid'>
  /** The user name of who is signed in. */
  readonly person: (request: Request) => Promise<string | undefined>
}

/** A handler of records, whose refusals of reads are recorded. */
export type RecordsRefusals = (path: string, handler: Handler) => Handler

/** Records what the handlers of the table refuse to show. */
export const auditRefusedReads =
  ({ auditAt, fhirBase, random, person }: RefusedReadDeps): RecordsRefusals =>
  (path, handler) => {
    const audit = auditAt(path.split(/\/api\b/, 1)[0] ?? path)
    return async (request) => {
      const answer = await handler(request)
      if (!isRefusedRead(request, answer)) return answer
      const username = await person(request)
      await audit.read({
        // Nobody who is not signed in names a record in the log.
        ...(username === undefined ? { interaction: 'read' } : askedBy(fhirBase, request)),
        status: answer.status,
        person: username,
        address: clientAddress(request),
        requestId: requestIdOf(request) ?? random.uuid(),
        shown: [],
      })
      return answer
    }
  }

const isRefusedRead = ({ method }: Request, { status, headers }: Response): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (status === 401 || status === 403) &&
  !headers.get('content-type')?.startsWith('application/fhir+json')

/** The record that the query of a page names: an address of FHIR, a record, or the patient of a list. */
function askedBy(fhirBase: string, request: Request): Pick<AuditedRead, 'interaction' | 'asked' | 'search'> {
  const { get } = queryParams(request)
  const patient = get('patient')?.replace(/^Patient\//, '')
  const address = get('url') ?? get('path') ?? get('record') ?? (patient === undefined ? '' : `Patient/${patient}`)
  const { one: _, ...asked } = requestedRead(fhirBase, address) ?? { interaction: 'read' }
  return asked
}

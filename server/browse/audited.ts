// Who looked at which record: to the FHIR API it was the console that asked, whoever sat in front of it.
import type { AuditedRead } from '#lib/audit.ts'
import { parseParams } from '#lib/http/params.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import type { BrowseDeps, Reader } from './deps.ts'

/** The end of an address of FHIR: a type, perhaps an id, perhaps a version, perhaps a query. */
const ADDRESS =
  /(?:^|\/)([A-Z][A-Za-z]{1,63})(?:\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/([1-9]\d{0,9}))?)?\/?(?:\?(.*))?$/

/** What a person read at an address through this page; undefined for what is no record, as /metadata. */
export function readBy(
  { clientId, random, clientAddress }: BrowseDeps,
  { username }: Reader,
  request: Request,
  address: string,
  { status, ok }: Pick<Response, 'status' | 'ok'>,
): AuditedRead | undefined {
  const [, type, id, version, query = ''] = ADDRESS.exec(address) ?? []
  if (type === undefined) return undefined
  const reference = id === undefined ? type : `${type}/${id}`
  return {
    interaction: version !== undefined ? 'vread' : id !== undefined ? 'read' : 'search-type',
    status,
    client: clientId,
    person: username,
    address: clientAddress(request),
    requestId: safeRequestId(request.headers.get(REQUEST_ID_HEADER)) ?? random.uuid(),
    shown: ok && id !== undefined ? [version === undefined ? reference : `${reference}/_history/${version}`] : [],
    asked: reference,
    search: id === undefined ? { type, parameters: parseParams(query).entries } : undefined,
  }
}

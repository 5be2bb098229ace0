// What of a read goes to the audit log: who, from where, and what was shown. Of a request that proved nothing, nothing that
// it was sent; of a refused one the resource that was asked for, where the domain has such a type.
import type { AuditedRead } from '#lib/audit.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace.ts'
import type { Caller } from './bearer.ts'
import type { Reply } from './send.ts'
import type { StoredVersion } from './store.ts'

type Path = Readonly<Record<string, string>>

/** The request was answered with what it asked for; `shown` are versions as `Type/id/_history/version`. */
export const shownTo = (
  reply: Reply,
  caller: Caller,
  path: Path,
  params: Params,
  shown: readonly string[],
): AuditedRead => ({
  ...known(reply, caller),
  interaction: interactionOf(path),
  status: 200,
  shown,
  search: path['id'] === undefined ? { type: path['type'] ?? '', parameters: params.entries } : undefined,
})

/** The request was refused, or failed. */
export const refusedTo = (reply: Reply, caller: Caller | undefined, path: Path, status: number): AuditedRead => ({
  ...known(reply, caller),
  interaction: interactionOf(path),
  status,
  shown: [],
  asked: caller && askedFor(reply, path),
})

export const versionReference = ({ type, id, versionId }: Pick<StoredVersion, 'type' | 'id' | 'versionId'>): string =>
  `${type}/${id}/_history/${versionId}`

function known({ deps, request, requestId }: Reply, caller: Caller | undefined) {
  const { headers } = request
  return {
    client: caller?.clientId,
    token: caller?.tokenId,
    address: deps.clientAddress(request),
    requestId,
    traceId: headers.get(TRACE_HEADER),
    correlationId: headers.get(CORRELATION_HEADER),
  }
}

const interactionOf = ({ id, vid }: Path) =>
  vid !== undefined ? 'vread' : id !== undefined ? 'read' : ('search-type' as const)

function askedFor({ deps }: Reply, { type = '', id = '' }: Path): string | undefined {
  if (!deps.resourceTypes.includes(type)) return undefined
  return isResourceId(id) ? `${type}/${id}` : type
}

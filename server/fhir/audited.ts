// Audit events of reads: agent, origin, and the resources shown. For an unauthenticated request, nothing of its content
// is recorded; for a refused one, the requested resource, if the domain serves its type.
import { type AuditedRead, type AuditedSearch, isListing, type ReadInteraction } from '#lib/audit/audit.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { type Params, parseParams } from '#lib/http/params.ts'
import { CORRELATION_HEADER, TRACE_HEADER } from '#lib/trace/trace.ts'
import type { Caller } from './caller.ts'
import type { Reply } from './http/send.ts'
import type { Result } from './result.ts'
import type { StoredVersion } from './store.ts'

type Path = Readonly<Record<string, string | undefined>>

interface Address {
  readonly path: Path
  /** The interaction; by default derived from the path. */
  readonly code?: ReadInteraction | undefined
}

/** The request got what it asked for; `shown` are versions as `Type/id/_history/version`. */
export const shownTo = (
  reply: Reply,
  caller: Caller,
  address: Address,
  params: Params,
  { interaction = interactionOf(address), shown = [] }: Pick<Result, 'interaction' | 'shown'>,
): AuditedRead & { readonly interaction: ReadInteraction } => ({
  ...readBy(reply, caller, interaction, 200, shown),
  search: isListing(interaction) ? { ...listedAt(address), parameters: params.entries } : undefined,
})

/** The request got the same answer as a previous one with the same headers. */
export const readAgain = (
  reply: Asked,
  caller: Caller,
  { interaction, shown }: Pick<AuditedRead, 'interaction' | 'shown'>,
): AuditedRead => readBy(reply, caller, interaction, 200, shown)

/** The request was refused or failed: it was a read, or its caller is unknown or sends too many. */
export const refusedTo = (reply: Reply, caller: Caller | undefined, address: Address, status: number): AuditedRead => ({
  ...readBy(reply, caller, reply.interaction ?? interactionOf(address), status, []),
  asked: caller && askedFor(reply, address.path),
})

/** A reading entry of a Bundle: what it was shown, or that it was refused. */
export function entryRead(
  asked: Asked,
  caller: Caller,
  { type, id, versionId, query }: EntryAddress,
  { status, shown }: Pick<AuditedRead, 'status' | 'shown'>,
): AuditedRead {
  const interaction = interactionOf({ path: { id, vid: versionId } })
  const read = readBy(asked, caller, interaction, status, shown)
  if (status >= CLIENT_ERROR) return { ...read, asked: askedFor(asked, { type, id }) }
  return isListing(interaction) ? { ...read, search: { type, parameters: parseParams(query ?? '').entries } } : read
}

const CLIENT_ERROR = 400

interface EntryAddress {
  readonly type: string
  readonly id: string | undefined
  readonly versionId: string | undefined
  readonly query: string | undefined
}

export const versionReference = ({ type, id, versionId }: Pick<StoredVersion, 'type' | 'id' | 'versionId'>): string =>
  `${type}/${id}/_history/${versionId}`

interface Asked extends Pick<Reply, 'deps' | 'request' | 'requestId'> {
  /** The request's headers, if already parsed. */
  readonly headers?: Headers
}

const readBy = <Interaction extends AuditedRead['interaction']>(
  { deps, request, requestId, headers = request.headers }: Asked,
  caller: Caller | undefined,
  interaction: Interaction,
  status: number,
  shown: readonly string[],
): AuditedRead & { readonly interaction: Interaction } => ({
  interaction,
  status,
  client: caller?.clientId,
  token: caller?.tokenId,
  address: deps.clientAddress(request),
  requestId,
  traceId: headers.get(TRACE_HEADER),
  correlationId: headers.get(CORRELATION_HEADER),
  shown,
})

function listedAt({ path: { type = '', id }, code }: Address): Pick<AuditedSearch, 'type' | 'address'> {
  if (code === undefined) return { type }
  return { type, address: id === undefined ? `${type}/_history` : `${type}/${id}/_history` }
}

const interactionOf = ({ path: { id, vid }, code }: Address): ReadInteraction =>
  code ?? (vid !== undefined ? 'vread' : id !== undefined ? 'read' : 'search-type')

function askedFor({ deps }: Pick<Reply, 'deps'>, { type = '', id = '' }: Path): string | undefined {
  if (!deps.resourceTypes.includes(type)) return undefined
  return isResourceId(id) ? `${type}/${id}` : type
}

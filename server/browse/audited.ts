// Audit events of the record browser, in the name of the reader: to the FHIR API, the only client is the console.
import { type AuditedRead, isListing, type ReadInteraction } from '#lib/audit/audit.ts'
import { isTypeName } from '#lib/fhir/reference.ts'
import { parseParams } from '#lib/http/params.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { BrowseDeps, Reader } from './deps.ts'

/** An address below the FHIR base: a type, perhaps an id, perhaps their history or a version, perhaps a query. */
const ADDRESS = /^([A-Za-z]+)(?:\/([A-Za-z0-9\-.]{1,64}))?(?:\/(_history)(?:\/([1-9]\d{0,9}))?)?\/?(?:\?(.*))?$/

/** Addresses without records. */
const NO_RECORDS = /^(metadata|\.well-known\/smart-configuration)\/?(\?|$)/

/**
 * The read of a person at an address through this page; undefined for the addresses without records. For a refused address outside
 * of this base it records that fact, but not its text.
 */
export function readBy(
  { clientId, random, clientAddress, fhirBase }: BrowseDeps,
  { username }: Reader,
  request: Request,
  address: string,
  { status, ok }: Pick<Response, 'status' | 'ok'>,
): AuditedRead | undefined {
  const below = belowBase(fhirBase, address)
  const [, type = '', id, history, version, query = ''] = ADDRESS.exec(below) ?? []
  const who = {
    status,
    client: clientId,
    person: username,
    address: clientAddress(request),
    requestId: requestIdOf(request) ?? random.uuid(),
  }
  if (below !== address && /^(\?|$)/.test(below)) return { ...who, ...furtherPage(below) }
  if (!isTypeName(type)) return ok && NO_RECORDS.test(below) ? undefined : { ...who, interaction: 'read', shown: [] }
  const reference = id === undefined ? type : `${type}/${id}`
  const interaction = interactionOf(id, history, version)
  return {
    interaction,
    ...who,
    shown: ok && id !== undefined ? [version === undefined ? reference : `${reference}/_history/${version}`] : [],
    asked: reference,
    search: isListing(interaction)
      ? { type, ...(history ? { address: `${reference}/_history` } : {}), parameters: parseParams(query).entries }
      : undefined,
  }
}

/** The part of an absolute address after the base and its slash; any other address unchanged. */
function belowBase(fhirBase: string, address: string): string {
  const rest = address.startsWith(fhirBase) ? address.slice(fhirBase.length) : undefined
  return rest !== undefined && /^([/?]|$)/.test(rest) ? rest.replace(/^\//, '') : address
}

/** A further page of a list; its address does not name the type. */
const furtherPage = (address: string): Pick<AuditedRead, 'interaction' | 'shown' | 'search'> => ({
  interaction: 'search-type',
  shown: [],
  search: { type: '', parameters: parseParams(address.replace(/^\?/, '')).entries },
})

/** The interaction with an address of these parts. */
function interactionOf(
  id: string | undefined,
  history: string | undefined,
  version: string | undefined,
): ReadInteraction {
  if (history === undefined) return id === undefined ? 'search-type' : 'read'
  if (version !== undefined) return 'vread'
  return id === undefined ? 'history-type' : 'history-instance'
}

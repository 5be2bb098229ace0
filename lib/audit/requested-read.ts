// What a FHIR read asks for, by its address: for the audit events of pages, which read the FHIR API for people.
import { isTypeName } from '../fhir/reference.ts'
import { parseParams } from '../http/params.ts'
import { type AuditedRead, isListing, type ReadInteraction } from './audit.ts'

/** An address below the FHIR base: a type, perhaps an id, perhaps their history or a version, perhaps a query. */
const ADDRESS = /^([A-Za-z]+)(?:\/([A-Za-z0-9\-.]{1,64}))?(?:\/(_history)(?:\/([1-9]\d{0,9}))?)?\/?(?:\?(.*))?$/

/** Addresses without records. */
const NO_RECORDS = /^(metadata|\.well-known\/smart-configuration)\/?(\?|$)/

/** A read as its address describes it. */
export interface RequestedRead extends Pick<AuditedRead, 'interaction' | 'asked' | 'search'> {
  /** The one resource or version at the address; undefined for a list of a type. */
  readonly one?: string | undefined
}

/**
 * The read at an absolute address, or at one below the base; undefined for the addresses without records. Of an address
 * outside of this base it says no more than that it is a read.
 */
export function requestedRead(fhirBase: string, address: string): RequestedRead | undefined {
  const below = belowBase(fhirBase, address)
  const [, type = '', id, history, version, query = ''] = ADDRESS.exec(below) ?? []
  if (below !== address && /^(\?|$)/.test(below)) return furtherPage(below)
  if (!isTypeName(type)) return NO_RECORDS.test(below) ? undefined : { interaction: 'read' }
  const asked = id === undefined ? type : `${type}/${id}`
  const interaction = interactionOf(id, history, version)
  const one = version === undefined ? asked : `${asked}/_history/${version}`
  return {
    interaction,
    asked,
    one: id === undefined ? undefined : one,
    search: isListing(interaction)
      ? { type, ...(history ? { address: `${asked}/_history` } : {}), parameters: parseParams(query).entries }
      : undefined,
  }
}

/** The part of an absolute address after the base and its slash; any other address unchanged. */
function belowBase(fhirBase: string, address: string): string {
  const rest = address.startsWith(fhirBase) ? address.slice(fhirBase.length) : undefined
  return rest !== undefined && /^([/?]|$)/.test(rest) ? rest.replace(/^\//, '') : address
}

/** A further page of a list; its address does not name the type. */
const furtherPage = (address: string): RequestedRead => ({
  interaction: 'search-type',
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

// read and vread (FHIR R4 http.html §3.1.0.2, §3.1.0.3): the stored text of a resource's current or earlier version.
import { andThen, type Maybe } from '#lib/async/maybe.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { isResourceId, parseVersionId } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import { sees } from '../authorize.ts'
import type { FhirDeps } from '../deps.ts'
import { type Exchange, type Interaction, segment, verifyPermission } from '../exchange.ts'
import { gone, invalidParameter, notFound } from '../outcome.ts'
import type { Freshness, Result } from '../result.ts'
import { seenBy } from '../secret-headers.ts'
import type { StoredVersion, Visibility } from '../store.ts'
import { type Detail, detailOf, inDetail, summaryOf } from './summary.ts'

/** Parameters that only make sense in a search; a read that has them is a mistake (conformance RDR-14). */
const SEARCH_ONLY = ['_count', '_sort', '_include', '_revinclude', '_total', '_contained', '_containedType']

export const read: Interaction = (exchange) => {
  const { detail, ...target } = asked(exchange)
  return andThen(visibleCurrent(exchange.deps, target), (current) => result(exchange, current, detail, 'revalidate'))
}

export const vread: Interaction = (exchange) => {
  const { detail, ...target } = asked(exchange)
  const versionId = parseVersionId(segment(exchange, 'vid'))
  if (versionId === undefined) throw notFound()
  // Both versions are checked: a resource that moved to another origin takes its earlier versions along (conformance
  // RBT-16). The current version is read first, so that an invisible resource costs exactly the look-up of a missing
  // one (RBT-15).
  return andThen(visibleCurrent(exchange.deps, target), () =>
    andThen(exchange.deps.resources.readVersion(target.type, target.id, versionId), (version) => {
      if (!version || !sees(target.visibility, version)) throw notFound()
      return result(exchange, version, detail, 'immutable')
    }),
  )
}

/** A resource, and the visible part of its type. */
interface Wanted {
  readonly type: string
  readonly id: string
  readonly visibility: Visibility
}

/**
 * The current version, by one look-up. Throws the same FhirError for a resource that never existed and one that is
 * invisible.
 */
function visibleCurrent(deps: FhirDeps, { type, id, visibility }: Wanted): Maybe<StoredVersion> {
  return andThen(isResourceId(id) ? deps.resources.readCurrent(type, id) : undefined, (current) => {
    if (!current || !sees(visibility, current)) throw notFound()
    return current
  })
}

function asked(exchange: Exchange) {
  const type = segment(exchange, 'type')
  const visibility = verifyPermission(exchange, 'r', type)
  return { type, id: segment(exchange, 'id'), visibility, detail: detailOfRead(exchange.params) }
}

/** The part of one resource that its reader asks for. Throws FhirError 400, also for parameters of searches. */
export function detailOfRead(params: Params): Detail {
  if (params.entries.length > 0) assertNoSearch(params)
  return detailOf(params)
}

function assertNoSearch(params: Params): void {
  const unfit = SEARCH_ONLY.find((name) => params.has(name))
  if (unfit) throw invalidParameter(unfit, `${unfit} is for searches, not for reading one resource: leave it out.`)
  if (summaryOf(params) === 'count')
    throw invalidParameter('_summary', '_summary=count is for searches, not for reading one resource: leave it out.')
}

function result({ deps, caller }: Exchange, version: StoredVersion, detail: Detail, freshness: Freshness): Result {
  const { type, id, versionId, lastUpdated, body } = seenBy(version, caller)
  if (version.deleted || body === undefined) throw gone(versionId)
  const reference = `${type}/${id}/_history/${versionId}`
  return {
    body: inDetail(body, type, detail),
    freshness,
    tag: String(versionId),
    lastUpdated,
    location: `${canonicalBase(deps)}/${reference}`,
    shown: [reference],
  }
}

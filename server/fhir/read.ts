// read and vread (FHIR R4 http.html §3.1.0.2, §3.1.0.3): the stored text of a resource, as it is or as it was.
import { isResourceId } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import { sees } from './authorize.ts'
import { canonicalBase, type FhirDeps } from './deps.ts'
import { allowed, type Exchange, type Interaction, segment } from './exchange.ts'
import { gone, invalidParameter, notFound } from './outcome.ts'
import type { Freshness, Result } from './result.ts'
import type { StoredVersion } from './store.ts'
import { type Detail, detailOf, inDetail, summaryOf } from './summary.ts'

/** Parameters that only a search has a use for; a reader who sends them means something else (conformance RDR-14). */
const SEARCH_ONLY = ['_count', '_sort', '_include', '_revinclude', '_total', '_contained', '_containedType']

const VERSION = /^[1-9]\d{0,9}$/

export const read: Interaction = (exchange) => {
  const { type, id, visibility, detail } = asked(exchange)
  const { resources } = exchange.deps
  const current = isResourceId(id) ? resources.readCurrent(type, id) : undefined
  if (!current || !sees(visibility, current)) throw notFound()
  return result(exchange.deps, current, detail, 'revalidate')
}

export const vread: Interaction = (exchange) => {
  const { type, id, visibility, detail } = asked(exchange)
  const { resources } = exchange.deps
  const vid = segment(exchange, 'vid')
  if (!isResourceId(id) || !VERSION.test(vid)) throw notFound()
  const version = resources.readVersion(type, id, Number(vid))
  const current = version && resources.readCurrent(type, id)
  // Both count: a resource that has gone over to another origin takes its past along (conformance RBT-16).
  if (!version || !current || !sees(visibility, version) || !sees(visibility, current)) throw notFound()
  return result(exchange.deps, version, detail, 'immutable')
}

function asked(exchange: Exchange) {
  const type = segment(exchange, 'type')
  const visibility = allowed(exchange, 'r', type)
  assertNoSearch(exchange.params)
  return { type, id: segment(exchange, 'id'), visibility, detail: detailOf(exchange.params) }
}

function assertNoSearch(params: Params): void {
  const unfit = SEARCH_ONLY.find((name) => params.has(name))
  if (unfit) throw invalidParameter(unfit, `${unfit} is for searches, not for reading one resource.`)
  if (summaryOf(params) === 'count') throw invalidParameter('_summary', '_summary=count is for searches.')
}

function result(deps: FhirDeps, version: StoredVersion, detail: Detail, freshness: Freshness): Result {
  const { type, id, versionId, lastUpdated, body } = version
  if (version.deleted || body === undefined) throw gone(versionId)
  return {
    body: inDetail(body, type, detail),
    freshness,
    tag: String(versionId),
    lastUpdated,
    location: `${canonicalBase(deps)}/${type}/${id}/_history/${versionId}`,
  }
}

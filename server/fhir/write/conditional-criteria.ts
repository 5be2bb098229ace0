// The criteria of conditional writes: a search that is understood completely, or refused. Ignoring one parameter would
// match more than the client meant (FHIR R4 http.html#ccreate).
import { baseUrls } from '#lib/fhir/bases.ts'
import { parseParams } from '#lib/http/params.ts'
import { both, reachOf } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import type { FhirDeps } from '../deps.ts'
import { FhirError, notIndexed } from '../outcome.ts'
import { legible } from '../request.ts'
import { parseSearch } from '../search/search-query.ts'
import type { SearchWanted, StoredVersion } from '../store.ts'
import type { Criteria } from './change.ts'
import { localOf } from './references.ts'
import type { WriteContext } from './write-context.ts'

/** Parameters that shape a result and select nothing. */
const OF_RESULTS =
  /^_(count|sort|summary|elements|total|format|pretty|include|revinclude|has|contained|getpages|list)\b/

/** The context for parsing criteria: the server, and the time that relative dates count from. */
type At = Pick<FhirDeps, 'baseUrl' | 'clock'>

/**
 * The criteria in a query such as `identifier=s|v`, with or without a leading `?`, `Type?` or URL of this type. Throws FhirError 400:
 * `invalid` for an empty query, `not-supported` for unknown parameters.
 */
export function parseCriteria(sent: string, type: string, { baseUrl, clock }: At): Criteria {
  const query = criteriaQuery(sent, type, { baseUrl })
  const params = legible(parseParams(query))
  if (params.entries.length === 0 || params.entries.some(([, value]) => /^[\s,]*$/.test(value)))
    throw new FhirError(
      400,
      'invalid',
      `The criteria must be search parameters of ${type}, each with a value, such as identifier=system|value.`,
    )
  const odd = params.entries.find(([name]) => OF_RESULTS.test(name))
  if (odd)
    throw new FhirError(
      400,
      'not-supported',
      `${odd[0]} shapes the response of a search and selects nothing: leave it out of the criteria.`,
    )
  const { search } = parseSearch(params, { type, visibility: 'all', strict: true, baseUrl, now: clock() })
  return { search, query: `${type}?${query}` }
}

/** The query alone. Throws FhirError 400 for one on another type or another server. */
export function criteriaQuery(sent: string, type: string, server: Pick<At, 'baseUrl'>): string {
  const query = localOf(sent.trim(), baseUrls(server))
  const [, of, rest = ''] = /^([A-Za-z]*)\?(.*)$/s.exec(query) ?? []
  if (of === undefined) {
    if (/^[^=]*\//.test(query)) throw notOfType(type)
    return query
  }
  if (of !== '' && of !== type) throw notOfType(type)
  return rest
}

const notOfType = (type: string): FhirError =>
  new FhirError(
    400,
    'not-supported',
    `The criteria must be a query on ${type} of this server, such as ${type}?identifier=system|value.`,
  )

/** The search for what meets the criteria, among what the caller may search; none if that is nothing. */
export function searchFor({ search }: Criteria, caller: Caller): readonly SearchWanted[] {
  const reach = reachOf(caller, 's', search.type)
  const visibility = reach && both(reach, search.visibility)
  // Two show that there is not just one.
  return visibility ? [{ search: { ...search, visibility }, limit: 2, mostCounted: 0 }] : []
}

/**
 * The one current resource that meets the criteria, among those that the caller may search; undefined for none. Throws
 * FhirError 412 for more than one.
 */
export function theMatch({ search: find, caller }: WriteContext, criteria: Criteria): StoredVersion | undefined {
  const [wanted] = searchFor(criteria, caller)
  if (!wanted) return undefined
  const { matches, isPartial } = find(wanted)
  if (isPartial) throw notIndexed(wanted.search.type)
  if (matches.length > 1)
    throw new FhirError(412, 'multiple-matches', 'More than one resource meets the criteria: nothing was changed.')
  return matches[0]
}

/** Throws FhirError 422 unless a version that was just written meets its own criteria. */
export function assertMeets({ tx }: WriteContext, { search, query }: Criteria, { type, id }: StoredVersion): void {
  if (!tx.finds(search, { type, id }))
    throw new FhirError(
      422,
      'business-rule',
      `The resource does not meet its own criteria (${query}): the next request would not find it.`,
      { expression: type },
    )
}

// Parses the parameters of a type-level search (FHIR R4 search.html §3.1.1): its conditions, and the form of the result.
import { isResourceId } from '#lib/fhir/reference.ts'
import { RESOURCE_ORIGIN_PARAMETER, searchParameters } from '#lib/fhir/search/parameters.ts'
import type { Params } from '#lib/http/params.ts'
import { both } from '../authorize.ts'
import { type Detail, detailOf, summaryOf } from '../interactions/summary.ts'
import { FhirError, invalidParameter, shown, unsupportedParameter } from '../outcome.ts'
import { single } from '../request.ts'
import type { Condition, IndexOrder, Interval, Search, SortOrder, ValueKey, Visibility } from '../store.ts'
import { intersection, intervalsOf, union } from './date-intervals.ts'
import { withoutImplied } from './implied-conditions.ts'
import { conditionOf, originsIn, valuesOf } from './search-value.ts'

export interface SearchQuery {
  readonly search: Search
  readonly count: number
  /** True when only the number of matches is requested. */
  readonly countOnly: boolean
  readonly total: 'none' | 'estimate' | 'accurate' | undefined
  readonly detail: Detail
  /** True when the client wants all of it or an error (Prefer: handling=strict). */
  readonly strict: boolean
  /** The parameters used, for the self link. */
  readonly used: readonly (readonly [string, string])[]
}

interface SearchContext {
  readonly type: string
  readonly visibility: Visibility
  readonly strict: boolean
  readonly baseUrl: string
  readonly now: number
}

const DEFAULT_COUNT = 40 // Conformance LST-08.
const MAX_COUNT = 200
const NEWEST_FIRST = '-_lastUpdated'
const MOST_VALUE_KEYS = 4 // Each is looked up for every match.
const MOST_PARAMETERS = 50 // Conformance SRC-16, also for the next constant.
const LONGEST_VALUE = 1024
/** A bare id of a reference stands for one of each type, in each form that a reference may be stored in. */
const MOST_ALTERNATIVES = 5000

/** Parameters for the form of the result. Each may occur once. */
export const RESULT_PARAMETERS = ['_count', '_sort', '_summary', '_elements', '_total', '_format', '_pretty']

/** Sort keys after an id have no effect: no two resources of a type have the same id. */
const INDEX_ORDERS: Readonly<Record<string, IndexOrder>> = {
  _lastUpdated: '_lastUpdated',
  '-_lastUpdated': '-_lastUpdated',
  _id: '_id',
  '-_id': '-_id',
  '-_lastUpdated,_id': '-_lastUpdated',
  '_lastUpdated,-_id': '_lastUpdated',
  '_id,_lastUpdated': '_id',
  '_id,-_lastUpdated': '_id',
  '-_id,_lastUpdated': '-_id',
  '-_id,-_lastUpdated': '-_id',
}

/** The search that the parameters describe. Throws FhirError. */
export function parseSearch(params: Params, context: SearchContext): SearchQuery {
  assertAffordable(params)
  const filters: Filters = { conditions: [], ids: undefined, lastUpdated: undefined, visibility: context.visibility }
  const used: (readonly [string, string])[] = []
  const count = countOf(params)
  for (const [name, value] of params.entries) {
    if (value === '') continue // An empty parameter counts as absent (§3.1.1.3.1).
    if (!apply(filters, name, value, context)) continue
    used.push(name === '_count' ? [name, String(count)] : [name, value])
  }
  const summary = summaryOf(params)
  return {
    search: searchFor(context.type, filters, sortOf(params, context.type)),
    count,
    countOnly: count === 0 || summary === 'count',
    total: totalOf(params),
    detail: detailOf(params),
    strict: context.strict,
    used,
  }
}

interface Filters {
  conditions: Condition[]
  ids: readonly string[] | undefined
  lastUpdated: readonly Interval[] | undefined
  visibility: Visibility | undefined
}

const searchFor = (type: string, { conditions, ids, lastUpdated, visibility }: Filters, sort: SortOrder): Search => ({
  type,
  conditions: withoutImplied(conditions),
  visibility: visibility ?? { origins: [] },
  sort,
  ...(ids ? { ids } : {}),
  ...(lastUpdated ? { lastUpdated } : {}),
})

/** Applies a parameter; false when it is unknown and may be ignored. Throws FhirError. */
function apply(filters: Filters, name: string, value: string, context: SearchContext): boolean {
  const [known = '', ...modifiers] = name.split(/(?=[:.])/)
  if (known === '_query')
    throw unsupportedParameter(name, `This server has no named queries: leave _query out (it is ${shown(value)}).`)
  const parameter = searchParameters(context.type).find((candidate) => candidate.name === known)
  if (!parameter && known !== '_id' && known !== '_lastUpdated' && !RESULT_PARAMETERS.includes(known))
    return refuseOrIgnore(name, context)
  if (modifiers.length > 0)
    throw unsupportedParameter(
      name,
      known === '_sort'
        ? 'In R4 _sort has no modifiers: write _sort=-_lastUpdated for the other way round.'
        : `This server supports no modifiers and no chained parameters: search by ${known} alone, not by ${shown(name)}.`,
    )
  if (known === '_id') {
    const ids = valuesOf(known, value).filter(isResourceId)
    filters.ids = filters.ids ? filters.ids.filter((id) => ids.includes(id)) : ids
  } else if (known === '_lastUpdated') {
    const during = union(valuesOf(known, value).flatMap((one) => intervalsOf(known, one, context.now)))
    filters.lastUpdated = filters.lastUpdated ? intersection(filters.lastUpdated, during) : during
  } else if (parameter?.name === RESOURCE_ORIGIN_PARAMETER) {
    const origins = originsIn(parameter, value, context.baseUrl)
    filters.visibility = filters.visibility && both(filters.visibility, { origins })
  } else if (parameter) {
    filters.conditions.push(conditionOf(parameter, value, context.baseUrl, context.now))
    assertFew(filters.conditions, known)
  }
  return true
}

function assertFew(conditions: readonly Condition[], parameter: string): void {
  const count = conditions.reduce((sum, { alternatives, ranges = [] }) => sum + alternatives.length + ranges.length, 0)
  if (count > MOST_ALTERNATIVES)
    throw new FhirError(
      400,
      'too-costly',
      `The lists of a search may come to ${MOST_ALTERNATIVES} values; these come to ${count}. Give fewer, or references with their type.`,
      { parameter },
    )
}

function refuseOrIgnore(name: string, { strict, type }: SearchContext): boolean {
  if (strict)
    throw unsupportedParameter(
      name,
      `${type} has no search parameter ${shown(name)} here; /metadata lists the supported ones.`,
    )
  return false
}

function assertAffordable({ entries }: Params): void {
  if (entries.length > MOST_PARAMETERS)
    throw new FhirError(
      400,
      'too-costly',
      `A search may have at most ${MOST_PARAMETERS} parameters; this one has ${entries.length}.`,
    )
  const long = entries.find(([, value]) => value.length > LONGEST_VALUE)
  if (long)
    throw new FhirError(
      400,
      'too-costly',
      `A value may have at most ${LONGEST_VALUE} characters; this one has ${long[1].length}.`,
      { parameter: long[0] },
    )
}

/** The page size: the requested one, at most MAX_COUNT. Throws FhirError. */
export function countOf(params: Params): number {
  const count = single(params, '_count')
  if (count === undefined) return DEFAULT_COUNT
  if (!/^\d{1,20}$/.test(count))
    throw invalidParameter('_count', `_count must be a number of resources, 0 or more; it is ${shown(count)}.`)
  return Math.min(Number(count), MAX_COUNT)
}

/** The order that _sort asks for (FHIR R4 search.html §3.1.1.5.1). Throws FhirError. */
function sortOf(params: Params, type: string): SortOrder {
  const requested = single(params, '_sort')
  if (requested === undefined) return NEWEST_FIRST
  const rules = requested.split(',')
  const keys = rules.map((rule) => valueKeyOf(rule, type))
  const last = keys.indexOf(undefined) === -1 ? keys.length : keys.indexOf(undefined)
  const by = keys.slice(0, last).filter((key) => key !== undefined)
  const ties = last === keys.length ? NEWEST_FIRST : indexOrderOf(rules.slice(last).join(','))
  if (!ties || by.length > MOST_VALUE_KEYS)
    throw invalidParameter('_sort', `${sortsOf(type)} It is ${shown(requested)}.`)
  return by.length > 0 ? { by, ties } : ties
}

const indexOrderOf = (requested: string): IndexOrder | undefined =>
  Object.hasOwn(INDEX_ORDERS, requested) ? INDEX_ORDERS[requested] : undefined

/** A search parameter as a sort key, with a minus for descending order; undefined for anything else. */
function valueKeyOf(rule: string, type: string): ValueKey | undefined {
  const descending = rule.startsWith('-')
  const name = descending ? rule.slice(1) : rule
  const parameter = sortedBy(type).find((candidate) => candidate.name === name)
  return parameter && { params: [parameter.index, ...(parameter.alsoIn ?? [])], descending }
}

/** The search parameters whose values are indexed. */
const sortedBy = (type: string) => searchParameters(type).filter(({ name }) => name !== RESOURCE_ORIGIN_PARAMETER)

const sortsOf = (type: string): string =>
  `_sort takes up to ${MOST_VALUE_KEYS} of ${sortedBy(type)
    .map(({ name }) => name)
    .join(
      ', ',
    )}, with commas between, and behind them _lastUpdated or _id; each with a minus before it the other way round.`

const TOTALS = ['none', 'estimate', 'accurate'] as const

function totalOf(params: Params): SearchQuery['total'] {
  const requested = single(params, '_total')
  const total = TOTALS.find((one) => one === requested)
  if (requested !== undefined && !total)
    throw invalidParameter('_total', `_total must be one of ${TOTALS.join(', ')}; it is ${shown(requested)}.`)
  return total
}

// What a search parameter is to the parser of searches, to the CapabilityStatement and to the index.
import type { JsonObject } from '../../json.ts'

/** The kinds of parameters that are served (FHIR R4 search.html §3.1.1.4). */
export type SearchKind = 'token' | 'reference' | 'uri' | 'string' | 'date'

/** A search parameter, as the CapabilityStatement and the parser of searches see it. */
export interface SearchParameter {
  /** The name in the URL. */
  readonly name: string
  readonly type: SearchKind
  /** The name in the index: parameters that look at the same element share it. */
  readonly index: string
  /** Further names in the index: `name` also finds the values of `family` and `given`. */
  readonly alsoIn?: readonly string[]
  /** A name in the index of values that it finds but is not sorted by. */
  readonly unsortedIn?: string
  /** Types that a reference may point to. A single type, or one given with a bare id, completes the reference. */
  readonly targets: readonly string[]
  /** The system of a token's codes, if it is fixed. */
  readonly system?: string
  /** Of a date: what its values in the index are; days unless told. */
  readonly dates?: IndexedDates
  /** True for an element that a resource has once at most. */
  readonly isSingle?: boolean
  readonly documentation: string
}

/** A search parameter in the words that people read. */
export type DescribedParameter = Pick<SearchParameter, 'name' | 'type' | 'documentation'>

/**
 * Days are indexed by the first one, with the last one as system. Instants are indexed in UTC and milliseconds, the same as
 * system. Spans are indexed by their first instant, with the first one after them as system.
 */
export type IndexedDates = 'days' | 'instants' | 'spans'

/** A value in the index, without the name of the parameter. A token has a system (empty for none) and perhaps only that. */
export interface FoundValue {
  readonly system: string
  readonly value: string
}

/** A value that a parameter can find in a resource. A reference has `Type/id`; a string is folded. */
export interface IndexedValue extends FoundValue {
  readonly param: string
}

/** A parameter and where it looks. */
export interface Definition extends SearchParameter {
  /** The values of a resource, under the parameter's `index` unless they say another. Of many, some may be looked for later. */
  readonly values: (resource: JsonObject) => Iterable<FoundValue & { readonly param?: string }>
}

/** Longest value in the index, in characters: of a longer string its beginning is, and nothing else can be searched for (SRC-16). */
export const LONGEST_VALUE = 1024

/** The searchable beginning of a string, without half of a surrogate pair. */
export const beginningOf = (string: string): string =>
  string.length > LONGEST_VALUE ? string.slice(0, LONGEST_VALUE).replace(/[\ud800-\udbff]$/, '') : string

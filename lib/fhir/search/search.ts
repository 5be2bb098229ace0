// A search as it is understood: everything that decides which resources match, and their order.

/** The resources that a client may see: all, or only those of certain Devices. */
export type Visibility = 'all' | { readonly origins: readonly string[] }

/** One condition: any of the alternatives (OR). A search requires all of its conditions (AND). */
export interface Condition {
  readonly param: string
  readonly alternatives: readonly { readonly system?: string; readonly value: string }[]
  /** Intervals of values, of this or other params, instead of the alternatives. */
  readonly ranges?: readonly ValueRange[]
}

/** Values from (inclusive) to (exclusive) in byte order; for dates, also their last days. */
export interface ValueRange {
  readonly param: string
  readonly from: string
  readonly to: string
  readonly endFrom: string
  readonly endTo: string
}

/**
 * An order that an index provides. Ties of lastUpdated are broken by id: ascending for newest first, descending for
 * oldest first.
 */
export type IndexOrder = '-_lastUpdated' | '_lastUpdated' | '_id' | '-_id'

/** An order by the values of search parameters: by the first, then by the next, and finally by `ties`. */
export interface ValueOrder {
  readonly by: readonly ValueKey[]
  readonly ties: IndexOrder
}

/**
 * Of several values, the first in this order counts (FHIR R4 search.html §3.1.1.5.1). Resources without a value come
 * last.
 */
export interface ValueKey {
  /** Names in the index. */
  readonly params: readonly string[]
  readonly descending: boolean
}

/** The order of the matches: by an index, or by a value of the resources. */
export type SortOrder = IndexOrder | ValueOrder

/** A time interval in epoch milliseconds: from (inclusive) to (exclusive). */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** A parsed search: everything that decides which resources match, and their order. */
export interface Search {
  readonly type: string
  readonly conditions: readonly Condition[]
  readonly visibility: Visibility
  readonly sort: SortOrder
  /** Only these ids; absent for any. */
  readonly ids?: readonly string[]
  /** Only resources last updated in one of these intervals; disjoint and ascending. Absent for any time. */
  readonly lastUpdated?: readonly Interval[]
}

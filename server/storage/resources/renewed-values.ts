// The index values that a stored resource lacks, and those that it has no more, by the search parameters of now. For either engine.
import { mendedOrigin } from '#lib/fhir/resource-origin.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import { indexedValues } from '#lib/fhir/search/parameters.ts'

export interface StoredResource {
  readonly type: string
  readonly origin: string | null
  readonly body: string
}

/** What to remove of the values that are `there`, and what to add to them. */
export function renewedValues(
  { type, origin, body }: StoredResource,
  there: readonly IndexedValue[],
): { readonly stale: readonly IndexedValue[]; readonly missing: readonly IndexedValue[] } {
  const resource = JSON.parse(mendedOrigin(body, type, origin ?? undefined)) as Readonly<Record<string, unknown>>
  const [wanted, known] = [keyed(indexedValues(type, resource)), keyed(there)]
  return { stale: without(known, wanted), missing: without(wanted, known) }
}

const keyed = (all: readonly IndexedValue[]): ReadonlyMap<string, IndexedValue> =>
  new Map(all.map((one) => [JSON.stringify([one.param, one.system, one.value]), one]))

const without = (
  all: ReadonlyMap<string, IndexedValue>,
  others: ReadonlyMap<string, IndexedValue>,
): readonly IndexedValue[] => [...all].flatMap(([key, value]) => (others.has(key) ? [] : value))

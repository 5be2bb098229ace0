// The index values that a stored resource lacks, and those that it has no more, by the search parameters of now. For either engine.
import { type Steps, VALUES_AT_ONCE } from '#lib/async/steps.ts'
import { mendedOrigin } from '#lib/fhir/resource-origin.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import { indexing } from '#lib/fhir/search/parameters.ts'

export interface StoredResource {
  readonly type: string
  readonly origin: string | null
  readonly body: string
}

/** What to remove of the values that are there, and what to add to them. */
export interface Renewed {
  readonly stale: readonly IndexedValue[]
  readonly missing: readonly IndexedValue[]
}

/** The same for a resource with the values that are `there`, in steps: it may be long. */
export function* renewing({ type, origin, body }: StoredResource, there: readonly IndexedValue[]): Steps<Renewed> {
  const resource = JSON.parse(mendedOrigin(body, type, origin ?? undefined)) as Readonly<Record<string, unknown>>
  yield
  const wanted = yield* keyed(yield* indexing(type, resource))
  const known = yield* keyed(there)
  return { stale: yield* without(known, wanted), missing: yield* without(wanted, known) }
}

function* keyed(all: readonly IndexedValue[]): Steps<ReadonlyMap<string, IndexedValue>> {
  const found = new Map<string, IndexedValue>()
  for (const one of all) {
    found.set(JSON.stringify([one.param, one.system, one.value]), one)
    if (found.size % VALUES_AT_ONCE === 0) yield
  }
  return found
}

function* without(
  all: ReadonlyMap<string, IndexedValue>,
  others: ReadonlyMap<string, IndexedValue>,
): Steps<readonly IndexedValue[]> {
  const left: IndexedValue[] = []
  let looked = 0
  for (const [key, value] of all) {
    if (!others.has(key)) left.push(value)
    looked += 1
    if (looked % VALUES_AT_ONCE === 0) yield
  }
  return left
}

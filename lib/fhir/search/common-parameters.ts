// What is searched in every type of R4: elements of Resource.meta (FHIR R4 search.html#all).
import { isObject, type JsonObject } from '../../json.ts'
import type { Definition, FoundValue, SearchKind } from './parameter.ts'
import { valuesOf } from './values.ts'

const ofMeta = (element: string, kind: SearchKind, type: string, documentation: string): Definition => ({
  name: `_${element}`,
  type: kind,
  index: `_${element}`,
  targets: [],
  documentation,
  values: ({ meta }: JsonObject) => valuesIn(isObject(meta) ? meta[element] : undefined, kind, type),
})

function* valuesIn(value: unknown, kind: SearchKind, type: string): Generator<FoundValue> {
  if (value !== undefined) for (const one of [value].flat()) yield* valuesOf(kind, type, one)
}

/** The parameters of every type, beside those that have an order of their own (_id and _lastUpdated). */
export const OF_EVERY_TYPE: readonly Definition[] = [
  ofMeta('tag', 'token', 'Coding', 'A tag of the resource, as system|code or code.'),
  ofMeta('profile', 'uri', 'canonical', 'A profile that the resource claims, with its version or without.'),
  ofMeta('security', 'token', 'Coding', 'A security label of the resource, as system|code or code.'),
  ofMeta('source', 'uri', 'uri', 'Where the resource came from, exactly.'),
]

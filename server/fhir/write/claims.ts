// One resource, one entry: of the entries of a transaction, no two may be about the same resource (FHIR R4 http.html#trules).
import { FhirError } from '../outcome.ts'
import type { StoredVersion } from '../store.ts'
import { keyOf } from './bundle-references.ts'
import { criteriaQuery } from './conditional-criteria.ts'
import { type Entry, isReading } from './entry.ts'
import { at } from './entry-failure.ts'

/**
 * Maps each name in the addresses of entries to its entry. Throws FhirError 400 if two entries are about the same
 * resource.
 */
export function namedBy(entries: readonly Entry[], server: { readonly baseUrl: string }): ReadonlyMap<string, Entry> {
  const seen = new Map<string, Entry>()
  for (const entry of entries) {
    if (isReading(entry)) continue
    const { type, id, fullUrl, ifNoneExist } = entry
    const names = [
      ...(id === undefined ? [] : [`${type}/${id}`]),
      ...(fullUrl === undefined ? [] : [keyOf(fullUrl)]),
      ...(ifNoneExist === undefined ? [] : [`${type}?${at(entry, () => criteriaQuery(ifNoneExist, type, server))}`]),
    ]
    for (const name of names) {
      const other = seen.get(name)
      if (other && other !== entry) throw overlap(other, entry, name)
      seen.set(name, entry)
    }
  }
  return seen
}

/** Does the same for the resources that conditions resolve to. */
export function claim(version: StoredVersion | undefined, entry: Entry, claimed: Map<string, Entry>): void {
  if (!version) return
  const name = `${version.type}/${version.id}`
  const other = claimed.get(name)
  if (other && other !== entry) throw overlap(other, entry, name)
  claimed.set(name, entry)
}

const overlap = (one: Entry, other: Entry, name: string): FhirError =>
  new FhirError(
    400,
    'invalid',
    `Bundle.entry[${one.index}] and Bundle.entry[${other.index}] are both about ${name.slice(0, 200)}: send one entry per resource.`,
    {
      expression: `Bundle.entry[${other.index}]`,
      others: [{ code: 'invalid', diagnostics: 'The other entry.', expression: `Bundle.entry[${one.index}]` }],
    },
  )

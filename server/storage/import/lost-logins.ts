// The people who lose the identifier with their user name by an import, which replaces whole resources: nobody can log in
// as them any more.
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { isObject } from '#lib/json.ts'
import type { LostLogin, PreparedResource } from '#server/fhir/store.ts'

/** Most of them that are kept: it bounds the memory. */
const MOST = 10_000

export interface LostLogins {
  /** True for a resource whose stored version is to be compared. */
  readonly watches: (resource: Pick<PreparedResource, 'type'>) => boolean
  /** Compares a new version with the user names of the newest one before it. */
  readonly compare: (resource: PreparedResource, before: readonly string[]) => void
  /** What was lost by all versions together. */
  readonly all: () => readonly LostLogin[]
}

/** Watches for identifiers of a system. Without a system it finds nothing. */
export function lostLogins(system: string | undefined): LostLogins {
  const lost = new Map<string, ReadonlySet<string>>()
  const watches: LostLogins['watches'] = ({ type }) =>
    system !== undefined && (PERSON_TYPES as readonly string[]).includes(type)
  return {
    watches,
    compare: (resource, stored) => {
      if (system === undefined || !watches(resource)) return
      const reference = `${resource.type}/${resource.id}`
      const before = [...(lost.get(reference) ?? []), ...stored]
      if (before.length === 0) return
      const now = namesAmong(resource.values, system)
      const gone = new Set(before.filter((name) => !now.has(name)))
      if (gone.size === 0) lost.delete(reference)
      else if (lost.has(reference) || lost.size < MOST) lost.set(reference, gone)
    },
    all: () =>
      [...lost].flatMap(([resource, names]) => [...names].map((value) => ({ resource, system: system ?? '', value }))),
  }
}

/** The user names in the identifiers of a stored text, as JSON. */
export const namesIn = (identifiers: string | null | undefined, system: string | undefined): readonly string[] =>
  [JSON.parse(identifiers ?? '[]') as unknown]
    .flat()
    .filter(isObject)
    .flatMap((one) => (one['system'] === system && typeof one['value'] === 'string' ? [one['value']] : []))

/** The values of identifiers of a system among index values: param, system, value, param, … */
export function namesAmong(values: PreparedResource['values'], system: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = 0; at < values.length; at += 3)
    if (values[at] === 'identifier' && values[at + 1] === system) names.add(values[at + 2] ?? '')
  return names
}

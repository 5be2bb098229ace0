// The people who lose the identifier with their user name by an import, which replaces whole resources: nobody can log in
// as them any more.
import { PERSON_TYPES } from '#lib/fhir/person-role.ts'
import { isObject } from '#lib/json.ts'
import type { LostLogin, PreparedResource } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import type { Head } from '../resources/resource-writer.ts'

/** Most of them that are kept: it bounds the memory. */
const MOST = 10_000

export interface LostLogins {
  /** Compares a new version with the newest stored one. Called before the new one is written. */
  readonly compare: (resource: PreparedResource, stored: Head | undefined) => void
  /** What was lost by all versions together. */
  readonly all: () => readonly LostLogin[]
}

/** Watches for identifiers of a system. Without a system it finds nothing. */
export function lostLogins(sql: Sqlite, system: string | undefined): LostLogins {
  const stored = sql.prepare<[number], { identifiers: string | null }>(
    "SELECT body -> '$.identifier' AS identifiers FROM resource_body WHERE seq = ?",
  )
  const lost = new Map<string, ReadonlySet<string>>()
  const storedNames = ({ seq }: Head): readonly string[] => {
    const identifiers: unknown = JSON.parse(stored.get(seq)?.identifiers ?? '[]')
    return [identifiers]
      .flat()
      .filter(isObject)
      .flatMap((one) => (one['system'] === system && typeof one['value'] === 'string' ? [one['value']] : []))
  }
  return {
    compare: ({ type, id, values }, head) => {
      if (system === undefined || !head || head.deleted === 1 || !isPerson(type)) return
      const reference = `${type}/${id}`
      const before = [...(lost.get(reference) ?? []), ...storedNames(head)]
      if (before.length === 0) return
      const now = namesIn(values, system)
      const gone = new Set(before.filter((name) => !now.has(name)))
      if (gone.size === 0) lost.delete(reference)
      else if (lost.has(reference) || lost.size < MOST) lost.set(reference, gone)
    },
    all: () =>
      [...lost].flatMap(([resource, names]) => [...names].map((value) => ({ resource, system: system ?? '', value }))),
  }
}

const isPerson = (type: string): boolean => (PERSON_TYPES as readonly string[]).includes(type)

/** The values of identifiers of a system among index values: param, system, value, param, … */
function namesIn(values: PreparedResource['values'], system: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = 0; at < values.length; at += 3)
    if (values[at] === 'identifier' && values[at + 1] === system) names.add(values[at + 2] ?? '')
  return names
}

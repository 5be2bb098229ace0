// Those invariants of FHIR R4 that need neither a terminology nor another resource, one rule each, by the type that they are about.

import type { JsonObject } from '../../json.ts'
import { DATATYPE_INVARIANTS, SIMPLE_QUANTITY_INVARIANTS } from './datatype-invariants.ts'
import type { Invariant } from './invariant.ts'
import { RESOURCE_INVARIANTS } from './resource-invariants.ts'

const ELE_1: Omit<Invariant, 'holds'> = { key: 'ele-1', reason: 'has an id and nothing else' }

export const INVARIANTS: ReadonlyMap<string, readonly Invariant[]> = merged([
  ...Object.entries(DATATYPE_INVARIANTS),
  ...Object.entries(RESOURCE_INVARIANTS),
  ...SIMPLE_QUANTITY_INVARIANTS,
])

function merged(entries: readonly (readonly [string, readonly Invariant[]])[]) {
  const all = new Map<string, readonly Invariant[]>()
  for (const [type, invariants] of entries) all.set(type, [...(all.get(type) ?? []), ...invariants])
  return all
}

/** The first invariant of a type that an object breaks; undefined when there is none. `members` is how many members it has. */
export function brokenInvariant(
  type: string,
  value: JsonObject,
  members: number,
): Omit<Invariant, 'holds'> | undefined {
  if (members === 1 && 'id' in value && type !== 'Element') return ELE_1
  return INVARIANTS.get(type)?.find(({ holds }) => !holds(value))
}

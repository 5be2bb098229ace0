// An invariant of FHIR R4 as a rule about one object, and the few words that such rules are written in (the constraints of
// http://hl7.org/fhir/R4; their keys are HL7's, the words are ours).

import { isObject, type JsonObject } from '../../json.ts'
import { timeOfInstant } from '../instant.ts'
import { itemsOf } from './problem.ts'

export interface Invariant {
  readonly key: string
  /** The problem of an object that breaks it. Follows the name of the element in a sentence. */
  readonly reason: string
  readonly holds: Holds
}

/** True for an object that satisfies a rule. */
export type Holds = (value: JsonObject) => boolean

/** Invariants by the type that they are about: `Period`, `Patient.contact`. */
export type Invariants = Readonly<Record<string, readonly Invariant[]>>

export const invariant = (key: string, reason: string, holds: Holds): Invariant => ({ key, reason, holds })

/** True when an element is there, as a value or with extensions only; `value[x]` is, by whichever of its types. */
export function has(value: JsonObject, name: string): boolean {
  if (!name.endsWith('[x]')) return name in value || `_${name}` in value
  const stem = name.slice(0, -'[x]'.length)
  for (const member in value) {
    const from = member.startsWith('_') ? 1 : 0
    if (member.startsWith(stem, from) && isCapital(member.charCodeAt(from + stem.length))) return true
  }
  return false
}

const isCapital = (unit: number): boolean => unit >= 0x41 && unit <= 0x5a

const count = (value: JsonObject, names: readonly string[]): number => names.filter((name) => has(value, name)).length

/** One of these elements, or more. */
export const some =
  (...names: readonly string[]): Holds =>
  (value) =>
    count(value, names) > 0

/** Exactly one of these elements. */
export const one =
  (...names: readonly string[]): Holds =>
  (value) =>
    count(value, names) === 1

/** None of these elements, or one. */
export const oneAtMost =
  (...names: readonly string[]): Holds =>
  (value) =>
    count(value, names) <= 1

/** One element requires the other. */
export const needs =
  (name: string, needed: string): Holds =>
  (value) =>
    !has(value, name) || has(value, needed)

/** Both elements, or neither. */
export const together =
  (name: string, other: string): Holds =>
  (value) =>
    has(value, name) === has(value, other)

/** The element is allowed only when another one has one of these values. */
export const onlyWhere =
  (name: string, element: string, values: readonly unknown[]): Holds =>
  (value) =>
    !has(value, name) || values.includes(value[element])

/** The element is forbidden when another one has one of these values. */
export const notWhere =
  (name: string, element: string, values: readonly unknown[]): Holds =>
  (value) =>
    !has(value, name) || !values.includes(value[element])

/** The objects of an element that repeats. */
export const objectsIn = (value: JsonObject, name: string): readonly JsonObject[] =>
  itemsOf(value[name]).filter(isObject)

/** True for a CodeableConcept with one of these codes of a system. */
export const isCoded = (concept: unknown, system: string, codes: readonly string[]): boolean =>
  isObject(concept) &&
  objectsIn(concept, 'coding').some((coding) => coding['system'] === system && codes.includes(String(coding['code'])))

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** True unless the first is certainly after the second: 2020-05 may be before 2020. */
export function isInOrder(first: unknown, second: unknown): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return true
  const [from, to] = [timeOfInstant(first), timeOfInstant(second)]
  if (from !== undefined && to !== undefined) return from <= to
  const shared = Math.min(first.length, second.length, DAY_LENGTH)
  return first.slice(0, shared) <= second.slice(0, shared)
}

/** True when no value is there twice. */
export const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

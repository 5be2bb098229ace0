// What a rule of a profile is, and the few words that the rules are written in.
import { referredType } from '../reference.ts'
import type { Finding, Place } from './finding.ts'
import { isObject, itemsOf, type JsonObject } from './problem.ts'

/** A rule of a profile: what a resource that claims the profile has wrong. */
export type Rule = (resource: JsonObject) => readonly Finding[]

/** A finding about one element; empty when there is nothing wrong with it. */
export const unless = (holds: boolean, place: Place, code: Finding['code'], reason: string): readonly Finding[] =>
  holds ? [] : [{ place, code, reason }]

/** What a rule finds in each object of an array. */
export const each = (values: unknown, place: Place, find: (item: JsonObject, place: Place) => readonly Finding[]) =>
  itemsOf(values).flatMap((item, index) => (isObject(item) ? find(item, [...place, index]) : []))

/** The resource type that a Reference points to, by its literal reference or by its type; undefined when it says neither. */
export const typeOf = ({ reference, type }: JsonObject): unknown =>
  (typeof reference === 'string' ? referredType(reference) : undefined) ?? type

// The type of a profile's rules, and helpers to write them.

import { isObject, type JsonObject } from '../../json.ts'
import { referredType } from '../reference.ts'
import type { Finding, Place } from './finding.ts'
import { itemsOf } from './problem.ts'

/** A rule of a profile: returns the problems of a resource that claims the profile. */
export type Rule = (resource: JsonObject) => readonly Finding[]

/** A finding about one element; empty when there is nothing wrong with it. */
export const unless = (holds: boolean, place: Place, code: Finding['code'], reason: string): readonly Finding[] =>
  holds ? [] : [{ place, code, reason }]

/** The findings of a rule in each object of an array. */
export const each = (values: unknown, place: Place, find: (item: JsonObject, place: Place) => readonly Finding[]) =>
  itemsOf(values).flatMap((item, index) => (isObject(item) ? find(item, [...place, index]) : []))

/** The resource type that a Reference points to, by its literal reference or by its type; undefined when it says neither. */
export const typeOf = ({ reference, type }: JsonObject): unknown =>
  (typeof reference === 'string' ? referredType(reference) : undefined) ?? type

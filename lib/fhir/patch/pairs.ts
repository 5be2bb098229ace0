// An element in JSON is a value and, for a primitive type, a companion: `_given` has what `given` cannot express (FHIR
// R4 json.html §2.6.2.3). Read and written together, they stay aligned.
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { type ElementDefinition, jsonName, typeBehind } from './element-definitions.ts'
import { notApplicable, quoted } from './patch-problem.ts'
import { isNull, memberOf, NULL, withMember, withoutMember } from './tree-edit.ts'

/** An element, or a place in a list; null in JSON is undefined here. */
export interface Pair {
  readonly value: JsonNode | undefined
  /** The object with id and extensions of a primitive. */
  readonly companion: JsonNode | undefined
}

/**
 * The elements under a JSON name; at most one when the definition does not repeat. Throws PatchProblem 422 when a
 * repeating element is no array.
 */
export function readPairs(object: JsonObject, member: string, { repeats }: ElementDefinition): readonly Pair[] {
  const [value, companion] = [memberOf(object, member), memberOf(object, `_${member}`)]
  if (!repeats) return value === undefined && companion === undefined ? [] : [{ value, companion }]
  const [values, companions] = [itemsOf(value, member), itemsOf(companion, member)]
  return Array.from({ length: Math.max(values.length, companions.length) }, (_, index) => ({
    value: present(values[index]),
    companion: present(companions[index]),
  }))
}

function itemsOf(node: JsonNode | undefined, member: string): readonly JsonNode[] {
  if (node === undefined) return []
  if (node.kind !== 'array') throw notApplicable(`${quoted(member)} must be an array in the resource, but is not.`)
  return node.items
}

const present = (node: JsonNode | undefined): JsonNode | undefined =>
  node === undefined || isNull(node) ? undefined : node

/**
 * The object with these elements under a JSON name: in its place if it exists, otherwise after the member `behind`,
 * otherwise at the end.
 */
export function withPairs(
  object: JsonObject,
  member: string,
  { repeats }: ElementDefinition,
  pairs: readonly Pair[],
  behind?: string,
): JsonObject {
  const values = pairs.map(({ value }) => value)
  const companions = pairs.map(({ companion }) => companion)
  const withValue = withNodes(object, member, repeats, values, behind)
  return withNodes(withValue, `_${member}`, repeats, companions, memberOf(withValue, member) ? member : behind)
}

function withNodes(
  object: JsonObject,
  member: string,
  repeats: boolean,
  nodes: readonly (JsonNode | undefined)[],
  behind: string | undefined,
): JsonObject {
  const [first] = nodes
  if (nodes.every((node) => node === undefined))
    return memberOf(object, member) === undefined ? object : withoutMember(object, member)
  if (repeats) return withMember(object, member, { kind: 'array', items: nodes.map((node) => node ?? NULL) }, behind)
  return first === undefined ? object : withMember(object, member, first, behind)
}

/** The types with which an element is there, by its value or its companion: more than one only of a choice that is not valid. */
export function presentTypes(object: JsonObject, definition: ElementDefinition): readonly string[] {
  const { name, choice, types } = definition
  if (!choice) return types.filter((type) => readPairs(object, jsonName(definition, type), definition).length > 0)
  const there = new Set(object.members.map((member) => typeBehind(member.name.replace(/^_/, ''), name)))
  return types.filter((type) => there.has(type))
}

// Removes what removals left empty: FHIR has no empty arrays or objects (FHIR R4 json.html §2.6.2).
import type { JsonArray, JsonMember, JsonNode, JsonObject } from '../json-tree.ts'
import { EMPTIED_ARRAY, EMPTIED_OBJECT, isNull, NULL, nodesByName } from './tree-edit.ts'

/**
 * The resource without parts that removals left empty, and without parts that become empty thereby, except the resource
 * itself. An array or object that was sent empty stays, to be validated as such. A place in `_given` becomes null, so
 * that it stays aligned with its value.
 */
export const pruneEmptied = (resource: JsonObject): JsonObject => {
  const pruned = prune(resource)
  return pruned?.kind === 'object' ? pruned : EMPTIED_OBJECT
}

/** Undefined when nothing is left. The same node when nothing was taken away. */
function prune(node: JsonNode): JsonNode | undefined {
  if (node === EMPTIED_OBJECT || node === EMPTIED_ARRAY) return undefined
  if (node.kind === 'object') return pruneObject(node)
  return node.kind === 'array' ? pruneItems(node, undefined) : node
}

function pruneObject(object: JsonObject): JsonObject | undefined {
  const there = nodesByName(object)
  const nodes = object.members.map(({ name, node }) =>
    name.startsWith('_') ? pruneCompanion(node, there.get(name.slice(1))) : prune(node),
  )
  if (object.members.every(({ node }, index) => node === nodes[index] && !isNulls(node))) return object
  const pruned = object.members.flatMap((member, index): readonly JsonMember[] => {
    const node = nodes[index]
    return node ? [node === member.node ? member : { ...member, node }] : []
  })
  const saying = new Set(pruned.filter(({ node }) => !isNulls(node)).map(({ name }) => name))
  const members = pruned.filter(({ name }) => saying.has(name) || saying.has(`_${name}`))
  if (members.length === object.members.length && members.every((member, index) => member === object.members[index]))
    return object
  return members.length === 0 ? undefined : { kind: 'object', members }
}

/** The companion array of `values`. A null keeps the place of a value; after the last value it is not needed. */
function pruneCompanion(node: JsonNode, values: JsonNode | undefined): JsonNode | undefined {
  if (node.kind !== 'array' || node === EMPTIED_ARRAY) return prune(node)
  const pruned = pruneItems(node, NULL)
  if (!pruned || values?.kind !== 'array') return pruned
  const saying = pruned.items.findLastIndex((item) => !isNull(item)) + 1
  const kept = Math.max(saying, values.items.length)
  return kept < pruned.items.length ? { kind: 'array', items: pruned.items.slice(0, kept) } : pruned
}

/** The array without items of which nothing is left, or with something in their places. */
function pruneItems(array: JsonArray, inPlace: JsonNode | undefined): JsonArray | undefined {
  const pruned = array.items.map((item) => prune(item) ?? inPlace)
  if (pruned.every((item, index) => item === array.items[index])) return array
  const items = pruned.filter((item) => item !== undefined)
  return items.length === 0 ? undefined : { kind: 'array', items }
}

/** True for an array of nulls only, which says nothing: values may be null when their companions are not. */
const isNulls = (node: JsonNode): boolean => node.kind === 'array' && node.items.length > 0 && node.items.every(isNull)

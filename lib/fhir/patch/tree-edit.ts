// Changes of a JSON tree. A tree is never changed in place: the result shares all unchanged parts with the original.
import type { JsonArray, JsonMember, JsonNode, JsonObject } from '../json-tree.ts'

/**
 * An object emptied by a removal. A later operation may fill it again; prune.ts removes it if it is still empty at the
 * end.
 */
export const EMPTIED_OBJECT: JsonObject = Object.freeze({ kind: 'object', members: [] })
export const EMPTIED_ARRAY: JsonArray = Object.freeze({ kind: 'array', items: [] })

export const NULL: JsonNode = Object.freeze({ kind: 'literal', text: 'null' })

export const isNull = (node: JsonNode): boolean => node.kind === 'literal' && node.text === 'null'

/** The value of a member; of a repeated name the last, as JSON.parse has it. */
export const memberOf = (object: JsonObject, name: string): JsonNode | undefined =>
  object.members.findLast((member) => member.name === name)?.node

/** The values of all members by their names, for who looks for many: an object of a patch may have a hundred thousand. */
export const nodesByName = ({ members }: JsonObject): ReadonlyMap<string, JsonNode> =>
  new Map(members.map(({ name, node }) => [name, node]))

/** The text of a member that is a string. */
export function stringOf(object: JsonObject, name: string): string | undefined {
  const node = memberOf(object, name)
  return node?.kind === 'string' ? node.text : undefined
}

/** The object with a member set: in its place if it exists, otherwise after the member `behind`, otherwise at the end. */
export function withMember(object: JsonObject, name: string, node: JsonNode, behind?: string): JsonObject {
  const at = object.members.findLastIndex((member) => member.name === name)
  const here = object.members[at]
  if (here) return { kind: 'object', members: object.members.with(at, { ...here, node }) }
  const before = object.members.findLastIndex((member) => member.name === behind)
  const made: JsonMember = { name, node }
  return {
    kind: 'object',
    members: before < 0 ? [...object.members, made] : object.members.toSpliced(before + 1, 0, made),
  }
}

export function withoutMember(object: JsonObject, name: string): JsonObject {
  const members = object.members.filter((member) => member.name !== name)
  return members.length === 0 ? EMPTIED_OBJECT : { kind: 'object', members }
}

export const withItem = ({ items }: JsonArray, index: number, node: JsonNode): JsonArray => ({
  kind: 'array',
  items: items.with(index, node),
})

/** The array with an item before the one at `index`. */
export const insertItem = ({ items }: JsonArray, index: number, node: JsonNode): JsonArray => ({
  kind: 'array',
  items: items.toSpliced(index, 0, node),
})

export const removeItem = ({ items }: JsonArray, index: number): JsonArray =>
  items.length === 1 ? EMPTIED_ARRAY : { kind: 'array', items: items.toSpliced(index, 1) }

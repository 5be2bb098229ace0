// JSON Pointer (RFC 6901): parses it, and finds and changes the value that it points to in a tree.
import type { JsonArray, JsonNode, JsonObject } from '../json-tree.ts'
import { malformed, notApplicable, quoted } from './patch-problem.ts'
import { withItem, withMember } from './tree-edit.ts'

/** Longest path of an operation, in characters: a resource is 60 levels deep at most, and names are short. */
export const LONGEST_PATH = 1024

export interface JsonPointer {
  readonly text: string
  /** The names and indices that lead from the root to the value; none for the root itself. */
  readonly tokens: readonly string[]
}

/** Throws PatchProblem 400 when the text is no JSON Pointer. */
export function parsePointer(text: string): JsonPointer {
  if (text.length > LONGEST_PATH)
    throw malformed(`a path may have at most ${LONGEST_PATH} characters; received ${text.length}.`)
  if (text === '') return { text, tokens: [] }
  if (!text.startsWith('/'))
    throw malformed(`a JSON Pointer must begin with "/", such as "/status" (RFC 6901); received ${quoted(text)}.`)
  if (/~(?![01])/.test(text))
    throw malformed(
      `in a JSON Pointer "~" is written "~0" and "/" is written "~1" (RFC 6901); received ${quoted(text)}.`,
    )
  return { text, tokens: text.slice(1).split('/').map(unescaped) }
}

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** The value that the pointer leads to. Throws PatchProblem 422 when there is none. */
export const valueAt = (root: JsonNode, { tokens }: JsonPointer): JsonNode => tokens.reduce(childOf, root)

function childOf(node: JsonNode, token: string): JsonNode {
  const container = containerOf(node, token)
  if (container.kind === 'array') return itemOf(container, token)
  const member = container.members.findLast(({ name }) => name === token)
  if (!member) throw notApplicable(`there is no member ${quoted(token)}.`)
  return member.node
}

function containerOf(node: JsonNode, token: string): JsonObject | JsonArray {
  if (node.kind === 'object' || node.kind === 'array') return node
  throw notApplicable(`a ${node.kind} has no members, so ${quoted(token)} leads nowhere.`)
}

function itemOf(array: JsonArray, token: string): JsonNode {
  const item = array.items[indexOf(token, array.items.length - 1)]
  if (item === undefined) throw notApplicable('the array is empty.')
  return item
}

/** The array index in a token. Throws PatchProblem 422 when it is none, or greater than `last`. */
export function indexOf(token: string, last: number): number {
  if (!/^(?:0|[1-9]\d*)$/.test(token))
    throw notApplicable(`an array item must be named by its index, without leading zeros; received ${quoted(token)}.`)
  const index = Number(token)
  if (index > last)
    throw notApplicable(last < 0 ? 'the array is empty.' : `the last index here is ${last}; received ${quoted(token)}.`)
  return index
}

/**
 * The tree with the object or array around the pointer's target replaced: `change` gets that object or array, and the
 * last token. Throws PatchProblem 422 when it does not exist. The pointer must not be the root's.
 */
export function changeAround(
  root: JsonNode,
  { tokens }: JsonPointer,
  change: (container: JsonObject | JsonArray, token: string) => JsonNode,
): JsonNode {
  const changed = (node: JsonNode, at: number): JsonNode => {
    const token = tokens[at] ?? ''
    const container = containerOf(node, token)
    if (at === tokens.length - 1) return change(container, token)
    const child = changed(childOf(container, token), at + 1)
    return container.kind === 'array' ? withItem(container, Number(token), child) : withMember(container, token, child)
  }
  return changed(root, 0)
}

/** True when the pointer's target is inside the target of `ancestor`. */
export const isBelow = ({ text }: JsonPointer, ancestor: JsonPointer): boolean => text.startsWith(`${ancestor.text}/`)

// JSON Patch (RFC 6902) on the tree of a JSON text, so that untouched parts stay as they were written.
import type { Steps } from '../../async/steps.ts'
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { eachOperation } from './each-operation.ts'
import { changeAround, indexOf, isBelow, type JsonPointer, parsePointer, valueAt } from './json-pointer.ts'
import { assertFew, inOperation, malformed, notApplicable, quoted } from './patch-problem.ts'
import { type Compared, sameValue } from './same-value.ts'
import { insertItem, memberOf, removeItem, stringOf, withItem, withMember, withoutMember } from './tree-edit.ts'

export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: JsonPointer; readonly value: JsonNode }
  | { readonly op: 'remove'; readonly path: JsonPointer }
  | { readonly op: 'move'; readonly from: JsonPointer; readonly path: JsonPointer }
  | { readonly op: 'copy'; readonly from: JsonPointer; readonly path: JsonPointer }

/** The operations of a JSON Patch document. Throws PatchProblem: 400 when it is none (RFC 6902 §3, §4), 422 when too many. */
export function parseJsonPatch(document: JsonNode): readonly JsonPatchOperation[] {
  if (document.kind !== 'array')
    throw malformed(`A JSON Patch must be an array of operations (RFC 6902 §3); received a JSON ${document.kind}.`)
  assertFew(document.items)
  return document.items.map((item, index) => inOperation(index, () => parseOperation(item)))
}

function parseOperation(item: JsonNode): JsonPatchOperation {
  if (item.kind !== 'object')
    throw malformed(`an operation must be an object with "op" and "path"; received a JSON ${item.kind}.`)
  const op = requiredString(item, 'op')
  const path = parsePointer(requiredString(item, 'path'))
  if (op === 'add' || op === 'replace' || op === 'test') return { op, path, value: requiredValue(item, op) }
  if (op === 'remove') return { op, path }
  if (op === 'move' || op === 'copy') return { op, from: parsePointer(requiredString(item, 'from')), path }
  throw malformed(`"op" must be one of add, remove, replace, move, copy and test; received ${quoted(op)}.`)
}

function requiredString(item: JsonObject, name: string): string {
  const text = stringOf(item, name)
  if (text === undefined) throw malformed(`"${name}" is required and must be a string.`)
  return text
}

function requiredValue(item: JsonObject, op: string): JsonNode {
  const value = memberOf(item, 'value')
  if (value === undefined) throw malformed(`"${op}" needs a "value", which may be null.`)
  return value
}

/**
 * The document after all operations, in order; `judge` sees each intermediate result and may throw. Empty objects and
 * arrays stay, as the RFC requires. Throws PatchProblem 422 when an operation cannot be applied, including a failed
 * `test`. A step for each operation: one that looks at a long list takes a while.
 */
export function* applyingJsonPatch(
  document: JsonNode,
  operations: readonly JsonPatchOperation[],
  judge?: (document: JsonNode) => Steps<void>,
): Steps<JsonNode> {
  const compared: Compared = { rewritten: 0 }
  return yield* eachOperation(document, operations, {
    nameOf: ({ op }) => op,
    apply: (tree, operation) => applying(tree, operation, compared),
    judge,
  })
}

function* applying(tree: JsonNode, operation: JsonPatchOperation, compared: Compared): Steps<JsonNode> {
  yield
  if (operation.op === 'add') return add(tree, operation.path, operation.value)
  if (operation.op === 'remove') return remove(tree, operation.path)
  if (operation.op === 'replace') return replace(tree, operation.path, operation.value)
  if (operation.op === 'move') return move(tree, operation)
  if (operation.op === 'copy') return add(tree, operation.path, valueAt(tree, operation.from))
  return test(tree, operation, compared)
}

function test(
  tree: JsonNode,
  { path, value }: { readonly path: JsonPointer; readonly value: JsonNode },
  compared: Compared,
): JsonNode {
  if (sameValue(valueAt(tree, path), value, compared)) return tree
  throw notApplicable('the value differs.')
}

const add = (tree: JsonNode, path: JsonPointer, value: JsonNode): JsonNode =>
  path.tokens.length === 0
    ? value
    : changeAround(tree, path, (container, token) =>
        container.kind === 'array'
          ? insertItem(
              container,
              token === '-' ? container.items.length : indexOf(token, container.items.length),
              value,
            )
          : withMember(container, token, value),
      )

function remove(tree: JsonNode, path: JsonPointer): JsonNode {
  if (path.tokens.length === 0) throw notApplicable('the document as a whole cannot be removed.')
  return changeAround(tree, path, (container, token) =>
    container.kind === 'array'
      ? removeItem(container, indexOf(token, container.items.length - 1))
      : withoutMember(withExisting(container, token), token),
  )
}

const replace = (tree: JsonNode, path: JsonPointer, value: JsonNode): JsonNode =>
  path.tokens.length === 0
    ? value
    : changeAround(tree, path, (container, token) =>
        container.kind === 'array'
          ? withItem(container, indexOf(token, container.items.length - 1), value)
          : withMember(withExisting(container, token), token, value),
      )

function withExisting(object: JsonObject, name: string): JsonObject {
  if (memberOf(object, name) === undefined) throw notApplicable(`there is no member ${quoted(name)}.`)
  return object
}

function move(tree: JsonNode, { from, path }: { readonly from: JsonPointer; readonly path: JsonPointer }): JsonNode {
  if (isBelow(path, from)) throw notApplicable(`${quoted(from.text)} cannot be moved into itself.`)
  const value = valueAt(tree, from)
  return from.text === path.text ? tree : add(remove(tree, from), path, value)
}

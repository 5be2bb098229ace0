// FHIRPath Patch: a Parameters resource with operations on the elements that paths name (FHIR R4 fhirpatch.html).
import type { Steps } from '../../async/steps.ts'
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { PRIMITIVES } from '../primitives.ts'
import { eachOperation } from './each-operation.ts'
import { elementsOf, jsonName } from './element-definitions.ts'
import type { FhirPathOperation } from './fhirpath-operations.ts'
import {
  type Effort,
  type FoundElement,
  objectOf,
  rootElement,
  selecting,
  stepsBelow,
  typeOfObject,
} from './fhirpath-select.ts'
import { type Pair, readPairs, withPairs } from './pairs.ts'
import { notApplicable, quoted } from './patch-problem.ts'
import { type PatchValue, pairOf, typeFor, withElements } from './patch-value.ts'
import { memberOf, withItem, withMember } from './tree-edit.ts'

/**
 * The resource after all operations, in order; `judge` sees each intermediate result and may throw. An object emptied
 * by a delete stays. In steps. Throws PatchProblem 422 when an operation cannot be applied.
 */
export function* applyingFhirPathPatch(
  resource: JsonObject,
  operations: readonly FhirPathOperation[],
  judge?: (resource: JsonObject) => Steps<void>,
): Steps<JsonObject> {
  const effort: Effort = { looked: 0 }
  return yield* eachOperation(resource, operations, {
    nameOf: ({ type }) => type,
    apply: (tree, operation) => applying(tree, operation, effort),
    judge,
  })
}

function* applying(resource: JsonObject, operation: FhirPathOperation, effort: Effort): Steps<JsonObject> {
  yield
  if (operation.type === 'insert' || operation.type === 'move') return yield* changingList(resource, operation, effort)
  const root = rootElement(resource)
  const found = yield* selecting([root], stepsBelow(root, operation.path.steps), effort)
  if (operation.type === 'delete') return found.length === 0 ? resource : remove(resource, onlyOne(found))
  const element = onlyOne(found)
  return operation.type === 'add' ? add(resource, element, operation) : replace(resource, element, operation.value)
}

function onlyOne(found: readonly FoundElement[]): FoundElement {
  const [element, second] = found
  if (!element) throw notApplicable('the path must lead to one element; it leads to none in this resource.')
  if (second) throw notApplicable(`the path must lead to one element; it leads to ${found.length}.`)
  return element
}

function add(
  resource: JsonObject,
  element: FoundElement,
  { name, value }: { readonly name: string; readonly value: PatchValue },
): JsonObject {
  const object: JsonObject = objectOf(element) ?? { kind: 'object', members: [] }
  return withObject(resource, element, withElements(object, typeOfObject(element), name, [value]))
}

/** The resource with another object as the elements of an element. */
function withObject(resource: JsonObject, element: FoundElement, object: JsonObject): JsonObject {
  if (!element.place) return object
  const pair = PRIMITIVES.has(element.type)
    ? { value: element.value, companion: object }
    : { value: object, companion: undefined }
  return changePairs(resource, element.place, (pairs) => pairs.with(element.place?.index ?? 0, pair))
}

/** The resource with an element replaced by others, or with others added beside it. */
const changePairs = (
  resource: JsonObject,
  { owner, member, definition }: NonNullable<FoundElement['place']>,
  change: (pairs: readonly Pair[]) => readonly Pair[],
): JsonObject =>
  changeObject(resource, owner, (object) =>
    withPairs(object, member, definition, change(readPairs(object, member, definition))),
  )

/** The tree with the object at an existing place replaced. */
function changeObject(
  root: JsonObject,
  path: readonly (string | number)[],
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  const changed = (node: JsonNode | undefined, at: number): JsonNode => {
    const step = path[at]
    if (node?.kind === 'object' && step === undefined) return change(node)
    if (node?.kind === 'object' && typeof step === 'string')
      return withMember(node, step, changed(memberOf(node, step), at + 1))
    if (node?.kind === 'array' && typeof step === 'number')
      return withItem(node, step, changed(node.items[step], at + 1))
    throw notApplicable('there is no object at the path.')
  }
  const after = changed(root, 0)
  return after.kind === 'object' ? after : root
}

function remove(resource: JsonObject, { place }: FoundElement): JsonObject {
  if (!place) throw notApplicable('the resource as a whole cannot be deleted by a patch.')
  return changePairs(resource, place, (pairs) => pairs.toSpliced(place.index, 1))
}

function replace(resource: JsonObject, { place }: FoundElement, value: PatchValue): JsonObject {
  if (!place) return replaceResource(value)
  const { owner, definition, member, index } = place
  const newType = typeFor(definition, value)
  const pair = pairOf(value, newType)
  const newMember = jsonName(definition, newType)
  if (newMember === member) return changePairs(resource, place, (pairs) => pairs.with(index, pair))
  return changeObject(resource, owner, (object) =>
    withPairs(withPairs(object, newMember, definition, [pair], member), member, definition, []),
  )
}

function replaceResource(value: PatchValue): JsonObject {
  if (value.kind === 'resource') return value.node
  throw notApplicable('to replace the whole resource, the part "value" must have a "resource".')
}

type ListOperation = Extract<FhirPathOperation, { type: 'insert' | 'move' }>

function* changingList(resource: JsonObject, operation: ListOperation, effort: Effort): Steps<JsonObject> {
  const root = rootElement(resource)
  const steps = stepsBelow(root, operation.path.steps)
  const last = steps.at(-1)
  if (last?.kind !== 'member')
    throw notApplicable('the path must lead to a whole list, such as Patient.name, not to some of its elements.')
  const parent = onlyOne(yield* selecting([root], steps.slice(0, -1), effort))
  const definition = elementsOf(typeOfObject(parent)).get(last.name)
  if (!definition) throw notApplicable(`${quoted(last.name)} is not an element of ${typeOfObject(parent)}.`)
  if (!definition.repeats) throw notApplicable(`${quoted(last.name)} is not a list.`)
  const object = objectOf(parent)
  const pairs = object ? readPairs(object, last.name, definition) : []
  if (!object || pairs.length === 0) throw notApplicable('the path leads to nothing in this resource.')
  const changed =
    operation.type === 'insert'
      ? inserted(pairs, operation.index, pairOf(operation.value, typeFor(definition, operation.value)))
      : moved(pairs, operation)
  return withObject(resource, parent, withPairs(object, last.name, definition, changed))
}

function inserted(pairs: readonly Pair[], index: number, pair: Pair): readonly Pair[] {
  if (index > pairs.length)
    throw notApplicable(
      `the list has ${pairs.length} elements, so "index" must be at most ${pairs.length}; received ${index}.`,
    )
  return pairs.toSpliced(index, 0, pair)
}

function moved(
  pairs: readonly Pair[],
  { source, destination }: { readonly source: number; readonly destination: number },
): readonly Pair[] {
  const pair = pairs[source]
  if (!pair || destination >= pairs.length)
    throw notApplicable(
      `the list has ${pairs.length} elements, so "source" and "destination" must be less than that; received ${source} and ${destination}.`,
    )
  return pairs.toSpliced(source, 1).toSpliced(destination, 0, pair)
}

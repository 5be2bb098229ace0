// The elements of a resource that a path of FHIRPath leads to, each with its place, so that it can be changed there.
import { allSteps, type Steps } from '../../async/steps.ts'
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { PRIMITIVES } from '../primitives.ts'
import { inherits } from '../validation/r4-rules.ts'
import { type ElementDefinition, elementsOf, jsonName } from './element-definitions.ts'
import type { Criterion, Step } from './fhirpath.ts'
import { type Pair, presentTypes, readPairs } from './pairs.ts'
import { notApplicable, quoted, tooCostly } from './patch-problem.ts'
import { sameValue } from './same-value.ts'
import { stringOf } from './tree-edit.ts'

export interface FoundElement extends Pair {
  readonly type: string
  /** Undefined for the resource itself. */
  readonly place: Place | undefined
}

interface Place {
  /** The names and indices that lead from the root to the object that has the element. */
  readonly owner: readonly (string | number)[]
  readonly definition: ElementDefinition
  /** Its name in JSON. */
  readonly member: string
  /** Its index in the list; 0 when it does not repeat. */
  readonly index: number
}

/** Counts the elements that a patch looks at. */
export interface Effort {
  looked: number
}

/** Most elements that one patch looks at: a large resource many times over, in some tenths of a second. */
const MOST_LOOKS = 250_000

/** The resource as the element that a path begins at. */
export const rootElement = (resource: JsonObject): FoundElement => ({
  type: stringOf(resource, 'resourceType') ?? '',
  value: resource,
  companion: undefined,
  place: undefined,
})

/** The steps below the resource: a path may begin with its type (`Patient.name`) or not (`name`). */
export function stepsBelow({ type }: FoundElement, steps: readonly Step[]): readonly Step[] {
  const [first] = steps
  return first?.kind === 'member' && inherits(type, first.name) ? steps.slice(1) : steps
}

/** Elements that a criterion looks at in one step: some tenths of a millisecond. */
const LOOKS_AT_ONCE = 256

/**
 * The elements that the steps of a path select, in steps. Throws PatchProblem 422 when a name is no element of a type, or
 * too many elements are visited.
 */
export function* selecting(
  from: readonly FoundElement[],
  path: readonly Step[],
  effort: Effort,
): Steps<readonly FoundElement[]> {
  let elements = from
  for (const step of path) {
    const found = step.kind === 'where' ? yield* meeting(elements, step.criteria, effort) : followed(elements, step)
    effort.looked += elements.length + found.length + 1
    if (effort.looked > MOST_LOOKS) throw tooCostly(`its paths visit more than ${MOST_LOOKS} elements.`)
    elements = found
  }
  return elements
}

function followed(from: readonly FoundElement[], step: Exclude<Step, { kind: 'where' }>): readonly FoundElement[] {
  if (step.kind === 'member') return childElements(from, step.name)
  if (step.kind === 'index') return from.slice(step.index, step.index + 1)
  if (step.kind === 'first') return from.slice(0, 1)
  if (step.kind === 'last') return from.slice(-1)
  if (step.kind === 'ofType') return from.filter(({ type }) => inherits(type, step.type))
  return childElements(from, 'extension').filter(
    ({ value }) => value?.kind === 'object' && stringOf(value, 'url') === step.url,
  )
}

function* meeting(
  from: readonly FoundElement[],
  criteria: readonly Criterion[],
  effort: Effort,
): Steps<readonly FoundElement[]> {
  const found: FoundElement[] = []
  for (const [index, element] of from.entries()) {
    if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) yield
    if (criteria.every((one) => meets(element, one, effort))) found.push(element)
  }
  return found
}

function meets(element: FoundElement, criterion: Criterion, effort: Effort): boolean {
  const [found, second] = allSteps(selecting([element], criterion.path, effort))
  if (criterion.kind !== 'equals') return (found !== undefined) === (criterion.kind === 'exists')
  return found?.value !== undefined && second === undefined && sameValue(found.value, criterion.literal)
}

function childElements(from: readonly FoundElement[], name: string): readonly FoundElement[] {
  const knowing = from.filter((element) => elementsOf(typeOfObject(element)).has(name))
  const [first] = from
  if (first && knowing.length === 0) throw notApplicable(`${quoted(name)} is not an element of ${typeOfObject(first)}.`)
  return knowing.flatMap((element) => childrenOf(element, name))
}

/** The type of the object that has the elements of an element: of a primitive this is its companion. */
export const typeOfObject = ({ type }: FoundElement): string => (PRIMITIVES.has(type) ? 'Element' : type)

/** The object with the children of an element; undefined for a primitive without any, and in an invalid resource. */
export function objectOf({ type, value, companion }: FoundElement): JsonObject | undefined {
  const node = PRIMITIVES.has(type) ? companion : value
  return node?.kind === 'object' ? node : undefined
}

/** The names and indices that lead from the root to that object. */
function pathOfObject({ type, place }: FoundElement): readonly (string | number)[] {
  if (!place) return []
  const { owner, definition, member, index } = place
  const name = PRIMITIVES.has(type) ? `_${member}` : member
  return definition.repeats ? [...owner, name, index] : [...owner, name]
}

function childrenOf(element: FoundElement, name: string): readonly FoundElement[] {
  const definition = elementsOf(typeOfObject(element)).get(name)
  const object = objectOf(element)
  if (!definition || !object) return []
  const owner = pathOfObject(element)
  return presentTypes(object, definition).flatMap((type) => {
    const member = jsonName(definition, type)
    return readPairs(object, member, definition).flatMap(({ value, companion }, index) =>
      value === undefined && companion === undefined
        ? []
        : [{ type: typeOfNode(type, value), value, companion, place: { owner, definition, member, index } }],
    )
  })
}

/** A resource within a resource is of the type that it says. */
const typeOfNode = (type: string, value: JsonNode | undefined): string =>
  type === 'Resource' && value?.kind === 'object' ? (stringOf(value, 'resourceType') ?? type) : type

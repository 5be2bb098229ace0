// In JSON, a list of primitives is two arrays: `given` has the values, and `_given`, at the same indexes, their ids and
// extensions (FHIR R4 json.html §2.6.2.3). JSON Patch does not know that: inserting or removing a value moves the
// extensions of all later values to their neighbours, unless the other array is patched too.
import { type Steps, VALUES_AT_ONCE } from '../../async/steps.ts'
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { notApplicable, quoted } from './patch-problem.ts'
import { isNull, nodesByName } from './tree-edit.ts'

/** A list of primitives that has ids or extensions. */
interface Pairs {
  /** The name of the array of values. */
  readonly name: string
  readonly values: readonly JsonNode[]
  readonly companions: readonly JsonNode[]
}

/** The place of a value's id and extensions. */
interface Place {
  readonly pairs: Pairs
  readonly index: number
}

/** Throws PatchProblem 422 when a patch leaves the id or extensions of one value to another one. In steps. */
export function* assertingInStep(before: JsonObject, after: JsonObject): Steps<void> {
  const was = new Map<JsonNode, Place>()
  for (const pairs of yield* listsIn(before))
    for (const [index, companion] of pairs.companions.entries())
      if (!isNull(companion)) was.set(companion, { pairs, index })
  if (was.size === 0) return
  for (const pairs of yield* listsIn(after)) if (!isInStep(pairs, was)) throw outOfStep(pairs)
}

const outOfStep = ({ name }: Pairs) =>
  notApplicable(
    `it would attach the extensions of one value of ${quoted(name)} to another: patch ${quoted(`_${name}`)} too, which has one place per value.`,
  )

/** True when each value is the same, or was replaced in its place. Trees share everything that no operation touched. */
function isInStep({ values, companions }: Pairs, was: ReadonlyMap<JsonNode, Place>): boolean {
  let all: ReadonlySet<JsonNode> | undefined // To be looked up in: a list may have a hundred thousand.
  return companions.every((companion, index) => {
    const then = isNull(companion) ? undefined : was.get(companion)
    if (!then) return true
    const [value, other] = [valueAt(then.pairs.values, then.index), valueAt(values, index)]
    if (value === other) return true
    if (then.index !== index || then.pairs.values.length !== values.length) return false
    all ??= new Set(values)
    return value === undefined || !all.has(value)
  })
}

function valueAt(values: readonly JsonNode[], index: number): JsonNode | undefined {
  const value = values[index]
  return value === undefined || isNull(value) ? undefined : value
}

/** All pairs of arrays such as `given` and `_given`, at any depth, in steps. */
function* listsIn(node: JsonNode, lists: Pairs[] = [], so = { values: 0 }): Steps<readonly Pairs[]> {
  so.values += 1
  if (so.values % VALUES_AT_ONCE === 0) yield
  if (node.kind === 'array') for (const item of node.items) yield* listsIn(item, lists, so)
  if (node.kind !== 'object') return lists
  const there = nodesByName(node)
  for (const member of node.members) {
    yield* listsIn(member.node, lists, so)
    if (!member.name.startsWith('_') || member.node.kind !== 'array') continue
    const name = member.name.slice(1)
    const values = there.get(name)
    lists.push({ name, values: values?.kind === 'array' ? values.items : [], companions: member.node.items })
  }
  return lists
}

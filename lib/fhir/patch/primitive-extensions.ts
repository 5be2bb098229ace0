// In JSON, a list of primitives is two arrays: `given` has the values, and `_given`, at the same indexes, their ids and
// extensions (FHIR R4 json.html §2.6.2.3). JSON Patch does not know that: inserting or removing a value moves the
// extensions of all later values to their neighbours, unless the other array is patched too.
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { notApplicable, quoted } from './patch-problem.ts'
import { isNull, memberOf } from './tree-edit.ts'

/** The place of a value's id and extensions. */
interface Place {
  /** The name of the array of values. */
  readonly name: string
  readonly companion: JsonNode
  readonly index: number
  readonly values: readonly JsonNode[]
  /** The same, to be looked up in: a list may have a hundred thousand. */
  readonly among: () => ReadonlySet<JsonNode>
}

/** Throws PatchProblem 422 when a patch leaves the id or extensions of one value to another one. */
export function assertInStep(before: JsonObject, after: JsonObject): void {
  const was = new Map([...placesIn(before)].map((place) => [place.companion, place]))
  if (was.size === 0) return
  for (const now of placesIn(after)) {
    const then = was.get(now.companion)
    if (then && !isInStep(then, now))
      throw notApplicable(
        `it would attach the extensions of one value of ${quoted(now.name)} to another: patch ${quoted(`_${now.name}`)} too, which has one place per value.`,
      )
  }
}

/** True when the value is the same, or was replaced in its place. Trees share everything that no operation touched. */
function isInStep(then: Place, now: Place): boolean {
  const [value, other] = [valueAt(then), valueAt(now)]
  if (value === other) return true
  const isInPlace = then.index === now.index && then.values.length === now.values.length
  return isInPlace && (value === undefined || !now.among().has(value))
}

function valueAt({ values, index }: Place): JsonNode | undefined {
  const value = values[index]
  return value === undefined || isNull(value) ? undefined : value
}

/** All that arrays such as `_given` hold, at any depth. */
function* placesIn(node: JsonNode): Generator<Place> {
  if (node.kind === 'array') for (const item of node.items) yield* placesIn(item)
  if (node.kind !== 'object') return
  for (const member of node.members) {
    yield* placesIn(member.node)
    if (!member.name.startsWith('_') || member.node.kind !== 'array') continue
    const name = member.name.slice(1)
    const there = memberOf(node, name)
    const values = there?.kind === 'array' ? there.items : []
    let set: ReadonlySet<JsonNode> | undefined
    const among = () => {
      set ??= new Set(values)
      return set
    }
    for (const [index, companion] of member.node.items.entries())
      if (!isNull(companion)) yield { name, companion, index, values, among }
  }
}

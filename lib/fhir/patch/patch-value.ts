// The value of an operation of a FHIRPath Patch: value[x], a resource, or parts when the type has no name of its own
// (FHIR R4 fhirpatch.html).
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { PRIMITIVES } from '../primitives.ts'
import { type ElementDefinition, elementsOf, jsonName, typeBehind } from './element-definitions.ts'
import { type Pair, presentTypes, readPairs, withPairs } from './pairs.ts'
import { malformed, notApplicable, quoted } from './patch-problem.ts'
import { memberOf, stringOf } from './tree-edit.ts'

export type PatchValue =
  | ({ readonly kind: 'typed'; readonly type: string } & Pair)
  | { readonly kind: 'resource'; readonly node: JsonObject }
  | { readonly kind: 'parts'; readonly parts: readonly NamedValue[] }

interface NamedValue {
  readonly name: string
  readonly value: PatchValue
}

/** The value of a part. Throws PatchProblem 400 unless it has exactly one of value[x], resource and part. */
export function readValue(part: JsonObject, name: string): PatchValue {
  const values = [typedValue(part), resourceValue(part), partsValue(part)].filter((value) => value !== undefined)
  const [value, second] = values
  if (!value || second) throw malformed(`the part "${name}" must have one of value[x], resource and part.`)
  return value
}

function typedValue(part: JsonObject): PatchValue | undefined {
  const names = new Set(
    part.members.map(({ name }) => name.replace(/^_/, '')).filter((name) => name.startsWith('value')),
  )
  const [member, second] = names
  if (member === undefined) return undefined
  if (second !== undefined)
    throw malformed(`a part must have one value; received ${quoted(member)} and ${quoted(second)}.`)
  const type = typeBehind(member, 'value')
  if (type === undefined) throw malformed(`${quoted(member)} is not a value of a datatype of FHIR R4.`)
  const [value, companion] = [memberOf(part, member), memberOf(part, `_${member}`)]
  if (companion !== undefined && !PRIMITIVES.has(type))
    throw malformed(`${quoted(`_${member}`)} is only for a primitive type; received ${type}.`)
  return { kind: 'typed', type, value, companion }
}

function resourceValue(part: JsonObject): PatchValue | undefined {
  const node = memberOf(part, 'resource')
  if (node === undefined) return undefined
  if (node.kind !== 'object') throw malformed(`"resource" must be an object; received a JSON ${node.kind}.`)
  return { kind: 'resource', node }
}

function partsValue(part: JsonObject): PatchValue | undefined {
  const node = memberOf(part, 'part')
  if (node === undefined) return undefined
  return {
    kind: 'parts',
    parts: partsOf(node).map(({ name, part: inner }) => ({ name, value: readValue(inner, name) })),
  }
}

/** The parts of a parameter by their names, in their order. Throws PatchProblem 400 when they are none. */
export function partsOf(node: JsonNode | undefined): readonly { readonly name: string; readonly part: JsonObject }[] {
  if (node?.kind !== 'array' || node.items.length === 0) throw malformed('"part" must be an array of parts.')
  return node.items.map((part) => {
    const name = part.kind === 'object' ? stringOf(part, 'name') : undefined
    if (part.kind !== 'object' || name === undefined) throw malformed('a part must be an object with a "name".')
    return { name, part }
  })
}

/** The type of an element with this value. Throws PatchProblem 422 when a choice does not allow the type. */
export function typeFor({ name, choice, types }: ElementDefinition, value: PatchValue): string {
  const [only = ''] = types
  if (!choice) return only
  if (value.kind !== 'typed') throw notApplicable(`"${name}" is a choice of types, so it needs a value[x].`)
  if (types.includes(value.type)) return value.type
  throw notApplicable(`"${name}" may be ${types.join(', ')}; received ${value.type}.`)
}

/** The value as an element of a type. Throws PatchProblem 422 when its parts are not elements of the type. */
export function pairOf(value: PatchValue, type: string): Pair {
  if (value.kind === 'typed') return value
  if (value.kind === 'resource') return { value: value.node, companion: undefined }
  const byName = new Map(value.parts.map(({ name }) => [name, [] as PatchValue[]]))
  for (const part of value.parts) byName.get(part.name)?.push(part.value)
  let object: JsonObject = { kind: 'object', members: [] }
  for (const [name, values] of byName) object = withElements(object, type, name, values)
  return { value: object, companion: undefined }
}

/** The object of a type with more elements of one name. Throws PatchProblem 422 when the type has none of it, or no room. */
export function withElements(
  object: JsonObject,
  type: string,
  name: string,
  values: readonly PatchValue[],
): JsonObject {
  const definition = elementsOf(type).get(name)
  if (!definition) throw notApplicable(`${quoted(name)} is not an element of ${type}.`)
  const [ofType = ''] = values.map((value) => typeFor(definition, value))
  const member = jsonName(definition, ofType)
  const existing = readPairs(object, member, definition)
  if (!definition.repeats && values.length + presentTypes(object, definition).length > 1)
    throw notApplicable(`there is already a ${quoted(name)}, and there can be only one.`)
  return withPairs(object, member, definition, [...existing, ...values.map((value) => pairOf(value, ofType))])
}

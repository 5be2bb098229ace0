// The operations in the Parameters resource of a FHIRPath Patch (FHIR R4 fhirpatch.html).
import type { JsonNode, JsonObject } from '../json-tree.ts'
import { parseFhirPath, type Step } from './fhirpath.ts'
import { assertFew, inOperation, malformed, quoted } from './patch-problem.ts'
import { type PatchValue, partsOf, readValue } from './patch-value.ts'
import { memberOf, stringOf } from './tree-edit.ts'

export type FhirPathOperation = { readonly path: { readonly text: string; readonly steps: readonly Step[] } } & (
  | { readonly type: 'add'; readonly name: string; readonly value: PatchValue }
  | { readonly type: 'insert'; readonly index: number; readonly value: PatchValue }
  | { readonly type: 'delete' }
  | { readonly type: 'replace'; readonly value: PatchValue }
  | { readonly type: 'move'; readonly source: number; readonly destination: number }
)

/** The parts that an operation may have. */
const PARTS = new Set(['type', 'path', 'name', 'value', 'index', 'source', 'destination'])

/**
 * The operations of a FHIRPath Patch. Throws PatchProblem: 400 structure when the document is no patch, 400 not-supported
 * for a path that fhirpath.ts cannot parse, 422 when they are too many.
 */
export function parseFhirPathPatch(document: JsonNode): readonly FhirPathOperation[] {
  if (document.kind !== 'object')
    throw malformed(`A FHIRPath Patch must be a Parameters resource; received a JSON ${document.kind}.`)
  const type = stringOf(document, 'resourceType')
  if (type !== 'Parameters')
    throw malformed(
      `A FHIRPath Patch must be a Parameters resource; received ${type === undefined ? 'no resource' : quoted(type)}.`,
    )
  const parameters = memberOf(document, 'parameter')
  if (parameters === undefined) return []
  if (parameters.kind !== 'array') throw malformed(`"parameter" must be an array; received a JSON ${parameters.kind}.`)
  assertFew(parameters.items)
  return parameters.items.map((item, index) => inOperation(index, () => parseOperation(item)))
}

function parseOperation(item: JsonNode): FhirPathOperation {
  if (item.kind !== 'object' || stringOf(item, 'name') !== 'operation')
    throw malformed('each parameter must be an object whose "name" is "operation".')
  const parts = distinctParts(item)
  const type = textIn(parts, 'type')
  const text = textIn(parts, 'path')
  const path = { text, steps: parseFhirPath(text) }
  if (type === 'add') return { type, path, name: textIn(parts, 'name'), value: valueIn(parts) }
  if (type === 'insert') return { type, path, index: indexIn(parts, 'index'), value: valueIn(parts) }
  if (type === 'delete') return { type, path }
  if (type === 'replace') return { type, path, value: valueIn(parts) }
  if (type === 'move')
    return { type, path, source: indexIn(parts, 'source'), destination: indexIn(parts, 'destination') }
  throw malformed(`"type" must be one of add, insert, delete, replace and move; received ${quoted(type)}.`)
}

type Parts = ReadonlyMap<string, JsonObject>

function distinctParts(operation: JsonObject): Parts {
  const parts = new Map<string, JsonObject>()
  for (const { name, part } of partsOf(memberOf(operation, 'part'))) {
    if (!PARTS.has(name))
      throw malformed(`an operation may have the parts ${[...PARTS].join(', ')}; received ${quoted(name)}.`)
    if (parts.has(name)) throw malformed(`the part "${name}" was sent twice.`)
    parts.set(name, part)
  }
  return parts
}

function valueIn(parts: Parts, name = 'value'): PatchValue {
  const part = parts.get(name)
  if (!part) throw malformed(`the part "${name}" is required.`)
  return readValue(part, name)
}

function textIn(parts: Parts, name: string): string {
  const value = valueIn(parts, name)
  if (value.kind !== 'typed' || value.value?.kind !== 'string')
    throw malformed(`the part "${name}" must have a string as its value.`)
  return value.value.text
}

function indexIn(parts: Parts, name: string): number {
  const value = valueIn(parts, name)
  const lexeme = value.kind === 'typed' && value.value?.kind === 'number' ? value.value.text : ''
  if (!/^(?:0|[1-9]\d{0,8})$/.test(lexeme)) throw malformed(`the part "${name}" must have a valueInteger of 0 or more.`)
  return Number(lexeme)
}

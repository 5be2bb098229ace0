// PATCH of a resource (FHIR R4 http.html#patch): parses a patch document and applies it to the stored text; the result
// is then validated like the body of an update. Pure: permission and validity are checked elsewhere.
import { allSteps, type Steps } from '../../async/steps.ts'
import { type JsonNode, type JsonObject, minifyingJson, parsingJsonTree } from '../json-tree.ts'
import { pathOf } from '../validation/finding.ts'
import { type BadMember, scanning } from '../validation/json-scan.ts'
import { NotJson } from '../validation/json-tokens.ts'
import { type FhirPathOperation, parseFhirPathPatch } from './fhirpath-operations.ts'
import { applyingFhirPathPatch } from './fhirpath-patch.ts'
import { applyingJsonPatch, type JsonPatchOperation, parseJsonPatch } from './json-patch.ts'
import { JSON_PATCH, type PatchType } from './media-types.ts'
import { malformed, PatchProblem, quoted } from './patch-problem.ts'
import { assertingInStep } from './primitive-extensions.ts'
import { pruneEmptied } from './prune.ts'
import { assertOrigin, assertProtected, withSafeNarrative } from './resource-rules.ts'
import { assertBytes, assertingSize, boundAround } from './size.ts'

/** A patch document of either kind, well-formed but not applied yet; `length` is that of its text. */
export type ParsedPatch = { readonly length: number } & (
  | { readonly kind: 'json'; readonly operations: readonly JsonPatchOperation[] }
  | { readonly kind: 'fhirpath'; readonly operations: readonly FhirPathOperation[] }
)

/**
 * The patch in a text. Throws PatchProblem: 400 structure when it is no patch of that type, 400 not-supported for an
 * unsupported path, 422 too-costly for more than 100 operations. The message names the operation, counted from 0.
 */
export const parsePatch = (type: PatchType, text: string): ParsedPatch => allSteps(parsingPatch(type, text))

/** The same in steps. */
export function* parsingPatch(type: PatchType, text: string): Steps<ParsedPatch> {
  const document = yield* parsingDocument(text)
  const { length } = text
  return type === JSON_PATCH
    ? { kind: 'json', length, operations: parseJsonPatch(document) }
    : { kind: 'fhirpath', length, operations: parseFhirPathPatch(document) }
}

/** Held to the same limits as a resource, depth and the length of numbers among them (conformance LIM-15). */
function* parsingDocument(text: string): Steps<JsonNode> {
  const [bad] = yield* badMembersIn(text)
  if (bad?.why === 'repeated')
    throw malformed(
      `The member ${quoted(pathOf(bad.place))} of the patch is repeated: readers disagree on which one counts.`,
    )
  if (bad) throw malformed(`The member ${quoted(pathOf(bad.place))} of the patch is not an element of FHIR.`)
  return yield* parsingJsonTree(text)
}

function* badMembersIn(text: string): Steps<readonly BadMember[]> {
  try {
    return (yield* scanning(text)).badMembers
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const { line, column, message } = error
    throw malformed(`The patch is not JSON, line ${line}, column ${column}: ${message}.`)
  }
}

interface Applying {
  readonly text: string
  readonly patch: ParsedPatch
  /** Called after each operation with the length that the text would have, in characters: a few copies make it long. */
  readonly growsTo?: (length: number) => void
}

interface Patched {
  /** The minified text after all operations; the very same text when they change nothing. */
  readonly text: string
  /** True when the narrative was removed because it was generated from data that has changed. */
  readonly narrativeDropped: boolean
}

/**
 * The text of a resource after a patch: all operations or none. `text` is the stored minified JSON; untouched parts are
 * unchanged, lexeme for lexeme. Throws PatchProblem: 422 processing when an operation cannot be applied or leaves the
 * extensions of a value to another one, 422 too-costly when the result is too large, 400 invalid for a member that the
 * server sets, 403 forbidden or 400 extension for the resource-origin, and 422 business-rule for a narrative written by
 * people that the patch does not mention.
 */
export const applyPatch = (to: Applying): Patched => allSteps(applying(to))

/** The same in steps. */
export function* applying({ text, patch, growsTo }: Applying): Steps<Patched> {
  const before = resourceIn(yield* parsingJsonTree(text))
  yield
  const patched = yield* applyOperations(before, patch, growsTo)
  if (patched === before) return { text, narrativeDropped: false }
  yield
  const after = pruneEmptied(resourceIn(patched))
  yield
  assertProtected(before, after)
  assertOrigin(before, after)
  if (patch.kind === 'json') yield* assertingInStep(before, after)
  yield
  const safe = withSafeNarrative(before, after, patchesNarrative(patch))
  const made = yield* minifyingJson(safe)
  assertBytes(made, text)
  return { text: made, narrativeDropped: safe !== after }
}

function* applyOperations(before: JsonObject, patch: ParsedPatch, growsTo: Applying['growsTo']): Steps<JsonNode> {
  const bound = yield* boundAround(before, growsTo)
  const judge = (tree: JsonNode) => assertingSize(tree, bound)
  return patch.kind === 'json'
    ? yield* applyingJsonPatch(before, patch.operations, judge)
    : yield* applyingFhirPathPatch(before, patch.operations, judge)
}

function resourceIn(node: JsonNode): JsonObject {
  if (node.kind === 'object') return node
  throw new PatchProblem({
    status: 400,
    code: 'invalid',
    message: `The result of a patch must be a resource; it would be a JSON ${node.kind}.`,
  })
}

/** True when an operation says something of the narrative: one that changes it, or all of the resource; a `test` only looks at it. */
const patchesNarrative = (patch: ParsedPatch): boolean =>
  patch.kind === 'json' ? patch.operations.some(changesText) : patch.operations.some(changesTextElement)

function changesText(operation: JsonPatchOperation): boolean {
  if (operation.op === 'test') return false
  const paths = operation.op === 'move' ? [operation.path, operation.from] : [operation.path]
  return paths.some(({ tokens }) => tokens.length === 0 || tokens[0] === 'text')
}

function changesTextElement(operation: FhirPathOperation): boolean {
  const names = operation.path.steps.map((step) => (step.kind === 'member' ? step.name : ''))
  const [first, ...rest] = operation.type === 'add' ? [...names, operation.name] : names
  // A path may start with the resource's type, recognised by its capital: no element name starts with one.
  const [element] = /^[A-Z]/.test(first ?? '') ? rest : [first]
  return element === undefined || element === 'text'
}

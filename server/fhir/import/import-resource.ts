// Splits an imported JSON text into its resources, and validates each for storage.

import { items, type Member, members, minify, skipSpace } from '#lib/fhir/json-text.ts'
import { narrativeProblem } from '#lib/fhir/narrative.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { deviceOf, originPath, originsIn } from '#lib/fhir/resource-origin.ts'
import { assertNoRepeats, RepeatedMember, withId } from '#lib/fhir/resource-text.ts'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { structureProblem } from '#lib/fhir/validation/structure.ts'
import { isObject, type JsonObject } from '#lib/json.ts'
import type { ResourceWrite } from '../store.ts'
import { addressesOf, withAddresses } from './import-references.ts'
import type { SourceText } from './import-source.ts'

/** A resource from a source. */
export interface Candidate {
  readonly line: number
  readonly path?: string
  /** As received: number lexemes, escapes and member order come from the source. */
  readonly text: string
  readonly parsed: unknown
}

/** A resource that cannot be stored. `path` is one of its elements. */
export class NotImportable extends Error {
  override readonly name = 'NotImportable'
  readonly path: string | undefined

  constructor(reason: string, path?: string) {
    super(reason)
    this.path = path
  }
}

/** Bundles that only wrap resources and are no documents themselves. */
const ENVELOPES: readonly unknown[] = ['batch', 'transaction', 'searchset']

/** A collection is a set of resources where it is a whole file; as a row among others it is one of the resources. */
const isEnvelope = (parsed: JsonObject, isRow: boolean): boolean =>
  parsed['resourceType'] === 'Bundle' &&
  (ENVELOPES.includes(parsed['type']) || (!isRow && parsed['type'] === 'collection'))

/**
 * The resource in a text, or the resources in a Bundle's entries. Throws NotImportable when the text is no JSON, or
 * has no resource.
 */
export function* candidatesIn({
  text,
  line,
  isRow = false,
}: SourceText & { readonly text: string }): Generator<Candidate> {
  const parsed = parse(text)
  if (!isObject(parsed) || !isEnvelope(parsed, isRow)) {
    yield { line, text, parsed }
    return
  }
  const entries: readonly unknown[] = Array.isArray(parsed['entry']) ? parsed['entry'] : []
  const list = last(text, 'entry', skipSpace(text, 0))
  if (!list || !entries.some((entry) => isObject(entry) && 'resource' in entry))
    throw new NotImportable('has no entry with a resource', 'Bundle.entry')
  const addresses = addressesOf(entries.map(addressed))
  let at = { index: 0, line }
  for (const [index, { start }] of [...items(text, list.valueStart)].entries()) {
    const entry = entries[index]
    const resource = isObject(entry) && 'resource' in entry ? last(text, 'resource', start) : undefined
    if (!resource || !isObject(entry)) continue
    at = { index: resource.valueStart, line: at.line + newlines(text, at.index, resource.valueStart) }
    const candidate = withEntryId(entry['fullUrl'], {
      line: at.line,
      path: `Bundle.entry[${index}].resource`,
      text: text.slice(resource.valueStart, resource.end),
      parsed: entry['resource'],
    })
    yield withReferences(candidate, addresses)
  }
}

function addressed(entry: unknown) {
  const { fullUrl, resource } = isObject(entry) ? entry : {}
  const { resourceType: type, id } = isObject(resource) ? resource : {}
  return { fullUrl, type, id: id ?? idOf(fullUrl) }
}

function withReferences(candidate: Candidate, addresses: ReadonlyMap<string, string>): Candidate {
  const text = withAddresses(candidate.text, addresses)
  return text === candidate.text ? candidate : { ...candidate, text, parsed: parse(text) }
}

const URN_UUID = /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** An entry to be created gets the UUID of its fullUrl as id, so that a second import finds it again. */
function withEntryId(fullUrl: unknown, candidate: Candidate): Candidate {
  const id = idOf(fullUrl)
  if (id === undefined || !isObject(candidate.parsed) || Object.hasOwn(candidate.parsed, 'id')) return candidate
  return { ...candidate, text: withId(candidate.text, id), parsed: { ...candidate.parsed, id } }
}

const idOf = (fullUrl: unknown): string | undefined =>
  typeof fullUrl === 'string' ? URN_UUID.exec(fullUrl)?.[1]?.toLowerCase() : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotImportable('is not well-formed JSON')
  }
}

// JSON.parse takes the last of repeated members, so its text is the one to use.
function last(text: string, name: string, open: number): Member | undefined {
  let found: Member | undefined
  for (const member of members(text, open)) if (member.name === name) found = member
  return found
}

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The type of a candidate. Throws NotImportable when it is no FHIR R4 type. */
export function typeOf({ parsed }: Candidate): string {
  if (!isObject(parsed)) throw new NotImportable('is not a JSON object')
  const type = parsed['resourceType']
  if (typeof type !== 'string' || !R4_TYPES.includes(type))
    throw new NotImportable('is not a resource type of FHIR R4', 'resourceType')
  return type
}

/** The candidate as a resource to write. Throws NotImportable. */
export function importable({ text, parsed }: Candidate, type: string): ResourceWrite {
  if (!isObject(parsed)) throw new NotImportable('is not a JSON object')
  const { id, meta } = parsed
  if (typeof id !== 'string' || !isResourceId(id))
    throw new NotImportable('must be 1 to 64 letters, digits, dashes or dots', 'id')
  if (Object.hasOwn(parsed, 'meta') && !isObject(meta)) throw new NotImportable('is not an object', 'meta')
  const minified = minifiedDistinct(text, parsed)
  assertOrigin(parsed, type)
  assertNarrative(parsed['text'])
  const problem = structureProblem(parsed)
  if (problem) throw new NotImportable(problem.reason, problem.path)
  return { type, id, text: minified, parsed }
}

function assertOrigin(parsed: JsonObject, type: string): void {
  const [origin, second] = originsIn(parsed)
  const path = originPath(type).join('.')
  if (second) throw new NotImportable('has more than one resource-origin', path)
  if (origin && deviceOf(origin) === undefined)
    throw new NotImportable('has a resource-origin whose valueReference is not Device/[id]', path)
}

/** The minified text. Text that equals its re-serialised values is minified and has no repeated member. */
function minifiedDistinct(text: string, parsed: JsonObject): string {
  if (JSON.stringify(parsed) === text) return text
  const minified = minify(text)
  assertDistinctMembers(minified)
  return minified
}

function assertDistinctMembers(text: string): void {
  try {
    assertNoRepeats(text)
  } catch (error) {
    throw error instanceof RepeatedMember ? new NotImportable('repeats a member', error.path) : error
  }
}

function assertNarrative(text: unknown): void {
  if (text === undefined) return
  if (!isObject(text)) throw new NotImportable('is not an object', 'text')
  const { div } = text
  if (div === undefined) return
  if (typeof div !== 'string') throw new NotImportable('is not a string', 'text.div')
  const problem = narrativeProblem(div)
  if (problem) throw new NotImportable(problem, 'text.div')
}

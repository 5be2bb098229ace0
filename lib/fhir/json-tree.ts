// JSON text as a tree that keeps what JSON.parse loses: 1.00 stays 1.00 (FHIR R4 json.html: decimals keep their precision), the order
// of members stays, and \u00e9 is not written as é.
import { allSteps, type Steps, VALUES_AT_ONCE } from '../async/steps.ts'
import { skipSpace, valueEnd } from './json-text.ts'

/** A value of JSON text with its text as written. */
export type JsonNode = JsonObject | JsonArray | JsonLeaf

export interface JsonObject {
  readonly kind: 'object'
  readonly members: readonly JsonMember[]
}

export interface JsonMember {
  readonly name: string
  /** The quoted name as written, if it has escapes. */
  readonly written?: string
  readonly node: JsonNode
}

export interface JsonArray {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
}

/** A string as it reads; a number, true, false or null as it is written. */
export interface JsonLeaf {
  readonly kind: 'string' | 'number' | 'literal'
  readonly text: string
  /** The quoted string as written, if it has escapes. */
  readonly written?: string
}

/** The tree of a JSON text. Throws SyntaxError when it is none. */
export function parseJsonTree(text: string): JsonNode {
  JSON.parse(text)
  return allSteps(parsingJsonTree(text))
}

/** The tree of a text that was found to be JSON, in steps. */
export function* parsingJsonTree(text: string): Steps<JsonNode> {
  const { node } = yield* valueAt({ text, values: 0 }, skipSpace(text, 0))
  return node
}

interface Parse {
  readonly text: string
  /** The number of values so far. */
  values: number
}

interface Read {
  readonly node: JsonNode
  /** Index after the value. */
  readonly end: number
}

function* valueAt(parse: Parse, start: number): Steps<Read> {
  parse.values += 1
  if (parse.values % VALUES_AT_ONCE === 0) yield
  const first = parse.text.charAt(start)
  if (first === '{') return yield* objectAt(parse, start)
  return first === '[' ? yield* arrayAt(parse, start) : leafAt(parse.text, start)
}

function leafAt(text: string, start: number): Read {
  const first = text.charAt(start)
  const end = valueEnd(text, start)
  const written = text.slice(start, end)
  if (first === '"') return { node: stringNode(written), end }
  return { node: { kind: /[-\d]/.test(first) ? 'number' : 'literal', text: written }, end }
}

function stringNode(written: string): JsonLeaf {
  if (!written.includes('\\')) return { kind: 'string', text: written.slice(1, -1) }
  return { kind: 'string', text: String(JSON.parse(written)), written }
}

function* objectAt(parse: Parse, open: number): Steps<Read> {
  const { text } = parse
  const members: JsonMember[] = []
  let index = skipSpace(text, open + 1)
  while (text.charAt(index) === '"') {
    const nameEnd = valueEnd(text, index)
    const { text: name, written } = stringNode(text.slice(index, nameEnd))
    const { node, end } = yield* valueAt(parse, skipSpace(text, skipSpace(text, nameEnd) + 1))
    members.push(written === undefined ? { name, node } : { name, written, node })
    index = afterComma(text, end)
  }
  return { node: { kind: 'object', members }, end: index + 1 }
}

function* arrayAt(parse: Parse, open: number): Steps<Read> {
  const { text } = parse
  const items: JsonNode[] = []
  let index = skipSpace(text, open + 1)
  while (text.charAt(index) !== ']') {
    const { node, end } = yield* valueAt(parse, index)
    items.push(node)
    index = afterComma(text, end)
  }
  return { node: { kind: 'array', items }, end: index + 1 }
}

/** The index after a value that ended at `end`: of the next value after a comma, or of the closing bracket. */
function afterComma(text: string, end: number): number {
  const index = skipSpace(text, end)
  return text.charAt(index) === ',' ? skipSpace(text, index + 1) : index
}

/** The tree as minified JSON text: unchanged parts are written as they were, lexeme for lexeme. */
export const minifiedJson = (node: JsonNode): string => allSteps(minifyingJson(node))

/** The same in steps. */
export function* minifyingJson(node: JsonNode, so = { values: 0 }): Steps<string> {
  so.values += 1
  if (so.values % VALUES_AT_ONCE === 0) yield
  const parts: string[] = []
  if (node.kind === 'object') {
    for (const member of node.members) parts.push(`${nameText(member)}:${yield* minifyingJson(member.node, so)}`)
    return `{${parts.join(',')}}`
  }
  if (node.kind !== 'array') return leafText(node)
  for (const item of node.items) parts.push(yield* minifyingJson(item, so))
  return `[${parts.join(',')}]`
}

const nameText = ({ name, written }: JsonMember): string => written ?? JSON.stringify(name)

const leafText = (leaf: JsonLeaf): string =>
  leaf.kind === 'string' ? (leaf.written ?? JSON.stringify(leaf.text)) : leaf.text

/** True when both have the same minified text. What two trees share is not looked at, so a changed tree is soon compared. */
export function sameText(one: JsonNode, other: JsonNode): boolean {
  if (one === other) return true
  if (one.kind === 'object')
    return (
      other.kind === 'object' &&
      sameInOrder(one.members, other.members, (a, b) => nameText(a) === nameText(b) && sameText(a.node, b.node))
    )
  if (one.kind === 'array') return other.kind === 'array' && sameInOrder(one.items, other.items, sameText)
  return other.kind !== 'object' && other.kind !== 'array' && leafText(one) === leafText(other)
}

function sameInOrder<T>(one: readonly T[], other: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return one.length === other.length && one.every((a, index) => same(a, other[index] as T))
}

/** The tree as JSON text for people: two spaces a level, leaves as they were. */
export function writeJsonTree(node: JsonNode, indent = ''): string {
  const deeper = `${indent}  `
  const lines = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`
  if (node.kind === 'object')
    return lines(
      '{',
      node.members.map(({ name, node: value }) => `${JSON.stringify(name)}: ${writeJsonTree(value, deeper)}`),
      '}',
    )
  if (node.kind === 'array')
    return lines(
      '[',
      node.items.map((item) => writeJsonTree(item, deeper)),
      ']',
    )
  return node.kind === 'string' ? JSON.stringify(node.text) : node.text
}

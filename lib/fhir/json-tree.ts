// JSON text as a tree that keeps what JSON.parse loses: 1.00 stays 1.00 (FHIR R4 json.html: decimals keep their precision), the order
// of members stays, and \u00e9 is not written as é.
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

/** The tree of a well-formed JSON text. Throws SyntaxError when it is not. */
export function parseJsonTree(text: string): JsonNode {
  JSON.parse(text)
  return valueAt(text, skipSpace(text, 0)).node
}

interface Read {
  readonly node: JsonNode
  /** Index after the value. */
  readonly end: number
}

function valueAt(text: string, start: number): Read {
  const first = text.charAt(start)
  if (first === '{') return objectAt(text, start)
  if (first === '[') return arrayAt(text, start)
  const end = valueEnd(text, start)
  const written = text.slice(start, end)
  if (first === '"') return { node: stringNode(written), end }
  return { node: { kind: /[-\d]/.test(first) ? 'number' : 'literal', text: written }, end }
}

function stringNode(written: string): JsonLeaf {
  if (!written.includes('\\')) return { kind: 'string', text: written.slice(1, -1) }
  return { kind: 'string', text: String(JSON.parse(written)), written }
}

function objectAt(text: string, open: number): Read {
  const members: JsonMember[] = []
  let index = skipSpace(text, open + 1)
  while (text.charAt(index) === '"') {
    const nameEnd = valueEnd(text, index)
    const { text: name, written } = stringNode(text.slice(index, nameEnd))
    const { node, end } = valueAt(text, skipSpace(text, skipSpace(text, nameEnd) + 1))
    members.push(written === undefined ? { name, node } : { name, written, node })
    index = afterComma(text, end)
  }
  return { node: { kind: 'object', members }, end: index + 1 }
}

function arrayAt(text: string, open: number): Read {
  const items: JsonNode[] = []
  let index = skipSpace(text, open + 1)
  while (text.charAt(index) !== ']') {
    const { node, end } = valueAt(text, index)
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
export function minifiedJson(node: JsonNode): string {
  if (node.kind === 'object') {
    let out = ''
    for (const { name, written, node: value } of node.members)
      out += `${out === '' ? '' : ','}${written ?? JSON.stringify(name)}:${minifiedJson(value)}`
    return `{${out}}`
  }
  if (node.kind === 'array') return `[${node.items.map(minifiedJson).join(',')}]`
  return node.kind === 'string' ? (node.written ?? JSON.stringify(node.text)) : node.text
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

// JSON text as a tree that keeps what JSON.parse loses: 1.00 stays 1.00 (FHIR R4 json.html: decimals keep their precision).
import { items, members, skipSpace, valueEnd } from './json-text.ts'

export type JsonNode = JsonObject | JsonArray | JsonLeaf

export interface JsonObject {
  readonly kind: 'object'
  readonly members: readonly { readonly name: string; readonly node: JsonNode }[]
}

export interface JsonArray {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
}

/** A string as it reads; a number, true, false or null as it is written. */
export interface JsonLeaf {
  readonly kind: 'string' | 'number' | 'literal'
  readonly text: string
}

/** The tree of a well-formed JSON text. Throws SyntaxError when it is not. */
export function parseJsonTree(text: string): JsonNode {
  JSON.parse(text)
  return nodeAt(text, skipSpace(text, 0))
}

function nodeAt(text: string, start: number): JsonNode {
  const first = text.charAt(start)
  if (first === '{')
    return {
      kind: 'object',
      members: [...members(text, start)].map(({ name, valueStart }) => ({ name, node: nodeAt(text, valueStart) })),
    }
  if (first === '[') return { kind: 'array', items: [...items(text, start)].map((item) => nodeAt(text, item.start)) }
  const written = text.slice(start, valueEnd(text, start))
  if (first === '"') return { kind: 'string', text: String(JSON.parse(written)) }
  return { kind: /[-\d]/.test(first) ? 'number' : 'literal', text: written }
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

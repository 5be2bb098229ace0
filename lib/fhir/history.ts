// Reading a Bundle of type history as a client (FHIR R4 http.html §3.1.0.13), with the text of each version as it was written.
import { type JsonNode, parseJsonTree } from './json-tree.ts'

/** One version of a resource. */
export interface HistoryEntry {
  readonly version: number
  /** The change that made it; `restored` is a resource recreated after its deletion. */
  readonly kind: 'created' | 'changed' | 'deleted' | 'restored'
  /** When, as an instant. */
  readonly at: string | undefined
  /** The resource; undefined for a deletion. */
  readonly resource: JsonNode | undefined
}

/** The versions in the order of the Bundle, newest first. Entries without a version are left out. Throws SyntaxError for no JSON. */
export function historyEntries(text: string): readonly HistoryEntry[] {
  const entries = member(parseJsonTree(text), 'entry')
  return entries?.kind === 'array' ? entries.items.flatMap(entryOf) : []
}

function entryOf(entry: JsonNode): readonly HistoryEntry[] {
  const response = member(entry, 'response')
  const version = /^W\/"([1-9]\d{0,9})"$/.exec(textOf(response, 'etag') ?? '')?.[1]
  if (version === undefined) return []
  const kind = kindOf(textOf(member(entry, 'request'), 'method'), textOf(response, 'status'))
  return [{ version: Number(version), kind, at: textOf(response, 'lastModified'), resource: member(entry, 'resource') }]
}

/** A status begins with three digits. */
function kindOf(method: string | undefined, status = ''): HistoryEntry['kind'] {
  if (method === 'DELETE') return 'deleted'
  if (method === 'POST') return 'created'
  return status.startsWith('201') ? 'restored' : 'changed'
}

const member = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.kind === 'object' ? node.members.find((one) => one.name === name)?.node : undefined

function textOf(node: JsonNode | undefined, name: string): string | undefined {
  const value = member(node, name)
  return value?.kind === 'string' ? value.text : undefined
}

// JSON text split into typed parts for colouring; every character is preserved.

export interface JsonPart {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'reference' | 'other'
  readonly text: string
  /** Of a string that is the value of a member: the name of that member, as it is written in the text, quotes included. */
  readonly member?: string
}

const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g
/** The member of a FHIR Reference, and of a canonical or a link, that leads to another resource. */
const LEADS_ON = '"reference"'

/** The parts of well-formed JSON text in their order; joined, they are the text. A `reference` is the string of a member of that name. */
export function jsonParts(text: string): readonly JsonPart[] {
  const parts: JsonPart[] = []
  let from = 0
  let name = ''
  for (const { 0: all, 1: string, 2: colon, 3: number, index } of text.matchAll(PART)) {
    if (index > from) parts.push({ kind: 'other', text: text.slice(from, index) })
    from = index + all.length
    if (string === undefined) parts.push({ kind: number === undefined ? 'literal' : 'number', text: all })
    else if (colon === undefined)
      parts.push({ kind: name === LEADS_ON ? 'reference' : 'string', text: string, member: name })
    else parts.push({ kind: 'name', text: string }, { kind: 'other', text: colon })
    name = colon === undefined ? '' : (string ?? '')
  }
  if (from < text.length) parts.push({ kind: 'other', text: text.slice(from) })
  return parts
}

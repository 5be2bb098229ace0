// Strict parsing of JSON objects: a repeated member, which two parsers could read differently, is refused (RFC 8725 §2.4).

import { isObject, type JsonObject } from '../json.ts'

/** Deepest nesting that is read: the tokens of this domain are flat (conformance LIM-11). */
const MAX_DEPTH = 8

/** The object in a text; undefined when it is no JSON object, is nested too deeply, or repeats a member anywhere. */
export function parseStrictObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && (isAsWritten(value, text) || hasUniqueMembers(text)) ? value : undefined
  } catch {
    return undefined
  }
}

/** True when the text is exactly the serialization of a flat object, so no member can be repeated. Most tokens are like that. */
const isAsWritten = (value: object, text: string): boolean =>
  Object.values(value).every((member) => typeof member !== 'object' || member === null) &&
  JSON.stringify(value) === text

/** Walks the tokens of a text that is known to be JSON. */
function hasUniqueMembers(text: string): boolean {
  const open: (Set<string> | undefined)[] = [] // Members seen so far of each open object; undefined for an array.
  let isName = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const members = open.at(-1)
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
      if (open.length > MAX_DEPTH) return false
      isName = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      isName = false
    } else if (token === ',') {
      isName = members !== undefined
    } else if (token === ':') {
      isName = false
    } else if (isName && members) {
      const name = JSON.parse(token) as string // "iss" and "\u0069ss" are the same member.
      if (members.has(name)) return false
      members.add(name)
    }
  }
  return true
}

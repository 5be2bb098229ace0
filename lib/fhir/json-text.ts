// JSON as text: finds, removes and formats parts of it without parsing and serialising values, so that 1.00 stays 1.00
// and escapes and member order stay (FHIR R4 json.html: decimals keep their precision). All functions expect
// well-formed JSON: pass it to JSON.parse first.

import { allSteps, type Steps } from '../async/steps.ts'

/** A member of an object: its name, and the positions of its text and its value's text. */
export interface Member {
  readonly name: string
  /** Index of the quote that opens the name. */
  readonly start: number
  readonly valueStart: number
  /** Index after the value. */
  readonly end: number
}

/** An element of an array. */
interface Item {
  readonly start: number
  /** Index after the element. */
  readonly end: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The index of the first character at or after `at` that is not whitespace. */
export function skipSpace(text: string, at: number): number {
  let index = at
  while (isSpace(text.charCodeAt(index))) index += 1
  return index
}

/** The index after the string that begins at `open`. */
export function stringEnd(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && isEscaped(text, close, open)) close = text.indexOf('"', close + 1)
  return close < 0 ? text.length : close + 1
}

function isEscaped(text: string, at: number, open: number): boolean {
  let index = at - 1
  while (index > open && text.charCodeAt(index) === BACKSLASH) index -= 1
  return (at - index) % 2 === 0
}

/** The index after the value that begins at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return stringEnd(text, start)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return literalEnd(text, start)
  let depth = 0
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = stringEnd(text, index)
      continue
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    index += 1
    if (depth === 0) break
  }
  return index
}

function literalEnd(text: string, start: number): number {
  let index = start
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)) break
  }
  return index
}

/** The members of the object at `open`, in order; repeated names are repeated. */
export function* members(text: string, open = skipSpace(text, 0)): Generator<Member> {
  let index = skipSpace(text, open + 1)
  while (text.charCodeAt(index) === QUOTE) {
    const nameEnd = stringEnd(text, index)
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = valueEnd(text, valueStart)
    yield { name: memberName(text.slice(index, nameEnd)), start: index, valueStart, end }
    index = skipSpace(text, skipSpace(text, end) + 1)
  }
}

// A name may be written with escapes: "\u006deta" is "meta".
const memberName = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)

/** The elements of the array that begins at `open`. */
export function* items(text: string, open: number): Generator<Item> {
  let index = skipSpace(text, open + 1)
  while (index < text.length && text.charCodeAt(index) !== CLOSE_BRACKET) {
    const end = valueEnd(text, index)
    yield { start: index, end }
    const after = skipSpace(text, end)
    if (text.charCodeAt(after) !== COMMA) return
    index = skipSpace(text, after + 1)
  }
}

/** Strings in one step of what goes through a whole text: about a millisecond. */
const STRINGS_AT_ONCE = 4096

/** The text without whitespace outside of strings. */
export const minify = (text: string): string => allSteps(minifying(text))

/** The same in steps. */
export function* minifying(text: string): Steps<string> {
  let out = ''
  let from = 0
  for (let strings = 1; from < text.length; strings += 1) {
    if (strings % STRINGS_AT_ONCE === 0) yield
    const open = text.indexOf('"', from)
    const structure = text.slice(from, open < 0 ? undefined : open)
    out += /\s/.test(structure) ? structure.replace(/\s+/g, '') : structure
    if (open < 0) break
    from = stringEnd(text, open)
    out += text.slice(open, from)
  }
  return out
}

/** Minified text laid out for people: two spaces a level. Nothing but whitespace is added (conformance RDR-15). */
export const pretty = (text: string): string => allSteps(layingOut(text))

/** Tokens that are laid out in one step, and made one text: a rope of all of them takes as long to be read as to be made. */
const TOKENS_AT_ONCE = 8192
/** Levels that are indented: more than people read. Brackets alone would become the square of their number. */
const MOST_INDENTED = 50

/** The same in steps. */
export function* layingOut(text: string): Steps<string> {
  const pieces: string[] = []
  let tokens: string[] = []
  let depth = 0
  let index = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, MOST_INDENTED))}`
  while (index < text.length) {
    if (tokens.length >= TOKENS_AT_ONCE) {
      pieces.push(tokens.join(''))
      tokens = []
      yield
    }
    const char = text.charAt(index)
    if (char === '"') {
      const end = stringEnd(text, index)
      tokens.push(text.slice(index, end))
      index = end
      continue
    }
    if ((char === '{' || char === '[') && '}]'.includes(text.charAt(index + 1))) {
      tokens.push(text.slice(index, index + 2))
      index += 2
      continue
    }
    if (char === '{' || char === '[') {
      depth += 1
      tokens.push(char, line())
    } else if (char === '}' || char === ']') {
      depth -= 1
      tokens.push(line(), char)
    } else tokens.push(char === ',' ? `,${line()}` : char === ':' ? ': ' : char)
    index += 1
  }
  return pieces.join('') + tokens.join('')
}

// JSON strings, numbers and literals (RFC 8259 §3, §6, §7): where each ends, or its problem.

/** The text is not JSON, or none that is read. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  /** From 1, as editors count. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** The beginning of a sentence: either the grammar is broken, or only a limit or a rule of FHIR. */
  readonly verdict: 'This is not JSON' | 'This JSON is not accepted'

  constructor(text: string, at: number, reason: string, verdict: NotJson['verdict'] = 'This is not JSON') {
    super(reason)
    this.verdict = verdict
    const lineStart = text.lastIndexOf('\n', at - 1) + 1
    this.line = at === 0 ? 1 : text.slice(0, lineStart).split('\n').length
    this.column = at === 0 ? 1 : at - lineStart + 1
  }
}

/** The verdict on JSON that no resource may have. */
export const NOT_ACCEPTED = 'This JSON is not accepted'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

/** The index after the string whose opening quote is at `open`. Throws NotJson. */
export function stringEnd(text: string, open: number): number {
  let at = open + 1
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    if (code === BACKSLASH) at = escapeEnd(text, at)
    else if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(at + 1))) at += 2
    else if (isSurrogate(code)) throw new NotJson(text, at, HALF, NOT_ACCEPTED)
    else if (code >= SPACE) at += 1
    else if (at < text.length) throw new NotJson(text, at, 'a control character must be escaped')
    else throw new NotJson(text, at, 'the text ends within a string')
  }
  return at + 1
}

const HALF = 'half of a surrogate pair is not a character'
const isSurrogate = (code: number): boolean => (code & 0xf800) === 0xd800
const isHighSurrogate = (code: number): boolean => (code & 0xfc00) === 0xd800
const isLowSurrogate = (code: number): boolean => (code & 0xfc00) === 0xdc00

const UNICODE_ESCAPE = /\\u([0-9A-Fa-f]{4})/y

/** The index after the escape at `at`, or after both escapes of a surrogate pair. */
function escapeEnd(text: string, at: number): number {
  if (text[at + 1] !== 'u') {
    if (at + 1 < text.length && '"\\/bfnrt'.includes(text.charAt(at + 1))) return at + 2
    throw new NotJson(text, at, 'this escape does not exist in JSON')
  }
  const code = escapedCode(text, at)
  if (code === undefined) throw new NotJson(text, at, 'expected four hexadecimal digits after \\u')
  if (code === 0) throw new NotJson(text, at, 'FHIR has no character U+0000', NOT_ACCEPTED)
  if (!isSurrogate(code)) return at + 6
  if (isHighSurrogate(code) && isLowSurrogate(escapedCode(text, at + 6) ?? 0)) return at + 12
  throw new NotJson(text, at, HALF, NOT_ACCEPTED)
}

function escapedCode(text: string, at: number): number | undefined {
  UNICODE_ESCAPE.lastIndex = at
  const digits = UNICODE_ESCAPE.exec(text)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** Characters of a number. R4 asks for 18 digits at most (datatypes.html#decimal). */
const LONGEST_NUMBER = 100
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS = ['true', 'false', 'null']

/** The index after the number or literal at `start`. Throws NotJson. */
export function literalEnd(text: string, start: number): number {
  const word = WORDS.find((one) => text.startsWith(one, start))
  if (word !== undefined) return start + word.length
  let end = start
  while (isOfNumber(text.charCodeAt(end))) end += 1
  if (end - start > LONGEST_NUMBER)
    throw new NotJson(text, start, `a number has more than ${LONGEST_NUMBER} characters`, NOT_ACCEPTED)
  if (!NUMBER.test(text.slice(start, end))) throw unexpected(text, start, 'a value')
  return end
}

/** A digit, or one of `+ - . E e`. */
const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x2b || code === 0x65 || code === 0x45

/** The most characters of the text that a problem shows. */
const LONGEST_FOUND = 12

/** That something else was expected at an index. */
export function unexpected(text: string, at: number, expected: string): NotJson {
  const found = at < text.length ? JSON.stringify(text.slice(at, at + LONGEST_FOUND)) : 'the end of the text'
  return new NotJson(text, at, `expected ${expected}, found ${found}`)
}

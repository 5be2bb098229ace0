// Reads JSON text once, strictly (RFC 8259) and without recursion, so that no depth of nesting can exhaust the stack. Beside the
// grammar it refuses what readers understand differently or not at all: the same member twice, characters that are none, and
// nesting and numbers beyond all measure.

/** Levels of objects and arrays in each other. Extensions of extensions nest, but not this deep. */
export const DEEPEST = 60
/** Characters of a number. R4 asks for 18 digits at most (datatypes.html#decimal). */
const LONGEST_NUMBER = 100

/** The text is not JSON, or none that is read. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  /** From 1, as editors count. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number

  constructor(text: string, at: number, reason: string) {
    super(reason)
    const lineStart = text.lastIndexOf('\n', at - 1) + 1
    this.line = at === 0 ? 1 : text.slice(0, lineStart).split('\n').length
    this.column = at === 0 ? 1 : at - lineStart + 1
  }
}

/** A member that no resource can have, with the path to it from the root, such as `name[0].family`. */
export interface BadMember {
  readonly path: string
  readonly why: 'repeated' | 'reserved'
}

interface Scan {
  readonly text: string
  at: number
  /** There is white space between the tokens. */
  spaced: boolean
  readonly open: Level[]
  readonly badMembers: BadMember[]
}

/** An object or an array that is not closed yet. */
interface Level {
  /** The code of the bracket that closes it. */
  readonly close: number
  /** The names so far; undefined for an array. */
  readonly names: Set<string> | undefined
  name: string
  count: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const SPACE = 0x20

/** A prototype to readers in JavaScript; comments of old converters from XML, which are no element. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'fhir_comments'])

/**
 * Looks through a JSON text: whether it has white space that can be left out, and which members are repeated or reserved.
 * Throws NotJson with line and column.
 */
export function scanJson(text: string): { readonly spaced: boolean; readonly badMembers: readonly BadMember[] } {
  const scan: Scan = { text, at: 0, spaced: false, open: [], badMembers: [] }
  if (text.startsWith('\ufeff')) throw new NotJson(text, 0, 'a byte order mark (U+FEFF) has to be left out')
  skipSpace(scan)
  if (scan.at === text.length) throw new NotJson(text, scan.at, 'expected a JSON object, found nothing')
  do readValue(scan)
  while (atNextValue(scan))
  return scan
}

/** Moves to the next value, over the ends of objects and arrays; false at the end of the text. */
function atNextValue(scan: Scan): boolean {
  for (;;) {
    const level = scan.open.at(-1)
    skipSpace(scan)
    if (level === undefined) {
      if (scan.at < scan.text.length) throw unexpected(scan, 'the end of the text')
      return false
    }
    const code = scan.text.charCodeAt(scan.at)
    if (code === level.close) {
      scan.open.pop()
      scan.at += 1
      continue
    }
    if (level.count > 0) {
      if (code !== COMMA) throw unexpected(scan, `a comma or ${String.fromCharCode(level.close)}`)
      scan.at += 1
      skipSpace(scan)
    }
    level.count += 1
    if (level.names) readName(scan, level, level.names)
    return true
  }
}

function readName(scan: Scan, level: Level, names: Set<string>): void {
  const start = scan.at
  if (scan.text.charCodeAt(start) !== QUOTE) throw unexpected(scan, 'the name of a member in double quotes')
  const escaped = skipString(scan)
  const quoted = scan.text.slice(start, scan.at)
  const name = escaped ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  level.name = name
  if (names.has(name)) scan.badMembers.push({ path: pathOf(scan.open), why: 'repeated' })
  else if (RESERVED.has(name)) scan.badMembers.push({ path: pathOf(scan.open), why: 'reserved' })
  names.add(name)
  skipSpace(scan)
  if (scan.text.charCodeAt(scan.at) !== COLON) throw unexpected(scan, 'a colon')
  scan.at += 1
  skipSpace(scan)
}

const pathOf = (open: readonly Level[]): string =>
  open
    .map(({ names, name, count }) => (names ? `.${name}` : `[${count - 1}]`))
    .join('')
    .replace(/^\./, '')

/** Reads a value that has no other in it, or the bracket that opens an object or an array. */
function readValue(scan: Scan): void {
  const code = scan.text.charCodeAt(scan.at)
  if (code === QUOTE) skipString(scan)
  else if (code === OPEN_BRACE) open(scan, CLOSE_BRACE, new Set())
  else if (code === OPEN_BRACKET) open(scan, CLOSE_BRACKET, undefined)
  else if (isOfNumber(code)) skipNumber(scan)
  else skipWord(scan)
}

function open(scan: Scan, close: number, names: Set<string> | undefined): void {
  if (scan.open.length === DEEPEST)
    throw new NotJson(scan.text, scan.at, `more than ${DEEPEST} levels of objects and arrays in each other`)
  scan.open.push({ close, names, name: '', count: 0 })
  scan.at += 1
}

function skipSpace(scan: Scan): void {
  let code = scan.text.charCodeAt(scan.at)
  if (code > SPACE) return
  while (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09) {
    scan.spaced = true
    scan.at += 1
    code = scan.text.charCodeAt(scan.at)
  }
}

/** Moves behind the string that begins here. True when it has an escape. */
function skipString(scan: Scan): boolean {
  const { text } = scan
  let escaped = false
  let at = scan.at + 1
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    if (code === BACKSLASH) {
      escaped = true
      at = escapeEnd(text, at)
    } else if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(at + 1))) at += 2
    else if (isSurrogate(code)) throw new NotJson(text, at, 'half of a surrogate pair is no character')
    else if (code >= SPACE) at += 1
    else if (at < text.length) throw new NotJson(text, at, 'a control character has to be written as an escape')
    else throw new NotJson(text, at, 'the text ends within a string')
  }
  scan.at = at + 1
  return escaped
}

const isSurrogate = (code: number): boolean => (code & 0xf800) === 0xd800
const isHighSurrogate = (code: number): boolean => (code & 0xfc00) === 0xd800
const isLowSurrogate = (code: number): boolean => (code & 0xfc00) === 0xdc00

const UNICODE_ESCAPE = /\\u([0-9A-Fa-f]{4})/y

/** The index behind the escape at `at`, or behind the two of a surrogate pair. */
function escapeEnd(text: string, at: number): number {
  if (text[at + 1] !== 'u') {
    if (at + 1 < text.length && '"\\/bfnrt'.includes(text.charAt(at + 1))) return at + 2
    throw new NotJson(text, at, 'JSON has no such escape')
  }
  const code = escapedCode(text, at)
  if (code === undefined) throw new NotJson(text, at, 'expected four hexadecimal digits behind \\u')
  if (code === 0) throw new NotJson(text, at, 'FHIR has no character U+0000')
  if (!isSurrogate(code)) return at + 6
  if (isHighSurrogate(code) && isLowSurrogate(escapedCode(text, at + 6) ?? 0)) return at + 12
  throw new NotJson(text, at, 'half of a surrogate pair is no character')
}

function escapedCode(text: string, at: number): number | undefined {
  UNICODE_ESCAPE.lastIndex = at
  const digits = UNICODE_ESCAPE.exec(text)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A digit, or one of `+ - . E e`. */
const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x2b || code === 0x65 || code === 0x45

function skipNumber(scan: Scan): void {
  const start = scan.at
  let end = start + 1
  while (isOfNumber(scan.text.charCodeAt(end))) end += 1
  if (end - start > LONGEST_NUMBER)
    throw new NotJson(scan.text, start, `a number has more than ${LONGEST_NUMBER} characters`)
  if (!NUMBER.test(scan.text.slice(start, end))) throw unexpected(scan, 'a value')
  scan.at = end
}

function skipWord(scan: Scan): void {
  const word = ['true', 'false', 'null'].find((one) => scan.text.startsWith(one, scan.at))
  if (word === undefined) throw unexpected(scan, 'a value')
  scan.at += word.length
}

/** What is found of the text is shown up to here, in characters. */
const LONGEST_FOUND = 12

function unexpected({ text, at }: Scan, expected: string): NotJson {
  const found = at < text.length ? JSON.stringify(text.slice(at, at + LONGEST_FOUND)) : 'the end of the text'
  return new NotJson(text, at, `expected ${expected}, found ${found}`)
}

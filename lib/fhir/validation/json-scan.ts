// Parses JSON text once, strictly (RFC 8259) and without recursion, so that no nesting depth can exhaust the stack.
// Beyond the grammar it refuses U+0000 and unpaired surrogates, which are no text in FHIR, and nesting and numbers
// beyond what any resource needs. It also reports repeated members, because readers differ in which one they take.
import { allSteps, type Steps, VALUES_AT_ONCE } from '../../async/steps.ts'
import type { Place } from './finding.ts'
import { literalEnd, NOT_ACCEPTED, NotJson, stringEnd, unexpected } from './json-tokens.ts'

/** Levels of objects and arrays in each other. Extensions of extensions nest, but not this deep. */
export const DEEPEST = 60

/** A member that no resource can have, with the names and indexes to it from the root. */
export interface BadMember {
  readonly place: Place
  readonly why: 'repeated' | 'reserved'
}

/** What is seen in a text. */
export interface Scanned {
  /** There is white space between the tokens. */
  readonly spaced: boolean
  readonly badMembers: readonly BadMember[]
}

/** Called with each value at its end: where it stands in the text, below how many levels, and what gives its place. */
export type SeenValue = (start: number, end: number, depth: number, placeOf: () => Place) => void

interface Scan extends Scanned {
  readonly text: string
  readonly seen: SeenValue | undefined
  at: number
  spaced: boolean
  readonly open: Level[]
  readonly badMembers: BadMember[]
}

/** An object or array that is still open. */
interface Level {
  readonly start: number
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
export const scanJson = (text: string): Scanned => allSteps(scanning(text))

/** The same in steps. */
export function* scanning(text: string, seen?: SeenValue): Steps<Scanned> {
  const scan: Scan = { text, seen, at: 0, spaced: false, open: [], badMembers: [] }
  if (text.startsWith('\ufeff')) throw new NotJson(text, 0, 'a byte order mark (U+FEFF) is not allowed')
  skipSpace(scan)
  if (scan.at === text.length) throw new NotJson(text, scan.at, 'expected JSON, found nothing')
  let values = 0
  do {
    readValue(scan)
    values += 1
    if (values % VALUES_AT_ONCE === 0) yield
  } while (atNextValue(scan))
  return scan
}

/** Moves to the next value, over the ends of objects and arrays; false at the end of the text. */
function atNextValue(scan: Scan): boolean {
  for (;;) {
    const level = scan.open.at(-1)
    skipSpace(scan)
    if (level === undefined) {
      if (scan.at < scan.text.length) throw unexpected(scan.text, scan.at, 'the end of the text')
      return false
    }
    const code = scan.text.charCodeAt(scan.at)
    if (code === level.close) {
      scan.open.pop()
      scan.at += 1
      tell(scan, level.start)
      continue
    }
    if (level.count > 0) {
      if (code !== COMMA) throw unexpected(scan.text, scan.at, `a comma or ${String.fromCharCode(level.close)}`)
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
  if (scan.text.charCodeAt(start) !== QUOTE)
    throw unexpected(scan.text, scan.at, 'the name of a member in double quotes')
  scan.at = stringEnd(scan.text, start)
  const quoted = scan.text.slice(start, scan.at)
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  level.name = name
  if (names.has(name)) scan.badMembers.push({ place: placeOf(scan.open), why: 'repeated' })
  else if (RESERVED.has(name)) scan.badMembers.push({ place: placeOf(scan.open), why: 'reserved' })
  names.add(name)
  skipSpace(scan)
  if (scan.text.charCodeAt(scan.at) !== COLON) throw unexpected(scan.text, scan.at, 'a colon')
  scan.at += 1
  skipSpace(scan)
}

const placeOf = (open: readonly Level[]): Place => open.map(({ names, name, count }) => (names ? name : count - 1))

/** Reads a value that has no other in it, or the bracket that opens an object or an array. */
function readValue(scan: Scan): void {
  const { text, at } = scan
  const code = text.charCodeAt(at)
  if (code === OPEN_BRACE) open(scan, CLOSE_BRACE, new Set())
  else if (code === OPEN_BRACKET) open(scan, CLOSE_BRACKET, undefined)
  else {
    scan.at = code === QUOTE ? stringEnd(text, at) : literalEnd(text, at)
    tell(scan, at)
  }
}

const tell = ({ seen, at, open }: Scan, start: number): void => seen?.(start, at, open.length, () => placeOf(open))

function open(scan: Scan, close: number, names: Set<string> | undefined): void {
  if (scan.open.length === DEEPEST)
    throw new NotJson(scan.text, scan.at, `more than ${DEEPEST} nested levels of objects and arrays`, NOT_ACCEPTED)
  scan.open.push({ start: scan.at, close, names, name: '', count: 0 })
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

// The part of FHIRPath by which a patch may name an element: no side effects, nothing outside of the resource, no
// repetition. The grammar is parsed once from left to right; anything else is refused as not supported.
import type { JsonLeaf } from '../json-tree.ts'
import { LONGEST_PATH } from './json-pointer.ts'
import { PatchProblem, quoted } from './patch-problem.ts'

export type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'first' }
  | { readonly kind: 'last' }
  | { readonly kind: 'ofType'; readonly type: string }
  | { readonly kind: 'extension'; readonly url: string }
  | { readonly kind: 'where'; readonly criteria: readonly Criterion[] }

/** A condition on an element: the single value at a path equals a literal, or the path has a value, or has none. */
export type Criterion =
  | { readonly kind: 'equals'; readonly path: readonly Step[]; readonly literal: JsonLeaf }
  | { readonly kind: 'exists' | 'absent'; readonly path: readonly Step[] }

const SUPPORTED =
  "members, [index], where(a = 'b' and c.exists()), first(), last(), ofType(Type), extension('url'), and in where() exists() and not()"

/** The steps of a path, such as `Patient.name[0].given`. Throws PatchProblem 400 not-supported for anything outside of the grammar. */
export function parseFhirPath(text: string): readonly Step[] {
  if (text.length > LONGEST_PATH)
    throw notSupported(`a path may have at most ${LONGEST_PATH} characters; received ${text.length}.`)
  const cursor: Cursor = { text, at: 0 }
  const { steps, ending } = readPath(cursor)
  skipSpace(cursor)
  if (ending !== undefined || cursor.at < text.length) throw unexpected(cursor)
  return steps
}

const notSupported = (message: string): PatchProblem =>
  new PatchProblem({ status: 400, code: 'not-supported', message })

interface Cursor {
  readonly text: string
  at: number
}

function unexpected({ text, at }: Cursor): PatchProblem {
  const rest = at < text.length ? `not ${quoted(text.slice(at, at + 20))}` : 'and the path ends'
  return notSupported(`a path may have ${SUPPORTED}; ${rest} at character ${at}.`)
}

function skipSpace(cursor: Cursor): void {
  while (isSpace(cursor.text.charAt(cursor.at))) cursor.at += 1
}

/** Consumes the token if it comes next, skipping white space before it. */
function took(cursor: Cursor, token: string): boolean {
  skipSpace(cursor)
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

/** Consumes the word if it comes next and is complete. */
function tookWord(cursor: Cursor, word: string): boolean {
  skipSpace(cursor)
  return !isNameChar(cursor.text.charAt(cursor.at + word.length)) && took(cursor, word)
}

function take(cursor: Cursor, token: string): void {
  if (!took(cursor, token)) throw unexpected(cursor)
}

/** Steps, and whether the path ends with exists() or exists().not(), which only a criterion may. */
interface ReadPath {
  readonly steps: readonly Step[]
  readonly ending: 'exists' | 'absent' | undefined
}

function readPath(cursor: Cursor): ReadPath {
  const steps: Step[] = []
  do {
    const start = cursor.at
    const name = readName(cursor)
    if (!took(cursor, '(')) steps.push({ kind: 'member', name })
    else if (name === 'exists' && steps.length > 0) return { steps, ending: readExists(cursor) }
    else {
      const step = steps.length > 0 || name === 'extension' ? readFunction(cursor, name) : undefined
      if (!step) throw unexpected({ text: cursor.text, at: start })
      steps.push(step)
    }
    while (took(cursor, '[')) steps.push(readIndex(cursor))
  } while (took(cursor, '.'))
  return { steps, ending: undefined }
}

function readExists(cursor: Cursor): 'exists' | 'absent' {
  take(cursor, ')')
  if (!took(cursor, '.')) return 'exists'
  take(cursor, 'not')
  take(cursor, '(')
  take(cursor, ')')
  return 'absent'
}

/** The step of a function whose opening bracket was consumed; undefined for an unsupported function. */
function readFunction(cursor: Cursor, name: string): Step | undefined {
  const step = readArguments(cursor, name)
  if (step) take(cursor, ')')
  return step
}

function readArguments(cursor: Cursor, name: string): Step | undefined {
  if (name === 'first' || name === 'last') return { kind: name }
  if (name === 'ofType') return { kind: 'ofType', type: readName(cursor) }
  if (name === 'extension') return { kind: 'extension', url: readString(cursor, "'") }
  return name === 'where' ? { kind: 'where', criteria: readCriteria(cursor) } : undefined
}

function readIndex(cursor: Cursor): Step {
  const digits = readWhile(cursor, isDigit)
  take(cursor, ']')
  return { kind: 'index', index: Number(digits) }
}

function readCriteria(cursor: Cursor): readonly Criterion[] {
  const criteria = [readCriterion(cursor)]
  while (tookWord(cursor, 'and')) criteria.push(readCriterion(cursor))
  return criteria
}

function readCriterion(cursor: Cursor): Criterion {
  const { steps: path, ending } = readPath(cursor)
  if (ending !== undefined) return { kind: ending, path }
  take(cursor, '=')
  return { kind: 'equals', path, literal: readLiteral(cursor) }
}

/** A string, a number, true, false, or a date: a FHIR resource has a date as a string. */
function readLiteral(cursor: Cursor): JsonLeaf {
  skipSpace(cursor)
  const first = cursor.text.charAt(cursor.at)
  if (first === "'") return { kind: 'string', text: readString(cursor, "'") }
  if (took(cursor, '@')) return { kind: 'string', text: readWhile(cursor, (char) => isDigit(char) || char === '-') }
  if (tookWord(cursor, 'true')) return { kind: 'literal', text: 'true' }
  if (tookWord(cursor, 'false')) return { kind: 'literal', text: 'false' }
  const sign = took(cursor, '-') ? '-' : ''
  const whole = readWhile(cursor, isDigit)
  const fraction = took(cursor, '.') ? `.${readWhile(cursor, isDigit)}` : ''
  return { kind: 'number', text: `${sign}${whole}${fraction}` }
}

const isSpace = (char: string): boolean => char === ' ' || char === '\t' || char === '\r' || char === '\n'
const isDigit = (char: string): boolean => char >= '0' && char <= '9'
const isNameStart = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_'
const isNameChar = (char: string): boolean => isNameStart(char) || isDigit(char)

/** One character or more that pass the test. */
function readWhile(cursor: Cursor, test: (char: string) => boolean): string {
  skipSpace(cursor)
  const start = cursor.at
  while (cursor.at < cursor.text.length && test(cursor.text.charAt(cursor.at))) cursor.at += 1
  if (cursor.at === start) throw unexpected(cursor)
  return cursor.text.slice(start, cursor.at)
}

/** An identifier, or one in backticks. */
function readName(cursor: Cursor): string {
  skipSpace(cursor)
  const first = cursor.text.charAt(cursor.at)
  if (first === '`') return readString(cursor, '`')
  if (!isNameStart(first)) throw unexpected(cursor)
  return readWhile(cursor, isNameChar)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' }

/** The text between two quotes, its escapes read (FHIRPath §4.1, String and delimited identifiers). */
function readString(cursor: Cursor, quote: string): string {
  take(cursor, quote)
  let out = ''
  while (cursor.at < cursor.text.length) {
    const char = cursor.text.charAt(cursor.at)
    cursor.at += 1
    if (char === quote) return out
    out += char === '\\' ? readEscape(cursor) : char
  }
  throw unexpected(cursor)
}

function readEscape(cursor: Cursor): string {
  const char = cursor.text.charAt(cursor.at)
  cursor.at += 1
  if (char !== 'u') return '\\/\'"`'.includes(char) ? char : (ESCAPES[char] ?? `\\${char}`)
  const hex = cursor.text.slice(cursor.at, cursor.at + 4)
  if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw unexpected(cursor)
  cursor.at += 4
  return String.fromCharCode(Number.parseInt(hex, 16))
}

// Validates the value of a primitive type (FHIR R4 datatypes.html): its form, its code, and R4's further requirements.
import { isObject } from '../../json.ts'
import { narrativeProblem, saysNothing } from '../narrative.ts'
import type { CodeList } from './code-lists.ts'
import { itemsOf } from './problem.ts'
import type { Walk } from './walk.ts'

/** The form of each type's values, for people whose value does not match. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['base64Binary', 'base64 such as "TWFyaWprZQ=="'],
  ['boolean', 'true or false without quotes'],
  ['code', 'a code without leading, trailing or double spaces'],
  ['date', '1980, 1980-01 or 1980-01-31'],
  ['dateTime', '1980, 1980-01, 1980-01-31 or 1980-01-31T12:00:00+01:00'],
  ['decimal', 'a number without quotes'],
  ['id', '1 to 64 letters, digits, dashes or dots'],
  ['instant', 'a time with a zone, such as 2026-11-22T12:00:00Z'],
  ['integer', 'a whole number from -2147483648 to 2147483647, without quotes'],
  ['markdown', 'text that is not empty'],
  ['positiveInt', 'a whole number from 1 to 2147483647, without quotes'],
  ['string', 'text that is not empty'],
  ['time', 'a time such as 12:00:00'],
  ['unsignedInt', 'a whole number from 0 to 2147483647, without quotes'],
  ['uri', 'a URI without spaces'],
])

/** Reports a value that is not of a primitive type. */
export function visitPrimitive(value: unknown, type: string, isValid: (value: unknown) => boolean, walk: Walk): void {
  if (!isValid(value)) walk.reportValue(value, 'value', `is not a valid ${type}`, FORMS.get(type))
  else if (walk.strict) visitStrictly(value, type, walk)
}

/** Characters of a string (datatypes.html#string: 1 MB). */
const LONGEST_STRING = 1_048_576

const TEXTS: ReadonlySet<string> = new Set(['string', 'markdown', 'xhtml'])

function visitStrictly(value: unknown, type: string, walk: Walk): void {
  if (typeof value === 'number' && !Number.isFinite(value)) walk.report('value', 'is a number too large to store')
  if (typeof value !== 'string') return
  if (TEXTS.has(type) && value.length > LONGEST_STRING)
    walk.report('value', `is longer than ${LONGEST_STRING} characters`)
  else if (type === 'base64Binary' && !isBase64(value)) walk.report('value', 'is not base64', BASE64)
  else if (type === 'xhtml') {
    const unsafe = narrativeProblem(value)
    if (unsafe) walk.report('invalid', unsafe, 'A narrative is one div of basic XHTML without active content.')
    else if (saysNothing(value)) walk.report('invariant', 'has no content', 'FHIR R4 calls this rule txt-2.')
  }
}

const BASE64 = 'It comes in groups of four characters, with "=" only at the end and white space only between groups.'

/** RFC 4648 §4: groups of four, padded only at the end. R4 has white space around them (datatypes.html#base64Binary). */
function isBase64(value: string): boolean {
  const parts = value.trim().split(/\s+/)
  return parts.every((part) => part !== '' && part.length % 4 === 0) && /^[A-Za-z0-9+/]*={0,2}$/.test(parts.join(''))
}

/** Reports a code that is not in the value set of a required binding. */
export function visitCode(value: unknown, { has, reason }: CodeList, walk: Walk): void {
  if (!has(value)) walk.reportValue(value, 'code-invalid', reason)
}

/**
 * Reports a CodeableConcept without a code of the value set of a required binding. Other codes may stand beside that
 * one, but a text alone is none (terminologies.html#required).
 */
export function visitConcept(value: unknown, { system, has, reason }: CodeList, walk: Walk): void {
  if (!isObject(value)) return
  const codings = itemsOf(value['coding']).filter(isObject)
  if (!codings.some((coding) => coding['system'] === system && has(coding['code']))) walk.report('code-invalid', reason)
}

// Parses values of search parameters: lists, tokens, references, URIs and strings (FHIR R4 search.html §3.1.1.4.4, §3.1.1.4.8,
// §3.1.1.4.10, §3.1.1.4.12, §3.1.1.4.13, §3.1.1.4.20).
import { BASES } from '#lib/fhir/bases.ts'
import { formatReference, isResourceId, parseReference } from '#lib/fhir/reference.ts'
import type { SearchParameter } from '#lib/fhir/search/parameter.ts'
import { folded, indexedReference } from '#lib/fhir/search/values.ts'
import { R4_TYPES } from '#lib/fhir/types.ts'
import { FhirError, invalidParameter, shown } from '../outcome.ts'
import type { Condition, ValueRange } from '../store.ts'
import { dayRanges, instantRanges, spanRanges } from './date-ranges.ts'

type Alternative = Condition['alternatives'][number]

/** Most values that a list may have (conformance SRC-16). */
const MOST_VALUES = 100

/** The parts of a text between unescaped separators. */
function splitUnescaped(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index)
    if (char === '\\') {
      part += text.slice(index, index + 2)
      index += 1
    } else if (char === separator) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
}

const unescaped = (text: string): string => text.replace(/\\([\\,|$])/g, '$1')

/** The values of a list (OR), still escaped, without empty ones. Throws FhirError when there are too many. */
export function valuesOf(parameter: string, list: string): readonly string[] {
  const values = splitUnescaped(list, ',').filter((value) => value !== '')
  if (values.length > MOST_VALUES)
    throw new FhirError(
      400,
      'too-costly',
      `A list may have at most ${MOST_VALUES} values; this one has ${values.length}.`,
      { parameter },
    )
  return values
}

const RANGES = { days: dayRanges, instants: instantRanges, spans: spanRanges }

/** The condition of a parameter with a list of values. Throws FhirError. */
export function conditionOf(parameter: SearchParameter, list: string, baseUrl: string, now: number): Condition {
  const { index, type, alsoIn = [] } = parameter
  const values = valuesOf(parameter.name, list)
  if (type === 'string')
    return { param: index, alternatives: [], ranges: values.flatMap((one) => beginning(parameter, one)) }
  if (type === 'date') {
    const rangesOf = RANGES[parameter.dates ?? 'days']
    return {
      param: index,
      alternatives: [],
      ranges: outermost(values.flatMap((one) => rangesOf(parameter.name, index, one, now))),
    }
  }
  const alternatives = values.flatMap((value) => alternativesOf(parameter, value, baseUrl))
  if (alsoIn.length > 0)
    return {
      param: index,
      alternatives: [],
      ranges: [index, ...alsoIn].flatMap((param) => alternatives.map((one) => rangeOf(param, one))),
    }
  // A system without a code is an interval of index values, and then every value of the list must be an interval.
  return alternatives.some(({ value }) => value === '')
    ? { param: index, alternatives: [], ranges: alternatives.map((one) => rangeOf(index, one)) }
    : { param: index, alternatives }
}

/** The ranges without those that lie within another one: a list of a hundred `ne` would have each match looked at a hundred times. */
const outermost = (ranges: readonly ValueRange[]): readonly ValueRange[] =>
  ranges.filter(
    (one, at) => !ranges.some((other, n) => n !== at && liesWithin(one, other) && (n < at || !liesWithin(other, one))),
  )

/** Of dates, which are compared as ASCII, and of beginnings of texts, which lie within each other in any order of characters. */
export const liesWithin = (one: ValueRange, other: ValueRange): boolean =>
  one.param === other.param &&
  one.from >= other.from &&
  one.to <= other.to &&
  one.endFrom >= other.endFrom &&
  one.endTo <= other.endTo

function alternativesOf(parameter: SearchParameter, value: string, baseUrl: string): readonly Alternative[] {
  if (parameter.type === 'token') return token(parameter, value)
  return parameter.type === 'uri' ? [alternative(unescaped(value))] : references(parameter, unescaped(value), baseUrl)
}

/** Sorts after every continuation of the text before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** A string matches values that start with it, ignoring case and accents (§3.1.1.4.8). */
function beginning({ index, alsoIn = [], unsortedIn }: SearchParameter, text: string): readonly ValueRange[] {
  const from = folded(unescaped(text))
  if (from === '') return []
  return [index, ...alsoIn, ...(unsortedIn === undefined ? [] : [unsortedIn])].map((param) => ({
    param,
    from,
    to: from + LAST_CHARACTER,
    endFrom: '',
    endTo: LAST_CHARACTER,
  }))
}

/** Sorts after a text and before every longer one; in JSON only NUL sorts before it, and no value contains that. */
const NEXT_CHARACTER = '\u0001'

/** An alternative as an interval; without a value, the whole system. */
const rangeOf = (param: string, { system, value }: Alternative): ValueRange => ({
  param,
  from: value,
  to: value + (value === '' ? LAST_CHARACTER : NEXT_CHARACTER),
  endFrom: system ?? '',
  endTo: system === undefined ? LAST_CHARACTER : system + NEXT_CHARACTER,
})

/** `system|value`, `|value` (no system), `value` (any system) or `system|` (any value). */
function token({ name, system }: SearchParameter, text: string): readonly Alternative[] {
  const [first = '', ...more] = splitUnescaped(text, '|').map(unescaped)
  if (more.length === 0) return [system === undefined ? { value: first } : { system, value: first }]
  const value = more.join('|')
  if (value === '' && first === '')
    throw invalidParameter(name, `${name} must be system|value, |value, value or system|; it is ${shown(text)}.`)
  return [{ system: first, value }]
}

/** `Type/id`, a bare id, or a URL; a URL below one of our own bases equals `Type/id`. */
function references({ targets }: SearchParameter, text: string, baseUrl: string): readonly Alternative[] {
  const local = indexedReference(relative(text, baseUrl))
  const reference = parseReference(local)
  // A parameter such as `patient` uses an element that may also point to other types.
  if (reference && targets.length === 1 && !targets.includes(reference.type)) return []
  if (reference) return written(formatReference(reference), baseUrl)
  if (isResourceId(local))
    return (targets.length > 0 ? targets : R4_TYPES).flatMap((type) =>
      written(formatReference({ type, id: local }), baseUrl),
    )
  return [alternative(local)]
}

/** All forms of a reference to a resource of this server: references are stored as sent. */
const written = (reference: string, baseUrl: string): readonly Alternative[] =>
  [reference, ...BASES.map((base) => `${baseUrl}${base}/${reference}`)].map(alternative)

/** References are indexed without a system. */
const alternative = (value: string): Alternative => ({ system: '', value })

/** Ids of the Devices in a list of resource-origin values. */
export function originsIn(parameter: SearchParameter, list: string, baseUrl: string): readonly string[] {
  const named = valuesOf(parameter.name, list).flatMap((value) => alternativesOf(parameter, value, baseUrl))
  return named.flatMap(({ value }) => {
    const reference = parseReference(value)
    return reference?.type === 'Device' ? [reference.id] : []
  })
}

function relative(text: string, baseUrl: string): string {
  const base = [...BASES].reverse().find((path) => text.startsWith(`${baseUrl}${path}/`))
  return base ? text.slice(baseUrl.length + base.length + 1) : text
}

// What is indexed of a value of each data type (FHIR R4 search.html §3.1.1.4, the tables by data type).
import { isObject, type JsonObject } from '../../json.ts'
import { type DateSpan, spanOf, timeText } from './date-span.ts'
import type { FoundValue, SearchKind } from './parameter.ts'

/** The values of an element of a data type, for a parameter of a kind; `system` is that of its codes. */
export const valuesOf = (kind: SearchKind, type: string, element: unknown, system = ''): Iterable<FoundValue> =>
  kind === 'token' && type === 'code' ? withSystem(system, element) : (BY_KIND[kind][type]?.(element) ?? [])

type Found = (element: unknown) => readonly FoundValue[]

/** A text of a resource; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The objects among the values of an element, which may be one or many. */
export const partsOf = (element: unknown): readonly JsonObject[] =>
  isObject(element) ? [element] : Array.isArray(element) ? element.filter(isObject) : []

const withSystem = (system: string, value: unknown): readonly FoundValue[] =>
  typeof value === 'string' ? [{ system, value }] : []

const asItIs: Found = (value) => withSystem('', value)

/** The codes of a Coding, or of many. */
export const codings: Found = (element) =>
  partsOf(element).map(({ system, code }) => ({ system: textOf(system), value: textOf(code) }))

export const identifiers: Found = (element) =>
  partsOf(element).map(({ system, value }) => ({ system: textOf(system), value: textOf(value) }))

export const booleans: Found = (value) => (typeof value === 'boolean' ? [{ system: '', value: String(value) }] : [])

const strings: Found = (value) => (typeof value === 'string' ? [{ system: '', value: folded(value) }] : [])

const stringsIn =
  (...names: readonly string[]): Found =>
  (element) => {
    const found: FoundValue[] = []
    for (const part of partsOf(element))
      for (const name of names) {
        const text = part[name]
        if (text !== undefined) for (const one of Array.isArray(text) ? text : [text]) found.push(...strings(one))
      }
    return found
  }

export const references: Found = (element) =>
  partsOf(element).map(({ reference }) => ({ system: '', value: indexedReference(textOf(reference)) }))

/** A canonical URL is found with its version and without (§3.1.1.4.13). */
const canonicals: Found = (value) =>
  typeof value === 'string' && value.includes('|')
    ? [value, value.replace(/\|.*$/s, '')].flatMap(asItIs)
    : asItIs(value)

const BY_KIND: Readonly<Record<SearchKind, Readonly<Record<string, (element: unknown) => Iterable<FoundValue>>>>> = {
  token: {
    CodeableConcept: (element) => partsOf(element).flatMap(({ coding }) => codings(coding)),
    Coding: codings,
    Identifier: identifiers,
    ContactPoint: (element) => partsOf(element).flatMap(({ value }) => asItIs(value)),
    boolean: booleans,
    string: asItIs,
    id: asItIs,
    uri: asItIs,
    canonical: canonicals,
  },
  string: {
    string: strings,
    markdown: strings,
    HumanName: stringsIn('text', 'family', 'given', 'prefix', 'suffix'),
    Address: stringsIn('text', 'line', 'city', 'district', 'state', 'postalCode', 'country'),
  },
  uri: { uri: asItIs, url: asItIs, oid: asItIs, canonical: canonicals },
  reference: { Reference: references, canonical: canonicals, uri: asItIs },
  date: {
    date: (value) => spans(spanOf(textOf(value))),
    dateTime: (value) => spans(spanOf(textOf(value))),
    instant: (value) => spans(spanOf(textOf(value))),
    Period: (element) => partsOf(element).flatMap(({ start, end }) => period(start, end)),
    Timing: function* (element) {
      for (const { event, repeat } of partsOf(element)) {
        for (const value of [event].flat()) yield* spans(spanOf(textOf(value)))
        for (const { boundsPeriod } of partsOf(repeat))
          for (const { start, end } of partsOf(boundsPeriod)) yield* period(start, end)
      }
    },
  },
}

/** A text without case and accents, as strings are compared (search.html §3.1.1.4.8). */
export const folded = (string: string): string =>
  (ASCII.test(string) ? string.toLowerCase() : withoutAccents(string)).trim()

/** Letters without accents, and with one capital each. */
const ASCII = /^[\0-\x7f]*$/

const withoutAccents = (string: string): string =>
  string
    .replace(/\p{M}+/gu, '') // Those of their own go first: to sort a thousand at one letter takes a thousand squared.
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ]/g, "'") // Keyboards have only this one, as in ’t Hart.
    .toLowerCase() // ẞ has no other capital.
    .toUpperCase() // ß is SS there, and a ligature its letters.
    .toLowerCase()
    .replaceAll('ς', 'σ') // The final form of a letter need not be final in another word.

/** A reference as it is indexed: `Type/id` or a URL that ends so, without a version; anything else stays as it is. */
export function indexedReference(reference: string): string {
  const current = unversioned(reference)
  return RESTFUL.test(current) ? current : reference
}

const RESTFUL = /^(?:https?:\/\/.*\/)?[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64}$/

/** A reference without the version that it may name. */
export const unversioned = (reference: string): string =>
  reference.includes('/_history/') ? reference.replace(/\/_history\/[^/]*$/, '') : reference

const spans = (span: DateSpan | undefined): readonly FoundValue[] =>
  span ? [{ value: timeText(span.from), system: timeText(span.to) }] : []

/** A Period without a start began before all times, one without an end goes on (FHIR R4 datatypes.html#Period). */
function period(start: unknown, end: unknown): readonly FoundValue[] {
  const [first, last] = [spanOf(textOf(start)), spanOf(textOf(end))]
  return first || last
    ? spans({ from: first?.from ?? Number.NEGATIVE_INFINITY, to: last?.to ?? Number.POSITIVE_INFINITY })
    : []
}

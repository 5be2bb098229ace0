// Date searches as time intervals (FHIR R4 search.html §3.1.1.4.7): prefixes and partial dates, such as ge2023-02.
import { spanOf } from '#lib/fhir/search/date-span.ts'
import { invalidParameter, shown } from '../outcome.ts'
import type { Interval } from '../store.ts'

const NEVER = Number.MIN_SAFE_INTEGER
const FOREVER = Number.MAX_SAFE_INTEGER
/** The range of "approximately": a tenth of the time between then and now, as R4 recommends. */
export const APPROXIMATE_PART = 0.1

/** The expectation in refusals of a date parameter. */
export const A_DATE =
  'must be a year, month, day or instant, such as 2026, 2026-02-07 or 2026-02-07T13:28:00+01:00, with or without a prefix such as ge'

const PREFIXED = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(\d{4}.*)$/

/** The prefix and the date of a value; the date is empty when the value has another form. */
export function prefixedDate(value: string): { readonly prefix: string; readonly date: string } {
  const [, prefix = 'eq', date = ''] = PREFIXED.exec(value) ?? []
  return { prefix, date }
}

/** The times that a parameter value such as `ge2023-02` covers; disjoint and ascending. Throws FhirError. */
export function intervalsOf(name: string, value: string, now: number): readonly Interval[] {
  const { prefix, date } = prefixedDate(value)
  const span = spanOf(date)
  if (!span) throw invalidParameter(name, `${name} ${A_DATE}; it is ${shown(value)}.`)
  const { from, to } = span
  const wide = Math.abs(now - from) * APPROXIMATE_PART
  const meanings: Readonly<Record<string, readonly Interval[]>> = {
    eq: [span],
    ne: [
      { from: NEVER, to: from },
      { from: to, to: FOREVER },
    ],
    gt: [{ from: to, to: FOREVER }],
    sa: [{ from: to, to: FOREVER }],
    ge: [{ from, to: FOREVER }],
    lt: [{ from: NEVER, to: from }],
    eb: [{ from: NEVER, to: from }],
    le: [{ from: NEVER, to }],
    ap: [{ from: from - wide, to: to + wide }],
  }
  return meanings[prefix] ?? []
}

/** The union of intervals (OR): disjoint and ascending. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = []
  for (const next of [...intervals].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && next.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else merged.push(next)
  }
  return merged
}

/** The intersection (AND). */
export const intersection = (one: readonly Interval[], other: readonly Interval[]): readonly Interval[] =>
  union(one.flatMap((a) => other.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))))

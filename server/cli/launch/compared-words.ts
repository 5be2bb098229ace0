// A failed check in words: what was expected, what came, and what to do, as the page of its trace says it.
import type { TraceCheck } from '#lib/api/traces.ts'
import { comparedRows } from '#lib/trace-view/values.ts'

/** A failed check, with the time of its request in epoch milliseconds. */
export type Stopped = TraceCheck & { readonly at: number }

/** Each line as its name and its text. Times are told relative to the request. */
export function comparedWords(check: Stopped): readonly (readonly [name: string, text: string])[] {
  const rows = comparedRows(check, check.at, 'en')
  const expected = rows.flatMap(({ name, expected }) =>
    expected.length > 0 ? [`${name}: ${expected.join(' or ')}`] : [],
  )
  const received = rows.flatMap(({ name, received }) => (received === undefined ? [] : [`${name}: ${received}`]))
  const lines = [
    ['expected', expected.join('; ') || check.rule],
    ['received', received.join('; ')],
    ['fix', check.mend ?? ''],
    ['source', check.source],
  ] as const
  return lines.filter(([, text]) => text !== '')
}

// Values of a trace as text: removed secrets, decoded tokens, wall-clock times and times since the request.
import type { Members } from '../api/traces.ts'
import { utcText } from '../i18n/instants.ts'
import type { Language } from '../i18n/language.ts'
import { instantOfClaim } from '../oauth/claim-instants.ts'
import { TRACE_TEXTS } from './texts.ts'

interface Decoded {
  readonly header: Members
  readonly claims: Members
}

/** The decoded token that a value is; undefined for any other value. */
export function decodedOf(value: unknown): Decoded | undefined {
  const jwt = (value as { readonly jwt?: Decoded } | null | undefined)?.jwt
  return typeof jwt === 'object' ? jwt : undefined
}

/** A value on one line. `at` is the time of the request, in epoch milliseconds: times are shown relative to it. */
export function valueText(name: string, value: unknown, at: number, language: Language): string {
  const texts = TRACE_TEXTS[language]
  if (value === undefined || value === null) return texts.absent
  const instant = instantOfClaim(name, value)
  if (instant !== undefined) return timeText(instant, at, language)
  if (typeof value === 'string') return value === '' ? texts.empty : value
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, at, language)).join(' · ') || texts.absent
  const { removed, length, sha256 } = value as {
    readonly removed?: string
    readonly length?: number
    readonly sha256?: string
  }
  if (removed === 'personal') return texts.personal
  if (removed === 'secret') return texts.secret(length, sha256)
  return JSON.stringify(value)
}

/** `2026-11-16 14:02:11 UTC (4 min 58 s after the request)`, for a page without script, which does not know the reader's zone. */
const timeText = (instant: string, at: number, language: Language): string =>
  `${utcText(instant)} (${distanceText(instant, at, language)})`

/** How long before or after the request an instant is, in words. */
export const distanceText = (instant: string, at: number, language: Language): string =>
  TRACE_TEXTS[language].relative(Math.floor(Date.parse(instant) / 1000) - Math.floor(at / 1000))

/** An expected value beside the one that came. */
export interface ComparedRow {
  readonly name: string
  /** The accepted values; any one of them is accepted. */
  readonly expected: readonly string[]
  readonly received: string | undefined
  readonly agrees: boolean
  readonly values: { readonly expected: readonly unknown[]; readonly received: unknown }
}

/** True when any row has an expected value; otherwise there is no column for it. */
export const hasExpected = (rows: readonly ComparedRow[]): boolean => rows.some(({ expected }) => expected.length > 0)

/** Compared values by member: the expected ones first, then the others that were examined. */
export function comparedRows(
  { expected = {}, received = {} }: { readonly expected?: Members; readonly received?: Members },
  at: number,
  language: Language,
): readonly ComparedRow[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
  return names.map((name) => {
    const accepted = name in expected ? [expected[name]].flat() : []
    const texts = accepted.map((one) => valueText(name, one, at, language))
    const got = name in received ? valueText(name, received[name], at, language) : undefined
    return {
      name,
      expected: texts,
      received: got,
      agrees: texts.length === 0 || got === undefined || texts.includes(got),
      values: { expected: accepted, received: received[name] },
    }
  })
}

// The FHIR R4 datatype "instant": formatting and parsing.
import { SECOND } from '#lib/clock.ts'
import { PRIMITIVES } from './primitives.ts'

/** Epoch milliseconds as `YYYY-MM-DDThh:mm:ss.sss+00:00`. */
export const formatInstant = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')

/**
 * Epoch milliseconds of an instant; undefined for an invalid one. The last second of a minute may be a leap second,
 * which Date does not support: it equals the first moment of the next minute.
 */
export function timeOfInstant(value: unknown): number | undefined {
  if (typeof value !== 'string' || !PRIMITIVES.get('instant')?.(value)) return undefined
  const regular = value.replace(LEAP_SECOND, ':59')
  return Date.parse(regular) + (regular === value ? 0 : SECOND)
}

const LEAP_SECOND = /:60(?=[.Z+-])/

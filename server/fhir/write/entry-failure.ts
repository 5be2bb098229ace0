// A failure of a Bundle entry, which names the entry.
import type { Steps } from '#lib/async/steps.ts'
import { FhirError, type FhirIssue } from '../outcome.ts'
import type { Entry } from './entry.ts'

/** Runs a part of an entry. A FhirError from it then names the entry. */
export function at<T>(entry: Entry, part: () => T): T {
  try {
    return part()
  } catch (error) {
    throw named(error, entry)
  }
}

/** The same for a part in steps. */
export function* inEntry<T>(entry: Entry, part: Steps<T>): Steps<T> {
  try {
    return yield* part
  } catch (error) {
    throw named(error, entry)
  }
}

const named = (error: unknown, entry: Entry): unknown => (error instanceof FhirError ? ofEntry(error, entry) : error)

/** The failure, with expressions relative to the entry. */
export function ofEntry(error: FhirError, { index }: Pick<Entry, 'index'>): FhirError {
  const path = `Bundle.entry[${index}]`
  const below = (expression: string | undefined) => {
    if (expression === undefined || expression === '') return path
    if (expression.startsWith('Bundle.entry[')) return expression
    const dot = expression.indexOf('.')
    return dot < 0 ? `${path}.resource` : `${path}.resource${expression.slice(dot)}`
  }
  const { parameter: _, ...options } = error.options
  return new FhirError(error.status, error.code, error.message, {
    ...options,
    expression: below(error.options.expression),
    ...(options.others
      ? { others: options.others.map((other): FhirIssue => ({ ...other, expression: below(other.expression) })) }
      : {}),
  })
}

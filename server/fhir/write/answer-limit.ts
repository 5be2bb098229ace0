// Bounds the size of the answer to a Bundle, because a few entries can ask for a lot (conformance LIM-14).
import { FhirError } from '../outcome.ts'

/** The most characters of resources in one answer. */
const MOST_ANSWERED = 16 * 2 ** 20

export interface AnswerLimit {
  /** True once something did not fit. */
  readonly isFull: () => boolean
  /** Takes room for a number of characters. Returns false if they do not fit; after that, nothing more fits. */
  readonly takes: (length: number) => boolean
}

export function answerLimit(): AnswerLimit {
  let left = MOST_ANSWERED
  return {
    isFull: () => left < 0,
    takes: (length) => {
      left = left < length ? -1 : left - length
      return left >= 0
    },
  }
}

/** The error for an answer that has no room left. */
export const answerTooLong = (): FhirError =>
  new FhirError(
    422,
    'too-costly',
    `The resources in the response to a Bundle may have at most ${MOST_ANSWERED} characters together: ask for fewer at a time.`,
  )

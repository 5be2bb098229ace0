// How long the answer to a Bundle may get: few entries can ask for much (conformance LIM-14).
import { FhirError } from '../outcome.ts'

/** Characters of the resources in an answer. */
const MOST_ANSWERED = 16 * 2 ** 20

export interface AnswerRoom {
  /** True once something found no room. */
  readonly isFull: () => boolean
  /** Takes room for so many characters; false where they are too many, and then nothing more has room. */
  readonly takes: (length: number) => boolean
}

/** The room of one answer. */
export function answerRoom(): AnswerRoom {
  let left = MOST_ANSWERED
  return {
    isFull: () => left < 0,
    takes: (length) => {
      left = left < length ? -1 : left - length
      return left >= 0
    },
  }
}

/** What is told where there is no room. */
export const answerTooLong = (): FhirError =>
  new FhirError(
    422,
    'too-costly',
    `The resources in the answer to a Bundle may have ${MOST_ANSWERED} characters at most: ask for fewer of them at a time.`,
  )

// Which resources take longer than a turn of the event loop should: those are read, judged and written in steps.
import { FhirError } from '../outcome.ts'

/** Characters of a resource that are worked on in one turn: a few milliseconds. */
const LONGEST_AT_ONCE = 32 * 1024
/** Characters of stored resources that one transaction works on: it keeps other writers waiting for some seconds. */
const MOST_AT_ALL = 32 * 2 ** 20

/** A transaction came upon a long text, and is to be made again in steps. */
export class NeedsSteps extends Error {
  override readonly name = 'NeedsSteps'
}

/** True for a text, or the length of one, that is worked on in steps. */
export const isLongText = ({ length }: { readonly length: number }): boolean => length > LONGEST_AT_ONCE

export interface TextLimit {
  /**
   * Announces work on a stored text. One that is long is for a transaction in steps; all of them together are bounded. Throws
   * NeedsSteps, and FhirError 422.
   */
  readonly worksOn: (text: string) => void
  /** Announces that a text is about to have so many characters. Throws NeedsSteps. */
  readonly growsTo: (length: number) => void
}

/** The limit of one transaction, which is made in steps if `isLong`. */
export function textLimit({ isLong }: { readonly isLong: boolean }): TextLimit {
  let left = MOST_AT_ALL
  const growsTo = (length: number) => {
    if (!isLong && isLongText({ length })) throw new NeedsSteps()
  }
  return {
    growsTo,
    worksOn: ({ length }) => {
      growsTo(length)
      left -= length
      if (left < 0) throw new FhirError(422, 'too-costly', 'This changes too many long resources at once: send fewer.')
    },
  }
}

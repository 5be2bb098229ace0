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

export const isLongText = (text: string): boolean => text.length > LONGEST_AT_ONCE

/** Returns what a transaction calls with each stored text that it works on. It throws NeedsSteps, and FhirError 422. */
export function textLimit({ isLong }: { readonly isLong: boolean }): (text: string) => void {
  let left = MOST_AT_ALL
  return (text) => {
    if (!isLong && isLongText(text)) throw new NeedsSteps()
    left -= text.length
    if (left < 0) throw new FhirError(422, 'too-costly', 'This changes too many long resources at once: send fewer.')
  }
}

// Searches that were cancelled, by their time limit or because nobody waits for them any more.
import { SearchRefused } from '#lib/search-refused.ts'
import { asUnavailable, codeOf } from '../connection/errors.ts'

/** SQLSTATE of a statement that was cancelled. */
const CANCELLED = '57014'

/** What a search is refused with that was cancelled; any other error as the storage tells it. */
export function refusedOf(error: unknown, signal: AbortSignal | undefined): unknown {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (codeOf(cause) === CANCELLED) return new SearchRefused(signal?.aborted ? 'gone' : 'too-costly')
  return asUnavailable(error)
}

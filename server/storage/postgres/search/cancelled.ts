// Searches that were cancelled, by their time limit or because nobody waits for them any more.
import { SearchRefused } from '#lib/search-refused.ts'
import { asUnavailable, codeOf } from '../connection/errors.ts'

/** SQLSTATE of a statement that was cancelled. */
const CANCELLED = '57014'

/** What a search is refused with that was stopped: since nobody waits for it, or since its time is up. */
export const stopped = (signal: AbortSignal | undefined): SearchRefused =>
  new SearchRefused(signal?.aborted ? 'gone' : 'too-costly')

/** That of a search that was cancelled; any other error as the storage tells it. */
export function refusedOf(error: unknown, signal: AbortSignal | undefined): unknown {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (codeOf(cause) === CANCELLED) return stopped(signal)
  return asUnavailable(error)
}

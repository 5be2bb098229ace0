// Conditional reads (RFC 9110 §13): If-None-Match and If-Modified-Since. The other conditions are for writes
// (write/preconditions.ts); a read ignores them, and Range too.
import type { Clock } from '#lib/clock.ts'
import { parseHttpDate } from '#lib/http/http-date.ts'
import { matches } from './etag.ts'

interface Validators {
  readonly tag: string | undefined
  /** Epoch milliseconds. */
  readonly lastUpdated: number | undefined
}

/** True when the client already has this state of the document. If-None-Match, if present, decides alone (§13.2.2). */
export function isNotModified(headers: Pick<Headers, 'get'>, { tag, lastUpdated }: Validators, clock: Clock): boolean {
  const noneMatch = headers.get('if-none-match')
  if (noneMatch !== null) return tag !== undefined && matches(noneMatch, tag)
  const since = headers.get('if-modified-since')
  if (since === null || lastUpdated === undefined) return false
  const time = parseHttpDate(since, clock())
  // Last-Modified has whole seconds, so the resource's milliseconds must not make it look newer.
  return time !== undefined && time >= Math.floor(lastUpdated / 1000) * 1000
}

// Conditional and range requests for files, which Next answers. It takes a Range that it cannot serve and a precondition
// that is not met for faults of its own, so both are decided here (RFC 9110 §13, §14.2).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseHttpDate } from '#lib/http/http-date.ts'
import type { OwnAnswer } from './refusals.ts'

/** True for a request that a file answers. */
export const isForFile = (pathname: string): boolean =>
  pathname.startsWith('/_next/static/') ||
  ['/plain.css', '/inter.woff2', '/icon.svg', '/favicon.ico'].includes(pathname)

/** The files of a process change with it alone: a build is not replaced under a running server. */
const CURRENT_SINCE = Math.floor(Date.now() / 1000) * 1000

/** The refusal of a request whose precondition is not met; undefined for any other. */
export function preconditionRefusalOf({ headers }: Pick<IncomingMessage, 'headers'>): OwnAnswer | undefined {
  // The tags of files are weak, and If-Match compares strongly: only the asterisk can be met.
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) return ifMatch.trim() === '*' ? undefined : NOT_MET
  const since = parseHttpDate(headers['if-unmodified-since'] ?? '', CURRENT_SINCE)
  return since !== undefined && since < CURRENT_SINCE ? NOT_MET : undefined
}

const NOT_MET: OwnAnswer = {
  status: 412,
  code: 'conflict',
  text: 'The file is not the one that If-Match or If-Unmodified-Since asks for (RFC 9110 §13.1).',
}

/** Prepares a request for a file: it is sent whole, which is always allowed (RFC 9110 §14.2). */
export function askForWhole({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  for (const name of ['range', 'if-range', 'if-match', 'if-unmodified-since']) delete headers[name]
  outgoing.setHeader('accept-ranges', 'none')
  outgoing.setHeader('last-modified', new Date(CURRENT_SINCE).toUTCString())
}

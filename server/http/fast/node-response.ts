// Writes answers made of parts directly to Node: a status, a list of headers and a complete body.
import type { ServerResponse } from 'node:http'
import { linesOf, partsOf, type ResponseParts } from '#lib/http/plain-response.ts'
import { type Adapter, type CommonHeaders, sendResponse } from '../adapter.ts'

export const sendParts: Adapter['send'] = (outgoing, response, common) => {
  const parts = partsOf(response)
  if (!parts) return sendResponse(outgoing, response, common)
  const length = 'content-length' in parts.headers ? undefined : lengthOf(outgoing, parts)
  outgoing.writeHead(parts.status, headerLines(parts, common, length))
  outgoing.end(parts.body ?? undefined)
  return undefined
}

/** Alternating names and values, as Node takes them without further checks. */
function headerLines(
  { status, headers, own = NONE, lines: ready }: Omit<ResponseParts, 'body'>,
  common: CommonHeaders,
  length: number | undefined,
): string[] {
  const lines = ready ? ready.slice() : linesOf(headers)
  for (const name in own) lines.push(name, own[name] ?? '')
  for (const name in common) if (!(name in headers || name in own)) lines.push(name, common[name] ?? '')
  if (length !== undefined) lines.push('content-length', String(length))
  // The rest of a body that is too long is not read (conformance LIM-07).
  if (status === 413) lines.push('connection', 'close')
  return lines
}

const NONE: Readonly<Record<string, string>> = {}

/** The Content-Length; undefined when there must be none or it is unknown (RFC 9110 §8.6). */
function lengthOf({ req }: ServerResponse, { status, body }: ResponseParts): number | undefined {
  if (body === null) return status === 204 || status === 304 || req.method === 'HEAD' ? undefined : 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

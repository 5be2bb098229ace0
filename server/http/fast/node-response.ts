// Answers on their way out: a status, headers and a body that is there already go to Node as they are.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { linesOf, partsOf, type ResponseParts, recordOf } from '#lib/http/plain-response.ts'

/** Headers that every answer has, by lower-case name. */
export type Guards = Readonly<Record<string, string>>

/** Sends a Response. A header of its own stands where a guard has the same name. */
export function sendResponse(outgoing: ServerResponse, response: Response, guards: Guards): Promise<void> | undefined {
  const parts = partsOf(response)
  if (parts) {
    const length = 'content-length' in parts.headers ? undefined : lengthOf(outgoing, parts)
    outgoing.writeHead(parts.status, headerLines(parts, guards, length))
    outgoing.end(parts.body ?? undefined)
    return undefined
  }
  const { status, headers, body } = response
  outgoing.writeHead(status, headerLines({ status, headers: recordOf(headers) }, guards, undefined))
  if (!body) {
    outgoing.end()
    return undefined
  }
  outgoing.flushHeaders() // The first piece may be long in coming.
  return pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}

/** Names and values in turns, as Node takes them without another look. */
function headerLines(
  { status, headers, own = NONE, lines: ready }: Omit<ResponseParts, 'body'>,
  guards: Guards,
  length: number | undefined,
): string[] {
  const lines = ready ? ready.slice() : linesOf(headers)
  for (const name in own) lines.push(name, own[name] ?? '')
  for (const name in guards) if (!(name in headers || name in own)) lines.push(name, guards[name] ?? '')
  if (length !== undefined) lines.push('content-length', String(length))
  // The rest of a body that was too long is not waited for (conformance LIM-07).
  if (status === 413) lines.push('connection', 'close')
  return lines
}

const NONE: Readonly<Record<string, string>> = {}

/** What Content-Length says; undefined where there is none to be, or where nobody knows (RFC 9110 §8.6). */
function lengthOf({ req }: ServerResponse, { status, body }: ResponseParts): number | undefined {
  if (body === null) return status === 204 || status === 304 || req.method === 'HEAD' ? undefined : 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

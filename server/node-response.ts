// Answers on their way out: a status, headers and a body that is there already go to Node as they are.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { partsOf, type ResponseParts, recordOf } from '#lib/http/plain-response.ts'

/** Headers that every answer has, by lower-case name. */
export type Guards = Readonly<Record<string, string>>

/** Sends a Response. A header of its own stands where a guard has the same name. */
export function sendResponse(outgoing: ServerResponse, response: Response, guards: Guards): Promise<void> | undefined {
  const parts = partsOf(response)
  if (parts) {
    outgoing.writeHead(parts.status, headerLines(parts, guards, lengthOf(outgoing, parts)))
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
  { status, headers }: Pick<ResponseParts, 'status' | 'headers'>,
  guards: Guards,
  length: number | undefined,
): string[] {
  const lines: string[] = []
  for (const name in guards) if (!(name in headers)) lines.push(name, guards[name] ?? '')
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value) lines.push(name, one)
  }
  if (length !== undefined && !('content-length' in headers)) lines.push('content-length', String(length))
  // The rest of a body that was too long is not waited for (conformance LIM-07).
  if (status === 413) lines.push('connection', 'close')
  return lines
}

/** What Content-Length says; undefined where there is none to be, or where nobody knows (RFC 9110 §8.6). */
function lengthOf({ req }: ServerResponse, { status, body }: ResponseParts): number | undefined {
  if (body === null) return status === 204 || status === 304 || req.method === 'HEAD' ? undefined : 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

// Answers with only the indispensable headers.
import type { ServerResponse } from 'node:http'

export function send(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'content-length': 0 })
  response.end()
}

export function refuse(response: ServerResponse, reason: string): void {
  response.writeHead(400, { 'content-length': Buffer.byteLength(reason) })
  response.end(reason)
}
